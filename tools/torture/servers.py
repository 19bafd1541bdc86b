"""Attacks on the server: it is killed under load, and everybody repeats what was not answered."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

from databases import Postgres, postgres
from playing import Person, people
from serving import Served, served

import numduel

__all__ = ["database_kills", "server_kills", "server_stops"]

GAMES = 12
"""Games that are played at the same time, by two people and before a spectator."""

MAX_STOP_S = 3.0
"""Seconds within which a server has ended that was asked to, as docs/trust.md promises."""


def server_kills(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """SQLite: after each kill the server is started again, and at the end nothing is amiss."""
    yield from _killed(count, dice, os.path.join(folder, "matches.sqlite3"), None)


def database_kills(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """The same with PostgreSQL, which is killed itself every other time."""
    with postgres() as database:
        yield from _killed(count, dice, database.new(), database)


def server_stops(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """A server that is asked to end does so in 3 seconds, with streams open and moves coming."""
    with served(os.path.join(folder, "matches.sqlite3")) as server:

        async def stop_often(tell: Callable[[str], None]) -> None:
            async with _games(server, dice):
                for _ in range(count):
                    await asyncio.sleep(dice.uniform(0.0, 1.0))
                    seconds = await asyncio.to_thread(server.stop)
                    tell("")
                    if seconds > MAX_STOP_S:
                        tell(f"it took {seconds:.2f} s")
                    await asyncio.to_thread(server.start)

        yield from _told(stop_often)


def _killed(
    count: int, dice: random.Random, database: str, itself: Postgres | None
) -> Iterator[tuple[int, str]]:
    with served(database) as server:

        async def kill_often(tell: Callable[[str], None]) -> None:
            async with _games(server, dice) as games:
                for number in range(count):
                    await asyncio.sleep(dice.uniform(0.0, 1.0))
                    killed = itself if itself is not None and number % 2 else server
                    await asyncio.to_thread(_restart, killed)
                    tell("")
            for game in games:
                if wrong := await game.whatever_is_wrong():
                    tell(wrong)

        yield from _told(kill_often)


def _restart(killed: Served | Postgres) -> None:
    if isinstance(killed, Served):
        killed.kill()
    else:
        killed.stop()
    killed.start()


def _told(work: Callable[[Callable[[str], None]], Any]) -> Iterator[tuple[int, str]]:
    """What is told by something that runs in a loop of its own, as it is told."""
    told: SimpleQueue[str | BaseException | None] = SimpleQueue()

    def run() -> None:
        try:
            asyncio.run(work(told.put))
        except BaseException as error:
            told.put(error)
        told.put(None)

    thread = Thread(target=run)
    thread.start()
    while (one := told.get()) is not None:
        yield (0, repr(one)) if isinstance(one, BaseException) else (int(not one), one)
    thread.join()


@asynccontextmanager
async def _games(server: Served, dice: random.Random) -> AsyncIterator[list[Game]]:
    """Games that are being played all the while, and come to rest at the end."""
    async with people(2 * GAMES, server.url, watching=GAMES) as all_of_them:
        games = []
        for number in range(GAMES):
            ann, ben, watcher = all_of_them[2 * number], all_of_them[2 * number + 1], None
            watcher = all_of_them[2 * GAMES + number]
            kind = numduel.games()[number % len(numduel.games())]
            games.append(Game(kind, ann, ben, watcher, random.Random(dice.random())))
        playing = [asyncio.create_task(game.play()) for game in games]
        try:
            yield games
        finally:
            for game in games:
                game.is_ending = True
            await asyncio.gather(*playing)
            for game in games:
                await game.rest()


class Game:
    """Two people who play round after round, and know what they were told was done."""

    def __init__(
        self, kind: str, ann: Person, ben: Person, watcher: Person, dice: random.Random
    ) -> None:
        self.is_ending = False
        self._kind = kind
        self._people = (ann, ben)
        self._watcher = watcher
        self._dice = dice
        self._done: list[str] = []
        """The moves of this round that were answered."""
        self._events = 2
        self._following: list[asyncio.Task[None]] = []

    async def play(self) -> None:
        ann, ben = self._people
        made = await ann.create(self._kind, seat=1)
        self._match = made["view"]["id"]
        seen = await ben.join(self._match, made["invite"])
        everybody = (*self._people, self._watcher)
        self._following = [asyncio.create_task(one.follow(self._match)) for one in everybody]
        while not self.is_ending:
            seen = await self._step(seen["view"])

    async def _step(self, view: Any) -> Any:
        status = view["status"]
        if status["kind"] == "over":
            await self._act(0, view["seq"], "rematch")
            seen = await self._act(1, view["seq"] + 1, "accept")
            self._people = (self._people[1], self._people[0])
            self._done = []
            return seen
        move = self._dice.choice(status["moves"])
        self._done.append(move)
        return await self._act(status["player"] - 1, view["seq"], "move", move)

    async def _act(self, player: int, seq: int, do: str, move: str | None = None) -> Any:
        self._events += 1
        return await self._people[player].act(self._match, seq, do, move)

    async def rest(self) -> None:
        """Have all streams come to the end, and close."""
        for one in (*self._people, self._watcher):
            await one.sees(self._events)
        for task in self._following:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._last = (await self._watcher.get(f"/matches/{self._match}"))["view"]

    async def whatever_is_wrong(self) -> str:
        """What was lost or done twice; nothing where all is well."""
        kept = [ply["move"] for ply in self._last["plies"] if ply["player"] is not None]
        if kept != self._done:
            return f"{self._kind}: {self._done} was answered, {kept} is kept"
        if self._last["seq"] != self._events:
            return f"{self._kind}: {self._events} events were answered, not {self._last['seq']}"
        for one in (*self._people, self._watcher):
            shown = [seen["view"]["seq"] for seen in one.seen]
            if shown != sorted(shown):
                return f"{self._kind}: a stream went back: {shown}"
        return ""

"""Attacks on the server: kill it under load, and repeat every unanswered request."""

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
from histories.run import POSTGRES, run
from playing import Person, people
from serving import Served, served

import numduel

__all__ = [
    *("check_histories", "kill_databases", "kill_servers", "stop_servers"),
    *("collect_reports", "play_games", "restart"),
]

GAMES = 12
"""Games played at the same time, each by two players with a spectator."""

REQUESTS_PER_HISTORY = 1_000
"""Requests recorded and checked together."""

MAX_STOP_S = 3.0
"""Seconds within which a server must stop, as docs/trust.md promises."""


def kill_servers(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Kill a server with SQLite again and again; in the end nothing may be wrong."""
    yield from _kill_often(count, dice, os.path.join(folder, "matches.sqlite3"), None)


def kill_databases(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Do the same with PostgreSQL, killing the database every other time."""
    with postgres() as database:
        yield from _kill_often(count, dice, database.new(), database)


def stop_servers(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Stop a server with open streams and incoming moves; it must end within 3 seconds."""
    with served(os.path.join(folder, "matches.sqlite3")) as server:

        async def stop_repeatedly(report: Callable[[str], None]) -> None:
            async with play_games(server, dice):
                for _ in range(count):
                    await asyncio.sleep(dice.uniform(0.0, 1.0))
                    seconds = await asyncio.to_thread(server.stop)
                    report("")
                    if seconds > MAX_STOP_S:
                        report(f"it took {seconds:.2f} s")
                    await asyncio.to_thread(server.start)

        yield from collect_reports(stop_repeatedly)


def check_histories(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Race on two servers over one database, under faults; every history must be linearizable."""
    while count > 0:
        seed = dice.randrange(10**9)
        outcome = run(seed, POSTGRES, min(count, REQUESTS_PER_HISTORY), folder)
        count -= outcome.operations
        yield outcome.operations, ""
        for anomaly in outcome.anomalies:
            yield 0, f"seed {seed}: {anomaly}"


def _kill_often(
    count: int, dice: random.Random, database: str, killed_database: Postgres | None
) -> Iterator[tuple[int, str]]:
    with served(database) as server:

        async def kill_repeatedly(report: Callable[[str], None]) -> None:
            async with play_games(server, dice) as games:
                for number in range(count):
                    await asyncio.sleep(dice.uniform(0.0, 1.0))
                    killed = (
                        killed_database if killed_database is not None and number % 2 else server
                    )
                    await asyncio.to_thread(restart, killed)
                    report("")
            for game in games:
                if fault := await game.find_fault():
                    report(fault)

        yield from collect_reports(kill_repeatedly)


def restart(killed: Served | Postgres) -> None:
    """Kill a server or a database, and start it again."""
    if isinstance(killed, Served):
        killed.kill()
    else:
        killed.stop()
    killed.start()


def collect_reports(work: Callable[[Callable[[str], None]], Any]) -> Iterator[tuple[int, str]]:
    """Run `work` in its own event loop, and yield its reports as they come."""
    reports: SimpleQueue[str | BaseException | None] = SimpleQueue()

    def run() -> None:
        try:
            asyncio.run(work(reports.put))
        except BaseException as error:
            reports.put(error)
        reports.put(None)

    thread = Thread(target=run)
    thread.start()
    while (one := reports.get()) is not None:
        yield (0, repr(one)) if isinstance(one, BaseException) else (int(not one), one)
    thread.join()


@asynccontextmanager
async def play_games(server: Served, dice: random.Random) -> AsyncIterator[list[Game]]:
    """Keep games going during the block, and finish them at the end."""
    async with people(2 * GAMES, server.url, watching=GAMES) as everyone:
        games = []
        for number in range(GAMES):
            ann, ben, watcher = everyone[2 * number], everyone[2 * number + 1], None
            watcher = everyone[2 * GAMES + number]
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
                await game.finish()


class Game:
    """Two players who play round after round, and remember which moves were confirmed."""

    def __init__(
        self, kind: str, ann: Person, ben: Person, watcher: Person, dice: random.Random
    ) -> None:
        self.is_ending = False
        self._kind = kind
        self._people = (ann, ben)
        self._watcher = watcher
        self._dice = dice
        self._confirmed: list[str] = []
        """Moves of this round that were confirmed."""
        self._events = 2
        self._stream_tasks: list[asyncio.Task[None]] = []

    async def play(self) -> None:
        ann, ben = self._people
        made = await ann.create(self._kind, seat=1)
        self._match = made["view"]["id"]
        seen = await ben.join(self._match, made["invite"])
        everyone = (*self._people, self._watcher)
        self._stream_tasks = [asyncio.create_task(one.follow(self._match)) for one in everyone]
        while not self.is_ending:
            seen = await self._step(seen["view"])

    async def _step(self, view: Any) -> Any:
        status = view["status"]
        if status["kind"] == "over":
            await self._act(0, view["seq"], "rematch")
            seen = await self._act(1, view["seq"] + 1, "accept")
            self._people = (self._people[1], self._people[0])
            self._confirmed = []
            return seen
        move = self._dice.choice(status["moves"])
        self._confirmed.append(move)
        return await self._act(status["player"] - 1, view["seq"], "move", move)

    async def _act(self, player: int, seq: int, do: str, move: str | None = None) -> Any:
        self._events += 1
        return await self._people[player].act(self._match, seq, do, move)

    async def finish(self) -> None:
        """Wait until all streams have caught up, and close them."""
        for one in (*self._people, self._watcher):
            await one.sees(self._events)
        for task in self._stream_tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._last = (await self._watcher.get(f"/matches/{self._match}"))["view"]

    async def find_fault(self) -> str:
        """Return what was lost or done twice; empty if nothing was."""
        stored = [ply["move"] for ply in self._last["plies"] if ply["player"] is not None]
        if stored != self._confirmed:
            return f"{self._kind}: {self._confirmed} was confirmed, {stored} is stored"
        if self._last["seq"] != self._events:
            return f"{self._kind}: {self._events} events were confirmed, not {self._last['seq']}"
        for one in (*self._people, self._watcher):
            shown = [seen["view"]["seq"] for seen in one.seen]
            if shown != sorted(shown):
                return f"{self._kind}: a stream went back: {shown}"
        return ""

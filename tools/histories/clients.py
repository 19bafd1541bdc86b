"""Clients that race in the same matches on all servers, and record every request."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from itertools import count
from typing import Any

import httpx
from playing import Person
from serving import new_token

import numduel

from .history import OK, REFUSED, UNKNOWN, Operation, Recorder, seen

__all__ = ["Client", "Table"]

Json = dict[str, Any]

TIMEOUTS_S = (0.3, 2.0, 5.0)
"""Seconds after which a client gives up, chosen at random; an early end is an unknown result."""

MAX_PAUSE_S = 1.0
"""Maximum seconds between two requests of a client."""

RETRY_PAUSE_S = 0.1
"""Seconds before a client uses a server again that didn't answer."""

STREAM_NUMBERS = count(1)


class Table:
    """A match in which several clients race, and what any of them has seen last."""

    def __init__(self, players: Sequence[str]) -> None:
        self.id = ""
        self.invite = ""
        self.view: Json = {}
        """The newest view that any client has seen."""
        self.creator = players[0]
        self.tokens = {name: new_token() for name in players}

    def update(self, view: Json) -> None:
        if not self.view or view["seq"] > self.view["seq"]:
            self.view = view


class Client:
    """A person at one device: the same player may use several at the same time."""

    def __init__(
        self,
        table: Table,
        who: str,
        urls: Sequence[str],
        http: httpx.AsyncClient,
        recorder: Recorder,
        dice: random.Random,
    ) -> None:
        """Play as `who`, one of the table's players; empty for a spectator."""
        self.shown_seq = 0
        """Number of events in the last view of the stream."""
        self._table = table
        self._who = who
        token = table.tokens.get(who)
        self._people = [Person(http, [url], token) for url in urls]
        self._http = http
        self._recorder = recorder
        self._dice = dice
        self._done: tuple[int, str, str | None] | None = None

    # ---- requests

    async def create(self) -> None:
        """Create the table's match; try again until a server confirms one."""
        while not self._table.id:
            game = self._dice.choice(numduel.games())
            body = {"game": game, "opponent": "friend", "seat": 1, "token": self._token}
            made = await self._ask("create", "POST", "/matches", body)
            if made:
                self._table.invite = made["invite"]
                self._table.id = made["view"]["id"]

    async def join(self) -> None:
        body = {"invite": self._table.invite, "token": self._token}
        await self._ask("join", "POST", f"/matches/{self._table.id}/join", body)

    async def get(self, server: int | None = None) -> Json | None:
        """Get the match, from any server or from this one; return its view."""
        answer = await self._ask("get", "GET", f"/matches/{self._table.id}", server=server)
        return answer and answer["view"]

    async def act(self, seq: int, do: str, move: str | None = None) -> None:
        self._done = (seq, do, move)
        body = {"seq": seq, "do": do, **({"move": move} if move is not None else {})}
        path = f"/matches/{self._table.id}/actions"
        await self._ask("act", "POST", path, body, seq=seq, do=do, move=move)

    @property
    def _token(self) -> str:
        return self._table.tokens[self._who]

    async def _ask(
        self,
        kind: str,
        method: str,
        path: str,
        body: Json | None = None,
        server: int | None = None,
        **more: Any,
    ) -> Json | None:
        """Send a request to a server and record it; return the answer if it was confirmed."""
        if server is None:
            server = self._dice.randrange(len(self._people))
        start = self._recorder.now()
        try:
            async with asyncio.timeout(self._dice.choice(TIMEOUTS_S)):
                response = await self._people[server].ask_once(method, path, body)
            status, answer = response.status_code, response.json()
        except (httpx.TransportError, TimeoutError):
            status, answer = 503, {}
        result = OK if status < 300 else REFUSED if status < 500 else UNKNOWN
        code = "failed" if status == 500 else answer.get("code", "") if result == REFUSED else ""
        view = answer.get("view")
        match = answer["view"]["id"] if kind == "create" and view else self._table.id
        self._recorder.add(
            Operation(
                match,
                kind,
                start,
                self._recorder.now(),
                result,
                server,
                self._who,
                code=code,
                seen=view and seen(view),
                **more,
            )
        )
        if view:
            self._table.update(view)
        if result == UNKNOWN:
            await asyncio.sleep(RETRY_PAUSE_S)
        return answer if result == OK else None

    # ---- behaviour

    async def race(self, is_over: asyncio.Event) -> None:
        """Send requests until the event is set."""
        while not is_over.is_set():
            await asyncio.sleep(self._dice.uniform(0, MAX_PAUSE_S))
            await self._do_something()

    async def _do_something(self) -> None:
        """Send what a person would, or something late, early, repeated or out of turn."""
        view, chance = self._table.view, self._dice.random()
        if chance < 0.25 or not self._who:
            await self.get()
        elif chance < 0.35 and self._done is not None:
            await self.act(*self._done)
        elif view["seq"] < 2 and self._who != self._table.creator:
            await self.join()
        else:
            seq = max(1, view["seq"] + (self._dice.choice((-1, 1)) if chance < 0.4 else 0))
            await self.act(seq, *self._choose_action(view))

    def _choose_action(self, view: Json) -> tuple[str, str | None]:
        status = view["status"]
        if status["kind"] == "over":
            return ("accept" if view["offer"] else "rematch"), None
        if self._dice.random() < 0.03:
            return "resign", None
        return "move", self._dice.choice(
            status["moves"] or ["1"]
        )  # none before the second player joins

    # ---- streams

    async def follow(self) -> None:
        """Record the views of streams until cancelled, on one server after the other."""
        server = self._dice.randrange(len(self._people))
        while True:
            try:
                await self._follow(server)
            except (httpx.TransportError, TimeoutError):
                await asyncio.sleep(RETRY_PAUSE_S)
            server = (server + 1) % len(self._people)

    async def _follow(self, server: int) -> None:
        number, start = next(STREAM_NUMBERS), self._recorder.now()
        url = self._people[server].url(f"/matches/{self._table.id}/events")
        async with self._http.stream("GET", url) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: ") and stream.status_code == 200:
                    view = seen(json.loads(line.removeprefix("data: "))["view"])
                    self.shown_seq = view.seq
                    self._recorder.add(
                        Operation(
                            self._table.id,
                            "stream",
                            start,
                            self._recorder.now(),
                            OK,
                            server,
                            seen=view,
                            stream=number,
                        )
                    )

"""People who play by HTTP, as the page does: what was not answered they ask again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from serving import new_token

__all__ = ["PATIENCE", "Person", "people", "until"]

Json = dict[str, Any]

PATIENCE = 60.0
"""Seconds in which something is so, or will not be."""

PAUSE = 0.05
"""Seconds before something is asked again."""


class Person:
    """Somebody with a token, or who only watches, at one server or at several."""

    def __init__(self, http: httpx.AsyncClient, urls: Sequence[str], token: str | None) -> None:
        self.token = token
        self.repeated = 0
        """Requests that had to be asked again."""
        self.seen: list[Json] = []
        """What the stream has shown."""
        self._http = http
        self._urls = list(urls)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """One answer, if not at the first server then at the next, until there is one."""
        while True:
            with suppress(httpx.TransportError):
                answer = await self.ask_once(method, path, body)
                if answer.status_code != 503:
                    return answer
            await self._try_next()

    async def ask_once(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        url = f"{self._urls[0]}/api/v1{path}"
        return await self._http.request(method, url, json=body, headers=self._headers)

    def turn(self) -> None:
        """Ask the next server from now on."""
        self._urls.append(self._urls.pop(0))

    async def _try_next(self) -> None:
        self.repeated += 1
        self.turn()
        await asyncio.sleep(PAUSE)

    async def get(self, path: str) -> Json:
        return _read(await self.ask("GET", path), 200)

    async def create(self, game: str, opponent: str = "friend", **more: Any) -> Json:
        body = {"game": game, "opponent": opponent, "token": self.token, **more}
        return _read(await self.ask("POST", "/matches", body), 201)

    async def join(self, match: str, invite: str, **more: Any) -> Json:
        body = {"invite": invite, "token": self.token, **more}
        return _read(await self.ask("POST", f"/matches/{match}/join", body), 200)

    async def act(self, match: str, seq: int, do: str, move: str | None = None) -> Json:
        body = {"seq": seq, "do": do, **({"move": move} if move else {})}
        return _read(await self.ask("POST", f"/matches/{match}/actions", body), 200)

    async def follow(self, match: str) -> None:
        """Read the stream of a match for ever, and open it again when it ends."""
        while True:
            with suppress(httpx.TransportError):
                url = f"{self._urls[0]}/api/v1/matches/{match}/events"
                async with self._http.stream("GET", url, headers=self._headers) as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("data: "):
                            self.seen.append(json.loads(line.removeprefix("data: ")))
            await self._try_next()

    async def sees(self, seq: int) -> Json:
        """What the stream shows as soon as it has come so far."""
        await until(lambda: bool(self.seen) and self.seen[-1]["view"]["seq"] >= seq)
        return self.seen[-1]


def _read(answer: httpx.Response, status: int) -> Json:
    assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
    found: Json = answer.json()
    return found


@asynccontextmanager
async def people(number: int, *urls: str, watching: int = 0) -> AsyncIterator[list[Person]]:
    """So many with a token, and then so many without one."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(timeout=PATIENCE, limits=limits, trust_env=False) as http:
        tokens = [*(new_token() for _ in range(number)), *([None] * watching)]
        yield [Person(http, urls, token) for token in tokens]


async def until(is_so: Any) -> None:
    """Wait for something, but not for ever."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)

"""Players over HTTP, who repeat unanswered requests as the page does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from serving import new_token

__all__ = ["TIMEOUT_S", "Person", "people", "until"]

Json = dict[str, Any]

TIMEOUT_S = 60.0
"""Seconds to wait for anything."""

RETRY_PAUSE_S = 0.05
"""Seconds before a request is repeated."""


class Person:
    """A player with a token, or a spectator without one, at one server or several."""

    def __init__(self, http: httpx.AsyncClient, urls: Sequence[str], token: str | None) -> None:
        self.token = token
        self.repeated = 0
        """Number of repeated requests."""
        self.refusals: list[httpx.Response] = []
        """The answers 503."""
        self.seen: list[Json] = []
        """Views that the stream has sent."""
        self._http = http
        self._urls = list(urls)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Ask one server after the other until one answers."""
        while True:
            with suppress(httpx.TransportError):
                answer = await self.ask_once(method, path, body)
                if answer.status_code != 503:
                    return answer
                self.refusals.append(answer)
            await self._try_next()

    async def ask_once(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        return await self._http.request(method, self.url(path), json=body, headers=self._headers)

    def url(self, path: str) -> str:
        """Return the address of a path of the API at the current server."""
        return f"{self._urls[0]}/api/v1{path}"

    def turn(self) -> None:
        """Use the next server from now on."""
        self._urls.append(self._urls.pop(0))

    async def _try_next(self) -> None:
        self.repeated += 1
        self.turn()
        await asyncio.sleep(RETRY_PAUSE_S)

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
        """Read the stream of a match until cancelled; reopen it when it ends."""
        while True:
            with suppress(httpx.TransportError):
                url = self.url(f"/matches/{match}/events")
                async with self._http.stream("GET", url, headers=self._headers) as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("data: "):
                            self.seen.append(json.loads(line.removeprefix("data: ")))
            await self._try_next()

    async def sees(self, seq: int) -> Json:
        """Wait until the stream has sent an event, and return the last view."""
        await until(lambda: bool(self.seen) and self.seen[-1]["view"]["seq"] >= seq)
        return self.seen[-1]


def _read(answer: httpx.Response, status: int) -> Json:
    assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
    found: Json = answer.json()
    return found


@asynccontextmanager
async def people(number: int, *urls: str, watching: int = 0) -> AsyncIterator[list[Person]]:
    """Yield `number` players with tokens, then `watching` spectators."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(timeout=TIMEOUT_S, limits=limits, trust_env=False) as http:
        tokens = [*(new_token() for _ in range(number)), *([None] * watching)]
        yield [Person(http, urls, token) for token in tokens]


async def until(condition: Any) -> None:
    """Wait for a condition; raise TimeoutError if it takes too long."""
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():
            await asyncio.sleep(0.005)

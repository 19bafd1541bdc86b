"""What all routes share: the matches, those who think, and what an address may do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import Request

from ..daily.duel import Duel
from .limits import Limits
from .live import Matches
from .table import Refused
from .workers import SECONDS, Workers


class Services:
    """One for each server."""

    def __init__(
        self, matches: Matches, workers: Workers, limits: Limits, *, url: str, is_local: bool
    ) -> None:
        self.matches = matches
        self.workers = workers
        self.limits = limits
        self.url = url
        """Where people find the page."""
        self.is_local = is_local
        """Whether only this machine can."""
        self.duel: Duel | None = None
        """The duel of the day, once somebody has asked for it."""
        self._asked: set[asyncio.Future[Any]] = set()

    def spend(self, kind: str, request: Request) -> None:
        """Count what somebody does; Refused where their address does too much of it."""
        self.limits.spend(kind, address_of(request))

    async def answer(
        self, request: Request, question: Callable[..., Any], *about: Any, seconds: float = SECONDS
    ) -> Any:
        """What a function finds in a process, which is killed when whoever asked has left.

        Full where too many wait already, Refused where an address has asked too much.
        """
        self.spend("engine", request)
        work = asyncio.ensure_future(self.workers.answer(question, *about, seconds=seconds))
        gone = asyncio.ensure_future(_gone(request))
        self._asked.add(work)
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() or work.cancelled():
                raise Refused("unavailable", "Nobody waits for this answer any more.")
            return work.result()
        finally:
            self._asked.discard(work)
            work.cancel()
            gone.cancel()

    def end(self) -> None:
        """Let go of all who wait for something: the server ends."""
        self.matches.end_streams()
        for work in self._asked:
            work.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def address_of(request: Request) -> str:
    """Whose request it is, as `headers` has found out."""
    return request.client.host if request.client else ""


def services_of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services

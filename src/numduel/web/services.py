"""The services that all routes share: matches, workers, and limits for each address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from ..daily.duel import Duel
from ..errors import Refused
from .exchange import Request
from .limits import Limits
from .live import Matches
from .problems import Full
from .thinking import SECONDS

if TYPE_CHECKING:
    from .workers import Workers

T = TypeVar("T")

MAX_ASIDE = 100
"""Pieces of work that may wait for the thread beside the event loop."""


class Requests:
    """The number of answers by method, route and status, and the seconds they took."""

    def __init__(self) -> None:
        self._answers: Counter[tuple[str, str, int]] = Counter()
        self._seconds = 0.0

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        self._answers[method, route, status] += 1
        self._seconds += seconds

    def lines(self) -> Iterator[str]:
        yield "# TYPE numduel_requests_total counter"
        for (method, route, status), number in sorted(self._answers.items()):
            labels = f'method="{method}",route="{route}",status="{status}"'
            yield f"numduel_requests_total{{{labels}}} {number}"
        yield "# TYPE numduel_request_seconds_total counter"
        yield f"numduel_request_seconds_total {self._seconds:.6f}"


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
        self.requests = Requests()
        self.duel: Duel | None = None
        """The duel of the day, once it was asked for."""
        self._asked: set[asyncio.Future[Any]] = set()
        self._aside = 0
        self._thread = asyncio.Semaphore(1)

    async def answer(
        self,
        request: Request[Any, Any],
        question: Callable[..., T],
        *about: Any,
        seconds: float = SECONDS,
    ) -> T:
        """Return the result of a function in a process, which is killed when the client leaves.

        Full where too many wait already, Refused where an address has asked too much.
        """
        self.limits.spend("engine", request.address)
        work = asyncio.ensure_future(self.workers.answer(question, *about, seconds=seconds))
        gone = asyncio.ensure_future(request.gone())
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

    async def aside(self, work: Callable[..., T], *about: Any) -> T:
        """Return the result of a function in a thread, for work of 20 ms to a second.

        One at a time, so that the event loop always gets its turn; Full where many wait already.
        """
        if self._aside >= MAX_ASIDE:
            raise Full
        self._aside += 1
        try:
            async with self._thread:
                return await asyncio.to_thread(work, *about)
        finally:
            self._aside -= 1

    def end(self) -> None:
        """Let go of all who wait for something: the server ends."""
        self.matches.end_streams()
        for work in self._asked:
            work.cancel()

"""The services that all routes share: matches, engine processes and limits."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import Refused
from .engine_tasks import TIME_LIMIT_S
from .exchange import Request
from .limits import Limits
from .live import Matches
from .problems import QueueFull

if TYPE_CHECKING:
    from .site_files import SiteFiles
    from .workers import Workers

T = TypeVar("T")

MAX_THREAD_QUEUE = 100
"""Maximum number of tasks that wait for the background thread."""


class Requests:
    """The number of answers by method, route and status, and their total time in seconds."""

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
    """Services shared by all routes."""

    def __init__(
        self,
        matches: Matches,
        workers: Workers,
        limits: Limits,
        *,
        url: str,
        is_local: bool,
        site: SiteFiles | None = None,
    ) -> None:
        self.matches = matches
        self.workers = workers
        self.limits = limits
        self.url = url
        """Public URL of the page."""
        self.is_local = is_local
        """Whether only this machine can reach the server."""
        self.site = site
        """The edition for offline play, if the server has it."""
        self.requests = Requests()
        self._running: set[asyncio.Future[Any]] = set()
        self._shared: dict[Hashable, asyncio.Future[Any]] = {}
        self._queued = 0
        self._thread = asyncio.Semaphore(1)

    async def ask_engine(
        self,
        request: Request[Any, Any],
        function: Callable[..., T],
        *args: Any,
        seconds: float = TIME_LIMIT_S,
    ) -> T:
        """Run a function in an engine process; kill the process if the client leaves.

        Raise QueueFull if too many requests wait, and Refused if the address has used up its limit.
        """
        self.limits.spend("engine", request.address)
        work = asyncio.ensure_future(self.workers.run(function, *args, seconds=seconds))
        gone = asyncio.ensure_future(request.wait_for_disconnect())
        self._running.add(work)
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() or work.cancelled():
                raise Refused("unavailable", "The request was cancelled.")
            return work.result()
        finally:
            self._running.discard(work)
            work.cancel()
            gone.cancel()

    async def ask_engine_once(
        self,
        request: Request[Any, Any],
        key: Hashable,
        function: Callable[..., T],
        *args: Any,
        seconds: float = TIME_LIMIT_S,
    ) -> T:
        """Run a function whose result serves everyone, such as today's puzzle.

        Requests with the same key wait for the same run. It continues if a client leaves.
        """
        work = self._shared.get(key)
        if work is None:
            self.limits.spend("engine", request.address)
            work = asyncio.ensure_future(self.workers.run(function, *args, seconds=seconds))
            self._shared[key] = work
            self._running.add(work)

            def forget(done: asyncio.Future[Any]) -> None:
                del self._shared[key]
                self._running.discard(done)
                if not done.cancelled():
                    done.exception()  # all clients may have left

            work.add_done_callback(forget)
        try:
            result: T = await asyncio.shield(work)
        except asyncio.CancelledError:
            if work.cancelled():
                raise Refused("unavailable", "The request was cancelled.") from None
            raise
        return result

    async def run_in_thread(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function in the background, for work of 20 ms to a second.

        Only one runs at a time, so that the event loop gets its turn. Raise QueueFull if too many
        wait.
        """
        if self._queued >= MAX_THREAD_QUEUE:
            raise QueueFull
        self._queued += 1
        try:
            async with self._thread:
                return await self.workers.run_here(work, *args)
        finally:
            self._queued -= 1

    def end(self) -> None:
        """End all streams and cancel all engine requests: the server is stopping."""
        self.matches.end_streams()
        for work in self._running:
            work.cancel()

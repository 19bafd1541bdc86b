"""The engine of a page: a second worker, so that a long search never blocks the board."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ...core import Move
from ..engine_tasks import TIME_LIMIT_S, choose_move
from ..problems import QueueFull
from ..stored_match import MoveRequest
from .tasks import read_result, write_task

T = TypeVar("T")

log = logging.getLogger("numduel.web")

GRACE_S = 10.0
"""Extra seconds for a task to finish before its worker is stopped."""

PATIENCE_S = 0.5
"""Seconds that a cancelled task may go on, because a new worker takes longer to start."""

MAX_QUEUED = 20
"""Maximum number of requests that wait for the engine."""


class EngineWorker(Protocol):
    """The second worker, implemented in JavaScript. It gets one task at a time."""

    async def ready(self) -> None:
        """Wait until the worker has loaded the engine; raise an error if it can't."""

    async def run(self, task: str) -> str:
        """Run a task and return its result; raise an error if the worker fails or is stopped."""

    def stop(self) -> None:
        """Stop the worker with its task, and start a new one."""


class BrowserWorkers:
    """The engine worker, with the interface of a server's workers."""

    max_processes = 1

    def __init__(self, engine: EngineWorker) -> None:
        self.questions = 0
        self.levels = 0
        self._engine = engine
        self._slot = asyncio.Lock()
        self._question_slot = asyncio.Lock()
        self._stopping: set[asyncio.Task[None]] = set()

    async def run(self, function: Callable[..., T], *args: Any, seconds: float = TIME_LIMIT_S) -> T:
        """Run a module-level function in the engine worker; raise QueueFull if too many wait.

        Only one question at a time waits for the worker, so a level's move is next or second.
        """
        if self.questions >= MAX_QUEUED:
            raise QueueFull
        self.questions += 1
        try:
            async with self._question_slot:
                return await self._in_worker(function, *args, seconds=seconds)
        finally:
            self.questions -= 1

    async def run_here(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function at once: a page's worker has no threads."""
        return work(*args)

    async def warm_up(self) -> None:
        """Do nothing: the engine worker loads everything when it starts."""

    async def move(self, request: MoveRequest) -> Move:
        """Return a level's move."""
        self.levels += 1
        try:
            return await self._in_worker(choose_move, request)
        finally:
            self.levels -= 1

    async def _in_worker(
        self, function: Callable[..., T], *args: Any, seconds: float = TIME_LIMIT_S
    ) -> T:
        """Run a task after those before it. Its time starts when the worker is ready for it."""
        task = write_task(function, args)
        await self._slot.acquire()
        running: asyncio.Future[str] | None = None
        try:
            await _reported(self._engine.ready())
            running = asyncio.ensure_future(_reported(self._engine.run(task)))
            await asyncio.wait({running}, timeout=seconds + GRACE_S)
            if not running.done():
                raise TimeoutError("the engine took too long")
            result: T = read_result(running.result())
            return result
        finally:
            if running is None or running.done():
                self._slot.release()
            else:
                stopping = asyncio.create_task(self._finish_or_stop(running))
                self._stopping.add(stopping)
                stopping.add_done_callback(self._stopping.discard)

    async def _finish_or_stop(self, running: asyncio.Future[str]) -> None:
        """Wait a moment for a task whose result no one needs, then stop it; free the worker."""
        try:
            await asyncio.wait({running}, timeout=PATIENCE_S)
            if not running.done():
                running.cancel()  # so that its end isn't reported as a failure
                self._engine.stop()
                await asyncio.wait({running})
            if not running.cancelled():
                running.exception()
        finally:
            self._slot.release()


async def _reported(work: Any) -> Any:
    """Return the result of the engine worker; raise TimeoutError if the worker has failed."""
    try:
        return await work
    except Exception as error:  # a rejected promise of JavaScript
        log.warning("the engine worker failed: %s", error)
        raise TimeoutError("the engine worker failed") from None

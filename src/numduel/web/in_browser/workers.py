"""The engine of a page: a second worker, so that a long search never blocks the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, Protocol, TypeVar

from ...core import Move
from ..engine_tasks import TIME_LIMIT_S, choose_move
from ..problems import QueueFull
from ..stored_match import MoveRequest
from .tasks import read_result, write_task

T = TypeVar("T")

GRACE_S = 10.0
"""Extra seconds for the worker to start and finish before it is stopped."""

MAX_QUEUED = 20
"""Maximum number of requests that wait for the engine."""


class EngineWorker(Protocol):
    """The second worker, implemented in JavaScript. It runs one task after the other."""

    async def run(self, number: int, task: str) -> str:
        """Run a task and return its result."""

    def cancel(self, number: int) -> None:
        """Drop a task; if it is running, stop the worker and start a new one."""


class BrowserWorkers:
    """The engine worker, with the interface of a server's workers."""

    max_processes = 1

    def __init__(self, engine: EngineWorker) -> None:
        self.questions = 0
        self.levels = 0
        self._engine = engine
        self._numbers = count(1)

    async def run(self, function: Callable[..., T], *args: Any, seconds: float = TIME_LIMIT_S) -> T:
        """Run a module-level function in the engine worker; raise QueueFull if too many wait."""
        if self.questions >= MAX_QUEUED:
            raise QueueFull
        self.questions += 1
        try:
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
        number, task = next(self._numbers), write_task(function, args)
        try:
            async with asyncio.timeout(seconds + GRACE_S):
                result: T = read_result(await self._engine.run(number, task))
                return result
        except (asyncio.CancelledError, TimeoutError):
            self._engine.cancel(number)
            raise

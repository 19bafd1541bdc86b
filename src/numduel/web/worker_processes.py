"""Engine processes: they answer requests and compute the moves of levels."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process

from ..core import Move
from ..dice import Dice
from ..play.players import LEVELS, seat
from .engine_tasks import TIME_LIMIT_S, choose_move
from .problems import QueueFull
from .stored_match import MoveRequest

T = TypeVar("T")

GRACE_S = 10.0
"""Extra seconds for a process to start and finish before it is killed."""

MAX_QUEUED_PER_PROCESS = 3
"""Maximum number of requests that wait for each process."""


def default_processes() -> int:
    """Return the default number of engine processes, which leaves a core for the server."""
    return max(1, (os.cpu_count() or 1) - 1)


class WorkerProcesses:
    """A pool of processes. Requests are refused when too many wait; levels' moves always wait."""

    def __init__(self, max_processes: int) -> None:
        self.max_processes = max_processes
        self.questions = 0
        """Number of requests running or waiting."""
        self.levels = 0
        """Number of levels' moves running or waiting."""
        os.environ["PYTHONSAFEPATH"] = "1"  # a process imports nothing from the current folder
        self._slots = CapacityLimiter(max_processes)
        self._started = CapacityLimiter(max_processes)

    async def run(self, function: Callable[..., T], *args: Any, seconds: float = TIME_LIMIT_S) -> T:
        """Run a module-level function in a process; raise QueueFull if too many wait.

        Cancelling the caller kills the process.
        """
        if self.questions >= self.max_processes * (1 + MAX_QUEUED_PER_PROCESS):
            raise QueueFull
        self.questions += 1
        try:
            return await self._in_process(function, *args, seconds=seconds)
        finally:
            self.questions -= 1

    async def warm_up(self) -> None:
        """Load what levels need into a process, before one has to move."""
        with suppress(Exception):  # the first real request will report the problem
            await self._in_process(_load_players)

    async def move(self, request: MoveRequest) -> Move:
        """Return a level's move, after waiting for a process."""
        self.levels += 1
        try:
            return await self._in_process(choose_move, request)
        finally:
            self.levels -= 1

    async def run_here(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function in a thread."""
        return await asyncio.to_thread(work, *args)

    async def _in_process(
        self, work: Callable[..., T], *args: Any, seconds: float = TIME_LIMIT_S
    ) -> T:
        async with self._slots:
            with fail_after(seconds + GRACE_S):
                # A process cancelled while it starts would be neither used nor ended.
                await asyncio.shield(to_process.run_sync(_do_nothing, limiter=self._started))
                try:
                    return await to_process.run_sync(
                        work, *args, cancellable=True, limiter=self._started
                    )
                except BrokenWorkerProcess:
                    raise TimeoutError("an engine process has ended") from None


# ---- in a process


def _load_players() -> None:
    """Create a level, which loads its modules."""
    seat(LEVELS[0], Dice(0))


def _do_nothing() -> None:
    """Make sure that a process has started."""

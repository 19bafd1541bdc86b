"""Thinking in processes of its own: what is asked of the engine, and the moves of levels."""

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
from .problems import Full
from .table import Thought
from .thinking import SECONDS, choose

T = TypeVar("T")

GRACE = 10.0
"""Seconds more, for a process to start and to end its work; then it is killed."""

WAITING = 3
"""Questions that may wait for each process."""


def processes() -> int:
    """How many processes think: one is left for those who are served."""
    return max(1, (os.cpu_count() or 1) - 1)


class Workers:
    """So many processes. A question is refused where too many wait; a level's move waits."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.questions = 0
        """Questions that are being answered, or wait."""
        self.levels = 0
        """Moves of levels that are being thought about, or wait."""
        self._turns = CapacityLimiter(most)
        self._started = CapacityLimiter(most)

    async def answer(self, question: Callable[..., T], *about: Any, seconds: float = SECONDS) -> T:
        """What a function of some module finds in one of the processes; Full where all are busy.

        When whoever waits for it is cancelled, the process is killed.
        """
        if self.questions >= self.most * (1 + WAITING):
            raise Full
        self.questions += 1
        try:
            return await self._in_process(question, *about, seconds=seconds)
        finally:
            self.questions -= 1

    async def make_ready(self) -> None:
        """Have a process that has loaded what levels need, before one is to move."""
        with suppress(Exception):  # whoever needs it will see what is wrong
            await self._in_process(_load)

    async def move(self, thought: Thought) -> Move:
        """What a level chooses, however many wait before it."""
        self.levels += 1
        try:
            return await self._in_process(choose, thought)
        finally:
            self.levels -= 1

    async def _in_process(self, work: Callable[..., T], *about: Any, seconds: float = SECONDS) -> T:
        async with self._turns:
            with fail_after(seconds + GRACE):
                # One whose asker left while it was being started would be forgotten, and stay.
                await asyncio.shield(to_process.run_sync(_nothing, limiter=self._started))
                try:
                    return await to_process.run_sync(
                        work, *about, cancellable=True, limiter=self._started
                    )
                except BrokenWorkerProcess:
                    raise TimeoutError("a process that thought has ended") from None


# ---- in a process


def _load() -> None:
    """What a level needs is loaded when one is seated."""
    seat(LEVELS[0], Dice(0))


def _nothing() -> None:
    """What a process that has just been started is asked."""

"""The interface of workers: they run functions that would block the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ..core import Move
from .engine_tasks import TIME_LIMIT_S
from .stored_match import MoveRequest

T = TypeVar("T")


class Workers(Protocol):
    """Workers of a server, or of a page that has no server."""

    max_processes: int
    """Number of engine requests that run at the same time."""
    questions: int
    """Number of requests running or waiting."""
    levels: int
    """Number of levels' moves running or waiting."""

    async def run(self, function: Callable[..., T], *args: Any, seconds: float = TIME_LIMIT_S) -> T:
        """Run a module-level function apart; raise QueueFull if too many wait.

        Cancelling the caller stops the function.
        """

    async def run_here(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function of 20 ms to a second, in a thread where there are threads."""

    async def warm_up(self) -> None:
        """Load what levels need, before one has to move."""

    async def move(self, request: MoveRequest) -> Move:
        """Return a level's move, after waiting for a worker."""

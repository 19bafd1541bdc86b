"""The engine at work behind a screen: one task at a time, and none that nobody waits for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from textual.worker import get_current_worker

__all__ = ["POSITIONS", "Stopped", "alone", "forget"]

T = TypeVar("T")

_ENGINE = Lock()
"""What has been worked out of a game is shared, so only one thread at a time may add to it."""

PATIENCE = 0.02

POSITIONS = 400_000
"""How many positions an analysis may remember: more would fill the memory."""


class Stopped(Exception):
    """Nobody waits for this any more."""


def alone(work: Callable[[Callable[..., bool]], T]) -> T:
    """Do some work in this thread when no other has the engine; Stopped if it is cancelled.

    The work is given a function that tells whether it shall stop, which also serves as `progress`.
    """
    worker = get_current_worker()

    def stop(*progress: Any) -> bool:
        return worker.is_cancelled

    while not _ENGINE.acquire(timeout=PATIENCE):
        if stop():
            raise Stopped
    try:
        if stop():
            raise Stopped
        done = work(stop)
    finally:
        _ENGINE.release()
    if stop():
        raise Stopped
    return done


def forget() -> None:
    """Give back the room that all solved positions take."""
    solver = getattr(sys.modules.get("numduel.engine.solving.analysis"), "solver", None)
    if solver is not None:  # the engine may not be loaded yet, or only half
        solver.cache_clear()

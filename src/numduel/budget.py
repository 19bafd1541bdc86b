"""How much thinking is allowed: by time, by positions, or until somebody says stop."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Budget", "Exhausted"]

STRIDE = 1024
"""The clock is looked at, and progress told, once in so many positions."""


class Exhausted(Exception):
    """The budget is used up, or the work was cancelled."""


class Budget:
    """Counts positions; Exhausted is raised when there is no more to spend.

    `progress` is called now and then with the number of positions so far; if it returns True,
    the work is cancelled.
    """

    def __init__(
        self,
        seconds: float | None = None,
        positions: int | None = None,
        progress: Callable[[int], bool | None] | None = None,
    ) -> None:
        self.spent = 0
        self._most = positions
        self._until = None if seconds is None else time.monotonic() + seconds
        self._progress = progress

    def spend(self) -> None:
        """One more position."""
        if self._most is not None and self.spent >= self._most:
            raise Exhausted
        self.spent += 1
        if not self.spent % STRIDE:
            self.look_up()

    def look_up(self) -> None:
        """See whether time is up or somebody has said stop; then it stays so."""
        late = self._until is not None and time.monotonic() > self._until
        if late or (self._progress is not None and self._progress(self.spent)):
            self._most = 0
            raise Exhausted

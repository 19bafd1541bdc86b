"""Limits on a computation: time, number of positions, cancellation."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .errors import SetupError, WrongType
from .options import short_repr

__all__ = ["STRIDE", "Budget", "Exhausted", "Progress"]

STRIDE = 1024
"""Number of positions between two checks of the clock and reports of progress."""

GRACE_S = 0.25
"""Seconds after a timeout or cancellation in which estimates may still be made."""

NO_LIMIT = float("inf")

Progress = Callable[[int], bool | None]
"""A callback that gets the number of positions so far; it returns True to cancel."""


class Exhausted(Exception):
    """A budget is used up, or the work was cancelled.

    The engine catches it and returns what it knows so far. A chooser that spends its budget should
    do the same.

    Examples:
        >>> import numduel
        >>> try:
        ...     numduel.Budget(positions=0).spend()
        ... except numduel.Exhausted:
        ...     print("time to answer")
        time to answer
    """


class Budget:
    """The limits of one question: time, positions, or until it is cancelled.

    Pass it with the question; the engine or player that answers spends it. The time runs from its
    creation.

    Args:
        seconds: Time limit (default: none).
        positions: Maximum number of positions to examine (default: none).
        progress: A function that is called now and then with the number of positions examined so
            far. It cancels the work by returning True.

    Raises:
        SetupError: If a limit is negative.
        WrongType: If a limit is not a number, or `progress` is not callable.

    Examples:
        >>> import numduel
        >>> game = numduel.new("sum")
        >>> budget = numduel.Budget(positions=100)
        >>> report = numduel.Engine().analyse(game, game.start(), budget)
        >>> report.is_exact, report.value.outcome, budget.spent
        (False, 'unknown', 100)
    """

    def __init__(
        self,
        seconds: float | None = None,
        positions: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.spent = 0
        """Positions examined so far."""
        self._is_cancelled = False
        self._max_positions = (
            NO_LIMIT if positions is None else _check_limit(positions, int, "positions")
        )
        self._deadline = NO_LIMIT
        if seconds is not None:
            self._deadline = time.monotonic() + _check_limit(seconds, int | float, "seconds")
        if progress is not None and not callable(progress):
            raise WrongType(f"progress must be a function of a number, not {short_repr(progress)}")
        self._progress = progress
        self._parent: Budget | None = None

    def part(self, seconds: float | None = None, positions: int | None = None) -> Budget:
        """Return a smaller budget for a part of the work, which also spends from this one."""
        part = Budget(seconds, positions)
        part._parent = self
        return part

    @property
    def is_cancelled(self) -> bool:
        """Whether the caller cancelled this work, or the work that it is a part of."""
        return self._is_cancelled or (self._parent is not None and self._parent.is_cancelled)

    def is_cancelled_now(self) -> bool:
        """Call `progress` and return whether the work is cancelled."""
        if not self.is_cancelled:
            with suppress(Exhausted):
                self.check()
        return self.is_cancelled

    @property
    def is_spent(self) -> bool:
        """Whether no positions are left. This does not check the clock."""
        return self.spent >= self._max_positions or (
            self._parent is not None and self._parent.is_spent
        )

    @property
    def is_overdue(self) -> bool:
        """Whether the grace period of 0.25 s for estimates has also passed."""
        if self._parent is not None and self._parent.is_overdue:
            return True
        return time.monotonic() > self._deadline + GRACE_S

    @property
    def seconds(self) -> float:
        """Seconds left: 0 when time is up, infinite without a time limit."""
        left = max(0.0, self._deadline - time.monotonic())
        return left if self._parent is None else min(left, self._parent.seconds)

    def spend(self) -> None:
        """Count one more position, or raise `Exhausted` if none is left."""
        if self.spent >= self._max_positions:
            raise Exhausted
        self.spent += 1
        if self._parent is not None:
            self._parent.spend()
        if not self.spent % STRIDE:
            self.check()

    def charge(self, positions: int) -> None:
        """Count positions that were examined under an `allowance`."""
        self.spent += positions
        if self._parent is not None:
            self._parent.charge(positions)

    @property
    def allowance(self) -> tuple[float, bool]:
        """Positions left, and whether to call `check` after every 1,024 of them.

        For code that counts positions itself: it examines at most that many, calls `check` now and
        then, and finally `charge`. The second value is True if the caller can cancel or time is up.
        """
        positions = max(0, self._max_positions - self.spent)
        is_watched = self._progress is not None or self._deadline <= time.monotonic()
        if self._parent is None:
            return positions, is_watched
        parent_positions, parent_is_watched = self._parent.allowance
        return min(positions, parent_positions), is_watched or parent_is_watched

    def check(self) -> None:
        """Raise `Exhausted` if time is up or the work was cancelled, and on every later call."""
        if self._parent is not None:
            self._parent.check()
        if self._progress is not None and not self._is_cancelled:  # once is enough
            self._is_cancelled = bool(self._progress(self.spent))
            if self._is_cancelled:
                self._deadline = min(self._deadline, time.monotonic())
        if self._is_cancelled or time.monotonic() > self._deadline:
            self._max_positions = 0
            raise Exhausted


def _check_limit(value: Any, kind: Any, what: str) -> Any:
    """Return a limit; raise WrongType or SetupError if it is not a number of 0 or more."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise WrongType(
            f"a budget's {what} must be a number, such as 10, or None, not {short_repr(value)}"
        )
    if not value >= 0:
        raise SetupError(f"a budget's {what} must be 0 or more, not {short_repr(value)}")
    return value

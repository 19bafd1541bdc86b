"""How much thinking is allowed: by time, by positions, or until somebody says stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .errors import SetupError, WrongType
from .options import shown

__all__ = ["STRIDE", "Budget", "Exhausted", "Progress"]

STRIDE = 1024
"""The clock is looked at, and progress told, once in so many positions."""

GRACE = 0.25
"""Seconds after its end, or after somebody said stop, in which estimates may still be made."""

NO_LIMIT = float("inf")

Progress = Callable[[int], bool | None]
"""Called now and then with the number of positions so far; by returning True it cancels."""


class Exhausted(Exception):
    """The budget is used up, or the work was cancelled."""


class Budget:
    """What one question may cost; it goes with the question, and is spent by whoever answers it.

    >>> budget = Budget(positions=2)
    >>> budget.spend(), budget.spend(), budget.is_spent
    (None, None, True)
    """

    def __init__(
        self,
        seconds: float | None = None,
        positions: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Without a limit where none is given; SetupError or WrongType for one that cannot be."""
        self.spent = 0
        """The positions looked at so far."""
        self._is_cancelled = False
        self._most = NO_LIMIT if positions is None else _amount(positions, int, "positions")
        self._until = NO_LIMIT
        if seconds is not None:
            self._until = time.monotonic() + _amount(seconds, int | float, "seconds")
        if progress is not None and not callable(progress):
            raise WrongType(f"progress is a function of a number, not {shown(progress)}")
        self._progress = progress
        self._whole: Budget | None = None

    def part(self, seconds: float | None = None, positions: int | None = None) -> Budget:
        """A smaller budget for a part of the work; what it spends is spent of the whole too."""
        part = Budget(seconds, positions)
        part._whole = self
        return part

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody has said stop, to this or to the whole that it is a part of."""
        return self._is_cancelled or (self._whole is not None and self._whole.is_cancelled)

    def is_cancelled_now(self) -> bool:
        """Ask the caller, and return whether the work is cancelled."""
        if not self.is_cancelled:
            with suppress(Exhausted):
                self.check()
        return self.is_cancelled

    @property
    def is_spent(self) -> bool:
        """Whether nothing more can be looked at, as far as is known without looking at a clock."""
        return self.spent >= self._most or (self._whole is not None and self._whole.is_spent)

    @property
    def is_overdue(self) -> bool:
        """Whether its time has been over for so long that nothing more is to be begun."""
        if self._whole is not None and self._whole.is_overdue:
            return True
        return time.monotonic() > self._until + GRACE

    @property
    def seconds(self) -> float:
        """How many are left of its time: 0 where it is over, endless where it has none."""
        left = max(0.0, self._until - time.monotonic())
        return left if self._whole is None else min(left, self._whole.seconds)

    def spend(self) -> None:
        """One more position; Exhausted if there is no more to spend."""
        if self.spent >= self._most:
            raise Exhausted
        self.spent += 1
        if self._whole is not None:
            self._whole.spend()
        if not self.spent % STRIDE:
            self.check()

    def charge(self, positions: int) -> None:
        """Count positions that were looked at, of an `allowance`."""
        self.spent += positions
        if self._whole is not None:
            self._whole.charge(positions)

    @property
    def allowance(self) -> tuple[float, bool]:
        """The positions that are left, and whether to check for cancelling often.

        Code that counts positions by itself spends as many, and then calls `charge`. It calls
        `check` now and then; after every `STRIDE` positions where someone may cancel or time is
        up.
        """
        positions = max(0, self._most - self.spent)
        is_watched = self._progress is not None or self._until <= time.monotonic()
        if self._whole is None:
            return positions, is_watched
        of_whole, whole_is_watched = self._whole.allowance
        return min(positions, of_whole), is_watched or whole_is_watched

    def check(self) -> None:
        """Raise Exhausted if time is up or the work was cancelled; from then on it always does."""
        if self._whole is not None:
            self._whole.check()
        if self._progress is not None and not self._is_cancelled:  # to say stop once is enough
            self._is_cancelled = bool(self._progress(self.spent))
            if self._is_cancelled:
                self._until = min(self._until, time.monotonic())
        if self._is_cancelled or time.monotonic() > self._until:
            self._most = 0
            raise Exhausted


def _amount(value: Any, kind: Any, what: str) -> Any:
    """Something that a budget may have so much of."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise WrongType(f"a budget's {what} are a number such as 10, or None, not {shown(value)}")
    if not value >= 0:
        raise SetupError(f"a budget's {what} are 0 or more, not {shown(value)}")
    return value

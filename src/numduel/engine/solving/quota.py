"""Quotas of positions: how many a search may remember, and where more come from."""

from __future__ import annotations

from collections.abc import Callable

from ...budget import Exhausted

FOREVER = 10**9
"""More positions, and more turns, than there ever are."""


class PositionQuota:
    """The positions that a search may remember, and more if the lender has some.

    >>> quota = PositionQuota(0, lambda: 2)
    >>> quota.check(3)
    >>> quota.most, quota.is_full
    (4, False)
    >>> quota.empty()
    >>> quota.most
    0
    """

    def __init__(self, most: int = FOREVER, more: Callable[[], int] = lambda: 0) -> None:
        self.most = most
        self.is_full = False
        """Whether the search asked for more, and the lender had none."""
        self._more = more

    def check(self, taken: int) -> None:
        """Raise Exhausted if the quota has no place for another position."""
        while taken >= self.most:
            more = self._more()
            if not more:
                self.is_full = True
                raise Exhausted
            self.most += more

    def empty(self) -> None:
        """Give back everything that was lent."""
        self.most = 0
        self.is_full = False

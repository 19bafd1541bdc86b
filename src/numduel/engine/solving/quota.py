"""Quotas of positions: how many a search may remember, and how it gets more."""

from __future__ import annotations

from collections.abc import Callable

from ...budget import Exhausted

UNLIMITED = 10**9
"""More positions, and more turns, than any game has."""


class PositionQuota:
    """The number of positions that a search may remember; it grows on request.

    >>> quota = PositionQuota(0, lambda: 2)
    >>> quota.check(3)
    >>> quota.limit, quota.is_full
    (4, False)
    >>> quota.release()
    >>> quota.limit
    0
    """

    def __init__(self, limit: int = UNLIMITED, grant: Callable[[], int] = lambda: 0) -> None:
        """Start with a limit; `grant` returns how many more positions are allowed, or 0."""
        self.limit = limit
        self.is_full = False
        """Whether a request for more positions was refused."""
        self._grant = grant

    def check(self, used: int) -> None:
        """Raise Exhausted if the quota has no room for another position."""
        while used >= self.limit:
            granted = self._grant()
            if not granted:
                self.is_full = True
                raise Exhausted
            self.limit += granted

    def release(self) -> None:
        """Give the whole quota back."""
        self.limit = 0
        self.is_full = False

"""Room for positions: how many may be remembered, and where more room comes from."""

from __future__ import annotations

from collections.abc import Callable

from ...budget import Exhausted

FOREVER = 10**9
"""More positions, and more turns, than there ever are."""


class Room:
    """So many positions may be remembered here, and more if whoever lends the room has some.

    >>> room = Room(0, lambda: 2)
    >>> room.check(3)
    >>> room.most, room.is_full
    (4, False)
    >>> room.empty()
    >>> room.most
    0
    """

    def __init__(self, most: int = FOREVER, more: Callable[[], int] = lambda: 0) -> None:
        self.most = most
        self.is_full = False
        """Whether more was asked for, and there was none."""
        self._more = more

    def check(self, taken: int) -> None:
        """Exhausted where nothing can be remembered beside so many positions."""
        while taken >= self.most:
            more = self._more()
            if not more:
                self.is_full = True
                raise Exhausted
            self.most += more

    def empty(self) -> None:
        """Give all that was lent back."""
        self.most = 0
        self.is_full = False

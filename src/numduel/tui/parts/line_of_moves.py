"""Moves that follow on a position, stepped through by hand or one after the other by themselves."""

from __future__ import annotations

from collections.abc import Callable

from textual.dom import DOMNode
from textual.timer import Timer

from ...core import Move

PACE = 0.9
"""Seconds between two moves of a line that plays by itself."""


class LineOfMoves:
    """Some moves, and how many of them have been made."""

    def __init__(self, screen: DOMNode, show: Callable[[], None]) -> None:
        """`show` is called whenever another number of moves has been made."""
        self.moves: tuple[Move, ...] = ()
        self.place = 0
        self._screen = screen
        self._show = show
        self._timer: Timer | None = None

    @property
    def made(self) -> tuple[Move, ...]:
        return self.moves[: self.place]

    def follow(self, moves: tuple[Move, ...], place: int) -> None:
        """Show what is there after so many moves of a line."""
        self.moves, self.place = moves, place
        self._show()

    def step(self, by: int) -> bool:
        """One move on or back; False at the end."""
        place = self.place + by
        if not 0 <= place <= len(self.moves):
            return False
        self.follow(self.moves, place)
        return True

    # ---- by itself

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def toggle_playing(self) -> None:
        """The rest by itself, from the beginning if nothing is left; or stop that."""
        if self.is_playing:
            self.stop()
            return
        if self.place == len(self.moves):
            self.follow(self.moves, 0)
        self._timer = self._screen.set_interval(PACE, self.play_on)

    def play_on(self) -> None:
        """One move on, and after the last an end to it."""
        self.step(1)
        if self.place == len(self.moves):
            self.stop()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

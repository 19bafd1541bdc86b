"""Playback of a line of moves, step by step or automatic."""

from __future__ import annotations

from collections.abc import Callable

from textual.dom import DOMNode
from textual.timer import Timer

from ...core import Move

MOVE_INTERVAL_S = 0.9
"""Seconds between two moves during automatic playback."""


class Playback:
    """A line of moves, and the number of them that are played."""

    def __init__(self, screen: DOMNode, show: Callable[[], None]) -> None:
        """`show` is called whenever the number of played moves changes."""
        self.moves: tuple[Move, ...] = ()
        self.index = 0
        self._screen = screen
        self._show = show
        self._timer: Timer | None = None

    @property
    def played(self) -> tuple[Move, ...]:
        return self.moves[: self.index]

    def follow(self, moves: tuple[Move, ...], index: int) -> None:
        """Show the position after `index` moves of a line."""
        self.moves, self.index = moves, index
        self._show()

    def step(self, by: int) -> bool:
        """Go one move forward or back; return False at the end."""
        index = self.index + by
        if not 0 <= index <= len(self.moves):
            return False
        self.follow(self.moves, index)
        return True

    # ---- automatic playback

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def toggle_playing(self) -> None:
        """Play the remaining moves, or all of them at the end; stop if already playing."""
        if self.is_playing:
            self.stop()
            return
        if self.index == len(self.moves):
            self.follow(self.moves, 0)
        self._timer = self._screen.set_interval(MOVE_INTERVAL_S, self.advance)

    def advance(self) -> None:
        """Go one move forward, and stop after the last."""
        self.step(1)
        if self.index == len(self.moves):
            self.stop()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

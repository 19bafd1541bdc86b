"""A line on the board of a review: a mistake, its refutation, and best play after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...play.match import Match
from ...views.match_view import MatchView, view
from ...views.narration import Names, Reader, reader_of
from ...views.review_text import play_line

if TYPE_CHECKING:
    from ...engine.teaching.review import ReviewedPly


class ReviewLine:
    """The moves of a line, and the one that is shown."""

    def __init__(self, match: Match, ply: int, step: ReviewedPly, names: Names) -> None:
        """`step` is the mistake that led to the position after `ply` plies."""
        moves = (step.move, *step.line)
        self._names = names
        self._match, self._said = play_line(match, ply - 1, moves, names, reader_of(match))
        self._start = ply - 1
        self.index = min(2, len(self))
        """Number of moves that are played; at first the mistake and the reply to it."""

    def __len__(self) -> int:
        return len(self._said)

    def step(self, by: int) -> None:
        """Go to another move of the line, if there is one."""
        self.index = min(max(self.index + by, 0), len(self))

    @property
    def text(self) -> str:
        """The sentence about the last move; before the first one, how to go on."""
        return self._said[self.index - 1] if self.index else "Before the mistake."

    def view(self) -> MatchView:
        """Return the current position, in which no move is asked for."""
        shown = view(self._match, self._start + self.index, names=self._names, reader=Reader.SHARED)
        prompt = f"Line: move {self.index} of {len(self)}. Press Esc to return to the game."
        return shown._replace(choices=(), prompt=prompt)

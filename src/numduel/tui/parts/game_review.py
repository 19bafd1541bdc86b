"""What the engine finds in a whole game, worked out behind the screen that shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core import Move
from ...play.match import Match
from ..background import Background, Task

if TYPE_CHECKING:
    from ...engine import Report
    from ...engine.solving.value import Value
    from ...engine.teaching.review import Review, ReviewedPly


class GameReview:
    """The review of a match, as far as it has come."""

    def __init__(
        self,
        match: Match,
        background: Background,
        *,
        progressed: Callable[[int], None],
        reviewed: Callable[[], None],
        valued: Callable[[], None],
    ) -> None:
        """`progressed` hears how many plies are looked at, and `reviewed` that all of them are.

        `valued` hears that the moves at the end of an unfinished game have values.
        """
        self.found: Review | None = None
        """Nothing until all of the game has been looked at."""
        self._match = match
        self._background = background
        self._progressed = progressed
        self._reviewed = reviewed
        self._valued = valued
        self._last_moves: dict[Move, Value] | None = None

    def begin(self) -> None:
        """Look at every move, unless that has been done; what is known already is not lost."""
        if self.found is None:
            self._progressed(0)
            self._background.do("reviewing", self._review, self._found)

    def pause(self) -> None:
        """Leave the engine to somebody else."""
        self._background.cancel("reviewing")

    def _review(self, task: Task) -> Review:
        from ...engine.teaching.review import review

        match = self._match
        progress = task.progress(lambda left: self._progressed(len(match.plies) - left))
        return task.ask(lambda engine, budget: review(engine, match, budget, progress))

    def _found(self, found: Review) -> None:
        self.found = found
        self._reviewed()

    # ---- what was found

    def led_to(self, place: int) -> ReviewedPly | None:
        """What has been found of the ply that led to a place; None at the start."""
        return self.found.plies[place - 1] if self.found is not None and place else None

    def values(self, place: int) -> dict[Move, Value]:
        """What the moves at a place are worth; nothing as long as that is worked out."""
        if self.found is None:
            return {}
        if place < len(self.found.plies):
            return self.found.plies[place].moves
        if self._last_moves is None and not self._match.is_over:
            game, state = self._match.game, self._match.state
            self._background.ask(
                "valuing",
                lambda engine, budget: engine.analyse(game, state, budget),
                self._analysed,
            )
        return self._last_moves or {}

    def _analysed(self, report: Report) -> None:
        self._last_moves = report.moves
        self._valued()

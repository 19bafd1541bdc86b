"""The engine's review of a whole game, computed in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core import Move
from ...play.match import Match
from ...views.narration import Names, Narration, reader_of
from ...views.review_text import judge_move
from ..background import Background, Task

if TYPE_CHECKING:
    from ...engine import Report
    from ...engine.solving.value import Value
    from ...engine.teaching.review import Review, ReviewedPly


class GameReview:
    """The review of a match, finished or in progress."""

    def __init__(
        self,
        match: Match,
        background: Background,
        *,
        on_progress: Callable[[int], None],
        on_reviewed: Callable[[], None],
        on_values: Callable[[], None],
    ) -> None:
        """The callbacks report progress and results.

        `on_progress` receives the number of plies reviewed, `on_reviewed` is called when all are.
        `on_values` is called when the moves at the end of an unfinished game have values.
        """
        self.result: Review | None = None
        """None until the whole game has been reviewed."""
        self._match = match
        self._background = background
        self._on_progress = on_progress
        self._on_reviewed = on_reviewed
        self._on_values = on_values
        self._last_moves: dict[Move, Value] | None = None

    def start(self) -> None:
        """Start or continue the review, unless it is finished."""
        if self.result is None:
            self._on_progress(0)
            self._background.run("reviewing", self._review, self._on_result)

    def pause(self) -> None:
        """Stop the review for now, to free the engine."""
        self._background.cancel("reviewing")

    def _review(self, task: Task) -> Review:
        from ...engine.teaching.review import review

        match = self._match
        progress = task.progress(lambda left: self._on_progress(len(match.plies) - left))
        return task.ask(lambda engine, budget: review(engine, match, budget, progress))

    def _on_result(self, result: Review) -> None:
        self.result = result
        self._on_reviewed()

    # ---- results

    def reviewed_ply(self, ply: int) -> ReviewedPly | None:
        """Return the review of the last move before this ply; None at the start."""
        return self.result.plies[ply - 1] if self.result is not None and ply else None

    def mistake_at(self, ply: int) -> ReviewedPly | None:
        """Return the review of the last move before this ply, if the move is marked."""
        step = self.reviewed_ply(ply)
        return step if step is not None and step.mark else None

    def judge(self, ply: int, move: Move, names: Names) -> str:
        """Return whether a move at this ply would be correct; "" if that isn't known."""
        value = self.values(ply).get(move)
        if self.result is None or value is None or ply >= len(self.result.plies):
            return ""
        narration = Narration(self._match, names, reader_of(self._match))
        return judge_move(self.result.plies[ply], value, narration)

    def values(self, ply: int) -> dict[Move, Value]:
        """Return the values of the moves at a ply; empty until they are known."""
        if self.result is None:
            return {}
        if ply < len(self.result.plies):
            return self.result.plies[ply].moves
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
        self._on_values()

"""The way from several screens to the puzzle or the duel of a day."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...errors import as_sentence
from ..parts.puzzle_search import SEARCHING, PuzzleSeries, search
from .page import Page

if TYPE_CHECKING:
    from ...daily.duel import Duel
    from ...engine.teaching.puzzles import Puzzle

Report = Callable[[str], None]
"""Called at the end of a search: with "" if the screen was opened, else with the problem."""


def open_puzzle(page: Page, day: str, report: Report, series: PuzzleSeries | None = None) -> None:
    """Find the puzzle of a day in the background, and open it."""

    def show(puzzle: Puzzle) -> None:
        from .puzzle import PuzzleScreen

        report("")
        page.open(PuzzleScreen(puzzle, day, series))

    search(
        page.background,
        series or PuzzleSeries(),
        show,
        lambda why: report(as_sentence(why)),
        day=day,
    )


def open_duel(page: Page, day: str, report: Report) -> None:
    """Find the duel of a day in the background, and start or continue it."""
    from ...daily.duel import duel_of, resume_or_begin
    from ...storage.streak import today
    from ...views.daily_text import duel_words

    def show(duel: Duel) -> None:
        from .duel import DuelScreen

        report("")
        autosave = resume_or_begin(duel, page.app.settings.name)
        screen = DuelScreen(autosave.session, autosave)
        if not autosave.session.match.has_moves:
            words = duel_words(duel.game, duel.level, duel.seat, is_today=day == today())
            screen.introduction = f"{words['seat']} {words['counts']}"
        page.open(screen)

    page.background.run(
        SEARCHING, lambda task: duel_of(day), show, lambda why: report(as_sentence(why))
    )

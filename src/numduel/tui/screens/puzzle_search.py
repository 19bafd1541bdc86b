"""Looking for puzzles behind a screen: one after another, or the one of a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from ...budget import Budget
from ...core import AnyGame
from ...dice import Dice
from ...errors import SetupError, sentence
from ..engine_worker import Stopped
from .page import Page

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle

__all__ = ["Endless", "PuzzleSearch", "grades"]


def grades() -> tuple[str | None, ...]:
    """In the order in which they are offered; None is any."""
    from ...engine.teaching.puzzles import GRADES

    return (None, *GRADES)


class Endless:
    """Puzzles one after another: of which game and grade, and how many were solved in a row."""

    def __init__(self, kind: type[AnyGame] | None = None, grade: str | None = None) -> None:
        self.kind = kind
        self.grade = grade
        self.in_a_row = 0
        self._dice = Dice()

    def __str__(self) -> str:
        """Such as "a hard puzzle of Number Maze"."""
        article = "an" if self.grade == "easy" else "a"
        grade = f"{self.grade} " if self.grade else ""
        return f"{article} {grade}puzzle" + (f" of {self.kind.title}" if self.kind else "")

    def count(self, right: bool) -> None:
        self.in_a_row = self.in_a_row + 1 if right else 0

    def regrade(self, by: int = 1) -> None:
        """The next grade, and after the last the first."""
        offered = grades()
        self.grade = offered[(offered.index(self.grade) + by) % len(offered)]

    def find(self, engine: Engine, budget: Budget) -> Puzzle:
        """The next puzzle; SetupError where there is none, Exhausted if nobody waits for it."""
        from ...engine.teaching.puzzles import endless

        return endless(engine, self.kind, self.grade, self._dice, budget)


class PuzzleSearch(Page):
    """A screen that looks for puzzles while it can still be used."""

    class Found(Message):
        """A puzzle has been found, of a day or of none."""

        def __init__(self, puzzle: Puzzle, day: str | None) -> None:
            super().__init__()
            self.puzzle = puzzle
            self.day = day

    class NotFound(Message):
        """There is no such puzzle."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    @work(thread=True, exclusive=True, group="searching")
    def search(self, endless: Endless, day: str | None = None) -> None:
        """Look for the next puzzle, or for the one of a day."""
        from ...engine.teaching.puzzles import daily

        try:
            puzzle = self.app.engine.ask(
                lambda engine, budget: (
                    daily(engine, day, budget) if day else endless.find(engine, budget)
                )
            )
        except Stopped:
            return
        except SetupError as error:
            self.post_message(self.NotFound(sentence(error)))
        else:
            self.post_message(self.Found(puzzle, day))

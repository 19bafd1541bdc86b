"""Looking for puzzles behind a screen: one after another, or the one of a day."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from ...budget import Budget
from ...core import AnyGame
from ...daily.missed_wins import NONE_LEFT, count_solved, own_puzzles
from ...dice import Dice
from ...errors import NumduelError, SetupError
from ..background import Background

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle

SEARCHING = "searching"
"""The purpose by which a search can be cancelled."""


def grades() -> tuple[str | None, ...]:
    """In the order in which they are offered; None is any."""
    from ...engine.teaching.puzzles import GRADES

    return (None, *GRADES)


class PuzzleSeries:
    """Puzzles without end: of which game and grade, and how many were solved in a row."""

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
        from ...engine.teaching.puzzles import find_puzzle

        return find_puzzle(self.kind, {}, self._dice, budget, self.grade)


class OwnMistakes(PuzzleSeries):
    """Puzzles that somebody once had in a game, and lost; one that is solved is not put again."""

    def __init__(self) -> None:
        super().__init__()
        self._put: list[Puzzle] = []

    def __str__(self) -> str:
        return "a mistake of yours"

    def count(self, right: bool) -> None:
        super().count(right)
        if right:
            with suppress(OSError):  # then it is put once more
                count_solved(self._put[-1])

    def find(self, engine: Engine, budget: Budget) -> Puzzle:
        for puzzle in own_puzzles(engine, budget):
            if puzzle not in self._put:
                self._put.append(puzzle)
                return puzzle
        raise SetupError(NONE_LEFT)


def search(
    background: Background,
    series: PuzzleSeries,
    found: Callable[[Puzzle], None],
    failed: Callable[[NumduelError], None],
    *,
    day: str | None = None,
) -> None:
    """Look for the next puzzle of a series, or for the one of a day."""

    def look(engine: Engine, budget: Budget) -> Puzzle:
        from ...daily.puzzle import daily

        return daily(day, budget) if day else series.find(engine, budget)

    background.ask(SEARCHING, look, found, failed)

"""The background search for puzzles: a series, or the daily puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...budget import Budget
from ...core import AnyGame
from ...daily.missed_wins import find_own_puzzle, record_solved
from ...dice import Dice
from ...errors import NumduelError, SetupError
from ...storage import practice
from ...storage.practice import PracticeSession, SaveFailures
from ..background import Background

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle

SEARCHING = "searching"
"""The purpose of the background task, for cancelling it."""


def grades() -> tuple[str | None, ...]:
    """Return the grades in the order they are offered; None means what fits the player."""
    from ...engine.teaching.puzzles import GRADES

    return (None, *GRADES)


class PuzzleSeries:
    """An endless series of puzzles of one game and grade; without a grade, of what fits."""

    is_rated = True
    """Whether first tries count for the puzzle rating."""

    def __init__(self, kind: type[AnyGame] | None = None, grade: str | None = None) -> None:
        self.kind = kind
        self.grade = grade
        self.session = PracticeSession()
        self.save_failures = SaveFailures()
        self._dice = Dice()

    def __str__(self) -> str:
        """Return a description such as "a hard Number Maze puzzle"."""
        article = "an" if self.grade == "easy" else "a"
        grade = f"{self.grade} " if self.grade else ""
        return f"{article} {grade}{f'{self.kind.title} ' if self.kind else ''}puzzle"

    def count(self, puzzle: Puzzle, right: bool) -> None:
        """Count and save the first try at a puzzle of this series; raise OSError on failure."""
        self.session.count(right)
        practice.count(puzzle.game.id, puzzle.grade, right)

    def change_grade(self, by: int = 1) -> None:
        """Change to the next grade, wrapping around."""
        offered = grades()
        self.grade = offered[(offered.index(self.grade) + by) % len(offered)]

    def find(self, engine: Engine, budget: Budget) -> Puzzle:
        """Find the next puzzle; SetupError if there is none, Exhausted if cancelled."""
        from ...engine.teaching.puzzles import find_puzzle
        from ...ratings.puzzle_choice import find_fitting
        from ...ratings.puzzle_rating import saved_rating, start_rating

        if self.grade is not None:
            return find_puzzle(self.kind, {}, self._dice, budget, self.grade)

        def rating_of(game: str) -> float:
            return start_rating(saved_rating(game))

        return find_fitting(self.kind, {}, self._dice, budget, rating_of).puzzle


class MissedWins(PuzzleSeries):
    """The wins that the player missed in lost games; solved ones don't come again."""

    is_rated = False  # the player has seen these positions before

    def __init__(self) -> None:
        super().__init__()
        self._shown: set[str] = set()

    def __str__(self) -> str:
        return "a win you missed"

    def count(self, puzzle: Puzzle, right: bool) -> None:
        self.session.count(right)
        if right:
            record_solved(puzzle)  # if this fails, it comes up again

    def find(self, engine: Engine, budget: Budget) -> Puzzle:
        try:
            puzzle = find_own_puzzle(engine, budget, lambda each: each.name not in self._shown)
        except SetupError:
            if not self._shown:
                raise
            puzzle = find_own_puzzle(engine, budget)  # start again with those not solved
            self._shown.clear()
        self._shown.add(puzzle.name)
        return puzzle


def search(
    background: Background,
    series: PuzzleSeries,
    on_found: Callable[[Puzzle], None],
    on_failed: Callable[[NumduelError], None],
    *,
    day: str | None = None,
) -> None:
    """Search for the next puzzle of a series, or for the daily puzzle of `day`."""

    def find(engine: Engine, budget: Budget) -> Puzzle:
        from ...daily.puzzle import daily_puzzle
        from ...ratings.puzzle_difficulty import measure

        puzzle = daily_puzzle(day, budget) if day else series.find(engine, budget)
        measure(puzzle)  # here, because the screen needs it at once
        return puzzle

    background.ask(SEARCHING, find, on_found, on_failed)

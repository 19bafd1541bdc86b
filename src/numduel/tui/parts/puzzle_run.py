"""A puzzle in progress: the tries so far, what was said about them, and the engine's answers."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ...budget import Budget
from ...core import Move
from ...play.match import Match
from ...storage import streak
from ...views.daily_text import address_solver, first_question, puzzle_result
from ...views.narration import Narration, Reader
from .puzzle_search import PuzzleSeries

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle
    from ...engine.teaching.solution import Answer

TODAY_NOTICE = " Only your first try counts towards your streak."
EARLIER_NOTICE = " An earlier day doesn't count towards your streak."


class MoveResult(NamedTuple):
    """The engine's answer to a move."""

    answer: Answer
    line: tuple[Move, ...]
    """The refutation of a wrong move, to the end."""
    remarks: list[str]


class PuzzleRun:
    """One puzzle: the player's attempt, and the remarks about it."""

    def __init__(self, puzzle: Puzzle, day: str | None) -> None:
        """`day` is the date of a daily puzzle; None for any other puzzle."""
        from ...engine.teaching.solution import Attempt

        self.puzzle = puzzle
        self.day = day
        self.attempt = Attempt(puzzle)
        self.refuted: Move | None = None
        """The wrong move on the board, shown with its refutation."""
        self.remarks: list[str] = []
        self.hints_given = 0
        """Number of hints given in this position."""
        self.reader = Reader.of([puzzle.report.player])
        """The player, for sentences with "you"."""
        self._notice = _notice(day)

    @property
    def is_settled(self) -> bool:
        """Whether the player can step through a line, instead of answering."""
        return self.attempt.is_over or self.refuted is not None

    # ---- texts

    @property
    def question(self) -> str:
        """The question, how hard it is, and whether the answer counts."""
        from ...ratings.puzzle_difficulty import measure
        from ...views.puzzle_text import describe_difficulty

        difficulty = describe_difficulty(measure(self.puzzle))  # the search has measured it
        return f"{first_question(self.puzzle)} {difficulty}{self._notice}"

    @property
    def log(self) -> list[str]:
        """The moves so far, and the remarks about them."""
        match = Match.replay(self.puzzle.game, self.attempt.moves)
        remarks = [line for remark in self.remarks for line in ("", remark)]
        return [*Narration(match, reader=self.reader).log(), *remarks]

    @property
    def result(self) -> list[str]:
        """The result of a solved daily puzzle, to share."""
        assert self.day is not None
        return puzzle_result(self.puzzle, self.day, self.attempt.marks, self.attempt.hints)

    def address(self, text: str) -> str:
        """Return a sentence with "you" for the player."""
        return address_solver(self.puzzle, text)

    # ---- counting

    def count(self, series: PuzzleSeries, right: bool, *, is_first_try: bool) -> str:
        """Count a try, and return sentences on the streak, the rating and failed saves."""
        words: list[str] = []
        if self.day is not None:
            words.append(streak.count(self.day, right).words)
        elif is_first_try:
            with series.save_failures.reported_to(words.append):
                series.count(self.puzzle, right)
        if is_first_try and (self.day is not None or series.is_rated):
            with series.save_failures.reported_to(words.append):
                words.append(self._rate(right))
        return " ".join(filter(None, words))

    def _rate(self, right: bool) -> str:
        """Count the first try for the puzzle rating, and return a sentence; "" if none counts."""
        from ...ratings.puzzle_rating import count_try
        from ...views.puzzle_text import describe_after_puzzle

        hints = self.attempt.hints
        rating = count_try(self.puzzle, is_solved=right and not hints)
        if rating is None:
            return ""
        return describe_after_puzzle(rating, is_helped=right and hints > 0)

    def take(self, tried: MoveResult, series: PuzzleSeries) -> str:
        """Take a move with its answer, and return sentences on streak and rating, if any."""
        answer, is_first = tried.answer, self.attempt.is_first_try
        self.attempt.take(answer)
        self.hints_given = 0
        self.remarks += map(self.address, tried.remarks)
        if answer.is_solved and self.day:
            self.remarks.append("\n".join(self.result))
        if answer.is_solved or (is_first and not answer.is_right):
            return self.count(series, answer.is_solved, is_first_try=is_first)
        return ""

    def give_up(self, series: PuzzleSeries) -> None:
        """Give up an open puzzle, which counts as a wrong answer."""
        if self.attempt.is_first_try:
            counted = self.count(series, False, is_first_try=True)
            self.remarks += filter(None, [counted])
        self.attempt.give_up()

    # ---- questions to the engine

    def try_move(self, engine: Engine, move: Move, budget: Budget) -> MoveResult:
        """Check a move, and find its refutation if it is wrong."""
        from ...engine.teaching.solution import Solution, explain_solution

        solution = Solution(engine, self.attempt, budget)
        answer = solution.answer(move)
        if answer.is_solved:
            first = (*self.attempt.made, move)[0]
            return MoveResult(answer, (), explain_solution(engine, self.puzzle, first, budget))
        return MoveResult(answer, () if answer.is_right else solution.refutation(move), [])

    def find_hint(self, engine: Engine, number: int, budget: Budget) -> str | None:
        """Return the hint with this number, from 0; None after the last."""
        from ...engine.teaching.solution import Solution

        return next(islice(Solution(engine, self.attempt, budget).hints(), number, None), None)

    def find_solution(self, engine: Engine, budget: Budget) -> tuple[list[str], tuple[Move, ...]]:
        """Return the solution from the start as sentences and as moves."""
        from ...engine.teaching.solution import Attempt, Solution

        solution = Solution(engine, Attempt(self.puzzle), budget)
        return solution.describe(), solution.line()


def _notice(day: str | None) -> str:
    """Return a notice on whether a daily puzzle counts; "" if that is known already."""
    today = streak.today()
    if day == today:
        return TODAY_NOTICE if streak.load().last != today else ""
    return EARLIER_NOTICE if day else ""

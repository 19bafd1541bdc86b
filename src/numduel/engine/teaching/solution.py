"""What the moves of a puzzle are worth, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...budget import Budget
from ...core import Move, Turn
from ...errors import capital
from ..engine import Engine
from ..solving.value import in_turns
from .puzzles import Puzzle
from .reasons import explain

__all__ = ["Solution"]


class Solution:
    """All that can be said of a puzzle, to those who ask for help and to those who have answered.

    >>> from numduel.engine.teaching.puzzles import daily
    >>> engine, budget = Engine(), Budget(seconds=60)
    >>> solution = Solution(engine, daily(engine, "2026-01-01", budget, "maze"), budget)
    >>> next(solution.helps())
    'With best play of both, it is won in 3 turns.'
    >>> solution.solution()[0]
    'The one move that wins is 1,0, in 3 turns.'
    """

    def __init__(self, engine: Engine, puzzle: Puzzle, budget: Budget) -> None:
        self.puzzle = puzzle
        self._engine = engine
        self._budget = budget

    def helps(self) -> Iterator[str]:
        """First how far the win is; then wrong moves one by one, until two moves are left."""
        yield f"With best play of both, it is won in {in_turns(self.puzzle.turns)}."
        for move in self._wrong_moves()[:-1]:
            yield f"Not {move}: {self.refuted(move)}"

    def refuted(self, move: Move) -> str:
        """What is wrong with a move, without a word on the right one."""
        puzzle = self.puzzle
        if puzzle.report.moves[move].outcome == "endless":
            return "nobody can force a win then."
        line = self._best_play(puzzle.game.play(puzzle.state, move))
        return f"{puzzle.report.player.other} wins by {line}." if line else "it loses at once."

    def wrong(self, move: Move) -> list[str]:
        """The answer to a wrong answer."""
        return [f"No. {self._reason(move)}", f"After {move}, {self.refuted(move)}"]

    def others(self) -> list[str]:
        """The answer to the right one: why the best of the other moves does not win."""
        worths = self.puzzle.report.moves
        nearest = max(self._wrong_moves(), key=lambda move: worths[move].rank())
        return ["Right!", f"No other move wins. {self._reason(nearest)}"]

    def solution(self) -> list[str]:
        """The right move, and what follows on it."""
        puzzle = self.puzzle
        return [
            f"The one move that wins is {puzzle.answer}, in {in_turns(puzzle.turns)}.",
            f"Best play goes on: {self._best_play(puzzle.state)}.",
        ]

    def _wrong_moves(self) -> list[Move]:
        return [move for move in self.puzzle.report.moves if move != self.puzzle.answer]

    def _reason(self, move: Move) -> str:
        puzzle = self.puzzle
        why = explain(self._engine, puzzle.game, puzzle.state, move, self._budget)
        return f"{move} does not win." if why is None else capital(why.text)

    def _best_play(self, state: Any) -> str:
        """The moves of both with best play, with who makes them."""
        game, moves = self.puzzle.game, []
        for move in self._engine.line(game, state, self._budget):
            status = game.status(state)
            assert isinstance(status, Turn)
            moves.append(f"{status.player.token} {move}")
            state = game.play(state, move)
        return "; ".join(moves)

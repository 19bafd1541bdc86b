"""What the moves of a puzzle are worth, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core import AnyGame, Move, Turn
from ...errors import capital
from ..solving.lines import best_line
from .puzzles import Puzzle
from .reasons import explain

__all__ = ["Solution"]


class Solution:
    """All that can be said of a puzzle, to those who ask for help and to those who have answered.

    >>> from numduel.engine.teaching.puzzles import daily
    >>> solution = Solution(daily("2026-01-01", "maze"))
    >>> next(solution.helps())
    'With best play of both, it is won in 3 turns.'
    >>> solution.solution()[0]
    'The one move that wins is 1,0, in 3 turns.'
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def helps(self) -> Iterator[str]:
        """First how far the win is; then wrong moves one by one, until two moves are left."""
        yield f"With best play of both, it is won in {self.puzzle.turns} turns."
        for move in self._wrong_moves()[:-1]:
            yield f"Not {move}: {self.refuted(move)}"

    def refuted(self, move: Move) -> str:
        """What is wrong with a move, without a word on the right one."""
        puzzle = self.puzzle
        if puzzle.report.moves[move].outcome == "endless":
            return "nobody can force a win then."
        after = puzzle.game.play(puzzle.state, move)
        told = _best_play(puzzle.game, after)
        return f"{puzzle.report.player.other} wins by {told}." if told else "it loses at once."

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
            f"The one move that wins is {puzzle.answer}, in {puzzle.turns} turns.",
            f"Best play goes on: {_best_play(puzzle.game, puzzle.state)}.",
        ]

    def _wrong_moves(self) -> list[Move]:
        return [move for move in self.puzzle.report.moves if move != self.puzzle.answer]

    def _reason(self, move: Move) -> str:
        reason = explain(self.puzzle.game, self.puzzle.state, move)
        assert reason is not None, "every other move is worse"
        return capital(reason.text)


def _best_play(game: AnyGame, state: Any) -> str:
    """The moves of both with best play, with who makes them."""
    told = []
    for move in best_line(game, state):
        status = game.status(state)
        assert isinstance(status, Turn)
        told.append(f"{status.player.token} {move}")
        state = game.play(state, move)
    return "; ".join(told)

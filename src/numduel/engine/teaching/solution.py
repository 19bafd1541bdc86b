"""Solving a puzzle to its end: what a move comes to, and what is answered to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...budget import Budget
from ...core import Move, Over, Turn
from ...errors import capitalise
from ..engine import Engine
from ..solving.value import NO_FORCED_WIN, Value, format_turns
from .puzzles import Puzzle
from .reasons import allowed, explain

NO_MORE = "That is all the help there is."
SOLVED = "Solved!"


class Answer(NamedTuple):
    """What a move in a puzzle comes to."""

    move: Move
    is_right: bool
    """Whether it keeps the win."""
    reply: tuple[Move, ...]
    """What is played on it: the best resistance, or what refutes it."""
    is_solved: bool
    words: str


class Attempt:
    """How far somebody has come with a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.made: tuple[Move, ...] = ()
        """The right moves so far, and the replies to them."""
        self.is_first_try = True
        """Whether no move was wrong yet."""
        self.is_over = False
        """Whether it is solved, or was given up."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves from the start of the game to the position that is asked about now."""
        return (*self.puzzle.moves, *self.made)

    def take(self, answer: Answer) -> None:
        """Go on after a right move; a wrong one is taken back, and may be tried again."""
        self.is_first_try &= answer.is_right
        if answer.is_right:
            self.made += (answer.move, *answer.reply)
        self.is_over = answer.is_solved

    def give_up(self) -> None:
        self.is_first_try, self.is_over = False, True


class Solution:
    """All that can be said of a puzzle, at its start or after some right moves.

    >>> from numduel.daily.puzzle import daily
    >>> engine, budget = Engine(), Budget(seconds=60)
    >>> puzzle = daily("2026-01-01", budget)
    >>> solution = Solution(engine, Attempt(puzzle), budget)
    >>> next(solution.helps())
    'With best play of both, it is won in 5 turns.'
    >>> solution.solution()[0] == f"The one move that wins is {puzzle.answer}, in 5 turns."
    True
    """

    def __init__(self, engine: Engine, attempt: Attempt, budget: Budget) -> None:
        self._engine = engine
        self._budget = budget
        self._game = attempt.puzzle.game
        self._state = attempt.puzzle.state
        for move in attempt.made:
            self._state = self._game.play(self._state, move)
        self._report = attempt.puzzle.report
        if attempt.made:
            self._report = engine.analyse(self._game, self._state, budget)

    # ---- before an answer

    def helps(self) -> Iterator[str]:
        """First how far the win is; then wrong moves one by one, until two moves are left."""
        yield f"With best play of both, it is won in {format_turns(self._report.value.turns)}."
        for move in self._wrong_moves()[: len(self._report.moves) - 2]:
            yield f"Not {move}: {self.refuted(move)}"

    def refuted(self, move: Move) -> str:
        """What is wrong with a move, without a word on the right one."""
        if (value := self._report.moves[move]).is_level:
            return f"{_level(value)} then."
        line = self._best_play(self._game.play(self._state, move))
        return f"{self._report.player.other} wins by {line}." if line else "it loses at once."

    def refutation(self, move: Move) -> tuple[Move, ...]:
        """A wrong move and what follows on it: to the end, where it loses."""
        after = self._game.play(self._state, move)
        if self._report.moves[move].outcome == "loss":
            return (move, *self._engine.line(self._game, after, self._budget))
        return (move, *self._refutation(after))

    # ---- the answer to a move

    def answer(self, move: Move) -> Answer:
        """What a move comes to. Every move that wins is right, also one that wins later."""
        after = self._game.play(self._state, move)
        if self._report.moves[move].outcome != "win":
            reply = self._refutation(after)
            return Answer(move, False, reply, False, self._wrong(move, after, reply))
        if isinstance(self._game.status(after), Over):
            return Answer(move, True, (), True, SOLVED)
        reply, state = self._resistance(after)
        is_solved = isinstance(self._game.status(state), Over)
        return Answer(move, True, reply, is_solved, self._right(move, reply, state, is_solved))

    def _right(self, move: Move, reply: tuple[Move, ...], state: Any, is_solved: bool) -> str:
        report = self._report
        is_late = report.moves[move].turns != report.value.turns
        words = ["That wins too, if later." if is_late else "Right!"]
        if reply:
            words.append(f"{report.player.other} answers {', '.join(reply)}.")
        if is_solved:
            return " ".join([*words, SOLVED])
        value = self._engine.value(self._game, report.player, state, self._budget)
        return " ".join([*words, f"Go on: it is won in {format_turns(value.turns)}."])

    def _wrong(self, move: Move, after: Any, reply: tuple[Move, ...]) -> str:
        if (value := self._report.moves[move]).is_level:
            return f"No. After {move} {_level(value)}."
        state = after
        for answer in reply:
            state = self._game.play(state, answer)
        if isinstance(self._game.status(state), Over):
            ending = self._game.ending(state)
            if not reply:
                return f"No. {capitalise(ending)}."
            return f"No. {self._report.player.other} answers {', '.join(reply)}: {ending}."
        line = self._engine.line(self._game, after, self._budget)
        why = allowed(self._game, after, line, self._report.player)
        return " ".join(["No.", *(f"{sentence}." for sentence in why)])

    def _resistance(self, state: Any) -> tuple[tuple[Move, ...], Any]:
        """What the other side plays to hold out longest, and the position after it."""
        reply: list[Move] = []
        while self._is_for_the_other(state):
            best = self._engine.analyse(self._game, state, self._budget).best[0]
            reply.append(best)
            state = self._game.play(state, best)
        return tuple(reply), state

    def _refutation(self, state: Any) -> tuple[Move, ...]:
        """The moves up to the end of the other side's turn, which shows what was wrong."""
        line: list[Move] = []
        for move in self._engine.line(self._game, state, self._budget):
            was_for_the_other = self._is_for_the_other(state)
            state = self._game.play(state, move)
            line.append(move)
            if was_for_the_other and not self._is_for_the_other(state):
                break
        return tuple(line)

    def _is_for_the_other(self, state: Any) -> bool:
        status = self._game.status(state)
        return isinstance(status, Turn) and status.player is not self._report.player

    # ---- after it

    def solution(self) -> list[str]:
        """The right move, and what follows on it."""
        best, turns = self._report.best[0], format_turns(self._report.value.turns)
        one = "The one move that wins" if len(self._right_moves()) == 1 else "A move that wins"
        return [
            f"{one} is {best}, in {turns}.",
            f"Best play goes on: {self._best_play(self._state)}.",
        ]

    def line(self) -> tuple[Move, ...]:
        """Best play of both from here."""
        return self._engine.line(self._game, self._state, self._budget)

    def _right_moves(self) -> list[Move]:
        return [move for move, value in self._report.moves.items() if value.outcome == "win"]

    def _wrong_moves(self) -> list[Move]:
        return [move for move, value in self._report.moves.items() if value.outcome != "win"]

    def _best_play(self, state: Any) -> str:
        """The moves of both with best play, with who makes them."""
        moves = []
        for move in self._engine.line(self._game, state, self._budget):
            status = self._game.status(state)
            assert isinstance(status, Turn)
            moves.append(f"{status.player.token} {move}")
            state = self._game.play(state, move)
        return "; ".join(moves)


def _level(value: Value) -> str:
    """Return what there is where neither player can force a win."""
    return "it is a draw" if value.outcome == "draw" else f"there is {NO_FORCED_WIN}"


def why_no_other(engine: Engine, puzzle: Puzzle, budget: Budget) -> str:
    """Why the best of the other first moves does not win, for who knows the one that does."""
    wrong = [move for move in puzzle.report.moves if move != puzzle.answer]
    nearest = max(wrong, key=lambda move: puzzle.report.moves[move].rank())
    why = explain(engine, puzzle.game, puzzle.state, nearest, budget)
    reason = f"{nearest} does not win." if why is None else capitalise(why.text)
    return f"No other first move wins. {reason}"

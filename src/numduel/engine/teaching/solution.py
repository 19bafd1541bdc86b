"""Attempts to solve a puzzle: answers to moves, hints and the solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...budget import Budget
from ...core import Move, Over, Turn
from ...errors import capitalise, listed
from ..engine import Engine
from ..solving.value import NO_FORCED_WIN, Value, format_turns
from .ideas import COUNTING_IDEAS, find_idea
from .naming import name_as_subject, name_move, name_moves
from .puzzles import Puzzle
from .reasons import explain_loss, explain_win, join_sentences
from .situation import Situation

NO_MORE_HINTS = "No more hints."
SOLVED = "Solved!"

BEST, FINE, MISTAKE = "+", ".", "-"
"""Signs for a move: the best one, one that only takes longer, a mistake."""


class Answer(NamedTuple):
    """The answer to a move in a puzzle."""

    move: Move
    is_right: bool
    """Whether the move keeps the win."""
    reply: tuple[Move, ...]
    """The moves played in reply: the best resistance, or the refutation."""
    is_solved: bool
    text: str
    mark: str
    """A sign for the move: one of `BEST`, `FINE` and `MISTAKE`."""


class Attempt:
    """A player's progress with a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.made: tuple[Move, ...] = ()
        """The correct moves so far, and the replies to them."""
        self.is_first_try = True
        """Whether no move has been wrong so far."""
        self.is_over = False
        """Whether the puzzle was solved or given up."""
        self.is_solved = False
        self.marks = ""
        """A sign for each move so far, right or wrong."""
        self.hints = 0
        """Number of hints so far."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves from the start of the game to the current position."""
        return (*self.puzzle.moves, *self.made)

    def take(self, answer: Answer) -> None:
        """Continue after a correct move; after a wrong one, stay at the same position."""
        self.is_first_try &= answer.is_right
        self.marks += answer.mark
        if answer.is_right:
            self.made += (answer.move, *answer.reply)
        self.is_over = self.is_solved = answer.is_solved

    def give_up(self) -> None:
        self.is_first_try, self.is_over = False, True


class Solution:
    """Hints, answers and the solution of a puzzle at its current position.

    >>> from numduel.daily.puzzle import daily_puzzle
    >>> engine, budget = Engine(), Budget(seconds=60)
    >>> puzzle = daily_puzzle("2026-01-01", budget)
    >>> solution = Solution(engine, Attempt(puzzle), budget)
    >>> idea, distance, *wrong = solution.hints()
    >>> print(idea.replace(". ", ".\\n"), distance, sep="\\n")
    After all moves but one, Player 2 could answer with the number 8 and win.
    Look for the number that rules this out.
    Best play wins in 5 turns.
    >>> solution.describe()[0]
    'The only winning move is 9: win in 5 turns.'
    """

    def __init__(self, engine: Engine, attempt: Attempt, budget: Budget) -> None:
        self._engine = engine
        self._budget = budget
        self._puzzle = attempt.puzzle
        self._game = attempt.puzzle.game
        self._state = attempt.puzzle.state
        for move in attempt.made:
            self._state = self._game.play(self._state, move)
        self._report = attempt.puzzle.report
        if attempt.made:
            self._report = engine.analyse(self._game, self._state, budget)

    # ---- before an answer

    def hints(self, *, with_distance: bool = True) -> Iterator[str]:
        """Yield an idea, the distance of the win, then wrong moves until two moves are left.

        Without the distance for readers who see it already.
        """
        situation = Situation(self._engine, self._game, self._state, self._report, self._budget)
        idea = find_idea(situation)
        if idea.name not in COUNTING_IDEAS:
            yield idea.text
        if with_distance:
            yield f"Best play wins in {format_turns(self._report.value.turns)}."
        for move in self._wrong_moves()[: len(self._report.moves) - 2]:
            yield f"Not {self._name(move)}: {self.refute(move)}"

    def refute(self, move: Move) -> str:
        """Return what is wrong with a move, without revealing the correct one."""
        if (value := self._report.moves[move]).is_level:
            return f"it {_describe_tie(value)}."
        line = self._best_play(self._game.play(self._state, move))
        return f"{self._report.player.other} wins with {line}." if line else "it loses at once."

    def _name(self, move: Move) -> str:
        return name_move(self._game, self._state, move)

    def refutation(self, move: Move) -> tuple[Move, ...]:
        """Return a wrong move and the refutation, to the end of the game if it loses."""
        after = self._game.play(self._state, move)
        if self._report.moves[move].outcome == "loss":
            return (move, *self._engine.line(self._game, after, self._budget))
        return (move, *self._refutation(after))

    # ---- the answer to a move

    def answer(self, move: Move) -> Answer:
        """Answer a move; every winning move is correct, even if it wins later."""
        after = self._game.play(self._state, move)
        if self._report.moves[move].outcome != "win":
            reply = self._refutation(after)
            text = self._describe_wrong(move, after)
            return Answer(move, False, reply, False, text, MISTAKE)
        mark = FINE if self._is_late(move) else BEST
        if isinstance(self._game.status(after), Over):
            return Answer(move, True, (), True, SOLVED, mark)
        reply, state = self._resist(after)
        is_solved = isinstance(self._game.status(state), Over)
        text = self._describe_correct(move, reply, state, is_solved)
        return Answer(move, True, reply, is_solved, text, mark)

    def _is_late(self, move: Move) -> bool:
        """Return whether a winning move wins later than another."""
        return self._report.moves[move].turns != self._report.value.turns

    def _describe_correct(
        self, move: Move, reply: tuple[Move, ...], state: Any, is_solved: bool
    ) -> str:
        report = self._report
        sentences = ["That also wins, but later." if self._is_late(move) else "Correct!"]
        if reply:
            replies = name_moves(self._game, self._game.play(self._state, move), reply)
            sentences.append(f"{report.player.other} answers with {replies}.")
        if is_solved:
            return " ".join([*sentences, SOLVED])
        value = self._engine.value(self._game, report.player, state, self._budget)
        return " ".join([*sentences, f"Continue: win in {format_turns(value.turns)}."])

    def _describe_wrong(self, move: Move, after: Any) -> str:
        if (value := self._report.moves[move]).is_level:
            subject = name_as_subject(self._game, self._state, move)
            return f"No. {subject} {_describe_tie(value)}."
        line = self._engine.line(self._game, after, self._budget)
        why = explain_loss(self._game, after, line, self._report.player)
        return join_sentences(["No", *why])

    def _resist(self, state: Any) -> tuple[tuple[Move, ...], Any]:
        """Return the opponent's moves that last longest, and the position after them."""
        reply: list[Move] = []
        while self._is_opponents_turn(state):
            best = self._engine.analyse(self._game, state, self._budget).best[0]
            reply.append(best)
            state = self._game.play(state, best)
        return tuple(reply), state

    def _refutation(self, state: Any) -> tuple[Move, ...]:
        """Return the moves up to the end of the opponent's turn."""
        line: list[Move] = []
        for move in self._engine.line(self._game, state, self._budget):
            was_opponents_turn = self._is_opponents_turn(state)
            state = self._game.play(state, move)
            line.append(move)
            if was_opponents_turn and not self._is_opponents_turn(state):
                break
        return tuple(line)

    def _is_opponents_turn(self, state: Any) -> bool:
        status = self._game.status(state)
        return isinstance(status, Turn) and status.player is not self._report.player

    # ---- the solution

    def describe(self) -> list[str]:
        """Return the winning move, the line that follows, and why the tempting move doesn't win."""
        best, value = self._name(self._report.best[0]), self._report.value
        one = "The only winning move" if len(self._correct_moves()) == 1 else "A winning move"
        lines = [f"{one} is {best}: {value}.", f"Best play: {self._best_play(self._state)}."]
        if self._state == self._puzzle.state:
            lines.append(_explain_temptation(self._engine, self._puzzle, self._budget))
        return lines

    def line(self) -> tuple[Move, ...]:
        """Return the line of best play from here."""
        return self._engine.line(self._game, self._state, self._budget)

    def _correct_moves(self) -> list[Move]:
        return [move for move, value in self._report.moves.items() if value.outcome == "win"]

    def _wrong_moves(self) -> list[Move]:
        return [move for move, value in self._report.moves.items() if value.outcome != "win"]

    def _best_play(self, state: Any) -> str:
        """Return the line of best play as text, with the token of each player."""
        moves = []
        for move in self._engine.line(self._game, state, self._budget):
            status = self._game.status(state)
            assert isinstance(status, Turn)
            moves.append(f"{status.player.token} {move}")
            state = self._game.play(state, move)
        return "; ".join(moves)


def _describe_tie(value: Value) -> str:
    """Return what a move does if neither player can force a win, to follow its name."""
    return "draws" if value.outcome == "draw" else f"leaves {NO_FORCED_WIN}"


def explain_solution(engine: Engine, puzzle: Puzzle, solved_by: Move, budget: Budget) -> list[str]:
    """Explain why a puzzle's first move wins, and why the tempting one doesn't.

    The sentences name players, as a game's own do.

    >>> from numduel.daily.puzzle import daily_puzzle
    >>> engine, budget = Engine(), Budget(seconds=60)
    >>> puzzle = daily_puzzle("2026-01-01", budget)
    >>> for sentence in explain_solution(engine, puzzle, puzzle.answer, budget):
    ...     print(sentence.replace(". ", ".\\n").replace("; ", ";\\n"))
    9 wins in 5 turns.
    The best defence is 1;
    even then Player 1 would take 9 and reach exactly 50.
    No other move wins.
    1 is tempting but loses in 8 turns.
    Player 2 can answer with 8.
    Player 2 would take 3 and reach exactly 50.
    """
    return [
        _explain_win(engine, puzzle, solved_by, budget),
        _explain_temptation(engine, puzzle, budget),
    ]


def _explain_win(engine: Engine, puzzle: Puzzle, move: Move, budget: Budget) -> str:
    """Return why a move wins: the best defence, and how the game would end."""
    game, state, values = puzzle.game, puzzle.state, puzzle.report.moves
    sentences = explain_win(engine, game, state, move, values[move], budget)
    others = [name_move(game, state, each) for each in puzzle.winning_moves if each != move]
    if others:
        also = f"{listed(others, 'and')} also {'wins' if len(others) == 1 else 'win'}"
        sentences.append(capitalise(also))
    else:
        sentences.append("No other move wins")
    return join_sentences(sentences)


def _explain_temptation(engine: Engine, puzzle: Puzzle, budget: Budget) -> str:
    """Return why the most tempting wrong move doesn't win."""
    game, state, values = puzzle.game, puzzle.state, puzzle.report.moves
    move = puzzle.tempting_move
    subject, value = name_as_subject(game, state, move), values[move]
    if value.is_level:
        return f"{subject} is tempting but {_describe_tie(value)}."
    after = game.play(state, move)
    causes = explain_loss(game, after, engine.line(game, after, budget), puzzle.report.player)
    sentences = [f"{subject} is tempting but {value.clause()}", *causes]
    return join_sentences(sentences)

"""Facts about a position and its moves, for ideas: answers, threats, risks, refutations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...budget import Budget, Exhausted
from ...core import AnyGame, Chance, Game, Move, Over, Turn
from ..engine import Engine
from ..solving.analysis import Report
from ..solving.value import Value
from .naming import noun_of

MAX_TURN_PLIES = 8
"""Plies of one turn that are followed."""


class Situation:
    """A position with its values, and what can be asked about it.

    A question that the budget doesn't cover raises Exhausted.
    """

    def __init__(
        self, engine: Engine, game: AnyGame, state: Any, report: Report, budget: Budget
    ) -> None:
        self.game = game.public()
        self.state = state
        self.report = report
        self.player = report.player
        self.other = report.player.other
        self._engine = engine
        self._budget = budget
        self._ends: dict[Move, Any] = {}
        self._answers: dict[Move, dict[Move, Value]] = {}

    # ---- values

    @property
    def best(self) -> tuple[Move, ...]:
        """The best moves."""
        return self.report.best

    @cached_property
    def kept(self) -> tuple[Move, ...]:
        """The moves that are known to be worth as much as the best, also slow wins."""
        worth = self.report.value.worth
        moves = self.report.moves.items()
        return tuple(move for move, value in moves if value.is_known and value.worth == worth)

    @cached_property
    def failing(self) -> tuple[Move, ...]:
        """The moves that are known to be worth less than the best."""
        worth = self.report.value.worth
        moves = self.report.moves.items()
        return tuple(move for move, value in moves if value.is_known and value.worth < worth)

    @cached_property
    def worse(self) -> tuple[Move, ...]:
        """The moves that aren't best: they fail, win later or lose sooner."""
        return tuple(move for move in self.report.moves if move not in self.best)

    def is_outcome(self, *outcomes: str) -> bool:
        """Return whether all values are exact and the best outcome is one of these."""
        return self.report.is_exact and self.report.value.outcome in outcomes

    @property
    def can_hold(self) -> bool:
        """Whether all values are exact, and best play surely wins or doesn't lose."""
        return self.is_outcome("win", "draw", "endless")

    # ---- words

    @property
    def noun(self) -> str:
        """The word for what the player chooses here."""
        return noun_of(self.game, self.state)

    def reveals(self, text: str) -> bool:
        """Return whether a text names a best move, or the only tile with its label."""
        return any(
            re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.I) for name in self._names
        )

    @cached_property
    def _names(self) -> set[str]:
        """All names of the best moves."""
        picture = self.game.picture(self.state)
        names = {name for move in self.best for name in (move, picture.name_of(move))}
        labels = [tile.label for tile in picture.tiles]
        unique = [tile for tile in picture.tiles if tile.label and labels.count(tile.label) == 1]
        return names | {f"the {tile.label}" for tile in unique if tile.move in self.best}

    def prospect(self, ends: Iterable[Any]) -> str | None:
        """Return how the game would end, in the same way at all these ends.

        None if the ways differ, the game has no sentence for them, or it names a best move. What
        follows a colon is left out: a hint is short.
        """
        texts = {self._prospect(end) for end in ends}
        text = texts.pop() if len(texts) == 1 else None
        return None if text is None or self.reveals(text) else text

    def _prospect(self, end: Any) -> str | None:
        text = self.game.prospect(end)
        return None if text == Game.prospect(self.game, end) else text.partition(": ")[0]

    def reason(self, end: Any) -> str:
        """Return the reason for an end."""
        status = self.game.status(end)
        assert isinstance(status, Over)
        return status.reason

    def is_same_tile(self, move: Move, after: Any) -> bool:
        """Return whether a move chooses the same tile here and in a later position."""
        here, there = (
            [
                (row, column)
                for row, tiles in enumerate(self.game.picture(state).rows)
                for column, tile in enumerate(tiles)
                if tile.move == move
            ]
            for state in (self.state, after)
        )
        return bool(here) and here == there

    # ---- within a turn, by the rules alone

    def _play(self, state: Any, move: Move) -> Any:
        self._budget.spend()
        return self.game.play(state, move)

    def won_end(self, state: Any, move: Move, plies: int = MAX_TURN_PLIES) -> Any | None:
        """Return the end if the mover can win in this turn, beginning with this move."""
        player, after = state.player, self._play(state, move)
        match self.game.status(after):
            case Over(winner):
                return after if winner is player else None
            case Turn(mover, moves) if mover is player and plies:
                ends = (self.won_end(after, each, plies - 1) for each in moves)
                return next((end for end in ends if end is not None), None)
        return None

    def winning_now(self, state: Any) -> tuple[Move, ...]:
        """Return the moves with which the player to move can win in this turn."""
        status = self.game.status(state)
        moves = status.moves if isinstance(status, Turn) else ()
        return tuple(move for move in moves if self.won_end(state, move) is not None)

    @cached_property
    def risks(self) -> dict[Move, Fraction]:
        """The chance that each move loses before the next decision."""
        return {
            move: self._lost_share(self._play(self.state, move), MAX_TURN_PLIES)
            for move in self.report.moves
        }

    def _lost_share(self, state: Any, plies: int) -> Fraction:
        match self.game.status(state):
            case Over(winner):
                return Fraction(winner is self.other)
            case Chance(odds) if plies:
                shares = (
                    share * self._lost_share(self._play(state, outcome), plies - 1)
                    for outcome, share in odds
                )
                return sum(shares, Fraction(0))
        return Fraction(0)

    # ---- the opponent's answers

    def end_of_turn(self, move: Move) -> Any:
        """Return the position after a move and the best moves that complete the turn."""
        if move not in self._ends:
            state = self._play(self.state, move)
            while self._is_turn_of_mover(state):
                state = self._play(state, self._analyse(state).best[0])
            self._ends[move] = state
        return self._ends[move]

    def end_of_line(self, move: Move) -> Any:
        """Return the last position of best play after a move."""
        state = self._play(self.state, move)
        for each in self._engine.line(self.game, state, self._budget):
            state = self._play(state, each)
        if not isinstance(self.game.status(state), Over):
            raise Exhausted
        return state

    def _is_turn_of_mover(self, state: Any) -> bool:
        status = self.game.status(state)
        return isinstance(status, Turn) and status.player is self.player

    def answers(self, move: Move) -> tuple[Move, ...]:
        """Return the opponent's legal answers to a move; none if the game or chance decides."""
        status = self.game.status(self.end_of_turn(move))
        return status.moves if isinstance(status, Turn) else ()

    def values_of_answers(self, move: Move) -> dict[Move, Value]:
        """Return the opponent's answers to a move, with their values for the opponent."""
        if move not in self._answers:
            has_answers = bool(self.answers(move))
            self._answers[move] = self._analyse(self.end_of_turn(move)).moves if has_answers else {}
        return self._answers[move]

    def good_answers(self, move: Move) -> tuple[Move, ...]:
        """Return the answers that give the opponent the most that the position allows."""
        values = self.values_of_answers(move)
        if not values:
            return ()
        top = Value.best(values.values()).worth
        return tuple(answer for answer, value in values.items() if value.worth == top)

    def threats(self, move: Move) -> tuple[Move, ...]:
        """Return the answers to a move with which the opponent can win in the next turn."""
        state = self.end_of_turn(move)
        return self.winning_now(state) if self.answers(move) else ()

    def count_stopping(self, move: Move) -> int:
        """Return how many answers to a move stop the mover from winning in the turn after."""
        return sum(not wins for wins in self.wins_after_answers(move))

    def wins_after_answers(self, move: Move) -> list[tuple[Move, ...]]:
        """Return the mover's wins in one turn after a move and each of its answers."""
        return [self.wins_after(move, answer) for answer in self.answers(move)]

    def wins_after(self, move: Move, answer: Move) -> tuple[Move, ...]:
        """Return the mover's wins in one turn after a move and an answer.

        An answer is a whole turn: its best moves follow. Where an answer ends the game with a win,
        no move is needed: then the only element is "".
        """
        state = self._play(self.end_of_turn(move), answer)
        while isinstance(status := self.game.status(state), Turn) and status.player is self.other:
            state = self._play(state, self._analyse(state).best[0])
        if isinstance(status, Over):
            return ("",) if status.winner is self.player else ()
        return self.winning_now(state) if isinstance(status, Turn) else ()

    def common(
        self, moves: Iterable[Move], found: Callable[[Move], tuple[Move, ...]]
    ) -> Move | None:
        """Return an answer that is found after each of these moves; None if there is none."""
        shared: list[Move] | None = None
        for move in moves:
            answers = found(move)
            shared = [each for each in answers if shared is None or each in shared]
            if not shared:
                return None
        return shared[0] if shared else None

    def _analyse(self, state: Any) -> Report:
        report = self._engine.analyse(self.game, state, self._budget)
        if not report.is_exact:
            raise Exhausted
        return report

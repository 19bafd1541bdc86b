"""The truth about positions of one game: their values and those of their moves."""

from __future__ import annotations

from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple

from ...budget import Budget, Exhausted
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from .expectation import exact_expectation
from .graph import Graph
from .playouts import GAMES, MOVES, estimate
from .proof import Proof
from .retrograde import Retrograde
from .value import Value, chance, loss, unknown, win

__all__ = ["EXACT", "Report", "Solver"]

EXACT = "exact"
ESTIMATED = f"estimated from up to {GAMES} random games a move"


class Report(NamedTuple):
    """What `analyse` finds, seen by the player who is to move."""

    player: Player
    value: Value
    moves: dict[Move, Value]
    """The value of each legal move, in the rule book's order."""
    how: str
    """"exact", or how the estimates were made."""
    positions: int
    """How many positions were looked at for it."""

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value: the quickest wins, or the slowest losses."""
        top = max(value.rank() for value in self.moves.values())
        return tuple(move for move, value in self.moves.items() if value.rank() == top)

    @property
    def is_exact(self) -> bool:
        return self.how == EXACT


class Solver:
    """All that has been worked out about one game; asked again, it remembers.

    One search at a time: whoever asks holds `lock`.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.lock = Lock()
        self.graph = Graph(game)
        self._expectation = exact_expectation(game)

    def __len__(self) -> int:
        """How many positions it remembers."""
        return len(self.graph) + len(self._expectation)

    def give_room(self, positions: int) -> None:
        """From now on remember so many positions and no more."""
        self.graph.room = self._expectation.room = positions

    @property
    def is_full(self) -> bool:
        return len(self) >= self.graph.room

    def value(self, state: Any, budget: Budget) -> Value:
        """The exact value of a position in which somebody is to move, or Exhausted."""
        return self.seen_by(state.player, state, budget)

    def after(self, state: Any, move: Move, budget: Budget) -> Value:
        """What a move is worth to the player who makes it."""
        return self.seen_by(state.player, self.game.play(state, move), budget, made=True)

    def seen_by(self, player: Player, state: Any, budget: Budget, *, made: bool = False) -> Value:
        """The exact value of any position for a player, or Exhausted.

        `made` says that a move of that player has just led here: a turn that is handed over, or
        that ends the game, then counts as one more.
        """
        try:
            return self._exact(player, state, budget, made)
        except RecursionError:  # as deep as Python goes
            raise Exhausted from None

    def _exact(self, player: Player, state: Any, budget: Budget, made: bool) -> Value:
        status = self.game.status(state)
        if self.game.chance:
            return chance(self._chance(player, state, status, budget))
        if isinstance(status, Over):
            return win(int(made)) if status.winner is player else loss(int(made))
        assert isinstance(status, Turn)
        search = Retrograde if self.game.endless else Proof
        value = search(self.graph, budget).value(state)
        if status.player is player:
            return value
        turned = value.turned()
        return turned if made or turned.turns is None else turned._replace(turns=turned.turns - 1)

    def _chance(
        self, player: Player, state: Any, status: Turn | Chance | Over, budget: Budget
    ) -> Fraction:
        if isinstance(status, Over):
            return Fraction(status.winner is player)
        return self._expectation.chance(player, state, budget)

    # ---- all moves of a position

    def report(self, state: Any, turn: Turn, budget: Budget) -> Report:
        """The value of every move, with estimates where the budget does not suffice."""
        values: dict[Move, Value] = {}
        spent, is_exact = budget.spent, True
        guesses = _Guesses(self.game, turn, budget)
        for move in turn.moves:
            try:
                values[move] = self.after(state, move, budget)
            except Exhausted:
                values[move] = guesses.value(self.game.play(state, move))
                is_exact = False
        best = max(values.values(), key=Value.rank)
        if not is_exact:
            best = _all_that_is_sure(best)
        how = EXACT if is_exact else ESTIMATED
        return Report(turn.player, best, values, how, budget.spent - spent)


class _Guesses:
    """Estimates for the moves of one position, the same for moves that come to the same."""

    def __init__(self, game: AnyGame, turn: Turn, budget: Budget) -> None:
        self._game = game
        self._player = turn.player
        self._budget = budget
        self._most = MOVES // len(turn.moves)
        self._known: dict[object, Fraction] = {}

    def value(self, after: Any) -> Value:
        place = self._game.key(after), after.player
        if place not in self._known:
            self._known[place] = estimate(self._game, after, self._player, self._budget, self._most)
        return unknown(self._known[place])


def _all_that_is_sure(best: Value) -> Value:
    """The value of a position of which some moves are unknown.

    A win found is a win, though a quicker one may have been missed.
    """
    if best.chance == 1 and best.outcome in ("win", "chance"):
        return best if best.turns == 1 else best._replace(turns=None)
    return unknown(best.chance)

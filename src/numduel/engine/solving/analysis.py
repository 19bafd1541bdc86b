"""The truth about positions of one game: their values and those of their moves."""

from __future__ import annotations

from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple

from ...budget import Budget, Exhausted
from ...core import AnyGame, Move, Over, Player, Turn
from .expectation import AnyExpectation, exact_expectation
from .playouts import GAMES, MOVES, estimate
from .quota import PositionQuota
from .search import Search, search_of
from .value import Value, chance, draw, loss, unknown, win

EXACT = "exact"
EVEN = unknown(Fraction(1, 2))
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
    has_draws: bool = False
    """Whether the game can be drawn: then chances include half of the draws."""

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value: the quickest wins, or the slowest losses.

        Where neither player can force a win, these are all moves that draw or go on without end.
        """
        top = max(value.rank() for value in self.moves.values())
        return tuple(move for move, value in self.moves.items() if value.rank() == top)

    @property
    def is_exact(self) -> bool:
        return self.how == EXACT


class Solver:
    """All that has been worked out about one game; asked again, it remembers.

    One search at a time: whoever asks holds `lock`.
    """

    def __init__(self, game: AnyGame, quota: PositionQuota | None = None) -> None:
        self.game = game
        self.lock = Lock()
        self.asker: int | None = None
        """The thread that holds the lock."""
        self.asking = 0
        """How many ask it now, or wait for each other to do so."""
        self.quota = quota or PositionQuota()
        self._search: Search | None = None
        self._chances: AnyExpectation[Fraction] | None = None

    @property
    def search(self) -> Search:
        """For a game in which nothing is drawn."""
        if self._search is None:
            self._search = search_of(self.game, self.quota)
        return self._search

    @property
    def _expectation(self) -> AnyExpectation[Fraction]:
        """For a game in which something is."""
        if self._chances is None:
            self._chances = exact_expectation(self.game, self.quota)
        return self._chances

    def __len__(self) -> int:
        """How many positions it remembers."""
        return len(self._expectation if self.game.chance else self.search)

    def forget(self) -> None:
        """Give all its room back, and begin anew."""
        self._search = self._chances = None
        self.quota.empty()

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
        if isinstance(status, Over):
            if status.is_draw:
                self.game.check_draw()
                return chance(Fraction(1, 2)) if self.game.chance else draw()
            is_won = status.winner is player
            if self.game.chance:
                return chance(Fraction(is_won))
            return win(int(made)) if is_won else loss(int(made))
        if self.game.chance:
            return chance(self._expectation.chance(player, state, budget))
        if not isinstance(status, Turn):
            raise self.game.undeclared_chance()
        value = self.search.value(state, budget)
        if status.player is player:
            return value
        flipped = value.flipped()
        is_later = made or flipped.turns is None
        return flipped if is_later else flipped._replace(turns=value.turns)

    # ---- all moves of a position

    def _at_once(self, state: Any, budget: Budget) -> list[Value]:
        """The values of the first moves, as many as can be had at once."""
        if self.game.chance:
            return [chance(odds) for odds in self._expectation.chances(state, budget)]
        return self.search.values(state, budget)

    def report(self, state: Any, turn: Turn, budget: Budget) -> Report:
        """The value of every move, with estimates where the budget does not suffice.

        Where it is long used up, nothing is looked at any more, and all is even.
        """
        if budget.is_overdue:
            moves = dict.fromkeys(turn.moves, EVEN)
            return Report(turn.player, EVEN, moves, ESTIMATED, 0, self.game.has_draws)
        spent, most = budget.spent, MOVES // len(turn.moves)
        values = dict(zip(turn.moves, self._at_once(state, budget), strict=False))
        guesses: dict[object, Fraction] = {}
        """Estimates by position: one for all moves that come to the same."""
        for move in turn.moves[len(values) :]:
            try:
                values[move] = self.after(state, move, budget)
            except Exhausted:
                after = self.game.play(state, move)
                place = self.game.key(after), after.player
                if place not in guesses:
                    guesses[place] = estimate(self.game, after, turn.player, budget, most)
                values[move] = unknown(guesses[place])
        best = Value.best(values.values())
        if guesses:
            best = _all_that_is_sure(best)
        how = ESTIMATED if guesses else EXACT
        spent = budget.spent - spent
        return Report(turn.player, best, values, how, spent, self.game.has_draws)


def _all_that_is_sure(best: Value) -> Value:
    """The value of a position of which some moves are unknown.

    A win found is a win, though a quicker one may have been missed.
    """
    if best.chance == 1 and best.outcome in ("win", "chance"):
        return best if best.turns == 1 else best._replace(turns=None)
    return unknown(best.worth)

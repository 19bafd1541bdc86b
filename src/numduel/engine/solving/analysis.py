"""The solver of one game: exact values of positions and moves."""

from __future__ import annotations

from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple

from ...budget import Budget, Exhausted
from ...core import AnyGame, Move, Over, Player, Turn
from .expectation import AnyExpectation, exact_expectation
from .playouts import MAX_GAMES, MAX_MOVES, estimate
from .quota import PositionQuota
from .search import Search, search_of
from .value import Value, chance, draw, loss, unknown, win

EXACT = "exact"
EVEN = unknown(Fraction(1, 2))
ESTIMATED = f"estimated from up to {MAX_GAMES} random games per move"


class Report(NamedTuple):
    """The result of an analysis. Values are those for the player to move.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> report = numduel.analyse(numduel.Match.replay(game, ["0,0", "2,0"]))
        >>> report.best, report.is_exact, report.how
        (('0,1', '1,0'), True, 'exact')
    """

    player: Player
    """The player to move."""
    value: Value
    """The value of the position."""
    moves: dict[Move, Value]
    """The value of each legal move, in the rule book's order."""
    how: str
    """"exact", or how the estimates were made."""
    positions: int
    """Number of positions examined."""
    game: AnyGame
    """The game, without anything hidden."""
    state: Any
    """The analysed position."""

    @property
    def has_draws(self) -> bool:
        """Whether the game has draws. Then a draw counts half in a chance."""
        return self.game.has_draws

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value: the quickest wins or the slowest losses.

        If neither player can force a win, these are all moves that don't lose.
        """
        top = max(value.rank() for value in self.moves.values())
        return tuple(move for move, value in self.moves.items() if value.rank() == top)

    @property
    def is_exact(self) -> bool:
        """Whether all values are exact."""
        return self.how == EXACT


class Solver:
    """A solver of one game that remembers its results.

    It runs one search at a time: the caller holds `lock`.
    """

    def __init__(self, game: AnyGame, quota: PositionQuota | None = None) -> None:
        self.game = game
        self.lock = Lock()
        self.owner_thread: int | None = None
        """The id of the thread that holds the lock."""
        self.n_callers = 0
        """Number of threads that use the solver or wait for it."""
        self.quota = quota or PositionQuota()
        self._search: Search | None = None
        self._chances: AnyExpectation[Fraction] | None = None

    @property
    def search(self) -> Search:
        """The search, for a game without chance."""
        if self._search is None:
            self._search = search_of(self.game, self.quota)
        return self._search

    @property
    def _expectation(self) -> AnyExpectation[Fraction]:
        """The expectation, for a game with chance."""
        if self._chances is None:
            self._chances = exact_expectation(self.game, self.quota)
        return self._chances

    def __len__(self) -> int:
        """Return the number of positions remembered."""
        return len(self._expectation if self.game.chance else self.search)

    def forget(self) -> None:
        """Forget everything and release the quota."""
        self._search = self._chances = None
        self.quota.release()

    def move_value(self, state: Any, move: Move, budget: Budget) -> Value:
        """Return the exact value of a move for the player who makes it, or raise Exhausted."""
        after = self.game.play(state, move)
        return self.value_for(state.player, after, budget, is_after_move=True)

    def value_for(
        self, player: Player, state: Any, budget: Budget, *, is_after_move: bool = False
    ) -> Value:
        """Return the exact value of any position for a player, or raise Exhausted.

        With `is_after_move`, that player has just moved: if this ended their turn or the game, the
        turn counts as one more.
        """
        try:
            return self._exact(player, state, budget, is_after_move)
        except RecursionError:
            raise Exhausted from None

    def _exact(self, player: Player, state: Any, budget: Budget, is_after_move: bool) -> Value:
        status = self.game.status(state)
        if isinstance(status, Over):
            if status.is_draw:
                self.game.check_draw()
                return chance(Fraction(1, 2)) if self.game.chance else draw()
            is_won = status.winner is player
            if self.game.chance:
                return chance(Fraction(is_won))
            return win(int(is_after_move)) if is_won else loss(int(is_after_move))
        if self.game.chance:
            return chance(self._expectation.chance(player, state, budget))
        if not isinstance(status, Turn):
            raise self.game.undeclared_chance()
        value = self.search.value(state, budget)
        if status.player is player:
            return value
        flipped = value.flipped()
        is_final = is_after_move or flipped.turns is None
        return flipped if is_final else flipped._replace(turns=value.turns)

    # ---- all moves of a position

    def _first_values(self, state: Any, budget: Budget) -> list[Value]:
        """Return the values of the first moves, as many as the search finds in one go."""
        if self.game.chance:
            return [chance(odds) for odds in self._expectation.chances(state, budget)]
        return self.search.values(state, budget)

    def report(self, state: Any, turn: Turn, budget: Budget) -> Report:
        """Return the value of every move, with estimates if the budget runs out.

        If the budget is overdue, every move counts as even.
        """
        if budget.is_overdue:
            moves = dict.fromkeys(turn.moves, EVEN)
            return Report(turn.player, EVEN, moves, ESTIMATED, 0, self.game, state)
        spent, max_moves = budget.spent, MAX_MOVES // len(turn.moves)
        values = dict(zip(turn.moves, self._first_values(state, budget), strict=False))
        estimates: dict[object, Fraction] = {}
        """Estimates by position, shared by moves that lead to the same one."""
        for move in turn.moves[len(values) :]:
            try:
                values[move] = self.move_value(state, move, budget)
            except Exhausted:
                after = self.game.play(state, move)
                key = self.game.key(after), after.player
                if key not in estimates:
                    estimates[key] = estimate(self.game, after, turn.player, budget, max_moves)
                values[move] = unknown(estimates[key])
        best = Value.best(values.values())
        if estimates:
            best = _lower_bound(best)
        how = ESTIMATED if estimates else EXACT
        spent = budget.spent - spent
        return Report(turn.player, best, values, how, spent, self.game, state)


def _lower_bound(best: Value) -> Value:
    """Return the value of a position with some unknown moves, from its best known move.

    A win stays a win, but a quicker one may exist.
    """
    if best.chance == 1 and best.outcome in ("win", "chance"):
        return best if best.turns == 1 else best._replace(turns=None)
    return unknown(best.worth)

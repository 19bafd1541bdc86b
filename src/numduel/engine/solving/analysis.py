"""The truth about a position: its value and that of every move."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, overload

from ...budget import Budget, Exhausted
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ...dice import Dice
from ...errors import NumduelError
from ...play.match import Match
from .estimate import GAMES, MOVES, estimate
from .expectation import Expectation
from .graph import Graph, HasChance
from .proof import Proof
from .retrograde import Retrograde
from .value import Value, chance, loss, unknown, win

__all__ = ["Report", "Solver", "analyse", "solver"]


SECONDS = 60.0
"""How long an analysis takes at most, unless it is told otherwise; None is no limit."""


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


class Solver:
    """All that has been worked out about one game; asked again, it remembers."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.graph = Graph(game)
        self.proof = Proof(self.graph)
        self._retrograde = Retrograde(self.graph)
        self._expectation = Expectation(game)
        self._has_chance = self._draws_at_once()

    def _draws_at_once(self) -> bool:
        """Whether chance has a say from the first move on; if only later, that shows itself."""
        start = self.game.start()
        status = self.game.status(start)
        afters = [start]
        if isinstance(status, Turn):
            afters = [self.game.play(start, move) for move in status.moves]
        return any(isinstance(self.game.status(after), Chance) for after in afters)

    def value(self, state: Any, budget: Budget) -> Value:
        """The exact value of a position in which somebody is to move, or Exhausted."""
        self.graph.budget = self._expectation.budget = budget
        try:
            return self._exact(state)
        except RecursionError:  # as deep as Python goes
            raise Exhausted from None

    def _exact(self, state: Any) -> Value:
        if not self._has_chance:
            try:
                return (self._retrograde if self.game.endless else self.proof).value(state)
            except HasChance:
                self._has_chance = True
        return self._expectation.value(state)

    def after(self, state: Any, move: Move, budget: Budget) -> Value:
        """What a move is worth to the player who makes it."""
        status = self.game.status(state)
        assert isinstance(status, Turn)
        return self.seen_by(status.player, self.game.play(state, move), budget)

    def seen_by(self, player: Player, after: Any, budget: Budget) -> Value:
        """The value of what a player's move led to, for that player."""
        match self.game.status(after):
            case Over(winner) if self._has_chance:
                return chance(Fraction(winner is player))
            case Over(winner):
                return win(1) if winner is player else loss(1)
            case Chance():
                self._has_chance = True
                value = self.value(after, budget)
                return value if after.player is player else _turned(value)
            case Turn(mover):
                value = self.value(after, budget)
                return value if mover is player else _turned(value)


def _turned(value: Value) -> Value:
    """The same, seen by the other player, one turn earlier."""
    match value.outcome:
        case "win":
            assert value.turns is not None
            return loss(value.turns + 1)
        case "loss":
            assert value.turns is not None
            return win(value.turns + 1)
        case "endless":
            return value
    return value._replace(chance=1 - value.chance)


def _all_that_is_sure(best: Value) -> Value:
    """The value of a position of which some moves are unknown.

    A win found is a win, though a quicker one may have been missed.
    """
    if best.chance == 1 and best.outcome in ("win", "chance"):
        return best if best.turns == 1 else best._replace(turns=None)
    return unknown(best.chance)


@lru_cache(maxsize=16)
def solver(game: AnyGame) -> Solver:
    """The solver of a game, shared by all who ask about it."""
    return Solver(game)


@overload
def analyse(
    subject: Match,
    /,
    *,
    seconds: float | None = ...,
    positions: int | None = ...,
    progress: Callable[[int], bool | None] | None = ...,
) -> Report: ...
@overload
def analyse(
    subject: AnyGame,
    state: Any,
    /,
    *,
    seconds: float | None = ...,
    positions: int | None = ...,
    progress: Callable[[int], bool | None] | None = ...,
) -> Report: ...
def analyse(
    subject: Match | AnyGame,
    state: Any = None,
    /,
    *,
    seconds: float | None = SECONDS,
    positions: int | None = None,
    progress: Callable[[int], bool | None] | None = None,
) -> Report:
    """The exact value of a position and of every legal move, for the player to move.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    >>> report = analyse(match)
    >>> report.value
    Value(outcome='win', turns=5, chance=Fraction(1, 1))
    >>> report.best
    ('0,0', '0,2', '2,0', '2,2')

    Where `seconds` (a minute, if nothing is said) or `positions` do not suffice, the values that
    were not reached are "unknown", with an estimate, and `how` says how that was made. `progress`
    is told now and then how many positions have been looked at, and cancels by returning True.
    """
    if isinstance(subject, Match):
        game, state = subject.game, subject.state
    else:
        game = subject.public()
        state = game.start() if state is None else state
    status = game.status(state)
    if not isinstance(status, Turn):
        raise NumduelError("there is nothing to analyse: nobody is to move")
    with _collector_at_rest():
        return _Analysis(game, state, status, Budget(seconds, positions, progress)).report()


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Nothing that a search makes is garbage: looking for some would take a tenth of its time."""
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.enable()


class _Analysis:
    def __init__(self, game: AnyGame, state: Any, turn: Turn, budget: Budget) -> None:
        self.game = game
        self.state = state
        self.turn = turn
        self.budget = budget
        self.solver = solver(game)
        self._guesses: dict[object, Fraction] = {}

    def report(self) -> Report:
        values: dict[Move, Value] = {}
        guessed = False
        for move in self.turn.moves:
            try:
                values[move] = self.solver.after(self.state, move, self.budget)
            except Exhausted:
                values[move] = self._guess(move)
                guessed = True
        best = max(values.values(), key=Value.rank)
        if guessed:
            best = _all_that_is_sure(best)
        how = f"estimated from up to {GAMES} random games a move" if guessed else "exact"
        return Report(self.turn.player, best, values, how, self.budget.spent)

    def _guess(self, move: Move) -> Value:
        after = self.game.play(self.state, move)
        key = self.game.key(after)
        if key not in self._guesses:
            most = MOVES // len(self.turn.moves)
            self._guesses[key] = estimate(self.game, after, self.turn.player, Dice(0), most=most)
        return unknown(self._guesses[key])

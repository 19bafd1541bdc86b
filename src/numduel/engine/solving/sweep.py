"""All positions of a small game, with the value of every move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ...budget import Budget
from ...compiled import loaded, rules_of
from ...core import AnyGame, Move, Over, Turn
from .analysis import EXACT, Report, Solver
from .value import Value, from_distance

if TYPE_CHECKING:
    from ...compiled.core import Sweep as Compiled


class Sweep(Protocol):
    """Numbered positions with a player to move, each key once, or once for each player.

    Breadth first from the start, moves in the rule book's order.
    """

    def __len__(self) -> int:
        """Return the number of positions."""

    def path(self, number: int) -> list[Move]:
        """Return a shortest sequence of moves from the start to a position."""

    def report(self, number: int, budget: Budget) -> Report:
        """Return the exact value of every move in a position, or raise Exhausted."""


def sweep(
    game: AnyGame, max_positions: int, budget: Budget, *, both_seats: bool = False
) -> Sweep | None:
    """Find all positions of a game; None if it has chance, or too many positions.

    With `both_seats`, positions with the same key and another player to move are different.
    """
    if game.chance:
        return None
    rules = rules_of(game)
    if rules is None:
        found = _find_positions(game, max_positions, budget, both_seats)
        return None if found is None else PythonSweep(game, found)
    compiled = loaded().Sweep(rules, max_positions, budget, both_seats)
    return CompiledSweep(game, compiled) if compiled.is_complete else None


class CompiledSweep:
    """A sweep by compiled rules, which finds all values together."""

    def __init__(self, game: AnyGame, compiled: Compiled) -> None:
        self._game = game
        self._compiled = compiled

    def __len__(self) -> int:
        return len(self._compiled)

    def path(self, number: int) -> list[Move]:
        return [self._game.vocabulary[action] for action in self._compiled.path(number)]

    def report(self, number: int, budget: Budget) -> Report:
        state = self._game.start()
        for move in self.path(number):
            state = self._game.play(state, move)
        status = self._game.status(state)
        assert isinstance(status, Turn)
        values = [from_distance(turns) for turns in self._compiled.values(number)]
        moves = dict(zip(status.moves, values, strict=True))
        best = max(values, key=Value.rank)
        return Report(status.player, best, moves, EXACT, 0, self._game, state)


# ---- in Python


class _Reached(NamedTuple):
    """A position, with the earlier position and the move that first reached it."""

    state: Any
    turn: Turn
    before: int
    move: Move


class PythonSweep:
    """A sweep by the Python rules, for any game; it computes values on request."""

    def __init__(self, game: AnyGame, found: list[_Reached]) -> None:
        self._found = found
        self._solver = Solver(game)

    def __len__(self) -> int:
        return len(self._found)

    def path(self, number: int) -> list[Move]:
        moves = []
        while number:
            moves.append(self._found[number].move)
            number = self._found[number].before
        return moves[::-1]

    def report(self, number: int, budget: Budget) -> Report:
        state, turn, *_ = self._found[number]
        return self._solver.report(state, turn, budget)


def _find_positions(
    game: AnyGame, max_positions: int, budget: Budget, both_seats: bool = False
) -> list[_Reached] | None:
    start = game.start()
    status = game.status(start)
    found = [_Reached(start, status, 0, "")] if isinstance(status, Turn) else []
    seen: set[object] = {(game.key(start), start.player if both_seats else None)}
    for number, (state, turn, *_) in enumerate(found):  # `found` grows during the loop
        if len(found) > max_positions:
            return None
        budget.spend()
        for move in turn.moves:
            after = game.play(state, move)
            if (key := (game.key(after), after.player if both_seats else None)) in seen:
                continue
            status = game.status(after)
            if isinstance(status, Over):
                if status.is_draw:
                    game.check_draw()
                continue
            if not isinstance(status, Turn):
                raise game.undeclared_chance()
            seen.add(key)
            found.append(_Reached(after, status, number, move))
    return found if len(found) <= max_positions else None

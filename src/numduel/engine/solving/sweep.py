"""All positions of a board with what every move in them is worth, where they are not too many."""

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
    """Positions in which somebody is to move, no two with the same key, by their number.

    First the start, then what its moves lead to in the rule book's order, and so on.
    """

    def __len__(self) -> int:
        """How many there are."""

    def path(self, number: int) -> list[Move]:
        """The fewest moves that lead from the start to a position."""

    def report(self, number: int, budget: Budget) -> Report:
        """The exact value of every move in it, or Exhausted."""


def sweep(game: AnyGame, most: int, budget: Budget) -> Sweep | None:
    """All positions of a game; None where something is drawn, or they are more than so many."""
    if game.chance:
        return None
    rules = rules_of(game)
    if rules is None:
        found = _reached(game, most, budget)
        return None if found is None else PythonSweep(game, found)
    compiled = loaded().Sweep(rules, most, budget)
    return CompiledSweep(game, compiled) if compiled.whole else None


class CompiledSweep:
    """All values found together, by compiled rules."""

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
        return Report(status.player, max(values, key=Value.rank), moves, EXACT, 0)


# ---- in Python


class _Reached(NamedTuple):
    """A position, and the move of an earlier one by which it was reached first."""

    state: Any
    turn: Turn
    before: int
    move: Move


class PythonSweep:
    """By the rules in Python, for any game: values are found when they are asked for."""

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


def _reached(game: AnyGame, most: int, budget: Budget) -> list[_Reached] | None:
    start = game.start()
    status = game.status(start)
    found = [_Reached(start, status, 0, "")] if isinstance(status, Turn) else []
    seen: set[object] = {game.key(start)}
    for number, (state, turn, *_) in enumerate(found):  # which grows by what is found
        if len(found) > most:
            return None
        budget.spend()
        for move in turn.moves:
            after = game.play(state, move)
            if (key := game.key(after)) in seen:
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
    return found if len(found) <= most else None

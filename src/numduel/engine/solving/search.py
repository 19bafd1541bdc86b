"""Exact search for games without chance, in Python or by the compiled core."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from ...budget import Budget
from ...compiled import loaded, pack, rules_of
from ...core import AnyGame
from .graph import Graph
from .proof import Proof
from .quota import PositionQuota
from .retrograde import Retrograde
from .value import Value, from_distance

if TYPE_CHECKING:
    from ...compiled.core import Rules


class Search(Protocol):
    """Search results of one game. Methods raise Exhausted if the budget runs out."""

    def __len__(self) -> int:
        """Return the number of positions that count towards the quota."""

    def value(self, state: Any, budget: Budget) -> Value:
        """Return the exact value of a position for the player to move."""

    def values(self, state: Any, budget: Budget) -> list[Value]:
        """Return the values of the first moves, for the player who makes them.

        Only those found in one go; ask for the others one by one.
        """

    def wins(self, state: Any, turns: int, budget: Budget) -> bool:
        """Return whether the player to move can force a win within this number of turns."""

    def loses(self, state: Any, turns: int, budget: Budget) -> bool:
        """Return whether the player to move loses by force within this number of turns."""


def search_of(game: AnyGame, quota: PositionQuota | None = None) -> Search:
    """Return the fastest search for a game; all give the same answers at the same cost."""
    rules = None if game.chance else rules_of(game)
    if rules is None:
        return PythonSearch(game, quota)
    return CompiledSearch(game, rules, quota or PositionQuota())


class PythonSearch:
    """Search by the Python rules, for any game."""

    def __init__(self, game: AnyGame, quota: PositionQuota | None = None) -> None:
        self.graph = Graph(game, quota)

    def __len__(self) -> int:
        return len(self.graph)

    def value(self, state: Any, budget: Budget) -> Value:
        game = self.graph.game
        search = Retrograde if game.endless or game.has_draws else Proof
        return search(self.graph, budget).value(state)

    def values(self, state: Any, budget: Budget) -> list[Value]:
        return []

    def wins(self, state: Any, turns: int, budget: Budget) -> bool:
        return Proof(self.graph, budget).wins(state, turns)

    def loses(self, state: Any, turns: int, budget: Budget) -> bool:
        return Proof(self.graph, budget).loses(state, turns)


class CompiledSearch:
    """Search by compiled rules, with Python for states that can't be pack."""

    def __init__(self, game: AnyGame, rules: Rules, quota: PositionQuota) -> None:
        self._game = game
        self._rules = rules
        self._quota = quota
        self._search = loaded().Search(rules, quota)

    @cached_property
    def _fallback(self) -> PythonSearch:
        return PythonSearch(self._game, self._quota)

    def __len__(self) -> int:
        return len(self._search) + (len(self._fallback) if "_fallback" in vars(self) else 0)

    def value(self, state: Any, budget: Budget) -> Value:
        position = pack(self._rules, state)
        if position is None:
            return self._fallback.value(state, budget)
        return from_distance(self._search.value(position, budget))

    def values(self, state: Any, budget: Budget) -> list[Value]:
        position = pack(self._rules, state)
        if position is None:
            return []
        return [from_distance(turns) for turns in self._search.values(position, budget)]

    def wins(self, state: Any, turns: int, budget: Budget) -> bool:
        position = pack(self._rules, state)
        if position is None:
            return self._fallback.wins(state, turns, budget)
        won: bool = self._search.wins(position, turns, budget)
        return won

    def loses(self, state: Any, turns: int, budget: Budget) -> bool:
        position = pack(self._rules, state)
        if position is None:
            return self._fallback.loses(state, turns, budget)
        lost: bool = self._search.loses(position, turns, budget)
        return lost

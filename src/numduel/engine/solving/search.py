"""Who wins and in how many turns, where nothing is drawn: in Python, or by the compiled core."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from ...budget import Budget
from ...compiled import loaded, packed, rules_of
from ...core import AnyGame
from .graph import Graph
from .proof import Proof
from .quota import PositionQuota
from .retrograde import Retrograde
from .value import Value, from_distance

if TYPE_CHECKING:
    from ...compiled.core import Rules


class Search(Protocol):
    """All that has been worked out about one game; where a budget does not suffice, Exhausted."""

    def __len__(self) -> int:
        """How many positions are remembered, or as much as they take."""

    def value(self, state: Any, budget: Budget) -> Value:
        """The exact value of a position for the player to move."""

    def values(self, state: Any, budget: Budget) -> list[Value]:
        """What moves are worth to whoever makes them: of the first ones, as many as come at once.

        The others are to be asked for one by one.
        """

    def wins(self, state: Any, turns: int, budget: Budget) -> bool:
        """Whether the player to move can force a win within so many turns."""

    def loses(self, state: Any, turns: int, budget: Budget) -> bool:
        """Whether the player to move can be beaten within so many turns."""


def search_of(game: AnyGame, quota: PositionQuota | None = None) -> Search:
    """The quickest search there is for a game: all answer the same, and cost as many positions."""
    rules = None if game.chance else rules_of(game)
    if rules is None:
        return PythonSearch(game, quota)
    return CompiledSearch(game, rules, quota or PositionQuota())


class PythonSearch:
    """By the rules in Python, for any game."""

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
    """By compiled rules; what is no position of the game is left to Python."""

    def __init__(self, game: AnyGame, rules: Rules, quota: PositionQuota) -> None:
        self._game = game
        self._rules = rules
        self._quota = quota
        self._search = loaded().Search(rules, quota)

    @cached_property
    def _plain(self) -> PythonSearch:
        return PythonSearch(self._game, self._quota)

    def __len__(self) -> int:
        return len(self._search) + (len(self._plain) if "_plain" in vars(self) else 0)

    def value(self, state: Any, budget: Budget) -> Value:
        position = packed(self._rules, state)
        if position is None:
            return self._plain.value(state, budget)
        return from_distance(self._search.value(position, budget))

    def values(self, state: Any, budget: Budget) -> list[Value]:
        position = packed(self._rules, state)
        if position is None:
            return []
        return [from_distance(turns) for turns in self._search.values(position, budget)]

    def wins(self, state: Any, turns: int, budget: Budget) -> bool:
        position = packed(self._rules, state)
        if position is None:
            return self._plain.wins(state, turns, budget)
        won: bool = self._search.wins(position, turns, budget)
        return won

    def loses(self, state: Any, turns: int, budget: Budget) -> bool:
        position = packed(self._rules, state)
        if position is None:
            return self._plain.loses(state, turns, budget)
        lost: bool = self._search.loses(position, turns, budget)
        return lost

"""Proof search: who wins and in how many turns, for games without chance, by growing distance.

Two questions are asked of a position for 1, 2, 3 … turns until one is answered yes: does the
player to move win within so many turns, and do they lose within so many? The answers of smaller
distances are kept, and the move that settled a question is tried first at the next distance.
"""

from __future__ import annotations

from typing import Any

from .graph import LOST, SAME, WON, Graph
from .value import Value, loss, win

__all__ = ["Proof"]

FOREVER = 10**9


class Proof:
    """Everything proved about one game so far."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._key = graph.game.key
        # By key: the fewest turns proved to suffice, and the most proved not to.
        self._won: dict[object, int] = {}
        self._unwon: dict[object, int] = {}
        self._lost: dict[object, int] = {}
        self._unlost: dict[object, int] = {}

    def value(self, state: Any) -> Value:
        """The exact value; for games that end, and within the graph's budget."""
        key = self._key(state)
        turns = 1
        while True:
            if self._wins(state, key, turns):
                return win(turns)
            if self._loses(state, key, turns):
                return loss(turns)
            turns += 1

    def wins(self, state: Any, turns: int) -> bool:
        """Whether the player to move can force a win within so many turns."""
        return self._wins(state, self._key(state), turns)

    def loses(self, state: Any, turns: int) -> bool:
        """Whether the player to move can be beaten within so many turns."""
        return self._loses(state, self._key(state), turns)

    def _wins(self, state: Any, key: object, turns: int) -> bool:
        if turns <= 0 or self._unwon.get(key, 0) >= turns:
            return False
        if self._won.get(key, FOREVER) <= turns:
            return True
        edges = self.graph.edges(state, key)
        for place, (kind, _, after, its_key) in enumerate(edges):
            if kind == WON:
                self._won[key] = 1
                return True
            if kind != LOST and (
                self._wins(after, its_key, turns)
                if kind == SAME
                else self._loses(after, its_key, turns - 1)
            ):
                self._won[key] = turns
                edges.insert(0, edges.pop(place))
                return True
        self._unwon[key] = turns
        return False

    def _loses(self, state: Any, key: object, turns: int) -> bool:
        if turns <= 0 or self._unlost.get(key, 0) >= turns:
            return False
        if self._lost.get(key, FOREVER) <= turns:
            return True
        edges = self.graph.edges(state, key)
        for place, (kind, _, after, its_key) in enumerate(edges):
            if kind == WON:
                self._unlost[key] = FOREVER
                return False
            if kind != LOST and not (
                self._loses(after, its_key, turns)
                if kind == SAME
                else self._wins(after, its_key, turns - 1)
            ):
                self._unlost[key] = turns
                edges.insert(0, edges.pop(place))
                return False
        self._lost[key] = turns
        return True

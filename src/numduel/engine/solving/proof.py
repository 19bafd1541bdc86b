"""Proof search: who wins and in how many turns, for games without chance, by growing distance.

Two questions are asked of a position for 1, 2, 3 … turns until one is answered yes: does the
player to move win within so many turns, and do they lose within so many? The answers of smaller
distances are kept, and the move that settled a question is tried first at the next distance.
"""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from .graph import Graph, Position
from .value import Value, loss, win


class Proof:
    """One search; what it proves stays in the graph."""

    def __init__(self, graph: Graph, budget: Budget) -> None:
        self.graph = graph
        self.budget = budget

    def value(self, state: Any) -> Value:
        """The exact value; for games that end and have no draws."""
        position = self.graph.position(state)
        turns = 1
        while True:
            if self._wins(position, turns):
                return win(turns)
            if self._loses(position, turns):
                return loss(turns)
            turns += 1
            self.budget.check()

    def wins(self, state: Any, turns: int) -> bool:
        """Whether the player to move can force a win within so many turns."""
        return self._wins(self.graph.position(state), turns)

    def loses(self, state: Any, turns: int) -> bool:
        """Whether the player to move can be beaten within so many turns."""
        return self._loses(self.graph.position(state), turns)

    def _wins(self, position: Position, turns: int) -> bool:
        if turns <= 0:
            return False
        ways = position.ways or self.graph.ways(position, self.budget)
        if position.won <= turns:
            return True
        if position.unwon >= turns:
            return False
        left = turns - 1
        for place, after in enumerate(ways):
            if place < position.again:
                settles = self._wins(after, turns)
            else:  # what is known already is not asked, which saves much
                settles = after.lost <= left or (after.unlost < left and self._loses(after, left))
            if settles:
                position.prefer(ways, place)
                position.is_won(turns)
                return True
        position.unwon = turns
        return False

    def _loses(self, position: Position, turns: int) -> bool:
        if turns <= 0:
            return False
        ways = position.ways or self.graph.ways(position, self.budget)
        if position.lost <= turns:
            return True
        if position.unlost >= turns:
            return False
        left = turns - 1
        for place, after in enumerate(ways):
            if place < position.again:
                saves = not self._loses(after, turns)
            else:
                saves = after.unwon >= left or (after.won > left and not self._wins(after, left))
            if saves:
                position.prefer(ways, place)
                position.unlost = turns
                return False
        position.is_lost(turns)
        return True

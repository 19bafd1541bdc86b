"""Proof search: the winner and the number of turns, for games without chance.

For n = 1, 2, 3 … the search asks whether the player to move wins within n turns, or loses within
n turns, until one answer is yes. It keeps the answers for smaller n, and for the next n it tries
the deciding move first.
"""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from .graph import Graph, Position
from .value import Value, loss, win


class Proof:
    """One search; its results stay in the graph."""

    def __init__(self, graph: Graph, budget: Budget) -> None:
        self.graph = graph
        self.budget = budget

    def value(self, state: Any) -> Value:
        """Return the exact value; only for games that end and have no draws."""
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
        """Return whether the player to move can force a win within this number of turns."""
        return self._wins(self.graph.position(state), turns)

    def loses(self, state: Any, turns: int) -> bool:
        """Return whether the player to move loses by force within this number of turns."""
        return self._loses(self.graph.position(state), turns)

    def _wins(self, position: Position, turns: int) -> bool:
        if turns <= 0:
            return False
        successors = position.successors or self.graph.expand(position, self.budget)
        if position.win_within <= turns:
            return True
        if position.no_win_within >= turns:
            return False
        left = turns - 1
        for index, after in enumerate(successors):
            if index < position.n_same_player:
                settles = self._wins(after, turns)
            else:  # known bounds save most calls
                settles = after.loss_within <= left or (
                    after.no_loss_within < left and self._loses(after, left)
                )
            if settles:
                position.move_to_front(successors, index)
                position.set_win(turns)
                return True
        position.no_win_within = turns
        return False

    def _loses(self, position: Position, turns: int) -> bool:
        if turns <= 0:
            return False
        successors = position.successors or self.graph.expand(position, self.budget)
        if position.loss_within <= turns:
            return True
        if position.no_loss_within >= turns:
            return False
        left = turns - 1
        for index, after in enumerate(successors):
            if index < position.n_same_player:
                saves = not self._loses(after, turns)
            else:
                saves = after.no_win_within >= left or (
                    after.win_within > left and not self._wins(after, left)
                )
            if saves:
                position.move_to_front(successors, index)
                position.no_loss_within = turns
                return False
        position.set_loss(turns)
        return True

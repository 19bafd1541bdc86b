"""Positions and where they lead, each looked up in the rules once."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core import AnyGame, Chance, Move, Over, Turn
from .budget import Budget

__all__ = ["Edge", "Graph", "HasChance"]

WON, LOST, SAME, NEXT = range(4)
"""What a move leads to: a won or a lost end, more of the same turn, the other player's turn."""


class HasChance(Exception):
    """A position where something is drawn, met by a solver that knows only wins and losses."""


class Edge(NamedTuple):
    kind: int
    """WON, LOST, SAME or NEXT, for the player who moves."""
    move: Move
    state: Any
    key: object


class Graph:
    """The positions of a game in which players choose, by key, and the moves from each."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.budget = Budget()
        self._edges: dict[object, list[Edge]] = {}

    def edges(self, state: Any, key: object) -> list[Edge]:
        """The moves from a position; solvers may put them in a better order."""
        found = self._edges.get(key)
        if found is None:
            self.budget.spend()
            found = self._edges[key] = self._expand(state)
        return found

    def _expand(self, state: Any) -> list[Edge]:
        game = self.game
        status = game.status(state)
        assert isinstance(status, Turn), "only a position in which somebody is to move has edges"
        player, edges = status.player, []
        for move in status.moves:
            after = game.play(state, move)
            match game.status(after):
                case Over(winner):
                    edges.append(Edge(WON if winner is player else LOST, move, after, None))
                case Chance():
                    raise HasChance
                case Turn(mover):
                    kind = SAME if mover is player else NEXT
                    edges.append(Edge(kind, move, after, game.key(after)))
        edges.sort(key=lambda edge: edge.kind)
        return edges

"""Retrograde analysis: exact values where play can go in circles, worked out from the ends."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from .graph import LOST, NEXT, SAME, WON, Edge, Graph
from .value import Value, endless, loss, win

__all__ = ["Retrograde"]


class Retrograde:
    """The values of all positions that can be reached from one, found together.

    Positions are settled in the order of their distance from the end: a win as soon as one move
    leads to it, a loss when the last move that might have saved the player is gone. What is never
    settled is endless.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._values: dict[object, Value] = {}

    def value(self, state: Any) -> Value:
        key = self.graph.game.key(state)
        if key not in self._values:
            reached = self._reachable(state, key)
            settled = _Settling(reached).values
            self._values |= {key: settled.get(key, endless()) for key in reached}
        return self._values[key]

    def _reachable(self, state: Any, key: object) -> dict[object, list[Edge]]:
        found = {key: self.graph.edges(state, key)}
        waiting = [key]
        while waiting:
            for edge in found[waiting.pop()]:
                if edge.key is not None and edge.key not in found:
                    found[edge.key] = self.graph.edges(edge.state, edge.key)
                    waiting.append(edge.key)
        return found


class _Settling:
    """The positions of a graph, settled from the ends backwards."""

    def __init__(self, edges: dict[object, list[Edge]]) -> None:
        self.values: dict[object, Value] = {}
        self._before: dict[object, list[tuple[object, int]]] = {key: [] for key in edges}
        self._hopes = {key: len(ways) for key, ways in edges.items()}
        """How many moves of a position may still save its player."""
        self._heap: list[tuple[int, int, object, str]] = []
        self._order = count()
        for key, ways in edges.items():
            self._begin(key, ways)
        while self._heap:
            turns, _, key, outcome = heappop(self._heap)
            if key not in self.values:
                self.values[key] = win(turns) if outcome == "win" else loss(turns)
                self._go_back(key, turns, outcome)

    def _begin(self, key: object, ways: list[Edge]) -> None:
        for kind, _, _, its_key in ways:
            if kind == WON:
                self._settle(1, key, "win")
            elif kind == LOST:
                self._lose_hope(1, key)
            else:
                self._before[its_key].append((key, kind))

    def _go_back(self, key: object, turns: int, outcome: str) -> None:
        for before, kind in self._before[key]:
            distance = turns if kind == SAME else turns + 1
            if (outcome == "win") == (kind == NEXT):
                self._lose_hope(distance, before)
            else:
                self._settle(distance, before, "win")

    def _lose_hope(self, turns: int, key: object) -> None:
        self._hopes[key] -= 1
        if not self._hopes[key]:
            self._settle(turns, key, "loss")

    def _settle(self, turns: int, key: object, outcome: str) -> None:
        heappush(self._heap, (turns, next(self._order), key, outcome))

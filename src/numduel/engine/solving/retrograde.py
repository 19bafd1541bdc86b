"""Retrograde analysis: exact values where play can go in circles, worked out from the ends."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from .graph import Graph, Position
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
        self._values: dict[Position, Value] = {}

    def value(self, state: Any) -> Value:
        position = self.graph.position(state)
        if position not in self._values:
            reached = self._reachable(position)
            settled = _Settling(reached).values
            self._values |= {one: settled.get(one, endless()) for one in reached}
        return self._values[position]

    def _reachable(self, position: Position) -> dict[Position, list[Position]]:
        found = {position: self.graph.ways(position)}
        waiting = [position]
        while waiting:
            for after in found[waiting.pop()]:
                if after not in found:
                    found[after] = self.graph.ways(after)
                    waiting.append(after)
        return found


class _Settling:
    """The positions of a graph, settled from the ends backwards."""

    def __init__(self, ways: dict[Position, list[Position]]) -> None:
        self.values: dict[Position, Value] = {}
        self._before: dict[Position, list[tuple[Position, bool]]] = {one: [] for one in ways}
        self._hopes = {position: len(on) for position, on in ways.items()}
        """How many moves of a position may still save its player."""
        self._heap: list[tuple[int, int, Position, str]] = []
        self._order = count()
        for position, on in ways.items():
            self._begin(position, on)
        while self._heap:
            turns, _, position, outcome = heappop(self._heap)
            if position not in self.values:
                self.values[position] = win(turns) if outcome == "win" else loss(turns)
                self._go_back(position, turns, outcome)

    def _begin(self, position: Position, ways: list[Position]) -> None:
        if not ways:  # the game ends with this turn
            self._settle(1, position, "win" if position.won == 1 else "loss")
        for place, after in enumerate(ways):
            self._before[after].append((position, place < position.again))

    def _go_back(self, position: Position, turns: int, outcome: str) -> None:
        for before, same in self._before[position]:
            distance = turns if same else turns + 1
            if (outcome == "win") == same:
                self._settle(distance, before, "win")
            else:
                self._lose_hope(distance, before)

    def _lose_hope(self, turns: int, position: Position) -> None:
        self._hopes[position] -= 1
        if not self._hopes[position]:
            self._settle(turns, position, "loss")

    def _settle(self, turns: int, position: Position, outcome: str) -> None:
        heappush(self._heap, (turns, next(self._order), position, outcome))

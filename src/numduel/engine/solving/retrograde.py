"""Retrograde analysis: exact values where play can go in circles or end as a draw."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from ...budget import STRIDE, Budget
from .graph import Graph, Position
from .value import Value, draw, endless, loss, win


class Retrograde:
    """The values of all positions that can be reached from one, found together.

    Positions are settled in the order of their distance from the end: a win as soon as one move
    leads to it, a loss when the last move that might have saved the player is gone. Where neither
    side can force a win, it is a draw if best play of both can lead to one, and endless otherwise.
    The values stay in the graph.
    """

    def __init__(self, graph: Graph, budget: Budget) -> None:
        self.graph = graph
        self.budget = budget

    def value(self, state: Any) -> Value:
        position = self.graph.position(state)
        if position.value is None:
            reached = self._reachable(position)
            settling = _Settling(reached, self.budget)
            drawn = settling.drawn()
            for one in reached:
                one.value = settling.values.get(one) or (draw() if one in drawn else endless())
        assert position.value is not None
        return position.value

    def _reachable(self, position: Position) -> dict[Position, list[Position]]:
        found = {position: self.graph.ways(position, self.budget)}
        waiting = [position]
        while waiting:
            for after in found[waiting.pop()]:
                if after not in found:
                    found[after] = self.graph.ways(after, self.budget)
                    waiting.append(after)
        return found


class _Settling:
    """The positions of a graph, settled from the ends backwards; Exhausted if time is up."""

    def __init__(self, ways: dict[Position, list[Position]], budget: Budget) -> None:
        self.values: dict[Position, Value] = {}
        self._before: dict[Position, list[tuple[Position, bool]]] = {one: [] for one in ways}
        self._hopes = {position: len(on) + position.draws for position, on in ways.items()}
        """How many moves of a position may still save its player; one more where some draw."""
        self._latest = dict.fromkeys(ways, 0)
        """How long the longest resistance found so far takes: the loser delays."""
        self._heap: list[tuple[int, int, Position, bool]] = []
        self._order = count()
        for number, (position, on) in enumerate(ways.items()):
            if not number % STRIDE:
                budget.check()
            self._begin(position, on)
        while self._heap:
            if not len(self.values) % STRIDE:
                budget.check()
            turns, _, position, is_win = heappop(self._heap)
            if position not in self.values:
                self.values[position] = win(turns) if is_win else loss(turns)
                self._go_back(position, turns, is_win)

    def _begin(self, position: Position, ways: list[Position]) -> None:
        if not ways and not position.draws:  # the game ends with this turn
            self._settle(1, position, position.won == 1)
        for place, after in enumerate(ways):
            self._before[after].append((position, place < position.again))

    def drawn(self) -> set[Position]:
        """Return the positions without a forced win from which best play can lead to a draw."""
        found = {one for one in self._before if one.draws and one not in self.values}
        waiting = list(found)
        while waiting:
            for before, _ in self._before[waiting.pop()]:
                if before not in self.values and before not in found:
                    found.add(before)
                    waiting.append(before)
        return found

    def _go_back(self, position: Position, turns: int, is_win: bool) -> None:
        for before, same_player in self._before[position]:
            distance = turns if same_player else turns + 1
            if is_win == same_player:
                self._settle(distance, before, True)
            else:
                self._lose_hope(distance, before)

    def _lose_hope(self, turns: int, position: Position) -> None:
        # Hopes are not lost in the order of their distances: a turn handed over counts one more.
        self._latest[position] = max(self._latest[position], turns)
        self._hopes[position] -= 1
        if not self._hopes[position]:
            self._settle(self._latest[position], position, False)

    def _settle(self, turns: int, position: Position, is_win: bool) -> None:
        heappush(self._heap, (turns, next(self._order), position, is_win))

"""Retrograde analysis: exact values for games with cycles or draws."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from ...budget import STRIDE, Budget
from .graph import Graph, Position
from .value import Value, draw, endless, loss, win


class Retrograde:
    """The values of all positions reachable from one, found together.

    Positions are solved in order of distance from the end: a win as soon as one move leads to it, a
    loss once no move is left that might save the player. If neither side can force a win, the value
    is a draw if best play can lead to one, and endless otherwise. The values stay in the graph.
    """

    def __init__(self, graph: Graph, budget: Budget) -> None:
        self.graph = graph
        self.budget = budget

    def value(self, state: Any) -> Value:
        position = self.graph.position(state)
        if position.value is None:
            reachable = self._find_reachable(position)
            solution = _BackwardSolution(reachable, self.budget)
            drawn = solution.find_draws()
            for one in reachable:
                one.value = solution.values.get(one) or (draw() if one in drawn else endless())
        assert position.value is not None
        return position.value

    def _find_reachable(self, position: Position) -> dict[Position, list[Position]]:
        """Return every reachable position with its successors."""
        found = {position: self.graph.expand(position, self.budget)}
        waiting = [position]
        while waiting:
            for after in found[waiting.pop()]:
                if after not in found:
                    found[after] = self.graph.expand(after, self.budget)
                    waiting.append(after)
        return found


class _BackwardSolution:
    """Wins and losses, solved backwards from the ends; Exhausted if time is up."""

    def __init__(self, successors: dict[Position, list[Position]], budget: Budget) -> None:
        self.values: dict[Position, Value] = {}
        self._predecessors: dict[Position, list[tuple[Position, bool]]] = {
            one: [] for one in successors
        }
        """The positions before each, and whether the same player moves again."""
        self._options_left = {
            position: len(afters) + position.can_draw for position, afters in successors.items()
        }
        """Number of moves that may still save the player; drawing moves count as one."""
        self._longest_loss = dict.fromkeys(successors, 0)
        """Turns of the longest resistance found so far: the loser delays."""
        self._heap: list[tuple[int, int, Position, bool]] = []
        self._order = count()
        for number, (position, afters) in enumerate(successors.items()):
            if not number % STRIDE:
                budget.check()
            self._add(position, afters)
        while self._heap:
            if not len(self.values) % STRIDE:
                budget.check()
            turns, _, position, is_win = heappop(self._heap)
            if position not in self.values:
                self.values[position] = win(turns) if is_win else loss(turns)
                self._propagate(position, turns, is_win)

    def _add(self, position: Position, successors: list[Position]) -> None:
        if not successors and not position.can_draw:  # the game ends with this turn
            self._schedule(1, position, position.win_within == 1)
        for index, after in enumerate(successors):
            self._predecessors[after].append((position, index < position.n_same_player))

    def find_draws(self) -> set[Position]:
        """Return the positions without a forced win from which best play can lead to a draw."""
        found = {one for one in self._predecessors if one.can_draw and one not in self.values}
        waiting = list(found)
        while waiting:
            for before, _ in self._predecessors[waiting.pop()]:
                if before not in self.values and before not in found:
                    found.add(before)
                    waiting.append(before)
        return found

    def _propagate(self, position: Position, turns: int, is_win: bool) -> None:
        for before, same_player in self._predecessors[position]:
            distance = turns if same_player else turns + 1
            if is_win == same_player:
                self._schedule(distance, before, True)
            else:
                self._drop_option(distance, before)

    def _drop_option(self, turns: int, position: Position) -> None:
        # Options aren't dropped in order of distance: a change of player adds a turn.
        self._longest_loss[position] = max(self._longest_loss[position], turns)
        self._options_left[position] -= 1
        if not self._options_left[position]:
            self._schedule(self._longest_loss[position], position, False)

    def _schedule(self, turns: int, position: Position, is_win: bool) -> None:
        heappush(self._heap, (turns, next(self._order), position, is_win))

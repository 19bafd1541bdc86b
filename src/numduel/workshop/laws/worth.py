"""The worth of positions, solved without keys: to compare positions that have equal keys."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from ...core import Chance, Over, Player, Turn
from .position import Node

__all__ = ["Bounds", "find_bounds"]

TOLERANCE = 1e-6
"""Differences below this come from rounding."""

MAX_UPDATES = 60
"""Updates for each position: where chance goes in circles, bounds come closer without end."""


class Bounds:
    """Lower and upper bounds of what positions are worth to Player 1: 0 to 1."""

    def __init__(self, bounds: dict[int, tuple[float, float]]) -> None:
        self._bounds = bounds

    def of(self, node: Node) -> str:
        """Return what a position is worth to the player to move, as text."""
        low, high = self._seen(node)
        if high - low > TOLERANCE:
            return f"{low:.3g} to {high:.3g}"
        return {0: "a loss", 0.5: "½", 1: "a win"}.get(round(low, 6), f"{low:.3g}")

    def differ(self, one: Node, two: Node) -> bool:
        """Return whether two positions are certainly worth different amounts."""
        (low, high), (other_low, other_high) = self._seen(one), self._seen(two)
        return low > other_high + TOLERANCE or other_low > high + TOLERANCE

    def _seen(self, node: Node) -> tuple[float, float]:
        low, high = self._bounds.get(id(node), (0.0, 1.0))
        return (low, high) if node.state.player is Player.ONE else (1 - high, 1 - low)


def find_bounds(known: Sequence[Node], is_complete: bool, tick: Callable[[], object]) -> Bounds:
    """Return bounds of all positions; where play can be endless, neither player wins.

    Bounds start at 0 and 1 and only come closer, so they are right whenever the search stops.
    """
    bounds: dict[int, tuple[float, float]] = {}
    before: dict[int, list[Node]] = {}
    for node in known:
        bounds[id(node)] = (0.0, 1.0)
        for after in node.after.values():
            before.setdefault(id(after), []).append(node)
    waiting, queued = deque(reversed(known)), {id(node) for node in known}
    updates = MAX_UPDATES * len(known)
    while waiting and updates:
        updates -= 1
        tick()
        node = waiting.popleft()
        queued.discard(id(node))
        low, high = _bound(node, bounds)
        was = bounds[id(node)]
        if low > was[0] + TOLERANCE / 100 or high < was[1] - TOLERANCE / 100:
            bounds[id(node)] = (max(low, was[0]), min(high, was[1]))
            for other in before.get(id(node), ()):
                if id(other) not in queued:
                    queued.add(id(other))
                    waiting.append(other)
    if is_complete and not waiting and not any(isinstance(node.status, Chance) for node in known):
        for one, pair in bounds.items():
            if pair == (0.0, 1.0):
                bounds[one] = (0.5, 0.5)
    return Bounds(bounds)


def _bound(node: Node, bounds: dict[int, tuple[float, float]]) -> tuple[float, float]:
    match node.status:
        case Over(winner, _):
            worth = 0.5 if winner is None else float(winner is Player.ONE)
            return worth, worth
        case Chance(odds):
            low = high = 0.0
            for outcome, share in odds:
                one, two = bounds.get(id(node.after.get(outcome)), (0.0, 1.0))
                low += float(share) * one
                high += float(share) * two
            return low, high
        case Turn(player, _) if node.after:
            pairs = [bounds.get(id(after), (0.0, 1.0)) for after in node.after.values()]
            best = max if player is Player.ONE else min
            return best(low for low, _ in pairs), best(high for _, high in pairs)
    return 0.0, 1.0

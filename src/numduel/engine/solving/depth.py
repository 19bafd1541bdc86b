"""The depth of a position: the turns that a player must look ahead."""

from __future__ import annotations

from typing import Any

from ...core import AnyGame, Chance
from .analysis import Report


def depth(game: AnyGame, state: Any, report: Report) -> int:
    """Return how far a player must look ahead.

    Turns to the end; without a forced win, turns to the slowest loss; in a game with chance, the
    number of possible next outcomes.
    """
    if report.value.turns is not None:
        return report.value.turns
    if report.value.is_level:
        return max(value.turns or 0 for value in report.moves.values())
    after = (game.status(game.play(state, move)) for move in report.moves)
    return max((len(status.odds) for status in after if isinstance(status, Chance)), default=0)

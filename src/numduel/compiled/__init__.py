"""The door to the compiled core: the same rules over packed positions, where it has been built."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core import AnyGame
    from .core import Rules

__all__ = ["is_used", "loaded", "rules_of"]

RULES = {
    "NumberMaze": "MazeRules",
    "SumBattle": "SumRules",
    "NumberRun": "RunRules",
    "NumberQuest": "QuestRules",
    "NumberMazeRace": "RaceRules",
}
"""The compiled rules of each game; others are played in Python."""

LARGEST, HIGHEST = 7, 63
"""A set of cells, and of moves, is one word of 64 bits."""


@cache
def loaded() -> Any:
    """The compiled module; None where it was not built, or NUMDUEL_PURE says to do without."""
    if os.environ.get("NUMDUEL_PURE", "0") not in ("", "0"):
        return None
    try:
        from . import core as built
    except ImportError:
        return None
    return built


def is_used() -> bool:
    """Whether what can be is answered by compiled code."""
    return loaded() is not None


def rules_of(game: AnyGame) -> Rules | None:
    """The compiled rules of a game; None where there are none for it, or for a board so large."""
    kind = type(game)
    compiled = loaded()
    if compiled is None or kind.__name__ not in RULES or not _is_ours(kind):
        return None
    if getattr(game.options, "size", 0) > LARGEST or len(game.vocabulary) > HIGHEST:
        return None
    rules: Rules = getattr(compiled, RULES[kind.__name__])(game)
    return rules


def _is_ours(kind: type[AnyGame]) -> bool:
    return kind.__module__.startswith("numduel.games.")

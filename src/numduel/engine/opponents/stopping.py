"""The answer of the computer to an offer to stop: it needs to know if the position is endless."""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from ...core import AnyGame, Player
from ..engine import Engine

SECONDS = 10.0
"""Time limit for the answer, in seconds."""


def is_endless(engine: Engine, game: AnyGame, state: Any, budget: Budget) -> bool:
    """Return whether analysis proves that neither player can force the game to end (G9).

    >>> import numduel
    >>> race = numduel.new("race", board="3 2 4 2/3 2 2 4/1 2 1 2/4 2 3 2")
    >>> is_endless(Engine(), race, race.start(), Budget(seconds=10))
    True
    """
    return engine.value(game, Player.ONE, state, budget).outcome == "endless"

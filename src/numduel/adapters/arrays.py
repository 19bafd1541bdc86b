"""The arrays that many games at once are written into, and the compiled games that write them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import compiled
from ..options import Whole
from .episode import Deals

GAMES = Whole(1, 1, 10**6, "how many games are played at once", "n")

Arrays = dict[str, npt.NDArray[Any]]


def arrays_of(deals: Deals, n: int) -> Arrays:
    """The arrays that a batch of games writes."""
    (rows, columns), features = deals.game.layout()
    told = sum(rows * columns if feature.per_tile else 1 for feature in features)
    return {
        "observation": np.zeros((n, told), np.int16),
        "action_mask": np.zeros((n, len(deals.game.vocabulary)), np.bool_),
        "to_move": np.zeros(n, np.uint8),
        "reward": np.zeros((n, 2), np.float32),
        "terminated": np.zeros(n, np.bool_),
        "truncated": np.zeros(n, np.bool_),
    }


def compiled_games(deals: Deals, arrays: Arrays, **agent: Any) -> Any:
    """The compiled ones, for both players or for an agent; None where there are none for this."""
    rules = compiled.rules_of(deals.same or deals.game)
    is_dealt = deals.same is None
    if rules is None or (is_dealt and (deals.is_given or not rules.deals)):
        return None
    count, turns = len(arrays["to_move"]), deals.max_turns or 0
    written = tuple(arrays.values())
    return compiled.loaded().Games(rules, count, is_dealt, turns, written, deals.bound, **agent)

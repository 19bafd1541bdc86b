"""Arrays for a batch of games, and the compiled games that write them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import compiled
from ..options import Whole
from .episode import GameFactory

GAME_COUNT = Whole(1, 1, 10**6, "the number of games played at once", "n")

Arrays = dict[str, npt.NDArray[Any]]


def make_arrays(factory: GameFactory, n: int) -> Arrays:
    """Return the arrays that a batch of games writes."""
    (rows, columns), features = factory.game.layout()
    n_features = sum(rows * columns if feature.per_tile else 1 for feature in features)
    return {
        "observation": np.zeros((n, n_features), np.int16),
        "action_mask": np.zeros((n, len(factory.game.vocabulary)), np.bool_),
        "to_move": np.zeros(n, np.uint8),
        "reward": np.zeros((n, 2), np.float32),
        "terminated": np.zeros(n, np.bool_),
        "truncated": np.zeros(n, np.bool_),
    }


def make_duel_arrays(factory: GameFactory, n: int, shape: tuple[int, ...]) -> Arrays:
    """Return the arrays that a batch of duels writes, with observations of this shape."""
    return {
        "observation": np.zeros((n, *shape), np.float32),
        "action_mask": np.zeros((n, len(factory.game.vocabulary)), np.int8),
        "to_move": np.zeros(n, np.uint8),
        "reward": np.zeros(n, np.float64),
        "terminated": np.zeros(n, np.bool_),
        "truncated": np.zeros(n, np.bool_),
        "final": np.zeros((n, *shape), np.float32),  # in the order of `ended`
        "unplayed": np.zeros((n, 2), np.int64),
        "ended": np.zeros(n, np.int64),
    }


def make_compiled_games(factory: GameFactory, arrays: Arrays, **duel: Any) -> Any:
    """Return a batch of compiled games, for both players or one agent; None if there are none."""
    rules = compiled.rules_of(factory.fixed_game or factory.game)
    is_dealt = factory.fixed_game is None
    if rules is None or (is_dealt and (factory.has_board or not rules.can_deal)):
        return None
    count, turns = len(arrays["to_move"]), factory.max_turns or 0
    core = compiled.loaded()
    games_type = core.DuelGames if duel else core.Games
    written, max_deals = tuple(arrays.values()), factory.max_deals
    return games_type(rules, count, is_dealt, turns, written, max_deals, **duel)

"""Opponents of environments: the random numbers of the random one."""

from __future__ import annotations

from collections import Counter

import numpy as np

from numduel import batch
from numduel.adapters.gymnasium import Duel
from numduel.adapters.opponents import Luck


def test_luck_draws_as_batches_do() -> None:
    """Batches draw with numpy or in the compiled core."""
    games = batch.make("sum", 3, seed=1)
    lucks = [Luck(int(seed)) for seed in games._luck]
    for _ in range(5):
        drawn = games.sample()
        for number, luck in enumerate(lucks):
            legal = np.flatnonzero(games.action_mask[number])
            assert drawn[number] == legal[luck.below(len(legal))]
        games.step(drawn)


def test_random_opponent_plays_all_moves_equally() -> None:
    duel = Duel("sum", seat=2)
    duel.reset(seed=1)
    found: Counter[str] = Counter()
    for _ in range(1800):
        duel.reset()
        found[duel.record().split("1. ")[1].strip()] += 1
    assert set(found) == set("123456789")
    assert max(found.values()) - min(found.values()) < 100

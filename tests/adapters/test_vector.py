"""Vector environments: game by game the same as Gymnasium's SyncVectorEnv, compiled or not."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from adapter_support import First
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from duel_support import VARIANTS, needs_core, where
from numduel import SetupError
from numduel.adapters.gymnasium import Duel
from numduel.adapters.vector import Duels


def agree(one: Any, two: Any) -> None:
    """Assert that two results of environments are equal, including infos."""
    assert type(one) is type(two)
    if isinstance(one, dict):
        assert one.keys() == two.keys()
        for name in one.keys() - {"fault"}:  # worded differently
            with where(name):
                agree(one[name], two[name])
    elif isinstance(one, tuple):
        for left, right in zip(one, two, strict=True):
            agree(left, right)
    elif isinstance(one, np.ndarray) and one.dtype == object:
        agree(tuple(one), tuple(two))
    elif isinstance(one, np.ndarray):
        assert one.dtype == two.dtype
        assert np.array_equal(one, two)


def sync(*args: Any, count: int = 4, **options: Any) -> SyncVectorEnv:
    same_step = AutoresetMode.SAME_STEP
    return SyncVectorEnv([lambda: Duel(*args, **options)] * count, autoreset_mode=same_step)


def test_duels_equal_gymnasium_sync_vector_env() -> None:
    """Play every variant against a random opponent, including faults, random and fixed seats."""
    needs_core()
    random, ended = np.random.default_rng(1), 0
    for number, variant in enumerate(VARIANTS):
        options: dict[str, Any] = {"max_turns": 7, "seat": (None, 1, 2)[number % 3]}
        try:
            theirs = sync(variant.id, **options, **variant.options)
            first = theirs.reset(seed=number)
        except SetupError:
            continue  # the agent never has a move there
        ours = Duels(variant.id, 4, **options, **variant.options)
        with where(variant):
            agree(ours.reset(seed=number), first)
            for _ in range(12):
                masks = ours.action_masks()
                actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
                if random.random() < 0.1:
                    actions[0] = random.integers(masks.shape[1])
                step = ours.step(actions)
                agree(step, theirs.step(actions))
                ended += int((step[2] | step[3]).sum())
    assert ended > 300


def test_duels_are_made_by_name_and_with_any_opponent() -> None:
    made = gymnasium.make_vec("numduel/sum-v0", num_envs=3, opponent="perfect", target=20)
    assert isinstance(made, Duels)
    assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = made.reset(seed=1)
    assert made.observation_space.contains(seen)
    assert info["action_mask"].shape == made.action_masks().shape == (3, 9)
    first = First()
    alone = Duels("sum", 1, opponent=first, seat=1, target=9)
    alone.reset(seed=1)
    step = alone.step([8])
    assert step[1].tolist() == [1]
    assert first.events == ["begin Player 2", "end", "begin Player 2"]
    alone.close()


def test_illegal_action_loses_and_invalid_action_changes_nothing() -> None:
    for opponent in ("random", First()):
        duels = Duels("sum", 2, opponent=opponent, seat=1)
        duels.reset(seed=1)
        duels.step([4, 4])
        masks = duels.action_masks()
        for wrong in ([0], [0, 9], [0, -1], [0.5, 0], "ab"):
            with pytest.raises(ValueError, match="action"):
                duels.step(wrong)
        assert np.array_equal(duels.action_masks(), masks)
        illegal = int(np.flatnonzero(~masks[1])[0])
        legal = int(np.flatnonzero(masks[0])[0])
        _, reward, terminated, _, info = duels.step([legal, illegal])
        assert (reward.tolist(), terminated.tolist()) == ([0, -1], [False, True])
        fault = f"it played {illegal + 1}, which is not legal"
        assert info["final_info"]["fault"].tolist() == [None, fault]


def test_games_that_end_before_the_agent_moves_are_counted() -> None:
    duels = Duels("race", 50, seat=2)
    _, info = duels.reset(seed=1)
    assert info["unplayed"].shape == (50, 2)
    assert info["unplayed"].sum() > 5
    with pytest.raises(SetupError, match="before the agent has a move"):
        Duels("sum", 2, target=1, seat=2).reset()


def test_duels_cannot_be_copied_and_hold_no_seed() -> None:
    duels = Duels("quest", 2)
    duels.reset(seed=1)
    for copier in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied"):
            copier(duels)
    before = duels.np_random_seed
    duels.reset(seed=2)
    assert duels.np_random_seed == before
    for wrong in (-1, [1], 2**64):
        with pytest.raises(ValueError, match="seed"):
            duels.reset(seed=wrong)

"""Duels for stable-baselines3: game by game the same as its own DummyVecEnv over Duel."""

from __future__ import annotations

import re
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from adapter_support import First

import numduel
from duel_support import needs_core, needs_package, where
from numduel import SetupError, WrongType
from numduel.adapters.gymnasium import Duel
from numduel.adapters.vector import Duels

needs_package("stable_baselines3", "train")

import torch  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402
from sb3_contrib.common.maskable.utils import (  # noqa: E402
    get_action_masks,
    is_masking_supported,
)
from stable_baselines3.common.env_checker import check_env  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor  # noqa: E402

from numduel.adapters.sb3 import SideBySide  # noqa: E402


def beside(id: str, **options: Any) -> tuple[SideBySide, DummyVecEnv]:
    """Return the same four games as ours and as theirs."""
    return SideBySide(Duels(id, 4, **options)), DummyVecEnv([partial(Duel, id, **options)] * 4)


def test_side_by_side_equals_dummy_vec_env() -> None:
    """Play with wins, truncations and faults, compiled and in Python."""
    random, ended, cut, faults = np.random.default_rng(1), 0, 0, 0
    for opponent in ("random", First()):
        for id in numduel.games():
            ours, theirs = beside(id, opponent=opponent, max_turns=5, observation="vector")
            assert ours.seed(3) == theirs.seed(3)
            assert np.array_equal(ours.reset(), theirs.reset())
            for _ in range(20):
                with where(id, opponent):
                    masks = get_action_masks(ours)
                    assert np.array_equal(masks, get_action_masks(theirs))
                    actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
                    if random.random() < 0.1:
                        actions[0] = random.integers(masks.shape[1])
                    step, other = ours.step(actions), theirs.step(actions)
                    for one, two in zip(step[:3], other[:3], strict=True):
                        assert one.dtype == two.dtype
                        assert np.array_equal(one, two)
                    for number, (info, their_info) in enumerate(
                        zip(step[3], other[3], strict=True)
                    ):
                        name = "TimeLimit.truncated"
                        assert info[name] == their_info[name]
                        assert ("terminal_observation" in info) == step[2][number]
                        if step[2][number]:
                            name = "terminal_observation"
                            assert np.array_equal(info[name], their_info[name])
                            assert info["seat"] == their_info["seat"]
                            assert ("fault" in info) == ("fault" in their_info)
                            faults += "fault" in info
                            cut += info["TimeLimit.truncated"]
                    seats = [info["seat"] for info in ours.reset_infos]
                    assert seats == [info["seat"] for info in theirs.reset_infos]
                    ended += int(step[2].sum())
    assert ended > 100
    assert cut > 20
    assert faults > 5


def test_seeds_are_used_once() -> None:
    ours, theirs = beside("maze")
    for vec in (ours, theirs):
        vec.seed(5)
    first, again = ours.reset(), ours.reset()
    assert np.array_equal(first, theirs.reset())
    assert np.array_equal(again, theirs.reset())
    assert not np.array_equal(first, again)


def test_single_games_are_asked_by_index() -> None:
    for opponent in ("random", First()):
        vec = SideBySide(Duels("race", 3, opponent=opponent))
        vec.seed(1)
        vec.reset()
        masks = vec.env_method("action_masks")
        assert len(masks) == 3
        with where(opponent):
            for indices in (1, [1], (2, 0)):
                chosen = [indices] if isinstance(indices, int) else indices
                some = vec.env_method("action_masks", indices=indices)
                assert np.array_equal(some, [masks[number] for number in chosen])
                assert vec.get_attr("render_mode", indices) == [None] * len(chosen)
                assert vec.env_is_wrapped(VecMonitor, indices) == [False] * len(chosen)
            assert vec.get_attr("observation_space") == [vec.observation_space] * 3
            assert vec.get_attr("action_space") == [vec.action_space] * 3
            assert is_masking_supported(vec)
            assert not vec.has_attr("colour")
    vec.set_attr("colour", "red", indices=[2])
    assert vec.get_attr("colour", 2) == ["red"]
    assert [record[:12] for record in vec.env_method("record", indices=[0])] == ['[Game "race"']
    vec.close()


def test_games_of_the_core_have_no_methods_and_attributes_of_one() -> None:
    needs_core()
    vec = SideBySide(Duels("race", 3))
    with pytest.raises(AttributeError, match="record can't be used: the compiled core plays"):
        vec.env_method("record")
    with pytest.raises(AttributeError, match="colour can't be used: the compiled core plays"):
        vec.set_attr("colour", "red")


def test_games_are_drawn_as_pixels() -> None:
    vec = SideBySide(Duels("race", 2, render_mode="rgb_array"))
    vec.reset()
    images = vec.get_images()
    assert len(images) == 2
    assert images[0].dtype == np.uint8
    assert vec.render() is not None
    assert SideBySide(Duels("race", 2)).get_images() == [None, None]


def test_unfit_duels_are_refused() -> None:
    with pytest.raises(WrongType, match="SideBySide needs numduel"):
        SideBySide(Duel("sum"))  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="can't read texts"):
        SideBySide(Duels("sum", 2, observation="text"))
    with pytest.raises(SetupError, match="keeps observations"):
        SideBySide(Duels("sum", 2, copy=False))


@pytest.mark.filterwarnings("error")
def test_vectors_give_no_warning_about_images() -> None:
    for id in numduel.games():
        with where(id):
            check_env(Duel(id, observation="vector"))


def test_planes_look_like_an_image() -> None:
    """The reason for vectors: every array of three dimensions is an image to stable-baselines3."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(Duel("maze"))
    assert any("is an image" in str(warning.message) for warning in caught)


@pytest.mark.slow
def test_example_in_docs_runs() -> None:
    torch.set_num_threads(1)
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()
    (code,) = re.findall(r"```python\n(from sb3_contrib .+?)```", page, re.DOTALL)
    found: dict[str, Any] = {}
    exec(code, found)
    assert found["agent"].num_timesteps >= 2048


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
def test_maskable_ppo_learns_without_warnings() -> None:
    torch.set_num_threads(1)  # small networks are slower on several threads
    vec = VecMonitor(SideBySide(Duels("sum", 8, target=15, observation="vector")))
    settings: dict[str, Any] = {"n_steps": 64, "batch_size": 256, "device": "cpu"}
    agent = MaskablePPO("MlpPolicy", vec, seed=1, learning_rate=1e-3, **settings)
    agent.learn(1536)
    rewards = [episode["r"] for episode in agent.ep_info_buffer]
    assert len(rewards) == 100
    assert set(rewards) == {-1, 1}

    def play(observation: Any, mask: Any) -> Any:
        return agent.predict(observation, action_masks=mask, deterministic=True)[0]

    alone = Duel("sum", target=15, observation="vector", opponent=play, seat=2)
    many = Duels("sum", 5, target=15, observation="vector", opponent=play, seat=2)
    alone.reset(seed=1)
    many.reset(seed=1)
    for _ in range(3):
        many.step(many.action_masks().argmax(axis=1))

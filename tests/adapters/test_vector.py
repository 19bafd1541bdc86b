"""Vector environments: game by game the same as Gymnasium's SyncVectorEnv, compiled or not."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from adapter_support import First
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from duel_support import VARIANTS, Variant, needs_core, where
from numduel import SetupError, WrongType
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


def in_python(*args: Any, **options: Any) -> Duels:
    """Return duels that use the Python rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numduel.compiled.rules_of", lambda game: None)
        return Duels(*args, **options)


def hashed(observation: Any, masks: Any) -> Any:
    """Return a legal action for each row that depends on all of the row."""
    rows = np.asarray(observation).reshape(len(masks), -1)
    drawn = (rows * np.arange(1, rows.shape[1] + 1)).sum(axis=1) * 97 % 1
    index = (drawn * masks.sum(axis=1)).astype(int)
    return (masks.cumsum(axis=1) > index[:, None]).argmax(axis=1)


def test_every_form_and_opponent_agrees_with_python() -> None:
    """Also where observations are overwritten, and where a function answers for the opponent."""
    needs_core()
    random, ended, unplayed = np.random.default_rng(1), 0, 0
    large = [
        Variant("run", {"size": 7, "highest": 99}),
        Variant("maze", {"size": 7, "extra": 3, "diagonal": 3}),
        Variant("sum", {"highest": 63, "target": 10_000}),
        Variant("quest", {"size": 7, "target": 10_000, "stand": True}),
    ]
    for number, variant in enumerate([*VARIANTS, *large]):
        options: dict[str, Any] = {
            "max_turns": 7,
            "seat": (None, 1, 2)[number % 3],
            "observation": ("planes", "vector")[number % 2],
            "copy": number % 4 < 2,
            "opponent": hashed if number % 5 else "random",
            **variant.options,
        }
        slow = in_python(variant.id, 4, **options)
        try:
            first = slow.reset(seed=number)
        except SetupError:
            continue  # the agent never has a move there
        fast = Duels(variant.id, 4, **options)
        with where(variant):
            agree(fast.reset(seed=number), first)
            for _ in range(10):
                masks = fast.action_masks()
                actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
                if random.random() < 0.1:
                    actions[0] = random.integers(masks.shape[1])
                step = fast.step(actions)
                agree(step, slow.step(actions))
                ended += int((step[2] | step[3]).sum())
                unplayed += int(step[4]["unplayed"].sum()) if "unplayed" in step[4] else 0
            agree(fast.reset(), slow.reset())
    assert ended > 300
    assert unplayed > 10


def test_function_is_called_with_whole_batches() -> None:
    needs_core()
    rows: list[int] = []

    def answer(observation: Any, masks: Any) -> Any:
        rows.append(len(masks))
        assert observation.shape == (len(masks), 5, 1, 9)
        assert observation.dtype == np.float32
        assert observation[:, -1].all()  # it is to move
        return hashed(observation, masks)

    duels = Duels("sum", 50, opponent=answer, seat=2)
    duels.reset(seed=1)
    assert rows == [50]
    duels.step(duels.action_masks().argmax(axis=1))
    assert rows[1] == 50


def test_wrong_answers_of_a_function_raise_errors() -> None:
    """The games are neither won nor lost; they must be reset."""
    wrong: list[tuple[Any, type[Exception], str]] = [
        (lambda masks: masks.argmax(axis=1)[:1], WrongType, "must return 3 actions, one in each"),
        (lambda masks: masks[:, 0] * 1.0, WrongType, "not an array of float64 with shape"),
        (lambda masks: None, WrongType, "not None"),
        (lambda masks: masks.argmax(axis=1) + 9, ValueError, "the opponent returned action"),
        (lambda masks: masks.argmin(axis=1), ValueError, "which is not legal; the legal actions"),
        (lambda masks: 1 // 0, ZeroDivisionError, "zero"),
    ]
    needs_core()
    for answer, kind, text in wrong:
        with where(text):
            duels = Duels(
                "sum", 3, opponent=partial(lambda a, seen, masks: a(masks), answer), seat=1
            )
            duels.reset(seed=1)
            with pytest.raises(kind, match=text):
                duels.step([4, 4, 4])
            with pytest.raises(ResetNeeded):
                duels.step([4, 4, 4])
            duels.reset()


def test_game_that_a_function_always_ends_at_once_is_refused() -> None:
    for make in (Duels, in_python):
        with pytest.raises(SetupError, match="before the agent has a move"):
            make("sum", 2, target=1, seat=2, opponent=hashed).reset(seed=1)


def test_games_can_be_reset_after_a_failure() -> None:
    action = 8  # the opponent wins at once

    def answer(observation: Any, masks: Any) -> Any:
        return np.full(len(masks), action)

    for make in (Duels, in_python):
        action = 8
        duels = make("sum", 2, target=9, seat=2, opponent=answer)
        with pytest.raises(SetupError, match="before the agent has a move"):
            duels.reset(seed=1)
        action = 0
        _, info = duels.reset(seed=1)
        assert info["unplayed"].tolist() == [[0, 0]] * 2
        assert info["action_mask"].all(axis=0)[2:].all()


def test_observations_are_kept_unless_copy_is_false() -> None:
    for copies in (True, False):
        duels = Duels("maze", 40, copy=copies, max_turns=2)
        first, _ = duels.reset(seed=1)
        before = first.copy()
        *_, info = duels.step(duels.action_masks().argmax(axis=1))
        final, kept = info["final_obs"], [np.array(one) for one in info["final_obs"]]
        duels.step(duels.action_masks().argmax(axis=1))
        assert np.array_equal(first, before) is copies
        if copies:
            assert all(np.array_equal(one, two) for one, two in zip(final, kept, strict=True))
        assert duels.copies is copies


def test_texts_are_observed_side_by_side() -> None:
    duels = Duels("sum", 2, observation="text", seat=1, opponent=First(), target=9)
    seen, _ = duels.reset(seed=1)
    assert seen in duels.observation_space
    assert all("You are Player 1. Your turn." in text for text in seen)
    *_, info = duels.step([8, 0])
    assert "Player 1 has won" in info["final_obs"][0]


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

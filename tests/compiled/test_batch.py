"""Compiled batches, compared step by step with Python."""

from __future__ import annotations

import gc
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import numduel
from duel_support import VARIANTS, larger_variants, needs_core, where
from numduel import SetupError
from numduel.batch import Batch, make

core = needs_core()

Make = Callable[..., Batch]


@pytest.fixture
def in_python() -> Make:
    """A factory of batches that use the Python rules."""

    def made(*asked: Any, **more: Any) -> Batch:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("numduel.compiled.rules_of", lambda game: None)
            return make(*asked, **more)

    return made


def arrays(games: Batch) -> dict[str, Any]:
    return {name: value for name, value in vars(games).items() if not name.startswith("_")}


def is_compiled(games: Batch) -> bool:
    return isinstance(games._games, core.Games)


def check_equal(one: Batch, two: Batch, count: int) -> None:
    """Check that the first games of both are identical."""
    for name, value in arrays(one).items():
        other = arrays(two)[name]
        assert value.dtype == other.dtype
        assert np.array_equal(value[:count], other[:count]), name


@pytest.mark.slow
def test_every_step_agrees_with_python(in_python: Make) -> None:
    """For every variant and several sizes, with the same random moves."""
    ended = compiled = 0
    for variant in (*VARIANTS, *larger_variants()):
        asked = {"seed": 2**63 + 5, "max_turns": 9, **variant.options}
        try:
            two = make(variant.id, 2, **asked)
        except SetupError:
            continue  # no board has a legal move, or the options don't fit
        if not is_compiled(two):  # random starts, which don't fit on some boards
            assert variant.options["starts"] == "random"
            continue
        slow, five = in_python(variant.id, 2, **asked), make(variant.id, 5, **asked)
        compiled += 1
        for _ in range(14):
            with where(variant):
                check_equal(two, slow, 2)
                check_equal(two, five, 2)
                actions = slow.sample()
                assert np.array_equal(two.sample(), actions)
                every = five.sample()
                assert np.array_equal(every[:2], actions)
                for games, chosen in ((slow, actions), (two, actions), (five, every)):
                    games.step(chosen)
            ended += int((slow.terminated | slow.truncated).sum())
    assert ended > 1000
    assert compiled > 200


def test_given_boards_and_python_deals_work(in_python: Make) -> None:
    cases: list[tuple[str, dict[str, Any], bool]] = [
        ("maze", {"board": "4 3 8/9 5 1/2 7 6"}, True),
        ("maze", {"board": "4 3 8/9 5 1/2 7 6", "extra": 2}, False),
        ("maze", {"board": "4+ 3 8/9 5x 1/2 7 6", "extra": 1, "diagonal": 1}, True),
        ("quest", {"board": "3 8 7/6 9 4/5 1 2"}, True),
        ("quest", {"board": "3 ? 7/? 9 4/5 1 ?", "stand": True}, False),
        ("race", {"board": "2 1 3 1/3 2 1 3/1 2 1 1/2 4 1 1"}, True),
        ("race", {"size": 8}, False),
        ("sum", {"highest": 64, "target": 400}, False),
    ]
    for id, options, is_fast in cases:
        fast, slow = make(id, 3, seed=1, **options), in_python(id, 3, seed=1, **options)
        with where(id, options):
            assert is_compiled(fast) is is_fast
            for _ in range(30):
                check_equal(fast, slow, 3)
                actions = fast.sample()
                fast.step(actions)
                slow.step(actions)


def test_copy_continues_from_what_players_have_seen() -> None:
    """A copy starts at the same positions and continues by the rules."""
    import copy

    for id in numduel.games():
        games = make(id, 20, seed=3)
        for _ in range(7):
            games.step(games.sample())
        other = copy.copy(games)
        with where(id):
            check_equal(other, games, 20)
            assert is_compiled(other)
            for _ in range(40):
                other.step(other.sample())


def test_copy_uses_the_same_implementation(in_python: Make) -> None:
    """Without the core, an error says what is missing."""
    slow = pickle.loads(pickle.dumps(in_python("quest", 3, seed=1)))
    assert not is_compiled(slow)
    slow.step(slow.sample())
    kept = pickle.dumps(make("quest", 3, seed=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numduel.compiled.rules_of", lambda game: None)
        with pytest.raises(SetupError, match="need the compiled core"):
            pickle.loads(kept)


def test_two_threads_cannot_step_at_the_same_time() -> None:
    """Each step is complete or refused with an error."""
    games = make("run", 4000, seed=1)
    actions = games.sample()
    refused: list[str] = []

    def step() -> None:
        try:
            games.step(actions)
        except (RuntimeError, ValueError) as error:
            refused.append(str(error))

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(refused) == 3
    assert all("another thread" in why or "is not legal" in why for why in refused)


@pytest.mark.slow
def test_arrays_outlive_their_batch_and_cannot_be_resized() -> None:
    mine = np.zeros((3, 49), np.int16)
    games = make("maze", 3, seed=1, out={"observation": mine})
    with pytest.raises(ValueError, match="cannot resize"):
        mine.resize((1, 49))
    kept = games.action_mask
    del games
    gc.collect()
    assert kept.any()
    assert mine.any()


def test_core_checks_the_sizes_of_its_arguments() -> None:
    games: Any = make("maze", 3)._games
    for wrong in (np.zeros(2, np.int64), np.zeros(3, np.int32)):
        with pytest.raises(ValueError, match="64-bit integers"):
            games.step(wrong)
        with pytest.raises(ValueError, match="64-bit integers"):
            games.sample(wrong, wrong)
    with pytest.raises(IndexError):
        games.begin(3)
    with pytest.raises(ValueError, match="other games"):
        games.restore(b"", [1, 2, 3])

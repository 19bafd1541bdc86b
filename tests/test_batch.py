"""Batches: each game plays like a match, and restarts when it has ended."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from adapter_support import COPIERS, every_variant  # noqa: F401

from duel_support import Variant, where, with_more_games
from numduel import Dice, Match, NumduelError, Player, SetupError
from numduel.batch import Batch, make
from numduel.compiled import rules_of
from numduel.games import find
from numduel.games.number_maze import NumberMaze


def next_match(variant: Variant, dice: Dice) -> Match:
    """Return the next game from these dice that has a first move."""
    while True:
        match = Match(find(variant.id).setup(variant.options, None, dice), dice=dice)
        if match.moves:
            return match


def check(games: Batch, number: int, match: Match) -> None:
    assert match.player is not None
    assert games.to_move[number] == match.player
    features = match.game.features(match.state, match.player)
    assert tuple(games.observation[number].tolist()) == features
    legal = [move in match.moves for move in match.game.vocabulary]
    assert games.action_mask[number].tolist() == legal


def everything(games: Batch) -> list[Any]:
    arrays = {n: value for n, value in vars(games).items() if not n.startswith("_")}
    return [(name, value.tolist()) for name, value in arrays.items()]


def test_every_game_plays_like_a_match_and_restarts(every_variant: list[Variant]) -> None:  # noqa: F811
    ended = 0
    for variant in every_variant:
        games = make(variant.id, 3, seed=5, max_turns=6, **variant.options)
        kept = [games.observation, games.action_mask, games.reward]
        dice = [Dice.derived(5, f"game {number} of a batch") for number in range(3)]
        matches = [next_match(variant, die) for die in dice]
        random = Random(1)
        for _ in range(12):
            with where(variant):
                for number, match in enumerate(matches):
                    check(games, number, match)
                actions = [
                    match.game.vocabulary.index(random.choice(match.moves)) for match in matches
                ]
                games.step(actions)
                for number, action in enumerate(actions):
                    match = matches[number]
                    match.play(match.game.vocabulary[action])
                    is_cut = not match.is_over and match.turn > 6
                    assert games.terminated[number] == match.is_over
                    assert games.truncated[number] == is_cut
                    scores = [match.ending.score(p) if match.ending else 0.5 for p in Player]
                    assert games.reward[number].tolist() == [2 * (s or 0) - 1 for s in scores]
                    if match.is_over or is_cut:
                        ended += 1
                        matches[number] = next_match(variant, dice[number])
                    check(games, number, matches[number])
        assert kept[0] is games.observation
        assert kept[1] is games.action_mask
        assert kept[2] is games.reward
    assert ended > 50


def test_arrays_have_documented_types_and_shapes() -> None:
    expected = {"run": [(5, 130), (5, 27), (5,), (5, 2)], "toss": [(5, 7), (5, 2), (5,), (5, 2)]}
    with with_more_games():
        for id, shapes in expected.items():
            games = make(id, 5, seed=1)
            arrays = [games.observation, games.action_mask, games.to_move, games.reward]
            assert [str(a.dtype) for a in arrays] == ["int16", "bool", "uint8", "float32"]
            assert [a.shape for a in arrays] == shapes
            assert [a.dtype for a in (games.terminated, games.truncated)] == [np.dtype(bool)] * 2


def test_drawn_game_terminates_and_truncated_game_does_not() -> None:
    with with_more_games():
        games = make("shuttle", 3, seed=1, max_turns=3)
        games.step([0, 0, 0])
        games.step([0, 1, 1])
        assert (games.terminated.tolist(), games.reward[0].tolist()) == (
            [True, False, False],
            [1, -1],
        )
        games.step([0, 2, 0])
        assert games.terminated.tolist() == [False, True, False]
        assert games.truncated.tolist() == [False, False, True]
        assert not games.reward.any()
        assert games.to_move.tolist() == [1, 0, 0]


class DrawnMaze(NumberMaze):
    """Number Maze as a game with draws, which claims compiled rules."""

    has_draws = True
    compiled = "Maze"


def test_games_with_draws_are_played_by_the_rules_in_python() -> None:
    assert rules_of(DrawnMaze.setup({}, None, Dice(1))) is None
    with with_more_games():
        kept = make("pick15", 2, seed=1).__getstate__()["games"]
    assert not isinstance(kept, bytes)


def test_illegal_action_changes_nothing() -> None:
    games = make("sum", 3, seed=1)
    games.step([6, 6, 6])
    before = everything(games)
    for wrong in ([0, 0, 6], [0, 0, -1], [0, 0, 9], [0, 0], [0, 0, 0.5], [[0, 0, 0]], "abc", None):
        with pytest.raises(ValueError, match=r"is not legal in game 2|must be 3 whole numbers"):
            games.step(wrong)  # type: ignore[arg-type]
        assert everything(games) == before
    games.step([0, 1, 2])


def test_game_of_a_seed_is_independent_of_batch_size() -> None:
    one, two, other = (make("race", 20, seed=seed) for seed in (1, 1, 2))
    assert everything(one) == everything(two) != everything(other)
    assert len({tuple(row) for row in one.observation.tolist()}) > 15
    for wrong in (0, -1, 1.5, "many"):
        with pytest.raises(SetupError):
            make("sum", wrong)  # type: ignore[arg-type]
    for wrong in (-1, 2**64, 1.5, "7"):
        with pytest.raises((SetupError, TypeError)):
            make("sum", 1, seed=wrong)  # type: ignore[arg-type]


def test_numpy_integers_are_accepted_as_arguments() -> None:
    two = np.int64(2)
    ours = make("maze", two, seed=two, max_turns=two, size=two)  # type: ignore[arg-type]
    assert everything(ours) == everything(make("maze", 2, seed=2, max_turns=2, size=2))
    for wrong in (two - 2, np.float64(2), np.bool_(True), np.array([2])):
        with pytest.raises(SetupError, match=r"^max_turns must be a whole number from 1 to"):
            make("sum", 2, max_turns=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", [None, "3 8 7/6 9 4/5 1 2", "3 ? 7/? 9 4/5 1 ?"])
def test_copies_reshuffle_hidden_numbers(board: str | None) -> None:
    games = make("quest", 1, seed=7, board=board, target=40)
    before = everything(games)
    for copier in COPIERS:
        found = set()
        for _ in range(40):
            other = copier(games)
            assert everything(other) == before
            other.step([8])
            found.add(int(other.observation[0, 8]))
        assert len(found) > 4
        assert everything(games) == before
    pickles = [pickle.dumps(make("quest", 2, seed=seed)) for seed in (1, 2)]
    assert pickles[0] == pickles[1]


def test_results_are_written_into_arrays_of_the_caller() -> None:
    mine = {
        "observation": np.full((3, 49), 7, np.int16),
        "action_mask": np.zeros((4, 9), np.bool_)[1:],
        "reward": np.full((3, 2), 7, np.float32),
    }
    games, ours = make("maze", 3, seed=1, out=mine), make("maze", 3, seed=1)
    assert all(getattr(games, name) is array for name, array in mine.items())
    for _ in range(9):
        assert everything(games) == everything(ours)
        actions = ours.sample()
        games.step(actions)
        ours.step(actions.astype(np.uint8))
    other = pickle.loads(pickle.dumps(games))
    other.step(other.sample())
    assert everything(games) == everything(ours)


def test_unsuitable_arrays_are_refused_and_unchanged() -> None:
    fits = np.full((3, 49), 7, np.int16)
    shut = fits.copy()
    shut.flags.writeable = False
    bytes_apart = np.zeros(3 * 98 + 1, np.uint8)[1:].view(np.int16).reshape(3, 49)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"observation": fits, "rewards": fits}, "'rewards' isn't an array here"),
        ({"observation": fits.tolist()}, "must be a numpy array, not"),
        ({"observation": fits[:2]}, "must be int16 of shape"),
        ({"observation": fits.astype(np.int32)}, "not int32 of shape"),
        ({"observation": fits.astype(">i2")}, "must be int16"),
        ({"observation": np.full((49, 3), 7, np.int16).T}, "must be contiguous"),
        ({"observation": bytes_apart}, "must be contiguous, aligned"),
        ({"observation": shut}, "and writeable"),
        ({"terminated": (both := np.zeros(3, np.bool_)), "truncated": both}, "share memory"),
    ]
    for out, why in wrong:
        with pytest.raises(NumduelError, match=why):
            make("maze", 3, seed=1, out={"reward": np.zeros((3, 2), np.float32), **out})
    for alone in (fits, [fits]):
        with pytest.raises(NumduelError, match="out must be a dictionary of arrays by name, not a"):
            make("maze", 3, out=alone)  # type: ignore[arg-type]
    assert (fits == 7).all()


def test_sampled_actions_are_legal_and_uniform() -> None:
    games = make("sum", 3000, seed=1)
    counts = np.bincount(games.sample(), minlength=9)
    assert counts.min() > 250
    assert counts.max() < 420
    for _ in range(30):
        actions = games.sample()
        assert games.action_mask[np.arange(3000), actions].all()
        games.step(actions)

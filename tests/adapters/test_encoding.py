"""Encoding: planes are the features of the game, masks its legal moves."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from adapter_support import every_variant  # noqa: F401

import numduel
from duel_support import Variant, random_playout, where
from numduel import Player, Turn
from numduel.adapters.encoding import Encoding
from numduel.core import AnyGame

BOARD = "4 3 8/9 5 1/2 7 6"


def planes_of(game: AnyGame, flat: tuple[int, ...]) -> list[list[list[float]]]:
    """Return the planes by hand: each number divided by its maximum."""
    (rows, columns), features = game.layout()
    left, planes = list(flat), []
    for feature in features:
        count = rows * columns if feature.per_tile else 1
        numbers = [number / feature.highest for number in left[:count]]
        left = left[count:]
        if not feature.per_tile:
            numbers *= rows * columns
        planes.append([numbers[r * columns : (r + 1) * columns] for r in range(rows)])
    assert not left
    return planes


def test_planes_are_features_and_masks_are_moves(every_variant: list[Variant]) -> None:  # noqa: F811
    for variant in every_variant:
        game = variant.new()
        encoding = Encoding(game)
        (rows, columns), features = game.layout()
        assert encoding.shape == (len(features), rows, columns)
        assert encoding.names == tuple(feature.name for feature in features)
        assert encoding.actions == len(game.vocabulary)
        for state in random_playout(game, 1)[:60]:
            status = game.status(state)
            for player in Player:
                with where(variant, state, player):
                    planes = encoding.observe(state, player)
                    assert (planes.shape, planes.dtype) == (encoding.shape, np.dtype(np.float32))
                    by_hand = planes_of(game, game.features(state, player))
                    assert np.array_equal(planes, np.array(by_hand, np.float32))
                    assert planes.min() >= 0
                    assert planes.max() <= 1
                    is_theirs = isinstance(status, Turn) and status.player is player
                    moves = status.moves if is_theirs else ()  # type: ignore[union-attr]
                    mask = encoding.mask(state, player)
                    assert (mask.shape, mask.dtype) == ((encoding.actions,), np.dtype(np.int8))
                    assert mask.tolist() == [int(m in moves) for m in game.vocabulary]


def test_action_is_index_of_move_in_vocabulary(
    every_variant: list[Variant],  # noqa: F811
) -> None:
    for variant in every_variant:
        game = variant.new()
        encoding = Encoding(game)
        for action, move in enumerate(game.vocabulary):
            assert encoding.move(action) == encoding.move(np.int64(action)) == move
            assert encoding.action(move) == action
        for wrong in (-1, encoding.actions, 0.0, None, "0", np.array([0, 1])):
            with pytest.raises(ValueError, match="an action is a number from 0 to"):
                encoding.move(wrong)
        with pytest.raises(ValueError, match="isn't a move of"):
            encoding.action("sideways")


def test_returned_arrays_are_not_shared() -> None:
    encoding = Encoding(numduel.new("maze", board=BOARD))
    state = numduel.new("maze", board=BOARD).start()
    for encode in (encoding.observe, encoding.mask):
        first = encode(state, Player.ONE)
        first[:] = 7
        assert (encode(state, Player.ONE) <= 1).all()


def test_boards_of_one_game_have_same_shape_and_different_planes() -> None:
    one, two = (numduel.new("maze", seed=seed) for seed in (1, 2))
    assert Encoding(one).shape == Encoding(two).shape
    first, second = (Encoding(g).observe(g.start(), Player.ONE) for g in (one, two))
    assert not np.array_equal(first, second)


def test_encoding_can_be_pickled_and_requires_a_game() -> None:
    game = numduel.new("run", seed=1)
    again = pickle.loads(pickle.dumps(Encoding(game)))
    assert again.mask(game.start(), Player.ONE).sum() == 2
    with pytest.raises(numduel.WrongType):
        Encoding("maze")  # type: ignore[arg-type]

"""The examples that search and that play what was learned, as bots."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from bot_support import played

import numduel
from duel_support import where
from numduel import Match
from numduel.adapters.encoding import Encoding

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 60.0


def bot(*words: object) -> str:
    return f"program {shlex.join([sys.executable, *map(str, words)])}"


def test_a_trained_bot_takes_the_legal_move_that_its_network_likes_best(tmp_path: Path) -> None:
    who = bot(EXAMPLES / "trained_bot.py", tmp_path)
    game = numduel.new("sum", target=20)
    encoding = Encoding(game)
    numbers = np.random.default_rng(7)
    sizes = int(np.prod(encoding.shape)), 8, 8, encoding.actions
    layers = [
        numbers.normal(size=shape)
        for before, after in pairwise(sizes)
        for shape in ((after, before), (after,))
    ]
    np.savez(tmp_path / "sum.npz", *layers)
    match = played(who, SECONDS, Match(game))
    assert match.is_over, match.ended
    one, two, three = layers[::2]
    for ply, state in zip(match.plies, match.states, strict=False):
        if ply.player is numduel.Player.ONE:
            seen = encoding.observe(state, ply.player).ravel()
            inner = np.tanh(two @ np.tanh(one @ seen + layers[1]) + layers[3])
            liked = np.where(encoding.mask(state, ply.player), three @ inner + layers[5], -np.inf)
            assert ply.move == encoding.move(liked.argmax())

    for other, said in (
        (numduel.new("maze", seed=7), "maze.npz is not there"),
        (numduel.new("sum", highest=8), "was trained with other options"),
    ):
        with where(other):
            assert said in played(who, SECONDS, Match(other)).ended


def test_the_search_of_openspiel_plays_every_game() -> None:
    if find_spec("pyspiel") is None:
        if os.environ.get("CI"):
            pytest.fail("pyspiel is missing: pip install 'numduel[openspiel]'")
        pytest.skip("pyspiel is not installed")
    who = bot(EXAMPLES / "mcts_bot.py", 5)
    for game in numduel.games():
        with where(game):
            match = played(who, SECONDS, Match(numduel.new(game, seed=3)))
            assert match.is_over, match.ended
    quest = played(who, SECONDS, Match(numduel.new("quest", seed=3, stand=True)))
    assert quest.is_over, quest.ended
    won = played(bot(EXAMPLES / "mcts_bot.py", 100), SECONDS, Match(numduel.new("sum", target=9)))
    assert [ply.move for ply in won.plies] == ["9"]

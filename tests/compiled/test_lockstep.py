"""The compiled rules, compared step by step with the Python rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

import numduel
from duel_support import VARIANTS, larger_variants, needs_core, where
from numduel.compiled import rules_of
from numduel.core import AnyGame, Chance, HiddenBoard, Move, Over, Player, Turn
from numduel.dice import Dice
from numduel.engine.solving.playouts import play_out
from numduel.errors import SetupError

core = needs_core()

BOARDS = int(os.environ.get("LOCKSTEP", "5"))
"""Boards per variant; LOCKSTEP=400 plays over a million plies in a few minutes."""


def games(seeds: int) -> Iterator[AnyGame]:
    for variant in (*VARIANTS, *larger_variants()):
        for seed in range(seeds):
            try:
                yield variant.new(seed)
            except SetupError:  # options that don't fit this board
                continue


def drawn(game: AnyGame, state: object, chance: Chance, dice: Random) -> Move:
    answer = game.answer(state) if isinstance(game, HiddenBoard) else None
    return answer or dice.choice(chance.odds)[0]


def test_compiled_rules_agree_with_python() -> None:
    dice, plies = Random(0), 0
    for game in games(BOARDS):
        rules, public = rules_of(game), game.public()
        assert rules is not None
        state = public.start()
        position = rules.pack(state)
        for _ in range(120):
            with where(game, state):
                status = public.status(state)
                assert rules.status_of(position) == status
                assert rules.pack(state) == position
                seen = {"seen": state.seen} if game.hidden else {}
                assert rules.unpack(position)._replace(**seen) == state
                for player in Player:
                    features = public.features(state, player)
                    assert rules.features_of(position, player) == features
                if isinstance(status, Over):
                    break
                if isinstance(status, Turn):
                    move = dice.choice(status.moves)
                else:
                    move = drawn(game, state, status, dice)
                state, position = public.play(state, move), rules.after(position, move)
                plies += 1
    assert plies > 10_000


def test_same_dice_play_the_same_random_games() -> None:
    steps = 0
    for game in games(BOARDS):
        rules, public = rules_of(game), game.public()
        assert rules is not None
        dice = Dice(2**63 + 7)
        with where(game):
            played = [play_out(public, public.start(), dice, 60) for _ in range(4)]
            first = rules.pack(public.start())
            playouts = core.Playouts(rules, Dice(2**63 + 7).rng_state)
            one, two, made, draws = playouts.play(first, 60, 4)
            winners = [each.winner for each in played]
            assert (one, two) == (winners.count(Player.ONE), winners.count(Player.TWO))
            assert made == sum(len(each.moves) for each in played)
            assert draws == sum(each.chance_outcomes for each in played)
            assert playouts.rng_state == dice.rng_state
        steps += made
    assert steps > 20_000


def test_illegal_move_is_refused() -> None:
    game = numduel.new("sum")
    rules = rules_of(game)
    assert rules is not None
    position = rules.after(rules.pack(game.start()), "5")
    for move in ("4", "5", "6"):
        with pytest.raises(ValueError, match="isn't legal here"):
            rules.after(position, move)
    with pytest.raises(ValueError, match="not in tuple"):
        rules.after(position, "10")
    with pytest.raises(ValueError, match="32 bytes"):
        rules.status_of(b"short")


def test_large_games_have_no_compiled_rules() -> None:
    for id in ("maze", "run", "quest", "race"):
        assert rules_of(numduel.new(id, size=8)) is None
    assert rules_of(numduel.new("sum", highest=64)) is None


def test_equal_games_keep_their_own_hidden_numbers() -> None:
    one, two = numduel.new("quest", seed=1), numduel.new("quest", seed=2)
    assert one == two
    asked = [rules_of(game) for game in (one, one, two, one.public())]
    assert asked[0] is asked[1]
    assert len(set(map(id, asked))) == 3

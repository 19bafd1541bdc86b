"""Texts and pictures of the five games, beyond the laws of all games (test_laws.py)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

import numduel
from duel_support import (
    FIVE,
    VARIANTS,
    check_laws,
    drawn_playouts,
    positions,
    walk,
)
from numduel import Over, Player, Turn
from numduel.core import AnyGame
from numduel.games import find

pytestmark = pytest.mark.usefixtures("every_variant")

CELLS = frozenset("0123456789,")


# ---- checks of the five games


def a_turn_is_put_to_its_player_alone(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        assert str(status.player.other) not in " ".join(game.ask(state))


def every_word_that_may_be_typed_is_named(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        for move in status.moves:
            assert set(move) <= CELLS or move in game.expects(state)


def a_picture_is_a_rectangle_of_labels_with_one_token_for_each_player(
    game: AnyGame, state: Any
) -> None:
    picture = game.picture(state)
    assert len({len(row) for row in picture.rows}) == 1
    assert all(tile.label or tile.tags for tile in picture.tiles)
    for player in Player:
        assert sum(tile.tokens.count(player) for tile in picture.tiles) <= 1


def a_cell_or_number_that_can_be_played_can_be_pointed_at(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        pointed = {tile.move for tile in game.picture(state).tiles}
        assert {move for move in status.moves if set(move) <= CELLS} <= pointed


def facts_stay_within_their_limits_while_nobody_has_lost(game: AnyGame, state: Any) -> None:
    facts = game.picture(state).facts
    assert facts
    for fact in facts:
        if isinstance(game.status(state), Turn) and fact.limit is not None:
            assert 0 <= int(fact.value) < fact.limit


LAWS_OF_THE_FIVE = [
    a_turn_is_put_to_its_player_alone,
    every_word_that_may_be_typed_is_named,
    a_picture_is_a_rectangle_of_labels_with_one_token_for_each_player,
    a_cell_or_number_that_can_be_played_can_be_pointed_at,
    facts_stay_within_their_limits_while_nobody_has_lost,
]


def test_texts_of_the_five_games_are_complete() -> None:
    for variant in VARIANTS:
        if variant.id in FIVE:
            game, states = positions(variant)
            check_laws(LAWS_OF_THE_FIVE, game, states[::4])


@given(drawn_playouts(FIVE))
@settings(max_examples=100)
def test_texts_of_the_five_games_are_complete_with_any_options(
    played: tuple[AnyGame, list[Any]],
) -> None:
    game, states = played
    check_laws(LAWS_OF_THE_FIVE, game, {states[0], states[len(states) // 2], *states[-3:]})


# ---- checks of a whole game


@pytest.mark.parametrize("id", FIVE)
def test_every_ending_of_the_five_games_is_reached_and_described(id: str) -> None:
    """So the checks above cover all of them."""
    verdicts: dict[str, list[str]] = {}
    for variant in VARIANTS:
        if variant.id == id:
            game, states = positions(variant)
            for state in states:
                status = game.status(state)
                if isinstance(status, Over):
                    verdicts[status.reason] = game.verdict(state)
    assert set(verdicts) == set(find(id).reasons)


def test_tie_of_number_quest_is_described() -> None:
    game = numduel.new("quest", size=2, target=10, stand=True)
    ties = [
        game.verdict(state)
        for state in walk(game)
        if isinstance(game.status(state), Over) and state.mine == state.theirs > 0
    ]
    tie = "Both have 3, and Player 2 played last."
    assert ["Both players stand.", tie, "Player 1 wins the game!"] in ties

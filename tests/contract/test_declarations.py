"""What a game declares of itself is so: chance, secrets, deals, circles, reasons and vocabulary."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numduel
from duel_support import (
    VARIANTS,
    Variant,
    drawn_games,
    drawn_playouts,
    following,
    hold,
    laid_open,
    random_playout,
    reached,
    variants,
    where,
    with_more_games,
)
from numduel import Chance, Dice, Game, Over
from numduel.core import AnyGame, HiddenBoard
from numduel.engine.studying.boards import has_boards
from numduel.games import find

SEEDS = range(12)

LARGEST = 3000
"""Positions of a board that are all looked at; of larger ones, only some ways through them."""


@pytest.fixture(scope="module")
def every_variant() -> Iterator[list[Variant]]:
    """All of ours, and those of the tests' own games."""
    with with_more_games() as ids:
        yield [*VARIANTS, *variants(ids)]


@cache
def played(game: AnyGame) -> tuple[Any, ...]:
    """A few hundred positions of a game."""
    return reached(game)


def dealt(variant: Variant) -> list[AnyGame]:
    return [variant.new(seed) for seed in SEEDS]


def by_game(every: list[Variant]) -> dict[str, list[Variant]]:
    ids = dict.fromkeys(variant.id for variant in every)
    return {id: [variant for variant in every if variant.id == id] for id in ids}


# ---- chance


def test_something_is_drawn_exactly_where_a_game_says_so(every_variant: list[Variant]) -> None:
    for id, its in by_game(every_variant).items():
        games = [variant.new() for variant in its]
        statuses = [game.status(state) for game in games for state in played(game)]
        assert any(isinstance(status, Chance) for status in statuses) == find(id).chance, id


@given(drawn_playouts())
@settings(max_examples=200)
def test_nothing_is_drawn_in_any_game_without_chance(ways: tuple[AnyGame, list[Any]]) -> None:
    game, states = ways
    assert game.chance or not any(isinstance(game.status(state), Chance) for state in states)


# ---- secrets


def test_a_dealer_holds_something_exactly_where_a_game_says_so(
    every_variant: list[Variant],
) -> None:
    for variant in every_variant:
        for game in dealt(variant):
            public = game.public()
            assert game.hidden == isinstance(game, HiddenBoard) == (public is not game), variant
            assert game.hidden == (public._board != game._board), variant
            assert public.public()._board == public._board


# ---- deals


def test_set_ups_differ_exactly_where_a_game_says_so(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        games = dealt(variant)
        seen = {(game.public(), game.start()) for game in games}
        assert {game.has_visible_deal for game in games} == {len(seen) > 1}, variant


@given(drawn_games(), st.integers(0, 2**64 - 1))
def test_what_a_game_declares_follows_from_its_options(game: AnyGame, seed: int) -> None:
    other = type(game)(game.options, type(game).deal(game.options, Dice(seed)))
    assert other.vocabulary == game.vocabulary
    assert other.has_visible_deal == game.has_visible_deal
    assert game.public().vocabulary == game.vocabulary
    assert game.public().has_visible_deal == game.has_visible_deal
    assert game.has_visible_deal or other.public() == game.public()


# ---- vocabulary


def test_the_vocabulary_follows_from_the_options_alone(every_variant: list[Variant]) -> None:
    """Not from the deal, nor from whether the board was dealt or given."""
    for variant in every_variant:
        words: dict[object, tuple[str, ...]] = {}
        for game in dealt(variant):
            board = laid_open(game) or None
            given = numduel.new(variant.id, board=board, **game.options.texts())
            for one in (game, given):
                assert words.setdefault(one.options, one.vocabulary) == one.vocabulary, variant


# ---- circles


def circle(game: AnyGame) -> bool | None:
    """Whether a position can come about again; None where there are too many to say."""
    start = game.start()
    on_the_way, done = {start}, set()
    ways = [(start, iter(following(game, start)))]
    while ways:
        state, moves = ways[-1]
        move = next(moves, None)
        if move is None:
            ways.pop()
            on_the_way.discard(state)
            done.add(state)
            continue
        after = game.play(state, move)
        if after in on_the_way:
            return True
        if len(done) + len(on_the_way) > LARGEST:
            return None
        if after not in done:
            on_the_way.add(after)
            ways.append((after, iter(following(game, after))))
    return False


def test_play_goes_in_circles_exactly_where_a_game_says_so(every_variant: list[Variant]) -> None:
    for id, its in by_game(every_variant).items():
        games = [variant.new(seed) for variant in its for seed in (7, 8, 9)]
        circles = [circle(game) for game in games]
        assert circles.count(None) < len(circles), id
        assert any(circles) == find(id).endless, id


def test_no_position_comes_again_where_play_must_end(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        if not game.endless:
            for seed in range(10):
                states = random_playout(game, seed, plies=2000)
                with where(variant, seed):
                    assert len(set(states)) == len(states)
                    assert isinstance(game.status(states[-1]), Over) or len(states) > 2000


# ---- reasons


def test_a_game_ends_for_the_reasons_that_it_names(every_variant: list[Variant]) -> None:
    """For every one of them somewhere, and for no other."""
    for id, its in by_game(every_variant).items():
        reasons = find(id).reasons
        assert len(set(reasons)) == len(reasons) > 0
        games = [variant.new(seed) for variant in its for seed in (7, 8)]
        statuses = [game.status(state) for game in games for state in played(game)]
        assert {s.reason for s in statuses if isinstance(s, Over)} == set(reasons), id


# ---- values


def parts(value: Any) -> Iterator[Any]:
    """A state and every named tuple in it."""
    if hasattr(value, "_fields"):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from parts(part)


def a_copy_is_the_thing_itself(game: AnyGame, state: Any) -> None:
    for value in (game, game._board, *parts(state)):
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value


def test_games_and_positions_copy_as_themselves(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        hold([a_copy_is_the_thing_itself], game, played(game)[::10])


# ---- what a game must have


REQUIRED = sorted(Game.__abstractmethods__)


def test_what_every_game_must_answer_is_known() -> None:
    rules = ["start", "status", "play", "forbids"]
    texts = ["expects", "ask", "report", "verdict", "picture", "layout", "features"]
    assert sorted([*rules, *texts]) == REQUIRED
    secrets = ["public", "dealt", "answer", "shown", "laid_open"]
    assert sorted([*REQUIRED, *secrets]) == sorted(HiddenBoard.__abstractmethods__)


@pytest.mark.parametrize("name", REQUIRED)
def test_a_game_without_a_needed_answer_is_told_so_at_once(name: str) -> None:
    for id in numduel.games():
        lacking: Any = type("Lacking", (find(id),), {name: getattr(Game, name)})
        with pytest.raises(TypeError, match=name):
            lacking.setup({}, None, Dice(0))


# ---- duels


def test_a_game_of_the_daily_duel_has_boards(every_variant: list[Variant]) -> None:
    for id in by_game(every_variant):
        assert has_boards(find(id), {}) or not find(id).daily_duel, id

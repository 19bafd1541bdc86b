"""The rules of every game keep the contract of `Game`, in every variant."""

from __future__ import annotations

import importlib
import pickle
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import numduel
from duel_support import (
    SIXTH,
    Variant,
    check_laws,
    drawn_games,
    drawn_playouts,
    is_one_sentence,
    laid_open,
    next_moves,
    positions,
    where,
)
from numduel import Chance, Over, Player, Turn
from numduel.core import AnyGame

pytestmark = pytest.mark.usefixtures("every_variant")

# ---- checks of every position


def a_turn_offers_moves_and_none_twice(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        assert status.moves
        assert len(set(status.moves)) == len(status.moves)
        assert status.player is state.player


def legal_moves_are_in_the_vocabulary(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Turn):
        assert set(status.moves) <= set(game.vocabulary)


def a_chance_has_fair_odds_that_add_up_to_one(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Chance):
        assert sum(odds for _, odds in status.odds) == 1
        assert all(odds > 0 for _, odds in status.odds)
        assert len({move for move, _ in status.odds}) == len(status.odds)


def an_end_has_a_known_reason_and_a_winner_or_is_a_declared_draw(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    if isinstance(status, Over):
        assert game.has_draws if status.is_draw else status.winner in tuple(Player)
        assert status.reason in game.reasons


def a_move_is_listed_exactly_when_there_is_no_objection(game: AnyGame, state: Any) -> None:
    status = game.status(state)
    listed = status.moves if isinstance(status, Turn) else ()
    unobjected = [move for move in game.vocabulary if game.objection(state, move) is None]
    assert set(unobjected) == set(listed)


def an_objection_is_one_sentence(game: AnyGame, state: Any) -> None:
    for move in game.vocabulary:
        objection = game.objection(state, move)
        assert objection is None or is_one_sentence(objection)


def play_is_pure(game: AnyGame, state: Any) -> None:
    before, status = pickle.dumps(state), game.status(state)
    for move in next_moves(game, state):
        after = game.play(state, move)
        assert after == game.play(state, move)
        assert after != state
    assert pickle.dumps(state) == before
    assert game.status(state) == status


def equal_states_hash_equal_and_mean_the_same(game: AnyGame, state: Any) -> None:
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state
    assert hash(twin) == hash(state)
    assert game.status(twin) == game.status(state)
    assert game.key(twin) == game.key(state)
    assert hash(game.key(twin)) == hash(game.key(state))


def a_state_cannot_be_changed(game: AnyGame, state: Any) -> None:
    with pytest.raises(AttributeError):
        state.player = state.player.other
    with pytest.raises(TypeError):
        state[0] = None


def what_was_asked_before_does_not_matter(game: AnyGame, state: Any) -> None:
    fresh = pickle.loads(pickle.dumps(game))
    assert fresh.status(state) == game.status(state)


def a_view_is_a_position_that_every_question_can_be_put_to(game: AnyGame, state: Any) -> None:
    for player in Player:
        view = game.view(state, player)
        hash(view)
        assert game.view(view, player) == view  # a view hides nothing more
        assert game.status(view) == game.status(state)


LAWS = [
    a_turn_offers_moves_and_none_twice,
    legal_moves_are_in_the_vocabulary,
    a_chance_has_fair_odds_that_add_up_to_one,
    an_end_has_a_known_reason_and_a_winner_or_is_a_declared_draw,
    a_move_is_listed_exactly_when_there_is_no_objection,
    an_objection_is_one_sentence,
    play_is_pure,
    equal_states_hash_equal_and_mean_the_same,
    a_state_cannot_be_changed,
    what_was_asked_before_does_not_matter,
    a_view_is_a_position_that_every_question_can_be_put_to,
]


def test_rules_hold_in_every_variant(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game, states = positions(variant)
        check_laws([a_move_is_listed_exactly_when_there_is_no_objection], game, states)
        check_laws(LAWS, game, states[::5])


@given(drawn_playouts())
@settings(max_examples=150)
def test_rules_hold_in_every_game_with_draws(played: tuple[AnyGame, list[Any]]) -> None:
    game, states = played
    check_laws(LAWS, game, {states[0], states[len(states) // 2], *states[-3:]})


# ---- checks of a whole game


def test_vocabulary_contains_every_move_once(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        with where(variant):
            assert game.vocabulary
            assert len(set(game.vocabulary)) == len(game.vocabulary)
            assert variant.new(seed=8).vocabulary == game.vocabulary


def test_player_one_moves_first(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        with where(variant):
            assert game.start().player is Player.ONE
            assert game.start() == game.start()


def test_equal_keys_are_worth_the_same(every_variant: list[Variant]) -> None:
    """Equal keys have equal results or lead to equal keys, so by induction equal values."""
    for variant in every_variant:
        game, states = positions(variant)
        futures: dict[object, object] = {}
        for state in states:
            said = what_counts(game, state)
            assert futures.setdefault(game.key(state), said) == said, (variant, state)


def what_counts(game: AnyGame, state: Any) -> object:
    """Return the result for the player to move, or the keys that can follow."""
    match game.status(state):
        case Over(winner, _) as over:
            return "draw" if over.is_draw else winner is state.player
        case Chance(odds):
            return Counter((game.key(game.play(state, move)), odd) for move, odd in odds)
        case Turn(player, moves):
            after = [game.play(state, move) for move in moves]
            return {(game.key(s), s.player is player) for s in after}


@given(drawn_games())
def test_games_compare_hash_and_pickle_as_values(game: AnyGame) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert hash(twin) == hash(game)
    assert repr(twin) == repr(game)
    assert laid_open(twin) == laid_open(game)
    assert game.public() == game
    assert game != repr(game)


@given(drawn_games(), drawn_games())
def test_games_are_equal_exactly_if_class_options_and_visible_board_are(
    one: AnyGame, two: AnyGame
) -> None:
    same = (one.id, one.options, one.board) == (two.id, two.options, two.board)
    assert (one == two) is same
    assert not same or hash(one) == hash(two)


@given(drawn_playouts())
def test_public_game_has_the_same_rules(played: tuple[AnyGame, list[Any]]) -> None:
    game, states = played
    public = game.public()
    assert public.start() == states[0]
    for state in states:
        assert public.status(state) == game.status(state)
        for move in next_moves(game, state):
            assert public.play(state, move) == game.play(state, move)


def test_every_game_is_listed_once_with_unique_id_and_title() -> None:
    found = [numduel.new(id) for id in numduel.games()]
    assert [game.id for game in found] == list(numduel.games())
    assert len({game.title for game in found}) == len(found)
    assert all(is_one_sentence(game.summary) for game in found)


def test_other_files_and_private_modules_are_not_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = numduel.games()
    (tmp_path / "notes.txt").write_text("A game to come.")
    (tmp_path / "_draft.py").write_text("raise AssertionError('not ready')")
    (tmp_path / "__pycache__").mkdir()
    games: Any = importlib.import_module("numduel.games")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    assert numduel.games() == ours


def test_shared_base_class_is_not_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = numduel.games()
    code = (SIXTH / "pick15.py").read_text("utf-8").replace('"pick15"', '"pick"')
    code = code.replace("class Pick15(Game[Options, State, None]):", "class Pick(Base):")
    base = "class Base(Game[Options, State, None]):\n    has_draws = True\n\n\n"
    (tmp_path / "common.py").write_text(code.replace("class Pick(", f"{base}class Pick("))
    games: Any = importlib.import_module("numduel.games")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    try:
        assert set(numduel.games()) == {*ours, "pick"}
    finally:
        sys.modules.pop("numduel.games.common")
        del games.common

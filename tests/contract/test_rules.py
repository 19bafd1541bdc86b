"""Games as values, lists of games, and keys: beyond the laws of all games (test_laws.py)."""

from __future__ import annotations

import importlib
import pickle
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import numduel
from duel_support import (
    SIXTH,
    Variant,
    drawn_games,
    drawn_playouts,
    is_one_sentence,
    laid_open,
    next_moves,
    positions,
)
from numduel import Chance, Over, Turn
from numduel.core import AnyGame

pytestmark = pytest.mark.usefixtures("every_variant")


# ---- checks of a whole game


def test_equal_keys_lead_to_equal_keys(every_variant: list[Variant]) -> None:
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

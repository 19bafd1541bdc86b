"""Boards in SVG, of other kinds of games."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numduel
from duel_support import ENGINE, plenty, variants, with_more_games
from numduel import Match, Player
from numduel.core import Picture, Tile
from numduel.render.board import board_svg
from numduel.views.positions import picture, trails


def board(match: Match) -> str:
    return board_svg(picture(match), chosen=trails(match))


def test_other_kinds_of_games_are_drawn() -> None:
    with with_more_games() as more:
        for variant in variants(more):
            drawn = board(Match(variant.new(1)))
            ElementTree.fromstring(drawn)
            assert "None" not in drawn


def test_svg_without_tiles_shows_the_facts() -> None:
    with with_more_games():
        drawn = board(Match(numduel.new("toss"), drawn=["6"]))
        assert "Player 1 (to move): Shows 6" in drawn
        assert "Rows" not in drawn
        assert 'class="nd-tile"' not in drawn


def test_several_tokens_of_a_player_are_not_linked() -> None:
    with with_more_games():
        drawn = board(Match.replay(numduel.new("threes"), ["a1", "b2", "c1", "d2"]))
        assert drawn.count("nd-token") == 4 + drawn.count(".nd-token")
        assert '<g class="nd-link' not in drawn
        assert "Rows: P1 b1 P1 d1, a2 P2 c2 P2." in drawn


def test_empty_tile_shows_its_move() -> None:
    with with_more_games():
        drawn = board(Match.replay(numduel.new("threes"), ["a1"]))
        assert ">b1</text>" in drawn
        assert ">a1</text>" not in drawn


def test_many_tokens_stand_apart_below_the_number() -> None:
    tile = Tile("", tokens=(Player.ONE,) * 3)
    drawn = board_svg(Picture(((tile,),), (), Player.ONE))
    centres = [int(x) for x in re.findall(r'class="nd-token nd-p1" cx="(\d+)"', drawn)]
    assert centres == [104, 66, 28]


def test_row_that_is_not_all_choices_stays_a_row() -> None:
    with with_more_games():
        shuttle = board(Match(numduel.new("shuttle")))
        assert set(re.findall(r'class="nd-tile" x="\d+" y="(\d+)"', shuttle)) == {"18"}


def test_drawing_move_is_marked_with_its_sign() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("pick15"), ["5"])
        report = ENGINE.analyse(match.game, match.state, plenty())
        drawn = board_svg(picture(match), report.moves, report.best)
        assert "★ D</text>" in drawn
        assert "nd-chip nd-draw" in drawn
        assert ": draw (best)" in drawn

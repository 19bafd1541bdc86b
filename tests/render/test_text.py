"""Pictures in characters, of games unlike the five."""

from __future__ import annotations

import numduel
from duel_support import variants, with_more_games
from numduel import Match, Player
from numduel.core import Fact, Picture, Tile
from numduel.render.text import draw
from numduel.views.positions import picture


def drawn(match: Match, width: int = 80, height: int = 100) -> list[str]:
    return draw(picture(match), match.moves, width=width, height=height)


def test_empty_tile_shows_the_move_that_it_stands_for() -> None:
    with with_more_games():
        assert drawn(Match.replay(numduel.new("threes", columns=3), ["a1", "b2"])) == [
            "    +-------+-------+-------+",
            "    |       |  [b1] |  [c1] |",
            "    |   P1  |       |       |",
            "    +-------+-------+-------+",
            "    |  [a2] |       |  [c2] |",
            "    |       |   P2  |       |",
            "    +-------+-------+-------+",
        ]


def test_picture_without_tiles_is_its_facts() -> None:
    with with_more_games():
        assert drawn(Match(numduel.new("toss"), drawn=["6"])) == [
            " > Player 1  Shows: 6",
            "   Player 2  Shows: 0",
            "   Throws: 1",
        ]


def test_picture_of_nothing_is_no_lines() -> None:
    assert draw(Picture((), (), Player.ONE)) == []


def test_draw_marks_no_winner() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("toss"), ["keep", "keep"], drawn=["3", "3"])
        assert not any(line.startswith((" *", " >")) for line in drawn(match))


def test_every_other_game_fits_into_a_small_terminal() -> None:
    with with_more_games() as more:
        for variant in variants(more):
            match = Match(variant.new(1))
            for line in drawn(match, width=60, height=6):
                assert len(line) <= 60
                assert "None" not in line


def test_short_rows_are_drawn_as_they_are() -> None:
    rows = ((Tile("1"), Tile("2")), (Tile("3"),))
    lines = draw(Picture(rows, (Fact("Left", 3),), Player.ONE, first=1))
    assert lines[0].split() == ["1", "2"]
    assert lines[-1] == "   Left: 3"

"""Pictures as text, of other kinds of games."""

from __future__ import annotations

import numduel
from duel_support import variants, with_more_games
from numduel import Match, Player
from numduel.core import Fact, Picture, Tile
from numduel.picture_text import draw
from numduel.views.positions import picture


def drawn(match: Match, width: int = 80, height: int = 100) -> list[str]:
    return draw(picture(match), match.moves, width=width, height=height)


def test_empty_tile_shows_its_move_as_text() -> None:
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


def test_text_without_tiles_shows_the_facts() -> None:
    with with_more_games():
        assert drawn(Match(numduel.new("toss"), drawn=["6"])) == [
            " > Player 1  Shows: 6",
            "   Player 2  Shows: 0",
            "   Throws: 1",
        ]


def test_empty_picture_has_no_lines() -> None:
    assert draw(Picture((), (), Player.ONE)) == []


def test_draw_has_no_winner_mark() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("toss"), ["keep", "keep"], drawn=["3", "3"])
        assert not any(line.startswith((" *", " >")) for line in drawn(match))


def test_other_kinds_of_games_fit_a_small_terminal() -> None:
    with with_more_games() as more:
        for variant in variants(more):
            match = Match(variant.new(1))
            for line in drawn(match, width=60, height=6):
                assert len(line) <= 60
                assert "None" not in line


def test_short_rows_are_not_padded() -> None:
    rows = ((Tile("1"), Tile("2")), (Tile("3"),))
    lines = draw(Picture(rows, (Fact("Left", 3),), Player.ONE, first=1))
    assert lines[0].split() == ["1", "2"]
    assert lines[-1] == "   Left: 3"

"""A picture as plain lines of text, for the dialogue of games that prescribe none."""

from __future__ import annotations

from numduel import Fact, Picture, Player, Tag, Tile

MINE = Tag("p1", "taken by Player 1", Player.ONE)


def lines(*rows: tuple[Tile, ...], facts: tuple[Fact, ...] = ()) -> list[str]:
    return Picture(rows, facts, Player.ONE).lines()


def test_tiles_stand_in_columns() -> None:
    assert lines((Tile("1"), Tile("12")), (Tile("7"), Tile("8"))) == ["1  12", "7  8"]


def test_tokens_and_marks_follow_the_label() -> None:
    assert lines((Tile("5", (Player.ONE,)), Tile("6", tags=(MINE,)))) == ["5P1 6p1"]
    assert lines((Tile("", (Player.ONE, Player.TWO, Player.ONE)),)) == ["P1P2P1"]


def test_empty_tile_shows_its_move_or_a_dot() -> None:
    assert lines((Tile("", move="a1"), Tile(""), Tile("", (Player.TWO,), move="c1"))) == [
        "a1 .  P2"
    ]


def test_rows_may_differ_in_length_and_may_be_missing() -> None:
    assert lines((Tile("1"),), (Tile("2"), Tile("3"))) == ["1", "2 3"]
    assert lines() == []


def test_facts_stand_below_the_tiles_with_their_players() -> None:
    facts = (Fact("Sum", 7, Player.ONE, 15), Fact("Left", 3))
    assert lines((Tile("1"),), facts=facts) == ["1", "Player 1, Sum: 7 of 15", "Left: 3"]

"""Pictures as lines of text, and names of cells."""

from __future__ import annotations

from numduel import Fact, Picture, Player, Tag, Tile

MINE = Tag("p1", "taken by Player 1", Player.ONE)


def lines(*rows: tuple[Tile, ...], facts: tuple[Fact, ...] = ()) -> list[str]:
    return Picture(rows, facts, Player.ONE).lines()


def test_tiles_are_drawn_in_columns() -> None:
    assert lines((Tile("1"), Tile("12")), (Tile("7"), Tile("8"))) == ["1  12", "7  8"]


def test_tokens_and_marks_follow_the_label() -> None:
    assert lines((Tile("5", (Player.ONE,)), Tile("6", tags=(MINE,)))) == ["5P1 6p1"]
    assert lines((Tile("", (Player.ONE, Player.TWO, Player.ONE)),)) == ["P1P2P1"]


def test_empty_tile_shows_its_move_or_a_dot() -> None:
    assert lines((Tile("", move="a1"), Tile(""), Tile("", (Player.TWO,), move="c1"))) == [
        "a1 .  P2"
    ]


def test_rows_may_have_different_lengths_or_be_missing() -> None:
    assert lines((Tile("1"),), (Tile("2"), Tile("3"))) == ["1", "2 3"]
    assert lines() == []


def test_facts_are_below_the_tiles_with_their_players() -> None:
    facts = (Fact("Sum", 7, Player.ONE, 15), Fact("Left", 3))
    assert lines((Tile("1"),), facts=facts) == ["1", "Player 1, Sum: 7 of 15", "Left: 3"]


def square(size: int) -> Picture:
    """Return a square board with coordinates from 1; its first tile shows no number."""
    rows = tuple(
        tuple(Tile("" if r == c == 1 else f"{r}{c}", move=f"{r},{c}") for c in range(1, size + 1))
        for r in range(1, size + 1)
    )
    return Picture(rows, (), Player.ONE, first=1)


def test_moves_on_a_three_by_three_board_are_named_by_position() -> None:
    named = [square(3).name_of(move) for move in ("1,1", "1,2", "2,1", "2,2", "3,3")]
    assert named == [
        "the top left cell",
        "the 12, top middle",
        "the 21, middle left",
        "the 22, centre",
        "the 33, bottom right",
    ]


def test_moves_on_larger_boards_keep_their_coordinates_except_in_corners() -> None:
    assert square(4).name_of("1,4") == "the 14, top right"
    assert square(4).name_of("2,3") == "the 23 at 2,3"


def test_moves_without_coordinates_keep_their_names() -> None:
    assert square(3).name_of("yes") == "yes"
    assert square(3).name_of("9,9") == "9,9"
    assert Picture(((Tile("7", move="7"),),), (), None).name_of("7") == "7"

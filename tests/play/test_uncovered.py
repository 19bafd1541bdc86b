"""The legend of a board, and its numbers that stayed hidden to the end."""

from __future__ import annotations

import numduel
from duel_support import VARIANTS, Variant, for_each, laid_open, visible_board
from numduel import Match
from numduel.core import START, VISITED, Picture, Player, Tile


def played_out(match: Match) -> Match:
    while not match.is_over and len(match.plies) < 400:
        assert match.uncovered == ()
        match.play(match.moves[-1])
    return match


def test_numbers_hidden_to_the_end_are_uncovered() -> None:
    match = played_out(Match(numduel.new("quest", board="4 2 3/1 5 6/9 7 8")))
    assert "?" in visible_board(match)
    assert match.uncovered == (("4", "2", "3"), ("1", "5", "6"), ("9", "7", "8"))


def test_fully_revealed_board_has_no_uncovered_rows() -> None:
    match = played_out(Match(numduel.new("quest", board="4 2 3/1 5 6/9 7 8", target=40)))
    assert match.is_over
    assert match.uncovered == ()


def test_undone_reveal_uncovers_nothing_before_the_end() -> None:
    match = Match.replay(numduel.new("quest", board="4 2 3/1 5 6/9 7 8"), ["1,1", "1,2"])
    match.undo()
    assert "2" in match.board
    assert match.uncovered == ()


@for_each(VARIANTS)
def test_only_hidden_boards_are_uncovered(variant: Variant) -> None:
    game = variant.new()
    match = played_out(Match(game))
    if game.public() is game:
        assert match.uncovered == ()
    elif match.uncovered:
        assert "/".join(" ".join(row) for row in match.uncovered) == laid_open(game)


def test_legend_lists_tokens_then_marks_only() -> None:
    one, two = Player
    tiles = (Tile("4", (one,), (VISITED[two],)), Tile("3", (), (START[one], VISITED[two])))
    assert list(Picture((tiles,), (), one).legend().items()) == [
        ("P1", "Player 1's token"),
        ("S1", "Player 1's start"),
        ("p2", "visited by Player 2"),
    ]
    assert Picture(((Tile("4"),),), (), two).legend() == {}

"""Positions of a match: tiles, coordinates, and the moves of tiles."""

from __future__ import annotations

import pytest

import numduel
from duel_support import with_more_games
from numduel import IllegalMove, Match, Player
from numduel.core import AnyGame, Picture
from numduel.views import positions

MAZE = "4 3 8/9 5 1/2 7 6"


def first_picture(game: AnyGame) -> Picture:
    return game.picture(game.start())


def test_last_tile_is_the_tile_chosen_last() -> None:
    match = Match.replay(numduel.new("maze", board=MAZE), ["0,0", "2,0", "0,1"])
    assert [positions.last_tile(match, ply) for ply in range(4)] == [None, 0, 6, 1]
    assert positions.last_tile(match) == 1
    assert positions.tiles(match) == [0, 6, 1]
    assert positions.tiles(match, 2) == [0, 6]


def test_chance_events_have_no_tile() -> None:
    match = Match(numduel.new("quest", board="4 2 3/1 5 6/9 7 8", target=40))
    match.play("2,2")
    assert [ply.player is None for ply in match.plies] == [False, True]
    assert positions.tiles(match) == [4, None]
    assert positions.last_tile(match) == 4


def test_tile_of_a_move_depends_on_its_position() -> None:
    match = Match.replay(numduel.new("race", board="1 1 1/1 1 1/1 1 1"), ["Right", "Left", "Right"])
    assert positions.tiles(match) == [1, 7, 2]
    assert positions.trails(match) == ((1, 2), (7,))


def test_finished_picture_shows_hidden_numbers_and_the_winner() -> None:
    match = Match(numduel.new("quest", board="4 2 3/1 5 6/9 7 8"))
    match.play("2,2")
    assert [tile.label for row in positions.picture(match).rows for tile in row].count("5") == 1
    match.resign(Player.TWO)
    now, before = positions.picture(match), positions.picture(match, 1)
    assert [tile.label for row in now.rows for tile in row] == list("423156978")
    assert (now.player, now.winner) == (None, Player.ONE)
    assert before.winner is None
    assert sum(tile.label == "" for row in before.rows for tile in row) == 9


def test_long_row_of_choices_becomes_a_square() -> None:
    for highest, columns in ((2, 2), (3, 3), (4, 2), (5, 3), (9, 3), (10, 4), (16, 4), (17, 5)):
        assert (
            positions.display_columns(first_picture(numduel.new("sum", highest=highest))) == columns
        )
    assert positions.display_columns(first_picture(numduel.new("maze", size=5))) == 5


def test_coordinates_start_where_each_game_starts_counting() -> None:
    maze, race, sums = (first_picture(numduel.new(id)) for id in ("maze", "race", "sum"))
    assert positions.coordinates_of(maze, 5) == "1,2"
    assert positions.coordinates_of(race, 5) == "2,2"
    assert positions.coordinates_of(sums, 5) is None


def test_typable_words_are_the_words_of_the_vocabulary() -> None:
    run = numduel.new("run")
    assert positions.typable_words(run, ["0,1", "1,0"]) == []
    assert "yes" in positions.typable_words(run, ["yes", "no"])
    assert "0,1" not in positions.typable_words(run, ["yes", "no"])
    assert positions.typable_words(run, []) == []


def test_moves_without_a_tile_become_buttons() -> None:
    maze = numduel.new("maze", board=MAZE)
    picture = first_picture(maze)
    assert positions.moves_without_tile(picture, ["0,0", "pass", "1,1"]) == ["pass"]
    assert positions.tile_of(picture, "1,1") == 4
    assert positions.tile_of(picture, "pass") is None
    assert positions.move_to(maze, maze.start(), picture, 8) == "2,2"


def test_unreachable_tile_raises_a_reason() -> None:
    race = numduel.new("race", board="2 1 1/1 1 1/1 1 1")
    with pytest.raises(IllegalMove, match="in a straight line"):
        positions.move_to(race, race.start(), first_picture(race), 4)


# ---- other kinds of games


def test_other_rows_stay_rows() -> None:
    with with_more_games():
        for game, columns in (("pick15", 3), ("shuttle", 5), ("threes", 4), ("nim", 9)):
            assert positions.display_columns(first_picture(numduel.new(game))) == columns


def test_picture_without_tiles_has_one_column_and_no_chosen_tiles() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("toss"), ["keep", "throw"], drawn=["1", "2", "3"])
        assert positions.picture(match).rows == ()
        assert positions.display_columns(positions.picture(match)) == 1
        assert positions.tiles(match) == [None] * 5
        assert positions.last_tile(match) is None
        assert positions.trails(match) == ((), ())


def test_picture_of_a_draw_has_no_winner_and_no_player_to_move() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("shuttle"), ["left", "right", "stay"])
        assert positions.picture(match)[2:4] == (None, None)
        assert positions.moves_without_tile(positions.picture(match, 0), ["left", "stay"]) == [
            "left",
            "stay",
        ]

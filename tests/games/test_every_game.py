"""The five games follow docs/rules/every-game.md."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import numduel
from duel_support import FIVE, laid_open
from numduel import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    Match,
    MoveError,
    Player,
    SetupError,
    Turn,
)
from numduel.play.series import Series, Side

every_game = pytest.mark.parametrize("id", FIVE)

BOARDS = {
    "maze": "4 3 8/9 5 1/2 7 6",
    "run": "3 1 4 2 5/2 5 1 3 4/4 2 5 1 3/1 4 2 5 2/5 3 1 4 2",
    "quest": "7 2 3/1 5 4/9 6 8",
    "race": "1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1",
}
SIZES = {"maze": 3, "run": 5, "quest": 3, "race": 4}


def new(id: str) -> Match:
    return Match(numduel.new(id, board=BOARDS.get(id)))


def played(id: str, *moves: str, board: str | None = None, **options: Any) -> Match:
    match = Match(numduel.new(id, board=board or BOARDS.get(id), **options))
    for move in moves:
        match.play(move)
    return match


def finished(id: str, seed: int) -> Match:
    """Return a random game; an endless race is stopped."""
    rng = Random(seed)
    match = Match(numduel.new(id, seed=seed))
    while match.moves and len(match.plies) < 300:
        match.play(rng.choice(match.moves))
    return match


def seen(match: Match) -> tuple[object, ...]:
    return match.states, match.plies, match.player, match.moves, match.board


# ---- players and turns


@pytest.mark.clause("G1")
@every_game
def test_player_one_moves_first(id: str) -> None:
    assert new(id).player is Player.ONE


@pytest.mark.clause("G1")
@pytest.mark.parametrize("first", [0, 1])
def test_either_side_can_be_player_one(first: int) -> None:
    ann, bob = Side("Ann", "human"), Side("Bob", "human")
    assert Series((ann, bob), first=first).seats[Player.ONE] == (ann, bob)[first]


@pytest.mark.clause("G10")
@every_game
def test_player_can_move_or_the_game_is_over(id: str) -> None:
    for seed in range(30):
        match = finished(id, seed)
        for state in match.states:
            status = match.game.status(state)
            if isinstance(status, Turn):
                assert status.moves
        assert match.is_over == (match.player is None) == (not match.moves)


@pytest.mark.clause("G4")
def test_answer_to_a_challenge_belongs_to_the_turn_of_the_move() -> None:
    match = played("run", "0,1", "no", "1,0", "1,1", board="1 1/1 1")
    assert [ply.turn for ply in match.plies] == [1, 1, 2, 3]


@pytest.mark.clause("G4")
def test_revealed_number_belongs_to_the_turn_of_the_choice() -> None:
    match = played("quest", "2,2", "1,3", "1,2")
    assert [ply.turn for ply in match.plies] == [1, 1, 2, 2, 3, 3]
    assert [ply.player for ply in match.plies[:4]] == [Player.ONE, None, Player.TWO, None]


@pytest.mark.clause("G4")
def test_extra_move_and_playing_alone_belong_to_one_turn() -> None:
    maze = played("maze", "0,0", "2,2", "0,1", "pass", "2,1", board="4 3+ 8/9 5 1/2 7 6")
    assert [ply.turn for ply in maze.plies] == [1, 2, 3, 3, 4]
    quest = played("quest", "stand", "1,2", "1,3", stand=True)
    assert [ply.turn for ply in quest.plies] == [1, 2, 2, 2, 2]


@pytest.mark.clause("G11")
@every_game
def test_refused_move_changes_nothing(id: str) -> None:
    rng = Random(1)
    match = new(id)
    refused = 0
    while match.moves and len(match.plies) < 100:
        before = seen(match)
        for move in ("nonsense", *match.game.vocabulary):
            if move not in match.moves:
                with pytest.raises(MoveError, match=r"\w"):
                    match.play(move)
                refused += 1
        assert seen(match) == before
        match.play(rng.choice(match.moves))
    assert refused > 3


@pytest.mark.clause("G12")
@every_game
def test_last_move_can_be_undone(id: str) -> None:
    match = next(match for seed in range(60) if len((match := finished(id, seed)).plies) > 3)
    while made := [number for number, ply in enumerate(match.plies) if ply.player is not None]:
        states, plies = match.states, match.plies
        match.undo()
        assert match.states == states[: made[-1] + 1]
        assert match.plies == plies[: made[-1]]
    assert match.states == (match.game.start(),)
    with pytest.raises(IllegalMove, match="no move to undo"):
        match.undo()


@pytest.mark.clause("G12")
def test_answer_is_undone_as_a_separate_move() -> None:
    match = played("run", "0,1", "yes", board="1 1/1 1")
    match.undo()
    assert (match.player, match.moves) == (Player.ONE, ("yes", "no"))
    match.undo()
    assert match.moves == ("0,1", "1,0")


# ---- winning and losing


@pytest.mark.clause("G2")
@pytest.mark.parametrize(
    "match",
    [
        played("maze", "0,0", "2,2", board="9 7 1/8 2 3/4 5 6"),
        played("sum", "2", highest=3),
        played("race", board="4 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1"),
    ],
    ids=["maze", "sum", "race"],
)
def test_player_who_cannot_move_loses_at_once(match: Match) -> None:
    loser = match.state.player
    assert (match.is_over, match.reason, match.winner) == (True, "stuck", loser.other)


@pytest.mark.clause("G2")
def test_runner_who_cannot_move_loses_at_once() -> None:
    moves = ("1,0", "3,4", "1,1", "3,3", "1,2", "4,3", "0,2", "4,2", "0,1", "3,2")
    match = played("run", *moves, board="/".join(["1 1 1 1 1"] * 5))
    assert (match.state.player, match.winner, match.reason) == (Player.ONE, Player.TWO, "stuck")


@pytest.mark.clause("G2")
def test_quest_without_cells_is_won_by_the_closest_score() -> None:
    match = played("quest", "1,1", "1,2", "2,1", "2,2", board="4 1/3 2")
    # Player 1 would be to move and has no cell, but is the closest to 15.
    assert (match.state.player, match.winner, match.reason) == (Player.ONE, Player.ONE, "closest")


@pytest.mark.clause("G13")
@every_game
def test_finished_game_has_exactly_one_winner(id: str) -> None:
    winners = set()
    for seed in range(60):
        match = finished(id, seed)
        if match.is_over:
            assert match.winner in (Player.ONE, Player.TWO)
            winners.add(match.winner)
    assert winners == {Player.ONE, Player.TWO}


@pytest.mark.clause("G14")
@every_game
def test_no_move_is_possible_once_the_game_is_over(id: str) -> None:
    match = next(match for seed in range(60) if (match := finished(id, seed)).is_over)
    assert match.moves == ()
    for move in match.game.vocabulary:
        with pytest.raises(IllegalMove, match="the game is over"):
            match.play(move)


@pytest.mark.clause("G5")
def test_rounds_swap_seats_and_count_wins() -> None:
    ann, bob = Side("Ann", "human"), Side("Bob", "human")
    series = Series((ann, bob), rounds=3)
    seats = []
    for winner in (Player.ONE, Player.ONE, Player.TWO):
        assert not series.is_over
        seats.append(series.seats)
        series = series.end_round(winner)
    assert seats == [(ann, bob), (bob, ann), (ann, bob)]
    assert series.is_over
    assert series.wins == (1, 2)  # Ann as Player 1; Bob as Player 1 and as Player 2
    assert series.wins_line() == "Wins: Ann 1, Bob 2"


# ---- boards


@pytest.mark.clause("G3")
@pytest.mark.parametrize(("id", "first"), [("maze", 0), ("run", 0), ("quest", 1), ("race", 1)])
def test_cells_are_numbered_from_0_or_1(id: str, first: int) -> None:
    match = new(id)
    picture = match.game.picture(match.state)
    assert picture.first == first
    if id == "race":
        assert match.read(f"{first},{first + 1}") == "Right"  # the cell that Right leads to
    else:
        named = [tile.move for row in picture.rows for tile in row]
        ways = range(first, first + SIZES[id])
        assert named == [f"{row},{column}" for row in ways for column in ways]


@pytest.mark.clause("G6")
@pytest.mark.parametrize(
    ("id", "options", "board"),
    [
        ("maze", {"seed": 7}, "7 4 6/8 9 1/5 2 3"),
        ("maze", {"seed": 2024, "size": 4}, "6 2 1 13/15 9 4 7/10 3 16 14/12 5 11 8"),
        (
            "maze",
            {"seed": 5, "size": 4, "starts": "random", "extra": 2, "diagonal": 2},
            "3 4+ 7 2/16@2 6+ 14 8/5 1x 11 9/13@1 15 12 10x",
        ),
        ("run", {"seed": 7}, "2 1 4 1 3/2 1 3 1 3/1 1 3 5 1/2 4 5 3 2/5 1 5 2 1"),
        ("run", {"seed": 2024, "size": 4}, "3 4 2 5/3 4 2 2/5 3 3 4/5 2 4 3"),
        ("quest", {"seed": 7}, "7 4 6/8 9 1/5 2 3"),
        ("quest", {"seed": 2024, "size": 4}, "6 2 1 13/15 9 4 7/10 3 16 14/12 5 11 8"),
        ("race", {"seed": 7}, "2 1 3 1/3 2 1 3/1 2 1 1/2 4 1 1"),
        ("race", {"seed": 2024}, "2 3 2 4/2 3 2 1/4 2 2 3/4 2 3 3"),
    ],
)
def test_same_seed_always_gives_the_same_setup(
    id: str, options: dict[str, Any], board: str
) -> None:
    for _ in range(2):
        assert laid_open(numduel.new(id, **options)) == board


@pytest.mark.clause("G15")
@pytest.mark.parametrize("id", BOARDS)
def test_board_can_be_given_as_text(id: str) -> None:
    text = BOARDS[id]
    for given in (text, text.replace(" ", ","), text.replace("/", " / ").replace(" ", "  ")):
        assert laid_open(numduel.new(id, board=given)) == text


@pytest.mark.clause("G15")
def test_sum_battle_has_no_board() -> None:
    with pytest.raises(SetupError, match="Sum Battle has no board"):
        numduel.new("sum", board="1 2/3 4")


@pytest.mark.clause("G16")
@pytest.mark.parametrize("id", BOARDS)
def test_given_board_sets_the_size(id: str) -> None:
    assert numduel.new(id, board="1 2/3 4").options.size == 2
    assert numduel.new(id, board="1 2/3 4", size=2).options.size == 2
    with pytest.raises(SetupError, match="size is 3, but this board needs 2"):
        numduel.new(id, board="1 2/3 4", size=3)


@pytest.mark.clause("G16")
@pytest.mark.parametrize("id", BOARDS)
@pytest.mark.parametrize("board", ["1 2 3/4 5 6", "1 2/3", "1", ""])
def test_given_board_must_be_square(id: str, board: str) -> None:
    with pytest.raises(SetupError):
        numduel.new(id, board=board)


@pytest.mark.clause("G17")
@every_game
def test_unknown_option_is_refused(id: str) -> None:
    with pytest.raises(SetupError, match="'colour' isn't an option"):
        numduel.new(id, colour="red")


@pytest.mark.clause("G17")
@every_game
def test_option_outside_its_limits_is_refused(id: str) -> None:
    for name, field in type(numduel.new(id).options).fields.items():
        with pytest.raises(SetupError, match=name):
            field.accept(-1)
        with pytest.raises(SetupError, match=name):
            field.accept("nonsense")


# ---- typing moves


@pytest.mark.clause("G18")
@every_game
@pytest.mark.parametrize("text", ["", "x", "9,9", "1;1", "-1", "٣"])
def test_text_that_is_not_a_move_is_refused(id: str, text: str) -> None:
    match = new(id)
    with pytest.raises(InvalidMove):
        match.play(text)
    assert match.plies == ()


@pytest.mark.clause("G18")
def test_text_that_could_mean_two_moves_is_refused() -> None:
    match = Match(numduel.new("maze", seed=1, size=12))
    with pytest.raises(AmbiguousMove, match="could mean") as refused:
        match.read("111")
    assert set(refused.value.choices) == {"1,11", "11,1"}
    assert match.plies == ()

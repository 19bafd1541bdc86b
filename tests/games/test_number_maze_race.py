"""Number Maze Race follows docs/rules/race.md."""

from __future__ import annotations

from typing import Any

import pytest

import numduel
from numduel import IllegalMove, InvalidMove, Match, Over, Player, SetupError, Turn
from numduel.core import AnyGame

BOARD = "1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1"
ONES = "1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1"


def played(*moves: str, board: str | None = BOARD, **options: Any) -> Match:
    match = Match(numduel.new("race", board=board, **options))
    for move in moves:
        match.play(move)
    return match


def cells_of(match: Match) -> tuple[str, str]:
    """Return the cells of Player 1 and Player 2."""
    rows = match.game.picture(match.state).rows
    found = {
        player: f"{r},{c}"
        for r, row in enumerate(rows, 1)
        for c, tile in enumerate(row, 1)
        for player in tile.tokens
    }
    return found[Player.ONE], found[Player.TWO]


def values(board: str) -> list[int]:
    return [int(value) for value in board.replace("/", " ").split()]


def reached(game: AnyGame) -> set[Any]:
    """Yield every reachable position."""
    waiting, seen = [game.start()], {game.start()}
    while waiting:
        state = waiting.pop()
        status = game.status(state)
        if isinstance(status, Turn):
            after = {game.play(state, move) for move in status.moves} - seen
            seen |= after
            waiting += after
    return seen


# ---- aim and setup


@pytest.mark.clause("X10")
def test_landing_on_the_opponents_start_wins_at_once() -> None:
    one = played("Right", "Left", "Down", board="3 1 1 3/1 1 1 1/1 1 1 1/1 1 1 1")
    assert (one.winner, one.reason, cells_of(one)) == (Player.ONE, "reached", ("4,4", "4,3"))
    two = played("Right", "Left", "Down", "Up", board="1 1 1 1/1 1 1 1/1 1 1 1/3 1 1 3")
    assert (two.winner, two.reason, cells_of(two)) == (Player.TWO, "reached", ("2,2", "1,1"))


@pytest.mark.clause("X11")
def test_each_cell_gets_a_random_number_from_1_to_4() -> None:
    boards = [numduel.new("race", seed=seed).board for seed in range(40)]
    for board in boards:
        assert [len(row.split()) for row in board.split("/")] == [4] * 4
    for cell in range(16):
        assert {values(board)[cell] for board in boards} == {1, 2, 3, 4}
    # Cells are drawn independently, so no count of a number is fixed.
    assert len({values(board).count(4) for board in boards}) > 3


@pytest.mark.clause("X11")
@pytest.mark.parametrize("number", ["0", "5"])
def test_given_numbers_are_from_1_to_4(number: str) -> None:
    with pytest.raises(SetupError, match="from 1 to 4"):
        numduel.new("race", board=BOARD.replace("1", number, 1))


@pytest.mark.clause("X12", "X13")
def test_players_start_in_corners_that_are_named_from_1() -> None:
    match = played()
    assert cells_of(match) == ("1,1", "4,4")
    assert "- Current Position: (1,1)" in match.game.ask(match.state)
    match.play("Right")
    assert "- Current Position: (4,4)" in match.game.ask(match.state)


@pytest.mark.clause("X14")
def test_all_numbers_are_seen_from_the_start() -> None:
    match = played()
    rows = match.game.picture(match.state).rows
    assert [int(tile.label) for row in rows for tile in row] == values(BOARD)
    assert match.view(Player.ONE) == match.view(Player.TWO) == match.state


# ---- turns


@pytest.mark.clause("X15")
def test_players_alternate_without_passing() -> None:
    match = played("Right", "Left", "Down")
    assert [ply.player for ply in match.plies] == [Player.ONE, Player.TWO, Player.ONE]
    for text in ("pass", ""):
        with pytest.raises(InvalidMove):
            match.play(text)
    assert match.player is Player.TWO


@pytest.mark.clause("X16")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_token_moves_exactly_as_far_as_its_cell_says(number: int) -> None:
    board = f"{number} 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1"
    assert cells_of(played("Right", board=board))[0] == f"1,{1 + number}"
    assert cells_of(played("Down", board=board))[0] == f"{1 + number},1"


@pytest.mark.clause("X16")
def test_distance_is_the_number_of_the_cell_being_left() -> None:
    match = played("Right", "Left", "Down", "Up")
    assert cells_of(match) == ("4,2", "2,3")


@pytest.mark.clause("X17")
def test_moves_go_straight_in_four_directions() -> None:
    centre = played("Right", "Left", "Down", "Left", board=ONES)
    assert (cells_of(centre)[0], centre.moves) == ("2,2", ("Up", "Down", "Left", "Right"))
    landed = {
        move: cells_of(played("Right", "Left", "Down", "Left", move, board=ONES))[0]
        for move in centre.moves
    }
    assert landed == {"Up": "1,2", "Down": "3,2", "Left": "2,1", "Right": "2,3"}
    assert centre.game.vocabulary == ("Up", "Down", "Left", "Right")
    for text in ("down-right", "3,3", "1,1"):
        with pytest.raises(InvalidMove):
            centre.play(text)


@pytest.mark.clause("X18")
def test_moves_off_the_grid_are_illegal() -> None:
    match = played()
    assert match.moves == ("Down", "Right")
    for way in ("Up", "Left"):
        with pytest.raises(IllegalMove):
            match.play(way)
    short = played("Right", board=BOARD)
    assert short.moves == ("Up", "Left")
    # From 1,2 with a 3, there are only 2 columns to the right and 1 to the left.
    assert played("Right", "Left").moves == ("Down",)


@pytest.mark.clause("X19")
def test_landing_on_the_opponent_is_illegal() -> None:
    match = played("Right", board="3 1 1 1/1 1 1 1/1 1 1 1/1 1 1 3")
    assert match.moves == ("Left",)
    with pytest.raises(
        IllegalMove, match="leads to the 1, top right, which is occupied by Player 1"
    ):
        match.play("Up")


@pytest.mark.clause("X20")
def test_moving_over_the_opponent_is_allowed() -> None:
    match = played("Down", "Left", board="3 1 1 1/1 1 1 1/1 1 1 1/3 1 1 1")
    assert cells_of(match) == ("4,1", "4,3")
    match.play("Right")
    assert (match.winner, match.reason) == (Player.ONE, "reached")


@pytest.mark.clause("X1")
def test_opponents_start_is_closed_while_they_stand_on_it() -> None:
    moves = ("Right", "Left", "Left", "Left", "Right", "Right")
    match = played(*moves, board="3 1 1 3/1 1 1 1/1 1 1 1/3 1 2 1")
    assert cells_of(match) == ("1,4", "4,4")
    assert match.moves == ("Left",)
    with pytest.raises(IllegalMove, match="occupied by Player 2"):
        match.play("Down")


@pytest.mark.clause("X21")
def test_cells_can_be_entered_again() -> None:
    match = played("Right", "Left", "Left", "Right", board=ONES)
    assert cells_of(match) == ("1,1", "4,4")
    assert (match.is_over, match.player) == (False, Player.ONE)
    assert match.state == match.game.start()


@pytest.mark.clause("X22", "X23")
def test_move_of_four_steps_is_never_reached() -> None:
    """On a board of fours, no player can move from any cell."""
    game = numduel.new("race", board=ONES.replace("1", "4"))
    tried = 0
    for player in Player:
        for mine in range(16):
            for theirs in set(range(16)) - {mine, (0, 15)[player]}:
                state = type(game.start())(player, mine, theirs)
                assert game.status(state) == Over(player.other, "stuck")
                tried += 1
    assert tried == 2 * (16 * 15 - 15)


@pytest.mark.clause("X22")
def test_larger_grid_has_moves_of_four_steps() -> None:
    match = played("Right", board="/".join(["4 4 4 4 4"] * 5))
    assert cells_of(match) == ("1,5", "5,5")


@pytest.mark.clause("X23")
def test_player_on_a_4_loses() -> None:
    match = played("Right", "Left", "Down", "Up")
    assert cells_of(match) == ("4,2", "2,3")
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("X4")
def test_directions_are_listed_up_down_left_right() -> None:
    match = played("Right", "Left", "Down", "Left", board=ONES)
    assert match.moves == ("Up", "Down", "Left", "Right")
    assert match.game.vocabulary == ("Up", "Down", "Left", "Right")


@pytest.mark.clause("X4")
def test_invalid_direction_is_explained_by_row_or_column() -> None:
    match = played("Right", "Left", "Down", "Up")
    assert match.game.verdict(match.state)[4:8] == [
        "  - Up: Invalid (would move off the grid)",
        "  - Down: Invalid (would move off the grid)",
        "  - Left: Invalid (would move to (4,-2))",
        "  - Right: Invalid (would move to (4,6))",
    ]


# ---- winning and losing


@pytest.mark.clause("X24")
def test_player_without_a_legal_direction_loses() -> None:
    # Three steps lead off the grid from 2,2 in every direction.
    match = played("Right", "Up", "Down", "Left", board="1 1 1 1/1 3 1 1/1 1 1 1/1 1 1 1")
    assert cells_of(match)[0] == "2,2"
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("X24")
def test_opponents_token_can_block_the_last_move() -> None:
    # From 1,2 a 3 leads only to 4,2, where Player 2 stands.
    board = "1 3 1 1/1 1 1 1/1 1 1 1/1 1 1 2"
    match = played("Right", "Left", board=board)
    assert cells_of(match) == ("1,2", "4,2")
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("X3")
def test_starting_cell_with_too_large_a_number_loses_at_once() -> None:
    one = played(board=BOARD.replace("1", "4", 1))
    assert (one.winner, one.reason, one.plies) == (Player.TWO, "stuck", ())
    two = played(board=f"{BOARD[:-1]}4")
    assert two.player is Player.ONE
    two.play("Right")
    assert (two.winner, two.reason) == (Player.ONE, "stuck")


@pytest.mark.clause("X3")
def test_deal_does_not_avoid_lost_starts() -> None:
    matches = [Match(numduel.new("race", seed=seed)) for seed in range(100)]
    lost = sum(match.is_over for match in matches)
    assert 10 <= lost <= 45  # about a quarter


@pytest.mark.clause("X2")
def test_play_can_go_on_forever() -> None:
    match = played(board=ONES)
    for _ in range(500):
        for way in ("Right", "Left", "Left", "Right"):
            match.play(way)
    assert (match.is_over, match.winner, match.reason) == (False, None, None)
    assert match.state == match.game.start()


@pytest.mark.clause("X2")
def test_no_position_is_a_draw() -> None:
    ends = 0
    for seed in range(200):
        game = numduel.new("race", seed=seed)
        for state in reached(game):
            status = game.status(state)
            if isinstance(status, Over):
                ends += 1
                assert status.winner in (Player.ONE, Player.TWO)
                assert status.reason in ("reached", "stuck")
    assert ends > 200


@pytest.mark.clause("X25")
def test_no_points_are_counted() -> None:
    match = played("Right", "Left", "Down")
    assert {fact.label for fact in match.game.picture(match.state).facts} == {"Number"}
    # The state consists of the two cells and the player to move.
    assert match.state._fields == ("player", "mine", "theirs")


# ---- variants


@pytest.mark.clause("X5")
def test_size_and_numbers_can_be_changed_together() -> None:
    game = numduel.new("race", seed=1, size=8, highest=7)
    assert [len(row.split()) for row in game.board.split("/")] == [8] * 8
    assert set(values(game.board)) == set(range(1, 8))


@pytest.mark.clause("X26")
@pytest.mark.parametrize("size", [2, 3, 12])
def test_starts_are_corners_on_every_size(size: int) -> None:
    assert cells_of(played(board=None, size=size)) == ("1,1", f"{size},{size}")


@pytest.mark.clause("X26")
@pytest.mark.parametrize("size", [1, 13])
def test_size_has_limits(size: int) -> None:
    with pytest.raises(SetupError, match="from 2 to 12"):
        numduel.new("race", size=size)


@pytest.mark.clause("X27")
def test_highest_number_has_limits() -> None:
    assert set(values(numduel.new("race", highest=1).board)) == {1}
    assert max(values(numduel.new("race", highest=99, size=12, seed=1).board)) > 90
    for highest in (0, 100):
        with pytest.raises(SetupError, match="from 1 to 99"):
            numduel.new("race", highest=highest)


@pytest.mark.clause("X27")
def test_given_number_above_the_highest_is_refused() -> None:
    assert numduel.new("race", board="1 2/3 7", highest=7).board == "1 2/3 7"
    with pytest.raises(SetupError, match="from 1 to 6"):
        numduel.new("race", board="1 2/3 7", highest=6)

"""Number Run follows docs/rules/run.md."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import numduel
from numduel import IllegalMove, InvalidMove, Match, Over, Player, SetupError, Turn

BOARD = "3 1 4 2 5/2 5 1 3 4/4 2 5 1 3/1 4 2 5 2/5 3 1 4 2"
SMALL = "1 1 1/1 1 1/1 1 1"
STRONG_TWO = "1 1 1/1 1 5/1 5 1"
"""Any first cell of Player 2 is worth more than Player 1 can have by then."""

ENCOUNTER = ("0,1", "3,4", "1,1", "2,4", "1,2", "2,3", "2,2")
"""On BOARD: Player 1 has 12 on 2,2, next to Player 2, who has 6 on 2,3."""


def played(*moves: str, board: str | None = BOARD, **options: Any) -> Match:
    match = Match(numduel.new("run", board=board, **options))
    for move in moves:
        match.play(move)
    return match


def scores(match: Match) -> tuple[int, int]:
    facts = match.game.picture(match.state).facts
    one, two = (int(fact.value) for fact in facts if fact.label == "Score")
    return one, two


def cells_of(match: Match) -> tuple[str, str]:
    """Return the cells of Player 1 and Player 2."""
    tiles = [tile for row in match.game.picture(match.state).rows for tile in row]
    one, two = (str(t.move) for p in Player for t in tiles if p in t.tokens)
    return one, two


def visited(match: Match, player: Player) -> set[str]:
    tiles = [tile for row in match.game.picture(match.state).rows for tile in row]
    meaning = f"visited by {player}"
    return {str(t.move) for t in tiles if meaning in {tag.meaning for tag in t.tags}}


def values(board: str) -> list[int]:
    return [int(value) for value in board.replace("/", " ").split()]


# ---- aim and setup


@pytest.mark.clause("R10")
def test_entering_the_opponents_start_wins() -> None:
    one = played("0,1", "2,1", "0,2", "2,0", "1,2", "1,0", "2,2", board=SMALL)
    assert (one.winner, one.reason) == (Player.ONE, "reached")
    moves = ("1,0", "2,1", "1,1", "no", "2,0", "0,1", "1,0", "0,2", "0,0")
    two = played(*moves, board=SMALL)
    assert (two.winner, two.reason) == (Player.TWO, "reached")


@pytest.mark.clause("R11")
def test_each_cell_gets_a_random_value_from_1_to_5() -> None:
    boards = [numduel.new("run", seed=seed).board for seed in range(40)]
    for board in boards:
        assert [len(row.split()) for row in board.split("/")] == [5] * 5
    for cell in range(25):
        assert {values(board)[cell] for board in boards} == {1, 2, 3, 4, 5}
    # Cells are drawn independently, so no count of a value is fixed.
    assert len({values(board).count(5) for board in boards}) > 3


@pytest.mark.clause("R11")
@pytest.mark.parametrize("value", ["0", "6"])
def test_given_values_are_from_1_to_5(value: str) -> None:
    with pytest.raises(SetupError, match="from 1 to 5"):
        numduel.new("run", board=BOARD.replace("3", value, 1))


@pytest.mark.clause("R12")
def test_cells_are_named_by_row_and_column_from_0() -> None:
    match = played()
    cells = tuple(f"{row},{column}" for row in range(5) for column in range(5))
    assert match.game.vocabulary == (*cells, "yes", "no")
    match.play("1,0")
    assert scores(match) == (2, 0)


@pytest.mark.clause("R13", "R14")
def test_players_start_in_their_corners_with_a_score_of_0() -> None:
    match = played()
    assert cells_of(match) == ("0,0", "4,4")
    assert scores(match) == (0, 0)


@pytest.mark.clause("R1")
def test_start_is_visited_from_the_beginning() -> None:
    match = played("0,1", "4,3")
    assert visited(match, Player.ONE) == {"0,0", "0,1"}
    assert visited(match, Player.TWO) == {"4,4", "4,3"}
    with pytest.raises(IllegalMove, match="already visited"):
        match.play("0,0")
    match.play("0,2")
    with pytest.raises(IllegalMove, match="already visited"):
        match.play("4,4")


# ---- moving


@pytest.mark.clause("R15")
def test_players_alternate_without_passing() -> None:
    match = played("0,1", "4,3", "0,2", "4,2")
    assert [ply.player for ply in match.plies] == [Player.ONE, Player.TWO] * 2
    assert [ply.turn for ply in match.plies] == [1, 2, 3, 4]
    with pytest.raises(InvalidMove):
        match.play("pass")
    for answer in ("yes", "no"):
        with pytest.raises(IllegalMove, match="can't challenge now"):
            match.play(answer)
    assert match.player is Player.ONE


@pytest.mark.clause("R16")
def test_moves_go_one_step_straight() -> None:
    match = played("0,1", "4,3", "1,1", "4,2")
    assert match.moves == ("1,0", "1,2", "2,1")
    for cell in ("0,2", "2,2", "2,0", "1,3", "3,1", "4,4", "1,4"):
        with pytest.raises(IllegalMove, match="is not next to the"):
            match.play(cell)


@pytest.mark.clause("R17")
def test_own_visited_cells_are_closed() -> None:
    match = played("0,1", "4,3", "1,1", "4,2", "1,0", "4,1")
    assert match.moves == ("2,0",)
    with pytest.raises(IllegalMove, match="already visited"):
        match.play("1,1")


@pytest.mark.clause("R18")
def test_cell_of_the_opponent_is_closed() -> None:
    match = played(*ENCOUNTER, "no")
    assert cells_of(match) == ("2,2", "2,3")
    assert match.moves == ("1,3", "3,3")
    with pytest.raises(IllegalMove, match="occupied by Player 1"):
        match.play("2,2")


@pytest.mark.clause("R2")
def test_opponents_trail_is_open() -> None:
    match = played(*ENCOUNTER, "no", "1,3", "3,2", "1,2")
    assert scores(match)[1] == 6 + 3 + 1
    assert {"1,2"} <= visited(match, Player.ONE) & visited(match, Player.TWO)


@pytest.mark.clause("R5")
def test_opponents_start_is_closed_while_they_stand_on_it() -> None:
    moves = ("1,0", "2,1", "2,0", "yes", "1,2", "2,1", "1,1", "yes")
    match = played(*moves, board=SMALL)
    assert (match.player, cells_of(match)) == (Player.ONE, ("2,1", "2,2"))
    assert match.moves == ("1,1",)
    with pytest.raises(IllegalMove, match="occupied by Player 2"):
        match.play("2,2")


@pytest.mark.clause("R5")
def test_player_ones_start_is_closed_while_they_stand_on_it() -> None:
    out = ("0,1", "4,3", "0,2", "3,3", "0,3", "3,2", "1,3", "3,1", "2,3", "2,1", "2,2", "no")
    match = played(*out, "2,0", "1,2", "1,0", "1,1", "yes")
    assert (match.player, cells_of(match)) == (Player.TWO, ("0,0", "1,0"))
    assert match.moves == ("1,1",)
    with pytest.raises(IllegalMove, match="occupied by Player 1"):
        match.play("0,0")


@pytest.mark.clause("R19")
def test_entered_value_is_scored_and_the_cell_visited() -> None:
    match = played("0,1")
    assert scores(match) == (1, 0)
    match.play("3,4")
    assert scores(match) == (1, 2)
    match.play("1,1")
    assert scores(match) == (6, 2)
    assert visited(match, Player.ONE) == {"0,0", "0,1", "1,1"}
    assert visited(match, Player.TWO) == {"4,4", "3,4"}


@pytest.mark.clause("R6")
def test_moves_are_listed_row_by_row() -> None:
    assert played("0,1", "4,3", "1,1", "4,2").moves == ("1,0", "1,2", "2,1")
    assert played("1,0", "4,3", "1,1", "4,2").moves == ("0,1", "1,2", "2,1")
    assert played("0,1", "3,4").moves == ("0,2", "1,1")
    assert played("0,1").moves == ("3,4", "4,3")


@pytest.mark.clause("R6")
def test_winning_cell_is_scored() -> None:
    board = "1 1 1/1 1 1/1 1 5"
    match = played("0,1", "2,1", "0,2", "2,0", "1,2", "1,0", board=board)
    assert scores(match) == (3, 3)
    match.play("2,2")
    assert (match.winner, scores(match)) == (Player.ONE, (8, 3))


# ---- challenges


@pytest.mark.clause("R20")
def test_challenge_is_offered_only_next_to_the_opponent() -> None:
    match = played(*ENCOUNTER[:-1])
    assert cells_of(match) == ("1,2", "2,3")  # diagonal to each other, so no challenge was offered
    assert (match.player, match.moves) == (Player.ONE, ("0,2", "1,3", "2,2"))
    match.play("2,2")
    assert (match.player, match.moves) == (Player.ONE, ("yes", "no"))


@pytest.mark.clause("R20")
def test_challenge_is_not_offered_to_the_opponent_of_the_mover() -> None:
    match = played(*ENCOUNTER, "no")
    # They are still adjacent, but Player 1 moved there, so Player 2 has to move.
    assert (match.player, cells_of(match)) == (Player.TWO, ("2,2", "2,3"))
    assert "yes" not in match.moves


@pytest.mark.clause("R20")
@pytest.mark.parametrize("first", ["0,1", "1,0"])
def test_challenge_is_offered_above_below_left_and_right(first: str) -> None:
    match = played(first, board="1 1/1 1")
    assert match.moves == ("yes", "no")
    after = played(first, "no", {"0,1": "1,0", "1,0": "0,1"}[first], board="1 1/1 1")
    assert (after.player, after.moves) == (Player.ONE, ("1,1",))


@pytest.mark.clause("R3")
@pytest.mark.parametrize(
    ("board", "expected"),
    [(SMALL, (2, 1)), ("1 1 1/1 1 2/1 1 1", (2, 2)), (STRONG_TWO, (2, 5))],
)
def test_challenge_is_offered_regardless_of_scores(board: str, expected: tuple[int, int]) -> None:
    match = played("0,1", "1,2", "1,1", board=board)
    assert scores(match) == expected
    assert (match.player, match.moves) == (Player.ONE, ("yes", "no"))


@pytest.mark.clause("R3")
def test_winning_move_offers_no_challenge() -> None:
    moves = ("1,0", "2,1", "1,1", "no", "2,0", "2,1", "yes", "1,2", "2,2")
    match = played(*moves, board=SMALL)
    assert (match.winner, match.reason) == (Player.ONE, "reached")
    assert cells_of(match) == ("2,2", "1,2")


@pytest.mark.clause("R3")
def test_challenger_can_lose() -> None:
    match = played("0,1", "1,2", "1,1", "yes", board=STRONG_TWO)
    assert cells_of(match) == ("0,0", "1,2")
    assert scores(match) == (0, 5)


@pytest.mark.clause("R21")
def test_challenge_must_be_answered_first() -> None:
    match = played(*ENCOUNTER)
    with pytest.raises(IllegalMove, match="first decide whether to challenge"):
        match.play("3,2")
    before = (cells_of(match), scores(match))
    match.play("no")
    assert (cells_of(match), scores(match)) == before
    assert match.player is Player.TWO


@pytest.mark.clause("R22", "R23", "R24")
def test_higher_score_wins_and_the_loser_returns_to_start() -> None:
    match = played(*ENCOUNTER)
    assert scores(match) == (12, 6)
    match.play("yes")
    assert cells_of(match) == ("2,2", "4,4")
    assert scores(match) == (12, 0)


@pytest.mark.clause("R22", "R23", "R24")
def test_player_two_can_challenge_and_win() -> None:
    moves = ("0,1", "4,3", "0,2", "3,3", "0,3", "3,2", "1,3", "2,2", "2,3", "yes")
    match = played(*moves, "2,1", "1,0", "2,0")
    assert (match.player, match.moves) == (Player.TWO, ("yes", "no"))
    assert (cells_of(match), scores(match)) == (("1,0", "2,0"), (2, 22))
    match.play("yes")
    assert (cells_of(match), scores(match)) == (("0,0", "2,0"), (0, 22))
    assert match.winner is Player.TWO  # both ways out of the corner are visited


@pytest.mark.clause("R25")
def test_loser_keeps_visited_cells() -> None:
    match = played(*ENCOUNTER, "yes")
    assert visited(match, Player.TWO) == {"4,4", "3,4", "2,4", "2,3"}
    assert match.moves == ("4,3",)
    with pytest.raises(IllegalMove, match="already visited"):
        match.play("3,4")


@pytest.mark.clause("R25")
def test_challenger_who_loses_keeps_visited_cells() -> None:
    match = played("0,1", "1,2", "1,1", "yes", "0,2", board=STRONG_TWO)
    assert visited(match, Player.ONE) == {"0,0", "0,1", "1,1"}
    assert match.moves == ("1,0",)


@pytest.mark.clause("R26")
def test_tie_has_no_effect() -> None:
    match = played("0,1", "1,2", "1,1", board="1 1 1/1 1 2/1 1 1")
    before = (cells_of(match), scores(match))
    match.play("yes")
    assert (cells_of(match), scores(match)) == before == (("1,1", "1,2"), (2, 2))
    assert match.player is Player.TWO


@pytest.mark.clause("R27")
@pytest.mark.parametrize("board", [SMALL, "1 1 1/1 1 2/1 1 1", STRONG_TWO])
def test_other_player_moves_after_a_challenge(board: str) -> None:
    match = played("0,1", "1,2", "1,1", "yes", board=board)
    assert match.player is Player.TWO
    assert [ply.turn for ply in match.plies] == [1, 2, 3, 3]


@pytest.mark.clause("R4")
def test_loser_without_a_way_out_loses_the_game() -> None:
    moves = ("1,0", "3,4", "2,0", "3,3", "3,0", "4,3", "3,1", "4,2", "3,2")
    match = played(*moves)
    assert scores(match) == (13, 12)
    match.play("yes")
    assert cells_of(match) == ("3,2", "4,4")
    assert (match.winner, match.reason) == (Player.ONE, "stuck")


@pytest.mark.clause("R4")
def test_challenger_sent_back_loses_only_on_their_own_turn() -> None:
    moves = ("0,1", "3,2", "1,1", "3,1", "1,0", "3,0", "2,0", "yes")
    match = played(*moves, board="1 1 1 5/1 1 1 5/1 1 1 5/5 5 5 1")
    assert (match.player, cells_of(match)) == (Player.TWO, ("0,0", "3,0"))
    match.play("2,0")
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("R28")
def test_player_two_can_challenge_only_after_a_player_was_sent_back() -> None:
    """No pair of cells on the standard grid, even unvisited, lets Player 2 challenge."""
    game = numduel.new("run", board=BOARD)
    waiting: list[Any] = [game.start()]
    seen: set[Any] = set()
    asked: set[Player] = set()
    while waiting:
        state = waiting.pop()
        state = state._replace(me=state.me._replace(visited=0, score=0))
        state = state._replace(them=state.them._replace(visited=0, score=0))
        status = game.status(state)
        if state in seen or not isinstance(status, Turn):
            continue
        seen.add(state)
        if state.asked:
            asked.add(status.player)
        moves = ("no",) if state.asked else status.moves
        waiting += [game.play(state, move) for move in moves]
    assert asked == {Player.ONE}


@pytest.mark.clause("R28")
def test_player_two_can_challenge_after_a_lost_challenge() -> None:
    match = played("1,0", "2,1", "2,0", "yes", "1,2", "2,1", "1,1", board=SMALL)
    assert (match.player, match.moves) == (Player.TWO, ("yes", "no"))


# ---- winning and losing


@pytest.mark.clause("R29")
def test_player_loses_if_every_neighbour_is_visited() -> None:
    moves = ("1,0", "3,4", "1,1", "3,3", "1,2", "4,3", "0,2", "4,2", "0,1")
    match = played(*moves, board="/".join(["1 1 1 1 1"] * 5))
    assert not match.is_over
    match.play("3,2")
    assert cells_of(match) == ("0,1", "3,2")
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("R29")
def test_opponents_token_can_block_the_last_move() -> None:
    moves = ("1,0", "3,4", "1,1", "2,4", "0,1", "1,4", "0,2", "0,4", "0,3")
    match = played(*moves)
    match.play("no")
    assert cells_of(match) == ("0,3", "0,4")
    assert "0,3" not in visited(match, Player.TWO)
    assert (match.winner, match.reason) == (Player.ONE, "stuck")


@pytest.mark.clause("R30")
def test_every_game_ends_with_one_winner_within_48_moves() -> None:
    rng = Random(5)
    longest = 0
    for seed in range(300):
        match = Match(numduel.new("run", seed=seed))
        while match.moves:
            match.play(rng.choice(match.moves))
        assert match.winner in (Player.ONE, Player.TWO)
        longest = max(longest, sum("," in ply.move for ply in match.plies))
    assert 10 < longest <= 48


@pytest.mark.clause("R30")
def test_every_move_takes_a_new_cell() -> None:
    game = numduel.new("run", board=SMALL)
    waiting, seen = [game.start()], set()
    while waiting:
        state = waiting.pop()
        status = game.status(state)
        if state in seen:
            continue
        seen.add(state)
        if isinstance(status, Over):
            assert status.winner in (Player.ONE, Player.TWO)
            continue
        assert isinstance(status, Turn)
        for move in status.moves:
            after = game.play(state, move)
            assert steps(after) == steps(state) + (not state.asked)
            waiting.append(after)


def steps(state: Any) -> int:
    """Return the number of cells that the players have visited."""
    both: tuple[int, int] = (state.me.visited, state.them.visited)
    return sum(cells.bit_count() for cells in both)


# ---- variants


@pytest.mark.clause("R7")
def test_size_and_values_can_be_changed_together() -> None:
    game = numduel.new("run", seed=1, size=8, highest=9)
    assert [len(row.split()) for row in game.board.split("/")] == [8] * 8
    assert set(values(game.board)) == set(range(1, 10))


@pytest.mark.clause("R31")
@pytest.mark.parametrize("size", [2, 3, 12])
def test_starts_are_corners_on_every_size(size: int) -> None:
    match = played(board=None, size=size)
    assert cells_of(match) == ("0,0", f"{size - 1},{size - 1}")


@pytest.mark.clause("R31")
@pytest.mark.parametrize("size", [1, 13])
def test_size_has_limits(size: int) -> None:
    with pytest.raises(SetupError, match="from 2 to 12"):
        numduel.new("run", size=size)


@pytest.mark.clause("R32")
def test_highest_value_has_limits() -> None:
    assert set(values(numduel.new("run", highest=1).board)) == {1}
    assert max(values(numduel.new("run", highest=99, size=12, seed=1).board)) > 90
    for highest in (0, 100):
        with pytest.raises(SetupError, match="from 1 to 99"):
            numduel.new("run", highest=highest)


@pytest.mark.clause("R32")
def test_given_value_above_the_highest_is_refused() -> None:
    assert numduel.new("run", board="1 2/3 7", highest=7).board == "1 2/3 7"
    with pytest.raises(SetupError, match="from 1 to 6"):
        numduel.new("run", board="1 2/3 7", highest=6)

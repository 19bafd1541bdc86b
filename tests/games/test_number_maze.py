"""Number Maze follows docs/rules/maze.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import numduel
from numduel import IllegalMove, InvalidMove, Match, Over, Player, SetupError, Turn
from numduel.core import AnyGame

BOARD = "4 3 8/9 5 1/2 7 6"
EDGE = ("0,0", "0,1", "0,2", "1,0", "1,2", "2,0", "2,1", "2,2")
ALL = (*EDGE[:4], "1,1", *EDGE[4:])


def played(*moves: str, board: str | None = BOARD, **options: Any) -> Match:
    match = Match(numduel.new("maze", board=board, **options))
    for move in moves:
        match.play(move)
    return match


def totals(match: Match) -> tuple[int, int]:
    facts = match.game.picture(match.state).facts
    one, two = (int(fact.value) for fact in facts if fact.label == "Cumulative Total")
    return one, two


def tagged(match: Match, meaning: str) -> set[str]:
    """Return the cells whose tags include this meaning."""
    tiles = [tile for row in match.game.picture(match.state).rows for tile in row]
    return {str(t.move) for t in tiles if meaning in {tag.meaning for tag in t.tags}}


def numbers(game: AnyGame) -> list[int]:
    return [int("".join(c for c in n.split("@")[0] if c.isdigit())) for n in cells(game)]


def cells(game: AnyGame) -> list[str]:
    return game.board.replace("/", " ").split()


def positions(game: AnyGame) -> Iterator[tuple[Any, numduel.Status]]:
    """Yield every reachable position and its status."""
    waiting, seen = [game.start()], set()
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        status = game.status(state)
        yield state, status
        if isinstance(status, Turn):
            waiting += [game.play(state, move) for move in status.moves]


def steps(state: Any) -> int:
    """Return the number of cells that the players have visited."""
    visited: tuple[int, int] = (state.me.visited, state.them.visited)
    return sum(cells.bit_count() for cells in visited)


STANDARD = [numduel.new("maze", board=BOARD), *(numduel.new("maze", seed=s) for s in range(40))]


# ---- aim and setup


@pytest.mark.clause("M10")
def test_first_at_exactly_the_target_wins_at_once() -> None:
    match = played("0,0", "2,2", "0,1", "1,2")
    assert (totals(match), match.is_over) == ((7, 7), False)
    match.play("0,2")
    assert totals(match) == (15, 7)
    assert (match.winner, match.reason) == (Player.ONE, "exact")


@pytest.mark.clause("M10")
def test_player_two_can_be_first_at_the_target() -> None:
    match = played("0,0", "2,0", "0,1", "2,1", "1,1", "2,2")
    assert totals(match) == (12, 15)
    assert (match.winner, match.reason) == (Player.TWO, "exact")


@pytest.mark.clause("M11")
@pytest.mark.parametrize("seed", range(20))
def test_board_holds_every_number_from_1_to_9_once(seed: int) -> None:
    game = numduel.new("maze", seed=seed)
    assert game.board.count("/") == 2
    assert sorted(numbers(game)) == list(range(1, 10))


@pytest.mark.clause("M11")
def test_order_of_the_numbers_is_drawn() -> None:
    boards = {numduel.new("maze", seed=seed).board for seed in range(50)}
    assert len(boards) == 50
    assert {board[0] for board in boards} == set("123456789")


@pytest.mark.clause("M11")
@pytest.mark.parametrize("board", ["4 3 8/9 5 1/2 7 7", "4 3 8/9 5 1/2 7 10", "4 3 8/9 5 1/2 7 0"])
def test_given_board_must_hold_every_number_once(board: str) -> None:
    with pytest.raises(SetupError):
        numduel.new("maze", board=board)


@pytest.mark.clause("M12")
def test_cells_are_named_by_row_and_column_from_0() -> None:
    match = Match(numduel.new("maze", board=BOARD))
    assert match.game.vocabulary == ALL
    match.play("0,2")
    assert totals(match) == (8, 0)
    match.play("2,0")
    assert totals(match) == (8, 2)


@pytest.mark.clause("M13")
def test_tokens_start_beside_the_grid_with_totals_of_0() -> None:
    match = played()
    tiles = [tile for row in match.game.picture(match.state).rows for tile in row]
    assert [tile.tokens for tile in tiles] == [()] * 9
    assert totals(match) == (0, 0)


# ---- placing


@pytest.mark.clause("M14")
def test_tokens_are_placed_on_edge_cells_player_one_first() -> None:
    match = played()
    assert (match.player, match.moves) == (Player.ONE, EDGE)
    with pytest.raises(IllegalMove, match="not an edge cell"):
        match.play("1,1")
    match.play("0,0")
    assert match.player is Player.TWO
    with pytest.raises(IllegalMove, match="not an edge cell"):
        match.play("1,1")


@pytest.mark.clause("M14")
def test_inner_cells_of_a_larger_grid_are_not_edge_cells() -> None:
    match = played(board=None, size=4)
    assert set(match.game.vocabulary) - set(match.moves) == {"1,1", "1,2", "2,1", "2,2"}


@pytest.mark.clause("M15")
def test_player_two_cannot_be_placed_on_player_one() -> None:
    match = played("1,2")
    assert match.moves == tuple(cell for cell in EDGE if cell != "1,2")
    with pytest.raises(IllegalMove, match="occupied"):
        match.play("1,2")


@pytest.mark.clause("M1")
def test_starting_cell_is_counted_and_visited() -> None:
    match = played("0,0", "2,2")
    assert totals(match) == (4, 6)
    assert tagged(match, "visited by Player 1") == {"0,0"}
    assert tagged(match, "visited by Player 2") == {"2,2"}
    match.play("0,1")
    match.play("2,1")
    assert "0,0" not in match.moves
    with pytest.raises(IllegalMove, match="already visited"):
        match.play("0,0")


@pytest.mark.clause("M2")
def test_cell_above_the_target_cannot_be_taken_as_a_start() -> None:
    match = played(target=5)
    assert match.moves == ("0,0", "0,1", "1,2", "2,0")
    with pytest.raises(IllegalMove, match="over 5"):
        match.play("0,2")


@pytest.mark.clause("M2")
def test_placing_on_the_target_wins() -> None:
    match = played("0,1", "0,0", target=4)
    assert (match.winner, match.reason) == (Player.TWO, "exact")


@pytest.mark.clause("M2")
def test_player_who_cannot_place_loses() -> None:
    first = played(board="4 3 8/9 1 5/2 7 6", target=1)
    assert (first.winner, first.reason, first.plies) == (Player.TWO, "stuck", ())
    second = played("2,0", board="4 3 8/9 2 5/1 7 6", target=2)
    assert (second.winner, second.reason) == (Player.ONE, "stuck")


@pytest.mark.clause("M2")
def test_placing_never_meets_the_target_on_a_standard_board() -> None:
    """Nine boards with every number on every cell cover all cases."""
    for shift in range(9):
        row = [str((cell + shift) % 9 + 1) for cell in range(9)]
        board = "/".join(" ".join(row[r : r + 3]) for r in (0, 3, 6))
        for first in EDGE:
            match = played(board=board)
            assert match.moves == EDGE
            match.play(first)
            assert match.moves == tuple(cell for cell in EDGE if cell != first)
            for second in match.moves:
                after = match.game.play(match.state, second)
                assert after.me.total < 15
                assert after.them.total < 15


# ---- moving


@pytest.mark.clause("M16")
def test_players_alternate_one_move_a_turn() -> None:
    match = played("0,0", "2,0", "0,1", "2,1", "1,1", "2,2")
    assert [ply.player for ply in match.plies] == [Player.ONE, Player.TWO] * 3
    assert [ply.turn for ply in match.plies] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("M17")
def test_moves_go_one_step_straight() -> None:
    assert set(played("0,0", "2,2").moves) == {"0,1", "1,0"}
    assert set(played("2,1", "0,0", board="9 4 8/3 1 5/6 2 7").moves) == {"2,0", "2,2", "1,1"}
    centre = played("1,0", "0,1", "1,1", "0,0", board="6 2 7/3 1 4/8 5 9")
    assert set(centre.moves) == {"1,2", "2,1", "0,1"}


@pytest.mark.clause("M17")
@pytest.mark.parametrize("cell", ["1,1", "0,2", "2,0", "1,2", "2,1"])
def test_diagonal_and_longer_moves_are_refused(cell: str) -> None:
    match = played("0,0", "2,2", board="1 2 3/4 5 6/7 8 9")
    with pytest.raises(IllegalMove, match="is not next to the"):
        match.play(cell)


@pytest.mark.clause("M18")
def test_number_of_an_entered_cell_is_added_to_the_total() -> None:
    match = played("0,0", "2,2")
    match.play("1,0")
    assert totals(match) == (13, 6)
    match.play("2,1")
    assert totals(match) == (13, 13)


@pytest.mark.clause("M19")
def test_cell_of_the_opponents_token_is_closed() -> None:
    match = played("0,0", "0,1")
    assert match.moves == ("1,0",)
    with pytest.raises(IllegalMove, match="occupied by Player 2"):
        match.play("0,1")


@pytest.mark.clause("M20")
def test_own_visited_cells_stay_closed() -> None:
    moves = ("0,0", "2,1", "0,1", "2,0", "1,1", "1,0")
    match = played(*moves, board="1 2 9/4 3 8/5 6 7", target=40)
    assert match.moves == ("1,2", "2,1")
    with pytest.raises(IllegalMove, match="already visited"):
        match.play("0,1")


@pytest.mark.clause("M3")
def test_opponents_trail_is_open() -> None:
    match = played("0,0", "0,2", "1,0", board="1 2 3/4 5 6/7 8 9")
    match.play("0,1")
    match.play("1,1")
    assert "0,0" in match.moves
    match.play("0,0")
    assert totals(match) == (10, 6)
    assert tagged(match, "visited by Player 1") & tagged(match, "visited by Player 2") == {"0,0"}


@pytest.mark.clause("M21")
def test_cell_above_the_target_is_closed() -> None:
    match = played("0,0", "2,2", "1,0", "1,2")
    assert (totals(match), match.moves) == ((13, 7), ("2,0",))
    with pytest.raises(IllegalMove, match="18, over 15"):
        match.play("1,1")


@pytest.mark.clause("M21")
def test_no_total_is_ever_above_the_target() -> None:
    highest = 0
    for game in STANDARD:
        for state, _ in positions(game):
            highest = max(highest, state.me.total, state.them.total)
    assert highest == 15


@pytest.mark.clause("M22")
def test_passing_is_not_allowed() -> None:
    match = played("0,0", "2,2")
    assert "pass" not in match.game.vocabulary
    with pytest.raises(InvalidMove):
        match.play("pass")
    assert match.player is Player.ONE


@pytest.mark.clause("M4")
def test_moves_are_listed_right_down_up_left() -> None:
    board = "6 2 7/3 1 4/8 5 9"
    right, down, up, left = "1,2", "2,1", "0,1", "1,0"
    from_right = played("1,2", "0,1", "1,1", "0,0", board=board)
    from_above = played("0,1", "1,0", "1,1", "2,0", board=board)
    from_left = played("1,0", "0,1", "1,1", "0,0", board=board)
    assert from_right.moves == (down, up, left)
    assert from_above.moves == (right, down, left)
    assert from_left.moves == (right, down, up)


@pytest.mark.clause("M4")
def test_placements_are_listed_row_by_row() -> None:
    assert played().moves == EDGE


# ---- winning and losing


@pytest.mark.clause("M23")
def test_player_loses_if_every_cell_exceeds_the_target() -> None:
    match = played("0,0", "2,2", board="9 7 1/8 2 3/4 5 6")
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("M24")
def test_player_loses_if_every_neighbour_is_visited() -> None:
    moves = ("0,1", "1,2", "1,1", "0,2", "1,0", "0,1", "0,0")
    match = played(*moves, board="4 1 6/3 2 5/7 8 9")
    assert (totals(match), match.is_over) == ((10, 12), False)
    match.play("1,1")
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("M25")
def test_opponents_token_can_block_the_last_move() -> None:
    match = played("0,1", "2,0", "0,0", "1,0", board="2 1 5/3 6 7/4 8 9")
    assert totals(match) == (3, 7)
    assert (match.winner, match.reason) == (Player.TWO, "stuck")


@pytest.mark.clause("M26")
def test_every_game_ends_with_one_winner() -> None:
    for game in STANDARD:
        for state, status in positions(game):
            if isinstance(status, Over):
                assert status.winner in (Player.ONE, Player.TWO)
                assert status.reason in ("exact", "stuck")
            elif isinstance(status, Turn):
                # Each move visits one more cell, and the number of cells is limited.
                for move in status.moves:
                    assert steps(game.play(state, move)) == steps(state) + 1


@pytest.mark.clause("M5")
def test_both_at_the_target_is_never_reached() -> None:
    for game in STANDARD:
        for state, status in positions(game):
            at_target = [w for w in (state.me, state.them) if w.total == 15]
            assert len(at_target) <= 1
            assert bool(at_target) == (isinstance(status, Over) and status.reason == "exact")


@pytest.mark.clause("M5")
def test_play_stops_once_a_player_reaches_the_target() -> None:
    """With any two totals, a total of 15 ends the game for its owner."""
    match = played("0,0", "2,2")
    me, them = match.state.me, match.state.them
    for total in range(15):
        state = match.state._replace(me=me._replace(total=total), them=them._replace(total=15))
        assert match.game.status(state) == Over(Player.TWO, "exact")


# ---- variants


@pytest.mark.clause("M6")
def test_variants_can_be_combined() -> None:
    game = numduel.new("maze", seed=5, size=4, target=20, starts="random", extra=2, diagonal=3)
    assert game.board.count("/") == 3
    assert game.options.target == 20
    assert (game.board.count("+"), game.board.count("x")) == (2, 3)
    assert (game.board.count("@1"), game.board.count("@2")) == (1, 1)


@pytest.mark.clause("M27")
def test_target_can_be_changed() -> None:
    short = played("0,0", "2,2", "0,1", "1,2", "1,1", target=12)
    assert (short.winner, totals(short)) == (Player.ONE, (12, 7))
    long = played("0,0", "2,2", "0,1", "1,2", "0,2", target=20)
    assert (long.is_over, totals(long)) == (False, (15, 7))


@pytest.mark.clause("M27")
def test_target_has_limits() -> None:
    assert numduel.new("maze", target=1).options.target == 1
    assert numduel.new("maze", target=10_000).options.target == 10_000
    for target in (0, 10_001):
        with pytest.raises(SetupError, match="from 1 to 10000"):
            numduel.new("maze", target=target)


@pytest.mark.clause("M28")
@pytest.mark.parametrize(("size", "target"), [(2, 5), (3, 15), (4, 34), (5, 65), (12, 870)])
def test_larger_grid_has_more_numbers_and_a_higher_target(size: int, target: int) -> None:
    game = numduel.new("maze", size=size)
    assert sorted(numbers(game)) == list(range(1, size**2 + 1))
    assert game.options.target == target
    assert numduel.new("maze", size=size, target=7).options.target == 7


@pytest.mark.clause("M28")
@pytest.mark.parametrize("size", [1, 13])
def test_size_has_limits(size: int) -> None:
    with pytest.raises(SetupError, match="from 2 to 12"):
        numduel.new("maze", size=size)


@pytest.mark.clause("M29", "M1")
def test_random_starts_are_counted_visited_and_player_one_moves() -> None:
    match = played(board="4@2 3 8/9 5 1/2 7 6@1")
    assert totals(match) == (6, 4)
    assert tagged(match, "visited by Player 1") == {"2,2"}
    assert tagged(match, "visited by Player 2") == {"0,0"}
    assert (match.player, match.moves) == (Player.ONE, ("1,2", "2,1"))
    match.play("1,2")
    match.play("0,1")
    with pytest.raises(IllegalMove, match="already visited"):
        match.play("2,2")


@pytest.mark.clause("M29")
def test_random_starts_are_two_edge_cells_and_any_of_them() -> None:
    dealt = set()
    for seed in range(200):
        board = cells(numduel.new("maze", seed=seed, starts="random"))
        one, two = (
            next(ALL[cell] for cell, text in enumerate(board) if text.endswith(mark))
            for mark in ("@1", "@2")
        )
        assert one != two
        dealt |= {(Player.ONE, one), (Player.TWO, two)}
    assert dealt == {(player, cell) for player in Player for cell in EDGE}


@pytest.mark.clause("M29")
def test_starts_are_chosen_by_default() -> None:
    assert numduel.new("maze").options.starts == "chosen"
    with pytest.raises(SetupError, match="chosen or random"):
        numduel.new("maze", starts="corner")


@pytest.mark.clause("M30")
def test_dealt_starts_are_below_the_target() -> None:
    for seed in range(20):
        match = played(board="1 9 8/7 3 6/5 4 2", target=3, starts="random", seed=seed)
        assert sorted(totals(match)) == [1, 2]
    with pytest.raises(SetupError, match="2 edge cells below the target"):
        numduel.new("maze", board="1 9 8/7 3 6/5 4 2", target=2, starts="random")


@pytest.mark.clause("M30")
def test_marked_start_must_be_an_edge_cell_below_the_target() -> None:
    with pytest.raises(SetupError, match="isn't on the edge"):
        numduel.new("maze", board="4@1 3 8/9 5@2 1/2 7 6")
    with pytest.raises(SetupError, match="no player can start on 6"):
        numduel.new("maze", board="4@1 3 8/9 5 1/2 7 6@2", target=6)


@pytest.mark.clause("M31")
def test_bonus_cells_are_dealt_on_different_cells_off_the_starts() -> None:
    for seed in range(60):
        board = cells(numduel.new("maze", seed=seed, starts="random", extra=3, diagonal=4))
        kinds = [text.lstrip("0123456789") for text in board]
        assert sorted(kinds) == ["+"] * 3 + ["@1", "@2"] + ["x"] * 4


@pytest.mark.clause("M31")
def test_more_bonus_cells_than_fit_are_refused() -> None:
    assert numduel.new("maze", extra=5, diagonal=4).board.count("+") == 5
    with pytest.raises(SetupError, match="room for only 9"):
        numduel.new("maze", extra=5, diagonal=5)
    with pytest.raises(SetupError, match="room for only 7"):
        numduel.new("maze", extra=8, starts="random")
    assert numduel.new("maze", size=12, extra=144).board.count("+") == 144
    for name in ("extra", "diagonal"):
        for count in (-1, 145):
            options: dict[str, Any] = {name: count}
            with pytest.raises(SetupError, match="from 0 to 144"):
                numduel.new("maze", size=12, **options)


@pytest.mark.clause("M7")
def test_bonus_cells_are_visible() -> None:
    match = played(board="4 3+ 8/9 5x 1/2 7 6")
    assert tagged(match, "extra move") == {"0,1"}
    assert tagged(match, "diagonal move next") == {"1,1"}
    intro = "\n".join(match.game.intro())
    assert "(0,1): an extra move" in intro
    assert "(1,1): the next move may go diagonally" in intro


@pytest.mark.clause("M32")
def test_extra_move_may_be_played_or_passed() -> None:
    match = played("0,0", "2,2", "0,1", board="4 3+ 8/9 5 1/2 7 6")
    assert (match.player, match.moves) == (Player.ONE, ("0,2", "1,1", "pass"))
    match.play("pass")
    assert (match.player, totals(match)) == (Player.TWO, (7, 6))
    match.undo()
    match.play("1,1")
    assert (match.player, totals(match)) == (Player.TWO, (12, 6))
    assert [ply.turn for ply in match.plies] == [1, 2, 3, 3]


@pytest.mark.clause("M32")
def test_pass_requires_an_extra_move() -> None:
    match = played("0,0", "2,2", board="4 3+ 8/9 5 1/2 7 6")
    with pytest.raises(IllegalMove, match="only when you have an extra move"):
        match.play("pass")


@pytest.mark.clause("M33")
def test_impossible_extra_move_ends_the_turn() -> None:
    match = played("0,0", "2,2", "0,1", board="9 5+ 8/6 7 1/2 3 4")
    assert (match.is_over, match.player, totals(match)) == (False, Player.TWO, (14, 4))


@pytest.mark.clause("M34")
def test_extra_moves_chain() -> None:
    match = played("0,0", "2,0", "0,1", "0,2", board="1 2+ 3+/4 5 6/7 8 9")
    assert (match.player, match.moves) == (Player.ONE, ("1,2", "pass"))
    match.play("1,2")
    assert (match.player, totals(match)) == (Player.TWO, (12, 7))


@pytest.mark.clause("M35")
def test_diagonal_cell_may_be_left_diagonally() -> None:
    match = played("0,0", "2,2", "0,1", "2,1", board="4 3x 8/9 5 1/2 7 6")
    assert match.moves == ("0,2", "1,1", "1,2")
    with pytest.raises(IllegalMove, match="over 15"):
        match.play("1,0")
    with pytest.raises(IllegalMove, match="is not next to the"):
        match.play("2,0")
    match.play("1,2")
    assert totals(match) == (8, 13)


@pytest.mark.clause("M35")
def test_diagonal_cell_that_is_occupied_or_visited_stays_closed() -> None:
    board = "6 2 7/3 1x 4/8 5 9"
    occupied = played("0,1", "1,0", "1,1", "2,0", board=board)
    with pytest.raises(IllegalMove, match="occupied"):
        occupied.play("2,0")
    moves = ("0,0", "2,1", "0,1", "2,2", "1,1", "1,2")
    visited = played(*moves, board=board, target=40)
    assert visited.moves == ("2,1", "1,0", "0,2", "2,0", "2,2")
    with pytest.raises(IllegalMove, match="already visited"):
        visited.play("0,0")


@pytest.mark.clause("M35")
def test_diagonal_bonus_lasts_for_one_move() -> None:
    moves = ("0,0", "2,0", "0,1", "2,1", "1,2", "1,1")
    match = played(*moves, board="1 2x 9/4 7 3/5 6 8", target=40)
    assert match.moves == ("2,2", "0,2")
    with pytest.raises(IllegalMove, match="is not next to the"):
        match.play("2,1")


@pytest.mark.clause("M36")
def test_diagonal_moves_are_listed_after_straight_ones() -> None:
    match = played("0,1", "2,0", "1,1", "1,0", board="6 2 7/3 1x 4/8 5 9")
    assert match.moves == ("1,2", "2,1", "0,0", "0,2", "2,0", "2,2")


@pytest.mark.clause("M36")
def test_pass_is_listed_last() -> None:
    match = played("1,0", "0,1", "1,1", board="6 2 7/3 1+ 4/8 5 9")
    assert match.moves == ("1,2", "2,1", "pass")


@pytest.mark.clause("M37")
def test_placing_on_a_bonus_cell_gives_nothing() -> None:
    extra = played("0,0", board="4+ 3 8/9 5 1/2 7 6")
    assert (extra.player, "pass" in extra.moves) == (Player.TWO, False)
    diagonal = played("0,0", "2,2", board="4x 3 8/9 5 1/2 7 6")
    assert diagonal.moves == ("0,1", "1,0")
    with pytest.raises(IllegalMove, match="is not next to the"):
        diagonal.play("1,1")


@pytest.mark.clause("M37")
def test_dealt_start_on_a_bonus_cell_gives_nothing() -> None:
    assert played(board="4x@1 3 8/9 5 1/2 7 6@2").moves == ("0,1", "1,0")
    assert played(board="4+@1 3 8/9 5 1/2 7 6@2").moves == ("0,1", "1,0")
    second = played("0,1", board="4@1 3 8/9 5 1/2 7 6x@2")
    assert second.moves == ("1,2", "2,1")


@pytest.mark.clause("M38")
@pytest.mark.parametrize("bonus", ["+", "x"])
def test_reaching_the_target_on_a_bonus_cell_wins_at_once(bonus: str) -> None:
    board = f"4 3 8{bonus}/9 5 1/2 7 6"
    match = played("0,0", "2,2", "0,1", "1,2", "0,2", board=board)
    assert (match.winner, match.reason) == (Player.ONE, "exact")


@pytest.mark.clause("M39")
def test_board_text_marks_bonus_cells_and_starts() -> None:
    text = "4@1 3+ 8/9 5x 1/2 7 6@2"
    game = numduel.new("maze", board=text)
    assert game.board == text
    assert vars(game.options) == {
        "size": 3,
        "target": 15,
        "starts": "random",
        "extra": 1,
        "diagonal": 1,
    }


@pytest.mark.clause("M39")
@pytest.mark.parametrize(
    "board",
    ["4+x 3 8/9 5 1/2 7 6", "4@1 3 8/9 5 1/2 7 6", "4@1 3@1 8/9 5 1/2 7 6@2", "4* 3 8/9 5 1/2 7 6"],
)
def test_cell_holds_one_bonus_and_starts_come_in_pairs(board: str) -> None:
    with pytest.raises(SetupError):
        numduel.new("maze", board=board)

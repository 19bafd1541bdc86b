"""Sum Battle follows docs/rules/sum.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import numduel
from numduel import IllegalMove, InvalidMove, Match, Over, Player, SetupError, Turn
from numduel.core import AnyGame

POOL = ("1", "2", "3", "4", "5", "6", "7", "8", "9")


def played(*moves: int, **options: Any) -> Match:
    match = Match(numduel.new("sum", **options))
    for move in moves:
        match.play(str(move))
    return match


def totals(match: Match) -> tuple[int, int]:
    one, two = (int(fact.value) for fact in match.game.picture(match.state).facts)
    return one, two


def positions(game: AnyGame) -> Iterator[tuple[Any, numduel.Status]]:
    """Yield every reachable position and its status."""
    waiting, seen = [game.start()], {game.start()}
    while waiting:
        state = waiting.pop()
        status = game.status(state)
        yield state, status
        if isinstance(status, Turn):
            after = {game.play(state, move) for move in status.moves} - seen
            seen |= after
            waiting += after


NEAR_50 = (9, 1, 9, 1, 9, 1, 9, 1, 9, 1)
"""Player 1 has 45 and Player 2 has 5."""


# ---- aim and setup


@pytest.mark.clause("S10")
def test_first_at_exactly_50_wins_at_once() -> None:
    match = played(*NEAR_50)
    assert (totals(match), match.is_over) == ((45, 5), False)
    match.play("5")
    assert (totals(match), match.winner, match.reason) == ((50, 5), Player.ONE, "exact")


@pytest.mark.clause("S10")
def test_player_two_can_be_first_at_50() -> None:
    match = played(*[1, 9] * 5, 2, 5)
    assert (totals(match), match.winner, match.reason) == ((7, 50), Player.TWO, "exact")


@pytest.mark.clause("S11")
def test_both_totals_start_at_0() -> None:
    assert totals(played()) == (0, 0)


@pytest.mark.clause("S12")
def test_pool_is_1_to_9_and_numbers_can_be_taken_again() -> None:
    match = played()
    assert match.game.vocabulary == POOL
    for _ in range(4):
        match.play("9")
        match.play("4")
    assert totals(match) == (36, 16)
    assert "9" in match.moves
    for text in ("0", "10"):
        with pytest.raises(InvalidMove):
            match.play(text)


# ---- turns


@pytest.mark.clause("S13")
def test_players_alternate_and_player_one_starts() -> None:
    match = played(7, 9, 5, 3)
    assert [ply.player for ply in match.plies] == [Player.ONE, Player.TWO] * 2
    assert match.player is Player.ONE


@pytest.mark.clause("S14")
def test_number_is_added_to_the_choosers_total() -> None:
    match = played(7)
    assert totals(match) == (7, 0)
    match.play("9")
    assert totals(match) == (7, 9)
    match.play("5")
    assert totals(match) == (12, 9)


@pytest.mark.clause("S15")
@pytest.mark.parametrize("last", POOL)
def test_opponents_last_number_is_closed(last: str) -> None:
    match = played(int(last))
    with pytest.raises(IllegalMove, match="is your opponent's last number"):
        match.play(last)


@pytest.mark.clause("S16")
@pytest.mark.parametrize("last", POOL)
def test_neighbours_of_the_last_number_are_closed_and_no_others(last: str) -> None:
    match = played(int(last))
    closed = {str(int(last) + by) for by in (-1, 0, 1)}
    assert match.moves == tuple(number for number in POOL if number not in closed)
    for number in closed & set(POOL) - {last}:
        with pytest.raises(IllegalMove, match="next to your opponent's last number"):
            match.play(number)


@pytest.mark.clause("S2")
def test_first_choice_is_free() -> None:
    assert played().moves == POOL


@pytest.mark.clause("S2")
def test_only_the_opponents_previous_number_closes_anything() -> None:
    match = played(7, 1, 4)
    # The 1 and the 7 are open: Player 2 took the first, and the second is a turn too old.
    assert match.moves == ("1", "2", "6", "7", "8", "9")


@pytest.mark.clause("S17")
def test_passing_is_not_allowed() -> None:
    match = played(7)
    for text in ("pass", ""):
        with pytest.raises(InvalidMove):
            match.play(text)
    assert (match.player, totals(match)) == (Player.TWO, (7, 0))


@pytest.mark.clause("S4")
@pytest.mark.parametrize(
    ("last", "closed"),
    [(7, "6, 7, or 8"), (9, "8, 9, or 10"), (1, "0, 1, or 2")],
)
def test_closed_numbers_are_listed_even_outside_the_pool(last: int, closed: str) -> None:
    match = played(last)
    assert f"You cannot select {closed}." in match.game.ask(match.state)


@pytest.mark.clause("S4")
def test_closed_numbers_are_marked_on_screens() -> None:
    for last in range(10):
        match = played(*([last] if last else []))
        tiles = match.game.picture(match.state).rows[0]
        marked = {int(tile.label): "".join(tag.mark for tag in tile.tags) for tile in tiles}
        closed = {last - 1: "x", last: "x<", last + 1: "x"} if last else {}
        assert marked == {number: closed.get(number, "") for number in range(1, 10)}


@pytest.mark.clause("S18")
def test_number_and_new_total_are_announced() -> None:
    match = played(7, 9)
    lines = match.game.report(match.state, "5")
    assert "You selected 5." in lines
    assert "Your new cumulative total is 12." in lines


# ---- winning and losing


@pytest.mark.clause("S19")
def test_going_above_50_loses_at_once() -> None:
    match = played(*NEAR_50, 6)
    assert totals(match) == (51, 5)
    assert (match.winner, match.reason) == (Player.TWO, "over")


@pytest.mark.clause("S19")
def test_player_two_loses_above_50_too() -> None:
    match = played(*[1, 9] * 5, 2, 6)
    assert (match.winner, match.reason) == (Player.ONE, "over")


@pytest.mark.clause("S1")
def test_numbers_that_go_over_are_listed() -> None:
    match = played(*NEAR_50)
    assert totals(match)[0] == 45
    assert match.moves == ("3", "4", "5", "6", "7", "8", "9")
    assert "Available numbers: 3, 4, 5, 6, 7, 8, 9" in match.game.ask(match.state)


@pytest.mark.clause("S1")
def test_going_over_can_be_the_only_choice_left() -> None:
    match = played(*NEAR_50, 4, 2)
    assert totals(match) == (49, 7)
    assert match.moves == ("4", "5", "6", "7", "8", "9")


@pytest.mark.clause("S20", "S3")
def test_position_without_a_move_is_never_reached() -> None:
    fewest = 9
    ends = set()
    for _, status in positions(numduel.new("sum")):
        if isinstance(status, Over):
            ends.add(status.reason)
        elif isinstance(status, Turn):
            fewest = min(fewest, len(status.moves))
    assert ends == {"exact", "over"}
    assert fewest == 6


@pytest.mark.clause("S20", "S3")
def test_player_without_a_legal_number_loses() -> None:
    match = played(2, highest=3)
    assert (match.winner, match.reason) == (Player.ONE, "stuck")
    second = played(1, 3, 1, 3, highest=3)
    assert (second.is_over, second.moves) == (False, ("1",))
    assert played(1, 3, 1, 3, 1, highest=3).moves == ("3",)


@pytest.mark.clause("S21")
def test_every_game_ends_with_one_winner() -> None:
    game = numduel.new("sum")
    for state, status in positions(game):
        if isinstance(status, Over):
            assert status.winner in (Player.ONE, Player.TWO)
        elif isinstance(status, Turn):
            total = state.mine + state.theirs
            for move in status.moves:
                after = game.play(state, move)
                assert after.mine + after.theirs > total


# ---- variants


@pytest.mark.clause("S5")
def test_target_and_pool_can_be_changed_together() -> None:
    match = played(12, 5, 8, highest=12, target=20)
    assert (match.winner, match.reason) == (Player.ONE, "exact")
    assert played(12, highest=12, target=20).moves == tuple(str(n) for n in range(1, 11))
    assert played(12, 5, 9, highest=12, target=20).reason == "over"


@pytest.mark.clause("S22")
def test_target_has_limits() -> None:
    assert played(1, target=1).reason == "exact"
    assert numduel.new("sum", target=10_000).options.target == 10_000
    for target in (0, 10_001):
        with pytest.raises(SetupError, match="from 1 to 10000"):
            numduel.new("sum", target=target)


@pytest.mark.clause("S23")
def test_highest_number_has_limits() -> None:
    assert numduel.new("sum", highest=1).vocabulary == ("1",)
    assert numduel.new("sum", highest=99).vocabulary[-1] == "99"
    for highest in (0, 100):
        with pytest.raises(SetupError, match="from 1 to 99"):
            numduel.new("sum", highest=highest)

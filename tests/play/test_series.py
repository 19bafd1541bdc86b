"""Series: seats and wins of two sides."""

from __future__ import annotations

import numduel
from numduel import Match, Player
from numduel.play.series import Series, Side

ANN, BOB = Side("Ann", "human"), Side("Bob", "human")


def test_seats_swap_each_round_and_wins_go_to_the_right_side() -> None:
    for first in (0, 1):
        for winner in Player:
            series = Series((ANN, BOB), rounds=6, first=first)
            for number in range(6):
                begins = (first + number) % 2
                assert series.seats == ((ANN, BOB) if begins == 0 else (BOB, ANN))
                before = list(series.wins)
                side = series.sides.index(series.seats[winner])
                before[side] += 1
                assert series.wins_line(winner) == f"Wins: Ann {before[0]}, Bob {before[1]}"
                series = series.end_round(winner)
                assert list(series.wins) == before
            assert series.wins == (3, 3)
            assert series.is_over


def test_tags_of_a_match_contain_the_state_of_the_series() -> None:
    """A series resumed in any round has the same seats and counts to the end."""
    for first in (0, 1):
        series = Series((ANN, BOB), rounds=5, first=first)
        while not series.is_over:
            match = Match(numduel.new("sum"))
            series.tag(match)
            again = Series.of(match)
            assert again.seats == series.seats
            assert (again.round, again.rounds) == (series.round, series.rounds)
            assert counts(again) == counts(series)
            again = again.end_round(Player.ONE)
            series = series.end_round(Player.ONE)
            assert counts(again) == counts(series)
            assert again.seats == series.seats


def counts(series: Series) -> dict[str, int]:
    return {side.name: wins for side, wins in zip(series.sides, series.wins, strict=True)}


def test_round_without_a_winner_counts_for_neither_side() -> None:
    series = Series((ANN, BOB), rounds=2)
    series = series.end_round(None)
    assert (series.round, series.wins) == (2, (0, 0))
    assert series.wins_line() == "Wins: Ann 0, Bob 0"


def test_drawn_rounds_are_counted_separately() -> None:
    series = Series((ANN, BOB), rounds=4)
    assert series.wins_line(is_draw=True) == "Wins: Ann 0, Bob 0, 1 drawn"
    series = series.end_round(None, is_draw=True).end_round(Player.ONE)
    assert (series.wins, series.draws) == ((0, 1), 1)
    assert series.wins_line() == "Wins: Ann 0, Bob 1, 1 drawn"
    assert series.restart().wins_line() == "Wins: Ann 0, Bob 0"


def test_draws_have_a_tag_next_to_the_wins() -> None:
    series = Series((ANN, BOB), rounds=4).end_round(Player.ONE).end_round(None, is_draw=True)
    for _ in range(2):
        match = Match(numduel.new("sum"))
        series.tag(match)
        assert (match.tags["Wins"], match.tags["Draws"]) in (("1-0", "1"), ("0-1", "2"))
        assert Series.of(match).draws == series.draws
        assert counts(Series.of(match)) == counts(series)
        series = series.end_round(None, is_draw=True)
    match.tags["Draws"] = "many"
    assert Series.of(match).draws == 0


def test_wins_line_quotes_names_that_mean_a_seat() -> None:
    """Without quotes "Player 2 won the game." and "Wins: Player 2 0" contradict each other."""
    series = Series((Side("Player 2", "human"), Side("Player 1", "human")), rounds=3)
    assert series.wins_line(Player.TWO) == "Wins: 'Player 2' 0, 'Player 1' 1"
    series = series.end_round(Player.TWO)
    assert series.wins_line() == "Wins: 'Player 2' 0, 'Player 1' 1"


def test_single_game_has_no_series_tags() -> None:
    match = Match(numduel.new("sum"))
    Series((ANN, BOB)).tag(match)
    names = {"Player1": "Ann", "Player2": "Bob", "Type1": "human", "Type2": "human"}
    assert match.tags == names

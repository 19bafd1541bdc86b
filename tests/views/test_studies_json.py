"""Results of board searches and censuses as JSON."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from schema_support import check

import numduel
from duel_support import ENGINE, plenty
from numduel import Player
from numduel.arena.matches import Score
from numduel.engine.solving.value import chance, win
from numduel.engine.studying.boards import Board, Search
from numduel.engine.studying.census import Census, Counts
from numduel.engine.studying.variants import Variant
from numduel.views.studies_json import boards_json, census_json, variants_json


def board(text: str, id: str = "maze") -> Board:
    return Board(ENGINE, numduel.new(id, board=text), plenty())


def test_boards_json_has_boards_and_search_counts() -> None:
    search = Search(iter([]), ())
    search.tried, search.over = 9, 2
    search.won = {Player.ONE: 4, Player.TWO: 3}
    search.unwon = Counter({"draw": 2, "endless": 1})
    found = [board("4 3 8/9 5 1/2 7 6")]
    for seat in (None, *Player):
        data = boards_json(found[0].game, found, search, seat)
        check(data, "board")
        assert data["won_by_one_seat"] == (None if seat is None else seat + 1)
    assert (data["looked_at"], data["over_before_the_first_move"]) == (9, 2)
    assert (data["won"], data["draws"], data["endless"]) == ([4, 3], 2, 1)
    (one,) = data["boards"]
    assert one["game"]["board"] == "4 3 8/9 5 1/2 7 6"
    assert data["game"]["board"] is None
    assert one["winner"] == (None if found[0].winner is None else found[0].winner + 1)
    assert (one["keeping"]["moves"], one["keeping"]["of"]) == found[0].correct_choices
    assert 1 <= one["keeping"]["moves"] <= one["keeping"]["of"] <= 9
    assert one["imperfect"] == found[0].imperfect._asdict()
    assert one["grade"] == found[0].grade


def test_variants_json_has_winners_or_chances() -> None:
    sums, now = numduel.new("sum"), board("4 3 8/9 5 1/2 7 6")
    even = Variant({"target": 9}, 1, 1, 0, 0.51234567, win(3))
    lucky = Variant({"stand": True}, 1, 0, 0, 0.5, chance(Fraction(1, 2)))
    data = variants_json(sums, None, 12, [even], [even], [even, lucky])
    check(data, "handicap")
    assert (data["has_boards"], data["value"], data["tried"]) == (True, None, 12)
    (second,) = data["second_wins"]
    assert (second["options"], second["boards"]) == ({"target": 9}, 1)
    assert (second["won_by_player1"], second["share_of_player1"]) == (1, 0.5123)
    assert second["won_by_player2"] == 0
    assert data["nearest_to_even"][1]["won_by_player1"] is None
    assert second["value"] is not None
    unsolved = variants_json(sums, None, 12, [even._replace(exact=None)], [], [])
    assert unsolved["second_wins"][0]["value"] is None
    with_board = variants_json(sums, now, 12, [], [], [])
    check(with_board, "handicap")
    assert with_board["has_boards"] is False
    assert with_board["value"] is not None


def test_census_json_has_outcomes_and_intervals() -> None:
    counts = Counts()
    for value in (win(1), win(1), win(3), chance(Fraction(1, 4)), chance(Fraction(3, 4))):
        counts.add(value)
    sample = Census("maze", (("size", 2),), boards=5, seed=3)
    data = census_json(sample, counts, {(0, "casual"): Score(3, 1, 0)})
    check(data, "census")
    assert (data["how"], data["boards"], data["seed"]) == ("sample", 5, 3)
    assert set(data["outcomes"]) == {"win", "chance"}
    wins, chances = data["outcomes"]["win"], data["outcomes"]["chance"]
    assert (wins["boards"], wins["share"], wins["mean"]) == (3, "3/5", None)
    assert (chances["share"], chances["mean"]) == ("2/5", "1/2")
    low, high = wins["interval"] or (0, 0)
    assert 0 < low < 3 / 5 < high < 1
    (score,) = data["perfect_against"]
    assert (score["level"], score["matches"], score["won"], score["lost"]) == ("casual", 4, 3, 1)
    assert (score["unfinished"], score["share"]) == (0, 0.75)
    assert score["interval"][0] < 0.75 < score["interval"][1]
    every = census_json(Census("maze", (("size", 2),)), counts, {})
    check(every, "census")
    assert (every["how"], every["seed"]) == ("all", None)
    assert every["outcomes"]["win"]["interval"] is None
    assert len(every["counts"]) == 3, "wins in 1 turn, wins in 3 turns, and chances"


def test_census_of_options_has_a_row_for_each_choice() -> None:
    counts = Counts()
    counts.add(win(1))
    counts.rows = [
        {"target": 9, "highest": 9, "outcome": "win", "turns": 1, "chance": "1"},
        {"target": 20, "highest": 9, "outcome": "loss", "turns": 4, "chance": "0"},
    ]
    data = census_json(Census("sum"), counts, {})
    check(data, "census")
    assert data["how"] == "options"
    assert [row["options"] for row in data["rows"]] == [
        {"target": 9, "highest": 9},
        {"target": 20, "highest": 9},
    ]
    assert [row["value"]["outcome"] for row in data["rows"]] == ["win", "loss"]
    assert [row["value"]["turns"] for row in data["rows"]] == [1, 4]
    assert (data["outcomes"], data["counts"]) == ({}, [])

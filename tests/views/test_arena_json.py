"""Tournament results as JSON and CSV."""

from __future__ import annotations

import json
from fractions import Fraction

from schema_support import check

from numduel import Player
from numduel.arena.blunders import Blunder
from numduel.arena.standings import FIGURES, PairResult, Standing, Standings
from numduel.arena.tournament import Entry, Tournament, merge_results, perform
from numduel.intervals import Measure
from numduel.views.arena_json import arena_json, csv_rows, measure_json

FIGURE = Measure(0.12345678, (-0.0000001, 0.5))
ROWS = (
    Standing("sum", "Ann", 6, 3, 2, 1, 0, 1, 2, 9, 900, 30, dict.fromkeys(FIGURES, FIGURE)),
    Standing(
        "all",
        "Bob",
        4,
        0,
        0,
        3,
        1,
        0,
        0,
        0,
        0,
        0,
        {**dict.fromkeys(FIGURES), "elo": Measure(12, None)},
    ),
)
STANDINGS = Standings(
    "t", 7, ("Ann", "Bob"), ("sum",), 2, 4, ROWS, (PairResult("sum", ("Ann", "Bob"), 3, 2, 1, 0),)
)


def test_standings_json_matches_the_schema() -> None:
    tournament = Tournament(("random", "beginner"), (Entry("sum"),), 1, seed=7)
    done = [(piece, perform(tournament, piece)) for piece in tournament.pieces().values()]
    lines, _ = merge_results(json.loads(json.dumps(done)))
    data = arena_json(STANDINGS, [Blunder(lines[0], Player.TWO, 3, Fraction(1, 3))])
    check(data, "arena")
    assert (data["matches"], data["boards"], data["seed"]) == (4, 2, 7)
    assert data["blunders"] == [
        {
            "match": lines[0].match,
            "ply": 3,
            "game": "sum",
            "player": lines[0].players[1],
            "seat": 2,
            "regret": "1/3",
            "regret_float": 1 / 3,
        }
    ]
    assert data["pairs"] == [
        {
            "game": "sum",
            "players": ["Ann", "Bob"],
            "won": 3,
            "drawn": 2,
            "lost": 1,
            "cut": 0,
            "unanswered": 0,
        }
    ]
    ann, bob = data["rows"]
    assert (ann["matches"], ann["won"], ann["lost"], ann["cut"], ann["faults"]) == (6, 3, 1, 0, 1)
    assert (ann["drawn"], bob["drawn"]) == (2, 0)
    assert all(ann[name] == measure_json(FIGURE) for name in FIGURES)  # type: ignore[literal-required]
    assert bob["elo"] == {"value": 12.0, "low": None, "high": None}
    assert bob["win_rate"] is None


def test_figures_are_rounded_and_never_a_negative_zero() -> None:
    found = measure_json(FIGURE)
    assert found == {"value": 0.123457, "low": 0.0, "high": 0.5}
    assert str(found["low"]) == "0.0"


def test_csv_has_a_column_for_each_end_of_an_interval() -> None:
    head, ann, bob = csv_rows(STANDINGS)
    assert head[:8] == ["game", "player", "matches", "won", "drawn", "lost", "cut", "faults"]
    assert head[8:12] == ["unanswered", "calls", "tokens_in", "tokens_out"]
    assert head[12:15] == ["win_rate", "win_rate_low", "win_rate_high"]
    assert head[15:18] == ["draw_rate", "draw_rate_low", "draw_rate_high"]
    assert len(head) == 12 + 3 * len(FIGURES) == len(ann) == len(bob)
    assert ann[:15] == ["sum", "Ann", 6, 3, 2, 1, 0, 1, 2, 9, 900, 30, 0.123457, 0.0, 0.5]
    assert bob[15:21] == [None, None, None, 12.0, None, None]

"""The figures of a tournament as text."""

from __future__ import annotations

import numduel
from numduel.arena.standings import PairResult, Standing, Standings
from numduel.intervals import Measure
from numduel.views.arena_text import (
    FIGURES,
    NONE,
    count_columns,
    figure_columns,
    format_measure,
    format_row,
    game_title,
    shorten_name,
)


def test_every_figure_is_formatted_in_its_unit() -> None:
    for name, value, written in (
        ("win_rate", 0.784, "78%"),
        ("elo", -12.6, "-13"),
        ("elo", 0.2, "+0"),
        ("skill", 0.876, "0.88"),
        ("accuracy", 1.0, "100%"),
        ("regret", 0.12345, "0.123"),
        ("turns_lost", 1.256, "1.26"),
        ("luck_adjusted", 0.5, "50%"),
        ("seconds_a_move", 0.0123, "12.3 ms"),
        ("seconds_a_move", 0.9999, "999.9 ms"),
        ("seconds_a_move", 1.0, "1.0 s"),
    ):
        assert format_measure(name, Measure(value, None)) == written
        assert (
            format_measure(name, Measure(value, (value, value)))
            == f"{written} [{written}, {written}]"
        )
    assert format_measure("elo", None) == NONE == "—"
    assert [figure.title for figure in FIGURES.values()] == [
        "win rate",
        "draw rate",
        "Elo",
        "skill",
        "accuracy",
        "regret per game",
        "turns lost per game",
        "luck-adjusted result",
        "time per move",
    ]
    assert all(figure.meaning.endswith(".") for figure in FIGURES.values())


def test_tables_show_draws_only_if_there_were_any() -> None:
    row = Standing(
        "sum", "Ann", 6, 3, 2, 1, 0, 0, 0, 0, 0, 0, dict.fromkeys(FIGURES, Measure(0.5, None))
    )
    shown = Standings("t", 7, ("Ann", "Bob"), ("sum",), 2, 6, (row,), ())
    pair = PairResult("sum", ("Ann", "Bob"), 3, 2, 1, 0)
    drawn, decided = shown._replace(pairs=(pair,)), shown._replace(pairs=(pair._replace(drawn=0),))
    assert count_columns(drawn) == ("won", "drawn", "lost", "cut", "faults")
    assert count_columns(decided) == ("won", "lost", "cut", "faults")
    assert list(figure_columns(drawn)) == list(FIGURES)
    assert [name for name in FIGURES if name not in figure_columns(decided)] == ["draw_rate"]
    assert format_row(drawn, row)[:7] == ["3", "2", "1", "0", "0", "50%", "50%"]
    assert format_row(decided, row)[:6] == ["3", "1", "0", "0", "50%", "+0"]


def test_game_title_names_one_game_or_all() -> None:
    assert game_title("maze") == numduel.new("maze").title
    assert game_title("all") == "All games"


def test_shortened_name_keeps_its_start_and_end() -> None:
    name = "program ./a/very/long/way/to/bot.py"
    assert shorten_name(name, len(name)) == name
    for longest in range(12, len(name)):
        short = shorten_name(name, longest)
        assert len(short) == longest
        assert short.startswith(name[:8])
        assert short.endswith(name[-(longest - 9) :])

"""The figures of a tournament as people read them."""

from __future__ import annotations

import numduel
from numduel.arena.bootstrap import Measure
from numduel.arena.standings import Meeting, Standing, Standings
from numduel.views.arena_text import (
    FIGURES,
    NONE,
    cells,
    counts,
    figures,
    said,
    shortened,
    title,
)


def test_every_figure_is_written_in_its_unit() -> None:
    for name, value, written in (
        ("win_rate", 0.784, "78%"),
        ("elo", -12.6, "-13"),
        ("elo", 0.2, "+0"),
        ("accuracy", 1.0, "100%"),
        ("regret", 0.12345, "0.123"),
        ("turns_lost", 1.256, "1.26"),
        ("luck_adjusted", 0.5, "50%"),
        ("seconds_a_move", 0.0123, "12.3 ms"),
        ("seconds_a_move", 0.9999, "999.9 ms"),
        ("seconds_a_move", 1.0, "1.0 s"),
    ):
        assert said(name, Measure(value, None)) == written
        assert said(name, Measure(value, (value, value))) == f"{written} [{written}, {written}]"
    assert said("elo", None) == NONE == "—"
    assert [figure.title for figure in FIGURES.values()] == [
        "win rate",
        "draw rate",
        "Elo",
        "accuracy",
        "regret a game",
        "turns lost a game",
        "luck-adjusted result",
        "time a move",
    ]
    assert all(figure.meaning.endswith(".") for figure in FIGURES.values())


def test_tables_show_draws_only_where_there_were_some() -> None:
    row = Standing("sum", "Ann", 6, 3, 2, 1, 0, 0, dict.fromkeys(FIGURES, Measure(0.5, None)))
    shown = Standings("t", 7, ("Ann", "Bob"), ("sum",), 2, 6, (row,), ())
    pair = Meeting("sum", ("Ann", "Bob"), 3, 2, 1, 0)
    drawn, decided = shown._replace(pairs=(pair,)), shown._replace(pairs=(pair._replace(drawn=0),))
    assert counts(drawn) == ("won", "drawn", "lost", "cut", "faults")
    assert counts(decided) == ("won", "lost", "cut", "faults")
    assert list(figures(drawn)) == list(FIGURES)
    assert [name for name in FIGURES if name not in figures(decided)] == ["draw_rate"]
    assert cells(drawn, row)[:7] == ["3", "2", "1", "0", "0", "50%", "50%"]
    assert cells(decided, row)[:6] == ["3", "1", "0", "0", "50%", "+0"]


def test_games_are_called_by_their_titles() -> None:
    assert title("maze") == numduel.new("maze").title
    assert title("all") == "All games"


def test_a_long_name_keeps_its_begin_and_its_end() -> None:
    name = "program ./a/very/long/way/to/bot.py"
    assert shortened(name, len(name)) == name
    for longest in range(12, len(name)):
        short = shortened(name, longest)
        assert len(short) == longest
        assert short.startswith(name[:8])
        assert short.endswith(name[-(longest - 9) :])

"""The calendar of daily puzzles and duels."""

from __future__ import annotations

from numduel.storage import streak
from numduel.views.calendar import (
    DAY_LABELS,
    DUEL_LABELS,
    DUEL_SIGNS,
    LEGEND,
    SIGNS,
    duel_label,
    duel_legend,
    latest_months,
    month_rows,
    weeks_of,
)

SUNDAY, MONDAY = "2026-11-15", "2026-11-16"


def test_weeks_start_on_monday_and_have_only_days_of_the_month() -> None:
    weeks = weeks_of("2026-11")
    assert weeks[0] == ["", "", "", "", "", "", "2026-11-01"]
    assert weeks[-1] == ["2026-11-30", "", "", "", "", "", ""]
    assert weeks[2][6] == SUNDAY
    assert [len(weeks_of(month)) for month in ("2026-02", "2027-02", "2026-12")] == [5, 4, 5]
    assert sum(bool(day) for week in weeks_of("2024-02") for day in week) == 29


def test_days_have_numbers_and_signs_and_later_days_have_none() -> None:
    rows = month_rows("2026-11", {SUNDAY: "first", MONDAY: "missed"}, MONDAY)
    assert rows[0] == "November 2026"
    assert rows[-2].endswith(" 14   15*")
    assert rows[-1] == "[16x]"
    assert len({len(row) for row in rows[1:-1]}) == 2, "numbers are below their weekday"
    assert month_rows("2026-12", {}, MONDAY)[2:] == [], "the future is empty"
    assert latest_months({}, "2026-01-05")[0] == "December 2025"


def test_every_kind_of_day_has_a_sign_and_a_label() -> None:
    kinds = (streak.FIRST, streak.LATER, streak.MISSED)
    assert tuple(SIGNS) == kinds
    assert tuple(DAY_LABELS) == (None, *kinds)
    for day, sign in SIGNS.items():
        assert month_rows("2026-11", {MONDAY: day}, MONDAY)[-1] == f"[16{sign}]"
        assert f"{sign} {day}" in LEGEND
    assert len(LEGEND.split("  ")) == len(SIGNS)
    assert list(DAY_LABELS.values()) == [
        "not solved",
        "solved",
        "solved later",
        "missed; try again",
    ]
    for end, sign in DUEL_SIGNS.items():
        assert month_rows("2026-11", {MONDAY: end}, MONDAY, DUEL_SIGNS)[-1] == f"[16{sign}]"
        assert f"{sign} {DUEL_LABELS[end]}" in duel_legend(DUEL_SIGNS)
    assert len(duel_legend(DUEL_SIGNS).split("  ")) == len(DUEL_SIGNS)
    assert LEGEND.endswith("missed")
    assert duel_legend([]) == "+ won  - lost  = no winner"


def test_first_result_of_a_duel_stands_while_it_is_played_again() -> None:
    assert duel_label(None) == "not played"
    assert duel_label(None, is_in_progress=True) == "in progress"
    assert duel_label("won", is_in_progress=True) == "won"

"""The calendar of daily puzzles and duels."""

from __future__ import annotations

from numduel.storage import streak
from numduel.views.calendar import (
    DAY_LABELS,
    DUEL_LABELS,
    DUEL_SIGNS,
    LEGEND,
    SIGNS,
    WEEKDAYS,
    calendar_rows,
    duel_legend,
)

SUNDAY, MONDAY = "2026-11-15", "2026-11-16"


def test_week_starts_on_monday() -> None:
    days = {SUNDAY: "first", MONDAY: "missed"}
    assert calendar_rows(days, MONDAY, 2) == ["  ".join("......*"), "  ".join("x......")]
    assert calendar_rows(days, SUNDAY, 1) == ["  ".join("......*")], "and what is later is left out"
    assert calendar_rows(days, SUNDAY, 2)[0] == "  ".join(".......")


def test_week_is_as_wide_as_its_heading() -> None:
    rows = calendar_rows({}, MONDAY, 5)
    assert len(rows) == 5
    assert {len(row) + 1 for row in rows} == {len(WEEKDAYS)}


def test_every_kind_of_day_has_a_sign_and_a_label() -> None:
    kinds = (streak.FIRST, streak.LATER, streak.MISSED)
    assert tuple(SIGNS) == kinds
    assert tuple(DAY_LABELS) == (None, *kinds)
    for day, sign in SIGNS.items():
        assert calendar_rows({MONDAY: day}, MONDAY, 1)[0][0] == sign
        assert f"{sign} {day}" in LEGEND
    assert len(LEGEND.split("  ")) == len(SIGNS)
    assert DAY_LABELS[None] == "not solved yet"
    assert DAY_LABELS[streak.FIRST] == "solved"
    assert DAY_LABELS[streak.LATER] == "solved, but not on the first try"
    assert DAY_LABELS[streak.MISSED] == "missed; try again"
    for end, sign in DUEL_SIGNS.items():
        assert calendar_rows({MONDAY: end}, MONDAY, 1, DUEL_SIGNS)[0][0] == sign
        assert f"{sign} {DUEL_LABELS[end]}" in duel_legend(DUEL_SIGNS)
    assert len(duel_legend(DUEL_SIGNS).split("  ")) == len(DUEL_SIGNS)
    assert LEGEND.endswith("missed")
    assert duel_legend([]) == "+ won  - lost  = no winner"

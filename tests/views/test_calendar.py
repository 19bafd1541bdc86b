"""The calendar of daily puzzles and duels: weeks from Monday to Sunday, up to this one."""

from __future__ import annotations

from numduel.storage import streak
from numduel.views.calendar import (
    DUEL_SIGNS,
    HEAD,
    LEGEND,
    SIGNS,
    STANDS,
    calendar_rows,
    duel_legend,
)

SUNDAY, MONDAY = "2026-11-15", "2026-11-16"


def test_a_week_begins_on_monday() -> None:
    days = {SUNDAY: "first", MONDAY: "missed"}
    assert calendar_rows(days, MONDAY, 2) == ["  ".join("......*"), "  ".join("x......")]
    assert calendar_rows(days, SUNDAY, 1) == ["  ".join("......*")], "and what is later is left out"
    assert calendar_rows(days, SUNDAY, 2)[0] == "  ".join(".......")


def test_each_week_is_as_wide_as_its_head() -> None:
    rows = calendar_rows({}, MONDAY, 5)
    assert len(rows) == 5
    assert {len(row) + 1 for row in rows} == {len(HEAD)}


def test_every_kind_of_day_has_its_sign_and_its_words() -> None:
    kinds = (streak.FIRST, streak.LATER, streak.MISSED)
    assert tuple(SIGNS) == kinds
    assert tuple(STANDS) == (None, *kinds)
    for day, sign in SIGNS.items():
        assert calendar_rows({MONDAY: day}, MONDAY, 1)[0][0] == sign
        assert f"{sign} {day}" in LEGEND
    assert len(LEGEND.split()) == 2 * len(SIGNS)
    assert STANDS[None] == "not solved yet"
    assert STANDS[streak.FIRST] == "solved"
    assert STANDS[streak.LATER] == "solved, not at the first try"
    assert STANDS[streak.MISSED] == "missed; try again"
    for end, sign in DUEL_SIGNS.items():
        assert calendar_rows({MONDAY: end}, MONDAY, 1, DUEL_SIGNS)[0][0] == sign
        assert f"{sign} {end}" in duel_legend(DUEL_SIGNS)
    assert len(duel_legend(DUEL_SIGNS).split()) == 2 * len(DUEL_SIGNS)
    assert LEGEND.endswith("missed")
    assert duel_legend([]) == "+ won - lost = stopped"

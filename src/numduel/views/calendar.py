"""A calendar of daily puzzles or duels: a label and a sign for each day."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta

DAY_LABELS = {
    None: "not solved yet",
    "first": "solved",
    "later": "solved, but not on the first try",
    "missed": "missed; try again",
}
"""The label of a day, by its entry in storage/streak."""

SIGNS = {"first": "*", "later": "o", "missed": "x"}
LEGEND = "* first try  o later  x missed"
WEEKDAYS = "Mo Tu We Th Fr Sa Su"


DUEL_SIGNS = {"won": "+", "lost": "-", "drew": "/", "stopped": "="}
DUEL_LABELS = {"won": "won", "lost": "lost", "drew": "drew", "stopped": "no winner"}


def duel_legend(outcomes: Collection[str]) -> str:
    """Return the meaning of the signs; draws are included only if there is one.

    >>> duel_legend(["won"]), duel_legend(["won", "drew"])
    ('+ won  - lost  = no winner', '+ won  - lost  / drew  = no winner')
    """
    shown = [end for end in DUEL_SIGNS if end != "drew" or end in outcomes]
    return "  ".join(f"{DUEL_SIGNS[end]} {DUEL_LABELS[end]}" for end in shown)


def calendar_rows(
    days: Mapping[str, str], today: str, weeks: int, signs: Mapping[str, str] = SIGNS
) -> list[str]:
    """Return the weeks up to this one, from Monday to Sunday; a day without a try is a dot.

    >>> calendar_rows({"2026-11-16": "first", "2026-11-14": "later"}, "2026-11-17", 2)
    ['.  .  .  .  .  o  .', '*  .  .  .  .  .  .']
    """
    last = date.fromisoformat(today)
    monday = last - timedelta(last.weekday() + 7 * (weeks - 1))
    dates = [(monday + timedelta(number)).isoformat() for number in range(7 * weeks)]
    row = [signs.get(days.get(day, ""), ".") for day in dates]
    return ["  ".join(row[7 * week :][:7]) for week in range(weeks)]

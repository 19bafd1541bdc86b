"""A calendar of daily puzzles or duels: how each day went, in words and in signs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta

STANDS = {
    None: "not solved yet",
    "first": "solved",
    "later": "solved, not at the first try",
    "missed": "missed; try again",
}
"""How a day stands, by what storage/streak keeps of it."""

SIGNS = {"first": "*", "later": "o", "missed": "x"}
LEGEND = "* first o later x missed"
HEAD = "Mo Tu We Th Fr Sa Su"


DUEL_SIGNS = {"won": "+", "lost": "-", "drew": "/", "stopped": "="}


def duel_legend(outcomes: Collection[str]) -> str:
    """Return what the signs of some duels mean; a draw is explained only where there is one.

    >>> duel_legend(["won"]), duel_legend(["won", "drew"])
    ('+ won - lost = stopped', '+ won - lost / drew = stopped')
    """
    shown = [end for end in DUEL_SIGNS if end != "drew" or end in outcomes]
    return " ".join(f"{DUEL_SIGNS[end]} {end}" for end in shown)


def calendar_rows(
    days: Mapping[str, str], today: str, weeks: int, signs: Mapping[str, str] = SIGNS
) -> list[str]:
    """The weeks up to this one, each from Monday to Sunday; a day without a try is a dot.

    >>> calendar_rows({"2026-11-16": "first", "2026-11-14": "later"}, "2026-11-17", 2)
    ['.  .  .  .  .  o  .', '*  .  .  .  .  .  .']
    """
    last = date.fromisoformat(today)
    monday = last - timedelta(last.weekday() + 7 * (weeks - 1))
    dates = [(monday + timedelta(number)).isoformat() for number in range(7 * weeks)]
    row = [signs.get(days.get(day, ""), ".") for day in dates]
    return ["  ".join(row[7 * week :][:7]) for week in range(weeks)]

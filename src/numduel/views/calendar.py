"""A month of daily puzzles or duels: the number, the sign and the label of each day."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta

DAY_LABELS = {
    None: "not solved",
    "first": "solved",
    "later": "solved later",
    "missed": "missed; try again",
}
"""The label of a day, by its entry in storage/streak."""

SIGNS = {"first": "*", "later": "o", "missed": "x"}
LEGEND = "* first try  o later  x missed"
WEEKDAY_NAMES = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)
WEEKDAYS = tuple(name[:2] for name in WEEKDAY_NAMES)

DUEL_SIGNS = {"won": "+", "lost": "-", "drew": "/", "stopped": "="}
DUEL_LABELS = {
    None: "not played",
    "won": "won",
    "lost": "lost",
    "drew": "draw",
    "stopped": "no winner",
}
IN_PROGRESS = "in progress"
"""The label of a duel that was started and not finished."""


def duel_label(outcome: str | None, *, is_in_progress: bool = False) -> str:
    """Return the label of a day's duel: its first result counts, also if it is played again."""
    return IN_PROGRESS if outcome is None and is_in_progress else DUEL_LABELS[outcome]


def duel_legend(outcomes: Collection[str]) -> str:
    """Return the meaning of the signs; draws are included only if there is one.

    >>> duel_legend(["won"]), duel_legend(["won", "drew"])
    ('+ won  - lost  = no winner', '+ won  - lost  / draw  = no winner')
    """
    shown = [end for end in DUEL_SIGNS if end != "drew" or end in outcomes]
    return "  ".join(f"{DUEL_SIGNS[end]} {DUEL_LABELS[end]}" for end in shown)


# ---- months


def month_of(day: str) -> str:
    """Return the month of a date: 2026-11 for 2026-11-15."""
    return day[:7]


def month_title(month: str) -> str:
    """Return a month as people write it.

    >>> month_title("2026-11")
    'November 2026'
    """
    return f"{MONTHS[int(month[5:]) - 1]} {int(month[:4])}"


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def shift_month(month: str, by: int) -> str:
    """Return a month before or after another one.

    >>> shift_month("2026-11", 2), shift_month("2026-01", -1)
    ('2027-01', '2025-12')
    """
    year, index = divmod(int(month[:4]) * 12 + int(month[5:]) - 1 + by, 12)
    return f"{year:04}-{index + 1:02}"


def weeks_of(month: str) -> list[list[str]]:
    """Return the dates of a month in weeks from Monday to Sunday; "" is a day of another month."""
    first = date.fromisoformat(f"{month}-01")
    day, weeks = first - timedelta(first.weekday()), list[list[str]]()
    while month_of(day.isoformat()) <= month:
        week = [(day + timedelta(number)).isoformat() for number in range(7)]
        weeks.append([each if month_of(each) == month else "" for each in week])
        day += timedelta(7)
    return weeks


def month_rows(
    month: str, days: Mapping[str, str], today: str, signs: Mapping[str, str] = SIGNS
) -> list[str]:
    """Return a month as text: its title, the weekdays, and a row of days for each week.

    Today has brackets, and later days have no number.

    >>> for row in month_rows("2026-11", {"2026-11-03": "first"}, "2026-11-04"):
    ...     print(row)
    November 2026
     Mo   Tu   We   Th   Fr   Sa   Su
                                    1
      2    3* [ 4 ]
    """
    names = "".join(f" {name}  " for name in WEEKDAYS)
    weeks = ["".join(_cell(day, days, today, signs) for day in week) for week in weeks_of(month)]
    return [month_title(month), *(row.rstrip() for row in (names, *weeks) if row.strip())]


def _cell(day: str, days: Mapping[str, str], today: str, signs: Mapping[str, str]) -> str:
    """Return the five characters of a day."""
    if not day or day > today:
        return "     "
    cell = f"{int(day[8:]):>2}{signs.get(days.get(day, ''), ' ')}"
    return f"[{cell}]" if day == today else f" {cell} "


def day_title(day: str) -> str:
    """Return a date as people write it.

    >>> day_title("2026-11-17")
    'Tuesday, 17 November 2026'
    """
    weekday = WEEKDAY_NAMES[date.fromisoformat(day).weekday()]
    return f"{weekday}, {int(day[8:])} {month_title(month_of(day))}"


def latest_months(
    days: Mapping[str, str], today: str, signs: Mapping[str, str] = SIGNS
) -> list[str]:
    """Return last month and this one as text, with an empty line between them."""
    month = month_of(today)
    before = month_rows(shift_month(month, -1), days, today, signs)
    return [*before, "", *month_rows(month, days, today, signs)]

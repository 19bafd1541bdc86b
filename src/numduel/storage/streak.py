"""The streak of daily puzzles solved on the first try, and a calendar of results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..errors import SetupError, counted, quoted
from . import files, json_files

FILE_STEM = "streak"
TODAY = "today"

FIRST_DAY = "2000-01-01"
"""The first day in calendars, and the first that a server offers."""

FIRST, LATER, MISSED = "first", "later", "missed"
"""Results of a day: solved on the first try, solved later (or on a later day), not solved."""

MARK_LEGEND = "+ best, . fine, - mistake"
"""The meaning of the signs in a result to share, one for each turn or try."""

MAX_DAYS = 4000
"""Days in the calendar: about 10 years, still a small file."""


class Streak(NamedTuple):
    """The number of days in a row with the daily puzzle solved on the first try.

    >>> Streak().after("2026-11-14", True).after("2026-11-15", True)
    Streak(last='2026-11-15', days=2, best=2)
    """

    last: str = ""
    """The last day with a try, right or wrong; the first try of a day counts."""
    days: int = 0
    best: int = 0

    def on(self, day: str) -> int:
        """Return the length on a day, before or after that day's puzzle.

        >>> streak = Streak("2026-11-15", 4, 6)
        >>> streak.on("2026-11-15"), streak.on("2026-11-16"), streak.on("2026-11-17")
        (4, 4, 0)
        """
        return self.days if day == self.last or _is_next(self.last, day) else 0

    def label(self, day: str) -> str:
        """Return the length on a day, and the best length.

        >>> Streak("2026-11-15", 1, 6).label("2026-11-15")
        '1 day (best 6)'
        """
        days = self.on(day)
        return f"{counted(days, 'day')} (best {self.best})"

    def after(self, day: str, right: bool) -> Streak:
        """Return the streak after a try at the puzzle of a day."""
        if day == self.last:
            return self
        days = self.on(day) + 1 if right else 0
        return Streak(day, days, max(days, self.best))


def _is_next(before: str, day: str) -> bool:
    from datetime import date

    return bool(before) and (date.fromisoformat(day) - date.fromisoformat(before)).days == 1


# ---- days


def today() -> str:
    """Return today's date in UTC, the same for everyone."""
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()


def read_day(text: str) -> str:
    """Parse a date such as 2026-11-15, or the word today."""
    from datetime import date

    if text == TODAY:
        return today()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise SetupError(f"{quoted(text)} isn't a date. Write it like 2026-11-15") from None


def read_past_day(text: str) -> str:
    """Parse the day of a daily puzzle or duel; days after today aren't playable."""
    day = read_day(text)
    if day > today():
        raise SetupError(f"{day} is in the future. You can play today's and earlier days")
    return day


# ---- on disk


def file() -> str:
    """Return the path of the streak file."""
    return json_files.file(FILE_STEM)


def load() -> Streak:
    """Load the streak; a damaged file counts as none."""
    return _parse_streak(json_files.load(FILE_STEM))


def calendar() -> dict[str, str]:
    """Return the result of each day with a try: FIRST, LATER or MISSED."""
    return _parse_calendar(json_files.load(FILE_STEM))


def _parse_streak(data: Mapping[str, Any]) -> Streak:
    try:
        streak = Streak(str(data["last"]), int(data["days"]), int(data["best"]))
    except (ValueError, TypeError, KeyError, OverflowError):
        return Streak()
    return streak if _is_day(streak.last) and 0 <= streak.days <= streak.best else Streak()


def _parse_calendar(data: Mapping[str, Any]) -> dict[str, str]:
    days = data.get("calendar")
    if not isinstance(days, dict):  # a file from before there was a calendar
        streak = _parse_streak(data)
        return {streak.last: FIRST if streak.days else MISSED} if streak.last else {}
    return {day: how for day, how in days.items() if _is_day(day) and how in (FIRST, LATER, MISSED)}


def _as_data(streak: Streak, days: Mapping[str, str]) -> dict[str, Any]:
    """Return what is saved: the streak, and the newest days of the calendar."""
    return {**streak._asdict(), "calendar": dict(sorted(days.items())[-MAX_DAYS:])}


def _is_day(text: str) -> bool:
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class StreakUpdate(NamedTuple):
    """The effect of a try on the streak."""

    streak: Streak
    """The streak now on disk."""
    words: str
    """A sentence for the player: the streak, or why this try didn't count."""


def count(day: str, right: bool) -> StreakUpdate:
    """Save the result of a try: the puzzle was solved, or a move was wrong.

    Only the first try at today's puzzle counts towards the streak. The calendar also shows
    earlier days that are solved today.
    """
    if day != today():
        words = "Only today's puzzle counts towards your streak."
        if right and calendar().get(day) in (None, MISSED):
            words = _change(lambda data: _mark_late(data, day)) or words
        return StreakUpdate(load(), words)
    if calendar().get(day) in ((FIRST, LATER) if right else (FIRST, LATER, MISSED)):
        return StreakUpdate(load(), "Today's first try has already been counted.")
    words = ""

    def update(data: dict[str, Any]) -> dict[str, Any]:
        nonlocal words
        before, days = _parse_streak(data), _parse_calendar(data)
        streak = before.after(day, right)
        if day != before.last:
            days[day] = FIRST if right else MISSED
            words = f"Your streak: {streak.label(day)}."
        elif right:
            days[day] = LATER
            words = "Only your first try counts towards your streak."
        return _as_data(streak, days)

    problem = _change(update)
    return StreakUpdate(load(), problem or words)


def _mark_late(data: Mapping[str, Any], day: str) -> dict[str, Any]:
    """Return the data with the puzzle of an earlier day as solved; the streak stays."""
    return _as_data(_parse_streak(data), {**_parse_calendar(data), day: LATER})


def _change(update: Callable[[dict[str, Any]], dict[str, Any]]) -> str:
    """Change the file, and return a sentence if that fails; otherwise empty."""
    try:
        json_files.change(FILE_STEM, update)
    except OSError as error:
        return f"Your streak cannot be saved in {file()}: {files.reason(error)}."
    return ""

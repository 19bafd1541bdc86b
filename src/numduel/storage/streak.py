"""The streak: how many days in a row the daily puzzle was solved."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import SetupError, quoted
from . import json_files

__all__ = ["TODAY", "Counted", "Streak", "count", "file", "load", "read_day", "today"]

KEPT = "streak"
TODAY = "today"


class Streak(NamedTuple):
    """How many days in a row the daily puzzle was solved.

    >>> Streak().after("2026-11-14", True).after("2026-11-15", True)
    Streak(last='2026-11-15', days=2, best=2)
    """

    last: str = ""
    """The day that was answered last, right or wrong; the first answer of a day counts."""
    days: int = 0
    best: int = 0

    def on(self, day: str) -> int:
        """How long it is on a day, before that day's puzzle or after it.

        >>> streak = Streak("2026-11-15", 4, 6)
        >>> streak.on("2026-11-15"), streak.on("2026-11-16"), streak.on("2026-11-17")
        (4, 4, 0)
        """
        return self.days if day == self.last or _is_next(self.last, day) else 0

    def after(self, day: str, right: bool) -> Streak:
        """The streak once the puzzle of a day has been answered."""
        if day == self.last:
            return self
        days = self.on(day) + 1 if right else 0
        return Streak(day, days, max(days, self.best))


def _is_next(before: str, day: str) -> bool:
    from datetime import date

    return bool(before) and (date.fromisoformat(day) - date.fromisoformat(before)).days == 1


# ---- days


def today() -> str:
    """The day by the clock of Greenwich, so that it is the same for everyone."""
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()


def read_day(text: str) -> str:
    """A date as it is written, 2026-11-15, or the word today."""
    from datetime import date

    if text == TODAY:
        return today()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise SetupError(f"{quoted(text)} is no date such as 2026-11-15") from None


# ---- on disk


def file() -> str:
    """Where the streak is kept."""
    return json_files.file(KEPT)


def load() -> Streak:
    """The streak on disk; a spoilt file is no streak."""
    from datetime import date

    data = json_files.load(KEPT)
    try:
        streak = Streak(str(data["last"]), int(data["days"]), int(data["best"]))
        whole = date.fromisoformat(streak.last).isoformat() == streak.last
    except (ValueError, TypeError, KeyError, OverflowError):
        return Streak()
    return streak if whole and 0 <= streak.days <= streak.best else Streak()


class Counted(NamedTuple):
    """What an answer has made of the streak."""

    streak: Streak
    """As it is on disk now."""
    words: str
    """How it stands, or why this answer did not count: a sentence for people."""


def count(day: str, right: bool) -> Counted:
    """Write the answer of a day down, if it is today's and the first."""
    before = load()
    if day != today():
        return Counted(before, "Only the puzzle of today counts for the streak.")
    if day == before.last:
        return Counted(before, "Today's first answer is counted already.")
    streak = before.after(day, right)
    try:
        json_files.keep(KEPT, streak._asdict())
    except OSError as error:
        problem = error.strerror or error
        return Counted(before, f"The streak cannot be kept in {file()}: {problem}.")
    days = "1 day" if streak.days == 1 else f"{streak.days} days"
    return Counted(streak, f"Your streak: {days} (best {streak.best}).")

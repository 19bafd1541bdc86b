"""The streak: days in a row on which the daily puzzle was solved at the first try; a calendar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import SetupError, counted, quoted
from . import files, json_files

KEPT = "streak"
TODAY = "today"

FIRST, LATER, MISSED = "first", "later", "missed"
"""How the puzzle of a day went: solved at the first try, solved after a wrong one, not solved."""

DAYS = 4000
"""Days that a calendar remembers: ten years, which are a small file still."""


class Streak(NamedTuple):
    """How many days in a row the daily puzzle was solved at the first try.

    >>> Streak().after("2026-11-14", True).after("2026-11-15", True)
    Streak(last='2026-11-15', days=2, best=2)
    """

    last: str = ""
    """The day that was tried last, right or wrong; the first try of a day counts."""
    days: int = 0
    best: int = 0

    def on(self, day: str) -> int:
        """How long it is on a day, before that day's puzzle or after it.

        >>> streak = Streak("2026-11-15", 4, 6)
        >>> streak.on("2026-11-15"), streak.on("2026-11-16"), streak.on("2026-11-17")
        (4, 4, 0)
        """
        return self.days if day == self.last or _is_next(self.last, day) else 0

    def words(self, day: str) -> str:
        """How long it is on a day, and was at best.

        >>> Streak("2026-11-15", 1, 6).words("2026-11-15")
        '1 day (best 6)'
        """
        days = self.on(day)
        return f"{counted(days, 'day')} (best {self.best})"

    def after(self, day: str, right: bool) -> Streak:
        """The streak once the puzzle of a day has been tried."""
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
    return _streak(json_files.load(KEPT))


def calendar() -> dict[str, str]:
    """How each day went on which a puzzle was tried: FIRST, LATER or MISSED."""
    return _calendar(json_files.load(KEPT))


def _streak(data: Mapping[str, Any]) -> Streak:
    try:
        streak = Streak(str(data["last"]), int(data["days"]), int(data["best"]))
    except (ValueError, TypeError, KeyError, OverflowError):
        return Streak()
    return streak if _is_day(streak.last) and 0 <= streak.days <= streak.best else Streak()


def _calendar(data: Mapping[str, Any]) -> dict[str, str]:
    kept = data.get("calendar")
    if not isinstance(kept, dict):  # from before there was one
        streak = _streak(data)
        return {streak.last: FIRST if streak.days else MISSED} if streak.last else {}
    return {day: how for day, how in kept.items() if _is_day(day) and how in (FIRST, LATER, MISSED)}


def _is_day(text: str) -> bool:
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class Counted(NamedTuple):
    """What a try has made of the streak."""

    streak: Streak
    """As it is on disk now."""
    words: str
    """How it stands, or why this try did not count: a sentence for people."""


def count(day: str, right: bool) -> Counted:
    """Write down how a try went: that the puzzle is solved, or that a move was wrong.

    Only the puzzle of today counts, and for the streak only the first try of it.
    """
    if day != today():
        return Counted(load(), "Only the puzzle of today counts for the streak.")
    if calendar().get(day) in ((FIRST, LATER) if right else (FIRST, LATER, MISSED)):
        return Counted(load(), "Today's first try is counted already.")
    words = ""

    def tried(data: dict[str, Any]) -> dict[str, Any]:
        nonlocal words
        before, days = _streak(data), _calendar(data)
        streak = before.after(day, right)
        if day != before.last:
            days[day] = FIRST if right else MISSED
            words = f"Your streak: {streak.words(day)}."
        elif right:
            days[day] = LATER
            words = "This was not the first try, which is what the streak counts."
        return {**streak._asdict(), "calendar": dict(sorted(days.items())[-DAYS:])}

    try:
        json_files.change(KEPT, tried)
    except OSError as error:
        problem = files.reason(error)
        return Counted(load(), f"The streak cannot be kept in {file()}: {problem}.")
    return Counted(load(), words)

"""The streak: days in a row, counted once a day, saved next to the games."""

from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from numduel import SetupError
from numduel.storage import saves, streak
from numduel.storage.streak import Streak, StreakUpdate


def test_dates_are_checked() -> None:
    assert streak.read_day("2026-11-15") == "2026-11-15"
    assert streak.read_day("today") == datetime.now(UTC).date().isoformat()
    for text in ("yesterday", "2026-13-01", "2026-02-30", ""):
        with pytest.raises(SetupError, match="isn't a date"):
            streak.read_day(text)


def test_days_in_a_row_are_counted() -> None:
    found = Streak()
    first = date(2026, 12, 29)
    for number in range(6):
        found = found.after((first + timedelta(number)).isoformat(), right=True)
    assert found == Streak("2027-01-03", 6, 6)


def test_missed_day_restarts_the_streak() -> None:
    found = Streak("2026-02-27", 3, 9).after("2026-03-01", right=True)
    assert found == Streak("2026-03-01", 1, 9)


def test_wrong_answer_ends_the_streak_and_keeps_the_best() -> None:
    found = Streak("2026-02-27", 3, 3).after("2026-02-28", right=False)
    assert found == Streak("2026-02-28", 0, 3)
    assert found.after("2026-03-01", right=True) == Streak("2026-03-01", 1, 3)


def test_only_the_first_answer_of_a_day_counts() -> None:
    lost = Streak("2026-02-27", 3, 3).after("2026-02-28", right=False)
    assert lost.after("2026-02-28", right=True) == lost
    won = Streak("2026-02-27", 3, 3).after("2026-02-28", right=True)
    assert won.after("2026-02-28", right=False) == won == Streak("2026-02-28", 4, 4)


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '{"last": "2026-11-15"}',
        '{"last": "soon", "days": 1, "best": 1}',
        '{"last": "2026-11-15", "days": "many", "best": 1}',
        '{"last": "2026-11-15", "days": 5, "best": 1}',
        '{"last": "2026-11-15", "days": -1, "best": 1}',
        '{"last": "2026-11-15", "days": Infinity, "best": 1}',
        "[" * 900,
        "\x00\x01",
    ],
)
def test_damaged_file_counts_as_no_streak(damaged: str, home: Path) -> None:
    os.makedirs(os.path.dirname(streak.file()))
    Path(streak.file()).write_text(damaged)
    assert streak.load() == Streak()


def test_streak_is_zero_after_a_missed_day() -> None:
    found = Streak("2026-02-27", 3, 9)
    days = ("2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01")
    assert [found.on(day) for day in days] == [0, 3, 3, 0]
    assert Streak().on("2026-02-28") == 0


def test_last_possible_date_has_no_next_day() -> None:
    assert Streak("9999-12-31", 1, 1).after("2026-03-01", right=True) == Streak("2026-03-01", 1, 1)


# ---- on disk


def write_streak(found: Streak) -> None:
    os.makedirs(os.path.dirname(streak.file()), exist_ok=True)
    Path(streak.file()).write_text(json.dumps(found._asdict()))


def day(before: int = 0) -> str:
    return (datetime.now(UTC).date() - timedelta(before)).isoformat()


def test_counted_answer_is_on_disk(home: Path) -> None:
    write_streak(Streak(day(1), 4, 6))
    counted = streak.count(day(), right=True)
    assert counted == StreakUpdate(Streak(day(), 5, 6), "Your streak: 5 days (best 6).")
    assert streak.load() == counted.streak


def test_first_answer_creates_the_folder(home: Path) -> None:
    assert not home.parent.exists()
    assert streak.count(day(), right=True).words == "Your streak: 1 day (best 1)."
    assert os.path.dirname(streak.file()) == os.path.dirname(saves.folder())
    assert streak.load() == Streak(day(), 1, 1)


def test_uncounted_answers_do_not_change_the_file(home: Path) -> None:
    write_streak(Streak(day(), 4, 6))
    before = Path(streak.file()).read_text()
    again = streak.count(day(), right=False)
    assert again == StreakUpdate(Streak(day(), 4, 6), "Today's first try has already been counted.")
    other = streak.count("2025-05-05", right=False)
    assert other.streak == Streak(day(), 4, 6)
    assert other.words == "Only today's puzzle counts towards your streak."
    assert Path(streak.file()).read_text() == before


def test_calendar_shows_earlier_puzzles_solved_today(home: Path) -> None:
    write_streak(Streak(day(), 4, 6))
    late = streak.count("2025-05-05", right=True)
    assert late == StreakUpdate(
        Streak(day(), 4, 6), "Only today's puzzle counts towards your streak."
    )
    assert streak.calendar() == {"2025-05-05": streak.LATER, day(): streak.FIRST}
    before = Path(streak.file()).read_text()
    streak.count("2025-05-05", right=False)
    streak.count("2025-05-05", right=True)
    assert Path(streak.file()).read_text() == before


def test_answer_that_cannot_be_saved_is_not_counted(home: Path) -> None:
    home.parent.write_text("a file where the folder should be")
    counted = streak.count(day(), right=True)
    assert counted.streak == Streak()
    assert counted.words.startswith(f"Your streak cannot be saved in {streak.file()}: ")
    late = streak.count(day(3), right=True)
    assert late.words == counted.words  # nor is an earlier day


# ---- the calendar


def test_calendar_distinguishes_first_and_later_tries(home: Path) -> None:
    write_streak(Streak(day(1), 4, 6))
    assert streak.calendar() == {day(1): streak.FIRST}, "from a file without calendar"
    assert streak.count(day(), right=False).words == "Your streak: 0 days (best 6)."
    assert streak.calendar() == {day(1): streak.FIRST, day(): streak.MISSED}
    later = streak.count(day(), right=True)
    assert later.words.startswith("Only your first try counts")
    assert later.streak == Streak(day(), 0, 6)
    assert streak.calendar() == {day(1): streak.FIRST, day(): streak.LATER}


def test_invalid_calendar_entries_are_ignored(home: Path) -> None:
    write_streak(Streak(day(1), 0, 6))
    assert streak.calendar() == {day(1): streak.MISSED}
    data = json.loads(Path(streak.file()).read_text())
    good = {"2026-02-28": "later"}
    bad = {"2026-02-30": "first", "soon": "first", "2026-03-01": 7, "2026-03-02": []}
    Path(streak.file()).write_text(json.dumps({**data, "calendar": {**good, **bad}}))
    assert streak.calendar() == good
    streak.count(day(), right=True)
    assert streak.calendar() == {**good, day(): streak.FIRST}


def test_calendar_keeps_only_the_latest_days(home: Path) -> None:
    begin = datetime.now(UTC).date() - timedelta(streak.MAX_DAYS)
    old = {(begin + timedelta(n)).isoformat(): streak.FIRST for n in range(streak.MAX_DAYS)}
    os.makedirs(os.path.dirname(streak.file()))
    found = {**Streak(day(1), 1, 1)._asdict(), "calendar": old}
    Path(streak.file()).write_text(json.dumps(found))
    streak.count(day(), right=True)
    assert sorted(streak.calendar()) == [day(n) for n in reversed(range(streak.MAX_DAYS))], (
        "the last"
    )
    assert streak.load() == Streak(day(), 2, 2), "still readable"


def test_earlier_day_is_marked_as_solved_later_and_leaves_the_streak(home: Path) -> None:
    streak.count(day(), right=True)
    before = streak.load()
    words = "Only today's puzzle counts towards your streak."
    assert streak.count(day(3), right=False) == StreakUpdate(before, words)
    assert day(3) not in streak.calendar(), "a wrong answer isn't a result"
    assert streak.count(day(3), right=True) == StreakUpdate(before, words)
    assert streak.calendar() == {day(3): streak.LATER, day(): streak.FIRST}

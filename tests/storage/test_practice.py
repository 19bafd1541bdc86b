"""The results of practice puzzles."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from numduel.storage import json_files, practice
from numduel.storage.practice import PracticeSession, PuzzleTry, SaveFailures, Tally

pytestmark = pytest.mark.usefixtures("home")


def test_results_are_counted_by_game_and_grade() -> None:
    assert practice.load().of() == Tally()
    for game, grade, right in (
        ("maze", "easy", True),
        ("maze", "hard", False),
        ("sum", "hard", True),
    ):
        practice.count(game, grade, right)
    totals = practice.load()
    assert totals.of() == Tally(2, 3)
    assert totals.of("maze") == Tally(1, 2)
    assert totals.of(grade="hard") == Tally(1, 2)
    assert totals.of("maze", "hard") == Tally(0, 1)
    assert totals.of("race") == Tally()


@pytest.mark.parametrize(
    "damage",
    [
        "[]",
        '{"maze": 3}',
        '{"maze": {"easy": {"solved": 2, "tried": 1}}}',
        '{"maze": {"easy": {"solved": "2", "tried": 3}}}',
    ],
)
def test_damaged_entries_count_as_none(damage: str) -> None:
    json_files.keep("practice", {})
    Path(json_files.file("practice")).write_text(damage)
    assert practice.load().of() == Tally()
    practice.count("maze", "easy", True)
    assert practice.load().of() == Tally(1, 1)


def test_session_counts_puzzles_in_a_row() -> None:
    session = PracticeSession()
    for right in (True, False, True, True):
        session.count(right)
    assert (session.tally, session.in_a_row) == (Tally(3, 4), 2)


def test_failed_save_is_raised_and_reported_once_until_saving_works(tmp_path: Path) -> None:
    """The data folder is a file, which stops root too."""
    home = tmp_path / "home"
    home.write_text("mine")
    for write in (count_one, lambda: practice.add_try("maze", PuzzleTry("a", True, ()))):
        with pytest.raises(NotADirectoryError):
            write()
    failures, reports = SaveFailures(), list[str]()
    for _ in range(3):
        with failures.reported_to(reports.append):
            count_one()
    assert reports == [f"Your puzzle results cannot be saved in {home}: Not a directory."]
    home.unlink()
    with failures.reported_to(reports.append):
        count_one()
    shutil.rmtree(home)
    home.write_text("mine")
    with failures.reported_to(reports.append):
        count_one()
    assert reports == reports[:1] * 2
    assert home.read_text() == "mine"


def count_one() -> None:
    practice.count("maze", "easy", True)

"""A data folder of an earlier version still works."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from numduel.storage import lesson_progress, record, saves, streak
from numduel.tui import settings
from numduel.views.as_json import record_json
from running import run_program

OLD = Path(__file__).parents[1] / "fixtures" / "2026-11"
SAVES = json.loads((OLD / "saves.json").read_text(encoding="utf-8"))


@pytest.fixture
def old_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "old"
    shutil.copytree(OLD / "home", home)
    monkeypatch.setenv("NUMDUEL_HOME", str(home))
    return home


def test_every_old_save_is_read_correctly() -> None:
    for name, expected in SAVES.items():
        text = (OLD / "home" / "games" / name).read_text(encoding="utf-8")
        found: Any = record_json(record.loads(text))
        assert found["status"].pop("draw") is False  # a field that did not exist then
        assert {key: found[key] for key in expected} == expected, name


def test_old_saves_are_listed_and_resumed(old_home: Path) -> None:
    unfinished = 0
    for name, expected in SAVES.items():
        save = name.removesuffix(saves.SUFFIX)
        ran = run_program([sys.executable, "-m", "numduel", "resume", save], "quit\n")
        if expected["status"]["kind"] == "turn":
            unfinished += 1
            assert ran.returncode == 0, (name, ran.stdout, ran.stderr)
        assert "Traceback" not in ran.stderr
    assert unfinished >= 3
    assert {save.name for save in saves.list_saves()} >= {
        name.removesuffix(saves.SUFFIX) for name in SAVES
    }


def test_old_settings_progress_and_streak_are_read(old_home: Path) -> None:
    assert (settings.load().name, settings.load().friend) == ("Ann", "Bob")
    assert (settings.load().colours, settings.load().ascii) == ("light", True)
    assert lesson_progress.load() == {"maze": 4, "race": 2}
    assert streak.load() == streak.Streak("2026-11-15", 2, 6)
    assert streak.calendar()["2026-11-13"] == streak.MISSED

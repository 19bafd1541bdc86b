"""Tests of an installed numduel, run by tools/wheel-test in a fresh environment."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import TESTS, Terminal
from terminal import numduel as run

import numduel
from numduel.compiled import is_used
from numduel.learning import lessons, rulebook

SOURCES = TESTS.parent
INSTALLED = Path(numduel.__file__).parent

PACKED = {"src/numduel": ".", "docs/rules": "rules", "docs/lessons": "lesson_pages"}
"""Folders of the sources that are packed, and their places in the package."""

UNPACKED = {".pyc", ".pyx", ".pxi", ".so"}
"""Suffixes that are not packed; a wheel contains only its own build of the core."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path))


def test_installed_package_is_tested() -> None:
    assert SOURCES not in INSTALLED.parents
    assert "site-packages" in INSTALLED.parts


def test_wheel_contains_every_file_unchanged() -> None:
    found = set()
    for folder, place in PACKED.items():
        for path in sorted((SOURCES / folder).rglob("*")):
            if path.is_file() and path.suffix not in UNPACKED:
                packed = INSTALLED / place / path.relative_to(SOURCES / folder)
                assert packed.is_file(), f"{packed} is missing from the wheel"
                assert packed.read_bytes() == path.read_bytes(), packed
                found.add(packed.suffix or packed.name)
    assert {".py", ".typed", ".tcss", ".css", ".md"} <= found
    for schema in ("json-schema.json", "openapi.json"):
        written = (SOURCES / "docs" / schema).read_bytes()
        assert (INSTALLED / schema).read_bytes() == written, schema


def test_wheel_contains_the_core_if_it_could_be_built() -> None:
    here, there = (
        path / "compiled" / "core.abi3.so" for path in (SOURCES / "src/numduel", INSTALLED)
    )
    assert there.is_file() == is_used()
    assert there.is_file() or not here.is_file()


@pytest.mark.parametrize("id", numduel.games())
def test_every_game_has_rules_and_lessons(id: str) -> None:
    assert (
        rulebook.page(id, is_numbered=True) == (SOURCES / "docs" / "rules" / f"{id}.md").read_text()
    )
    for name in (id, f"{id}-strategy"):
        assert (INSTALLED / "lesson_pages" / f"{name}.md").is_file()
        assert len(lessons.lesson(name).steps) > 1
    assert numduel.new(id).title in run(["rules", id]).out


MAZE = ["--board", "4 3 8/9 5 1/2 7 6"]


def test_classic_dialogue_matches_the_rule_book() -> None:
    ran = run(["play", "maze", "--classic", *MAZE], "0,0\n2,0\n0,1\n2,1\n1,1\n2,2\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith((TESTS / "transcripts" / "maze.txt").read_text())


def test_replay_prints_a_record() -> None:
    command, expected = (TESTS / "golden" / "replay-run.txt").read_text().split("\n\n", 1)
    ran = run(command.split()[2:])
    assert (ran.status, ran.out) == (0, expected)


def test_analyse_finds_the_best_move() -> None:
    ran = run(["analyse", "maze", *MAZE, "--moves", "0,0 2,0 0,1 2,1", "--json"])
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["best"] == ["0,2"]


def test_daily_puzzle_can_be_solved() -> None:
    day = ["puzzle", "--daily", "2026-11-15"]
    answer = json.loads(run([*day, "--json"]).out)["answer"]
    ran = run(day, f"{answer}\n")
    assert ran.status == 0
    assert "Correct!" in ran.out


def test_app_opens_in_a_terminal() -> None:
    terminal = Terminal([], rows=24)
    terminal.until("Daily puzzle")
    terminal.type("\x11")  # Ctrl-Q
    assert terminal.wait() == 0
    assert "Traceback" not in terminal.text


def test_package_installs_the_command() -> None:
    ran = subprocess.run(
        [Path(sys.executable).with_name("numduel"), "--version"], capture_output=True, check=True
    )
    assert numduel.__version__ in ran.stdout.decode()

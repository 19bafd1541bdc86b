"""What `make` says while it works: nobody looks at a silent terminal and wonders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duel_support import needs
from running import run_program

ROOT = Path(__file__).parents[2]
PROGRAMS = ("python", "numduel", "ruff", "mypy", "pytest")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """An environment in which every program only says that it was called."""
    (tmp_path / "bin").mkdir()
    for name in PROGRAMS:
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\necho "called: {name}"\n')
        program.chmod(0o755)
    return tmp_path


def made(tools: Path, *targets: str) -> list[str]:
    needs("make")
    environ = {name: os.environ[name] for name in os.environ if not name.startswith("MAKE")}
    command = ["make", "--no-print-directory", f"VENV={tools}", *targets]
    done = run_program(command, cwd=ROOT, env=environ)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_make_play_says_that_it_sets_up_and_that_once(tools: Path) -> None:
    first = made(tools, "play")
    assert first == [
        "Setting up, once: about a minute ...",
        "called: python",
        "called: numduel",
    ]
    assert made(tools, "play") == ["called: numduel"]


@pytest.mark.slow
def test_make_test_says_what_it_does_before_it_does_it(tools: Path) -> None:
    said = made(tools, "lint", "check", "browser-check", "test-long")
    assert said[:2] == ["Setting up for the tests, once: a minute or two ...", "called: python"]
    for word, program in (
        ("code", "ruff"),
        ("first answer", "pytest"),
        ("browsers", "pytest"),
        ("long", "pytest"),
    ):
        at = next(n for n, line in enumerate(said) if word in line)
        assert "called" not in said[at]
        assert f"called: {program}" in said[at:]

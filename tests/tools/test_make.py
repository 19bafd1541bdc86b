"""Messages that `make` prints before each step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duel_support import needs
from running import run_program

ROOT = Path(__file__).parents[2]
PROGRAMS = ("python", "numduel", "ruff", "mypy", "pytest", "node", "npm")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return an environment in which every program only prints that it was called."""
    (tmp_path / "bin").mkdir()
    for name in PROGRAMS:
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\necho "called: {name}"\n')
        program.chmod(0o755)
    return tmp_path


def run_make(tools: Path, *targets: str) -> list[str]:
    needs("make")
    environ = {name: os.environ[name] for name in os.environ if not name.startswith("MAKE")}
    environ["PATH"] = f"{tools / 'bin'}{os.pathsep}{environ['PATH']}"  # for node and npm
    command = ["make", "--no-print-directory", f"VENV={tools}", *targets]
    done = run_program(command, cwd=ROOT, env=environ)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_make_play_announces_the_set_up_once(tools: Path) -> None:
    first = run_make(tools, "play")
    assert first == [
        "Setting up (only once): about a minute ...",
        "called: python",
        "called: python",
        "called: numduel",
    ]
    assert run_make(tools, "play") == ["called: numduel"]


def test_make_test_announces_each_step(tools: Path) -> None:
    lines = run_make(tools, "lint", "check", "browser-check", "test-long")
    assert lines[:2] == [
        "Setting up for the tests (only once): a minute or two ...",
        "called: python",
    ]
    for word, program in (
        ("code", "ruff"),
        ("TypeScript", "node"),
        ("quick", "pytest"),
        ("browsers", "pytest"),
        ("long", "pytest"),
    ):
        at = next(n for n, line in enumerate(lines) if word in line)
        assert "called" not in lines[at]
        assert f"called: {program}" in lines[at:]

"""The page "Train an agent", followed step by step."""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from running import run_program

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "train-an-agent.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.*)$", PAGE, re.M)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with `examples`, and with `python3` and `numduel` of this environment."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "bin").mkdir()
    for name, words in (("python3", ""), ("numduel", "-m numduel ")):
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n')
        program.chmod(0o755)
    return tmp_path


def type_command(folder: Path, command: str) -> str:
    """Run a command of the page in a shell; return its output."""
    environ = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "NUMDUEL_HOME": str(folder / "home"),
    }
    ran = run_program(["sh", "-c", command], cwd=folder, env=environ, seconds=280)
    assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
    return ran.stdout + ran.stderr


def curve(folder: Path, method: str) -> list[dict[str, float]]:
    text = (folder / "agents" / method / "sum.curve.jsonl").read_text()
    return [*map(json.loads, text.splitlines())]


@pytest.mark.long
def test_readers_get_agents_that_learn_and_play(folder: Path) -> None:
    for package in ("torch", "sb3_contrib"):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install 'numduel[train]'")
    said = {command: type_command(folder, command) for command in COMMANDS}
    for word, shown in (
        ("self_play.py", r"^sum: 999,424 positions in \d+ s, accuracy \d\d\.\d%, regret 0\.\d{4}$"),
        ("learn_labels.py", r"^sum: 20,000 positions in \d+ s, accuracy"),
        ("train_ppo.py", r"^sum, 4096 steps in \d+ s: wins \d+% against random$"),
    ):
        (text,) = (text for command, text in said.items() if f"examples/{word}" in command)
        assert re.search(shown, text, re.M), text
    for method in ("self-play", "labels"):
        first, *_, last = curve(folder, method)
        assert last["regret"] < first["regret"]
        assert last["regret"] < 0.35, f"{method} is no better than guessing"

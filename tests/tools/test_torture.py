"""A small part of `make torture`: attacks on saves, prompts, streams and matches, a few times."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from running import run_program

TOOLS = Path(__file__).parents[2] / "tools"
ATTACKS = (
    *("kills", "writers", "full disks", "damaged files", "inputs", "escapes", "streams"),
    "actions",
)


@pytest.mark.slow
def test_attacks_find_no_failure() -> None:
    path = os.pathsep.join([str(TOOLS), *sys.path])
    command = [sys.executable, "-m", "torture", "--share", "0.01", *ATTACKS]
    ran = run_program(command, seconds=240, env={**os.environ, "PYTHONPATH": path})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    lines = [line.split() for line in ran.stdout.splitlines()]
    assert len(lines) == len(ATTACKS)
    assert all(line[-4:-2] == ["0", "failed"] for line in lines)

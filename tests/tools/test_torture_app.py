"""A small part of the attack on the app, and runs that once crashed it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from running import run_program

pytestmark = pytest.mark.app

TOOLS = Path(__file__).parents[2] / "tools"


def succeeds(*words: str) -> str:
    """Return the output of a run of the attack, which must succeed."""
    path = os.pathsep.join([str(TOOLS), *sys.path])
    command = [sys.executable, "-m", *words]
    ran = run_program(command, seconds=240, env={**os.environ, "PYTHONPATH": path})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_random_inputs_do_not_crash_the_app() -> None:
    words = succeeds("torture", "app", "--share", "0.00031").split()
    assert int(words[1]) >= 100
    assert words[3:5] == ["0", "failed"]


@pytest.mark.long
@pytest.mark.parametrize(("seed", "inputs"), [(22, 417), (35, 404), (39, 365)])
def test_runs_that_once_crashed_the_app_succeed(seed: int, inputs: int) -> None:
    assert "nothing failed" in succeeds("torture.app", str(seed), str(inputs))

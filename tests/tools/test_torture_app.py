"""A small share of the attack on the app, and the runs that once ended it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from running import run_program

pytestmark = pytest.mark.app

TOOLS = Path(__file__).parents[2] / "tools"


def succeeds(*words: str) -> str:
    """What a run of the attack prints, in which nothing may fail."""
    path = os.pathsep.join([str(TOOLS), *sys.path])
    command = [sys.executable, "-m", *words]
    ran = run_program(command, seconds=240, env={**os.environ, "PYTHONPATH": path})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_random_inputs_do_not_end_the_app() -> None:
    words = succeeds("torture", "app", "--share", "0.001").split()
    assert int(words[1]) >= 100
    assert words[3:5] == ["0", "failed"]


@pytest.mark.long
@pytest.mark.parametrize(("seed", "inputs"), [(22, 417), (35, 404), (39, 365)])
def test_runs_that_once_ended_the_app_do_so_no_longer(seed: int, inputs: int) -> None:
    assert "nothing failed" in succeeds("torture.app", str(seed), str(inputs))

"""The compiled core as WebAssembly: tests of this folder in Pyodide, with the site's own core."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest
from site_build.core import NAME
from site_build.modules import install_pyodide

import numduel
from duel_support import needs_package
from running import run_program

pytestmark = pytest.mark.long

TESTS = Path(__file__).parents[1]
FILES = ("lockstep", "labels", "many_boards", "solving", "race_census", "safe")

STACK_KB = 400
"""Size of the stack; browsers give workers about 1,000."""

IMPOSSIBLE = {
    *("test_threads_can_search_at_the_same_time", "test_search_does_not_block_other_threads"),
    *("test_search_answers_one_question_at_a_time", "test_playouts_refuse_a_second_thread"),
    *("test_number_of_processes_does_not_change_the_output", "test_stopped_census_resumes"),
    *("test_census_without_the_core_reports_a_sample", "test_core_does_not_change_the_output"),
    *("test_tampered_games_are_refused_or_playable", "test_unaligned_arrays_are_refused"),
    *("test_core_refuses_boards_that_python_deals", "test_broken_core_counts_as_missing"),
    "test_core_checks_the_arguments_of_duels",
}
"""Tests that need threads, processes or numpy."""

REPLACED = {
    "test_out_of_memory_leaves_moves_unknown_and_frees_memory",
    "test_deep_proof_fits_on_a_small_stack",
}
"""Tests that need processes, and are written again for Pyodide."""


@pytest.fixture
def sources(built_site: Path, tmp_path: Path) -> Path:
    """Return a folder with all modules and the core of the site."""
    with zipfile.ZipFile(built_site / "play" / "python" / "numduel.zip") as archive:
        if NAME not in archive.namelist():
            needs_package("ziglang", "site")
            pytest.skip("the site was built without the compiled core")
        package = Path(numduel.__file__).parent
        compiled = shutil.ignore_patterns("*.so", "*.pyd", "*.pyx", "*.pxi", "__pycache__", "page")
        shutil.copytree(package, tmp_path / "numduel", ignore=compiled)
        archive.extract(NAME, tmp_path)
    return tmp_path


def run_in_pyodide(sources: Path, *files: str, options: tuple[str, ...] = ()) -> dict[str, str]:
    """Run tests in Pyodide; return the outcome of each."""
    script = TESTS / "support" / "node_pytest.mjs"
    packages = Path(pytest.__file__).parents[1]
    folders = [script, install_pyodide(), packages, sources, TESTS]
    command = ["node", *options, *map(str, folders), *(f"/tests/compiled/{name}" for name in files)]
    done = run_program(command, seconds=240, env={**os.environ, "CI": "true"})
    assert done.returncode == 0, done.stderr[-2000:]
    outcomes: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return outcomes


def test_core_passes_its_tests_in_webassembly(sources: Path) -> None:
    found = run_in_pyodide(sources, *(f"test_{name}.py" for name in FILES))
    skipped = {name for name, outcome in found.items() if outcome == "skipped"}
    assert {name: outcome for name, outcome in found.items() if len(outcome) > 7} == {}
    assert skipped == IMPOSSIBLE | REPLACED
    assert len(found) - len(skipped) >= 50


def test_core_ends_with_errors_at_the_limits_of_webassembly(sources: Path) -> None:
    found = run_in_pyodide(sources, "in_pyodide.py", options=(f"--stack-size={STACK_KB}",))
    assert len(found) >= 4
    assert set(found.values()) == {"passed"}, found

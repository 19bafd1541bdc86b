"""Fuzzing without atheris: all inputs that the repository keeps, and that failures are noticed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fuzz.page import fill_in
from fuzz.reduce import CRASH, MAX_INPUTS
from fuzz.seeds import MAKERS, list_seeds
from fuzz.tally import Run, append_run, read_runs
from fuzz.targets import CORPUS, MAX_BYTES, TARGETS, corpus_files, load_target, records
from fuzz.targets.home import home
from fuzz.targets.refusals import MAX_MESSAGE_CHARS, refusals
from torture.page import PAGE

from numduel import Dice, Match, SetupError, record
from numduel.errors import RulesError
from numduel.games import find

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the folder of the targets, only during a test."""
    monkeypatch.setenv("NUMDUEL_HOME", "")
    monkeypatch.setenv("NUMDUEL_HOME", str(home()))


@pytest.mark.parametrize("name", TARGETS)
def test_every_kept_input_passes(name: str) -> None:
    target, paths = load_target(name), corpus_files(name)
    assert paths
    for path in paths:
        try:
            target(path.read_bytes())
        except Exception as error:
            error.add_note(f"python -m fuzz {name} --input {path.relative_to(ROOT)}")
            raise


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_seeds_are_short_and_pass(name: str) -> None:
    seeds, target = list_seeds(name), load_target(name)
    assert len(seeds) > 5
    for seed in seeds:
        target(seed)


def test_kept_inputs_are_few_and_small() -> None:
    assert {path.name for path in CORPUS.iterdir()} == {*TARGETS}
    for name in TARGETS:
        paths = corpus_files(name)
        assert len([path for path in paths if not path.name.startswith(CRASH)]) <= MAX_INPUTS
        assert all(path.stat().st_size <= MAX_BYTES for path in paths)


# ---- failures are noticed


def test_wrong_reader_fails_on_some_kept_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers with a planted fault, as a change to numduel might bring it."""
    read = record.loads

    def forget_comments(text: str, *, dice: Dice | None = None) -> Match:
        match = read(text, dice=dice)
        if match.comments:
            match.undo()
        return match

    def crash(text: str, *, dice: Dice | None = None) -> Match:
        raise IndexError(text[7])

    for wrong in (forget_comments, crash):
        monkeypatch.setattr(record, "loads", wrong)
        assert _fails(records.fuzz_record, "record")
    monkeypatch.undo()
    assert not _fails(records.fuzz_record, "record")


def _fails(target: Callable[[bytes], None], name: str) -> bool:
    for path in corpus_files(name):
        try:
            target(path.read_bytes())
        except Exception:
            return True
    return False


@pytest.mark.parametrize(
    "error",
    [
        SetupError("\x1b[2J"),
        SetupError(""),
        SetupError("x" * (MAX_MESSAGE_CHARS + 1)),
        RulesError("the game is wrong"),
    ],
    ids=["escape", "empty", "long", "rules"],
)
def test_refusal_with_a_bad_message_is_a_failure(error: Exception) -> None:
    with pytest.raises(AssertionError), refusals():
        raise error


def test_only_errors_of_numduel_are_refusals() -> None:
    with refusals():
        find("chess")
    with pytest.raises(IndexError), refusals():
        assert ""[0]


def test_command_gives_one_input_to_a_target(tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(b"nothing")
    command = [sys.executable, "-m", "fuzz", "board", "--input", str(path)]
    ran = subprocess.run(command, cwd=ROOT / "tools", capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")


# ---- the tally


def test_table_adds_up_the_runs_of_each_target(tmp_path: Path) -> None:
    file = tmp_path / "tally.jsonl"
    assert read_runs(file) == []
    append_run(Run("record", 90.0, 1000, 500, 0, "2026-11-18"), file)
    append_run(Run("record", 30.0, 2000, 450, 1, "2026-11-19"), file)
    page = fill_in(PAGE.read_text(encoding="utf-8"), read_runs(file))
    rows = [line.split(" | ")[2:] for line in page.splitlines() if line.startswith("| `record`")]
    assert rows == [["2", "3,000", "500", "1", "2026-11-19 |"]]


def test_table_of_fuzzing_is_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert fill_in(page, read_runs()) == page, "docs/trust.md is out of date: run `make fuzz`"

"""System calls that fail: nothing is replaced that could not be read, and the cause is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from torture.faults import Fault, Faults

from duel_support import needs
from running import run_program

READ = Fault("EIO", ("read",), 1)
"""The first read of a file fails."""


@pytest.fixture
def data(home: Path) -> Path:
    """Create the data folder and return its path."""
    home.mkdir(parents=True)
    return home.parent


@pytest.fixture
def faults(tmp_path: Path, data: Path) -> Faults:
    needs("cc")
    return Faults(str(tmp_path / "faults"), str(data))


def said(faults: Faults, fault: Fault, program: str) -> str:
    """Return the output of a Python program with a fault."""
    faults.arm(fault)
    environment = {**os.environ, **faults.environment}
    ran = run_program([sys.executable, "-c", program], env=environment)
    faults.disarm()
    assert faults.failed, "a call failed"
    return ran.stdout + ran.stderr


def test_small_file_that_cannot_be_read_stays(faults: Faults, data: Path) -> None:
    file = data / "streak.json"
    file.write_text('{"days": 99}')
    program = "from numduel.storage import json_files; json_files.add('streak', {'days': 0})"
    assert "Input/output error" in said(faults, READ, program)
    assert file.read_text() == '{"days": 99}'
    assert {path.name for path in data.iterdir()} == {"streak.json", ".lock", "games"}
    said(faults, READ, "from numduel.storage import json_files; json_files.load('streak')")


WORK = """
from numduel.errors import SetupError
from numduel.jobs.pieces import InThisProcess, Plan, Work
from numduel.storage import saves
try:
    work = Work(Plan("count", 1, {"one": 1, "two": 2}, abs), saves.home())
    work.run(InThisProcess())
    work.delete()
except SetupError as error:
    print(error)
"""


def test_progress_that_cannot_be_read_stays(faults: Faults, data: Path) -> None:
    cannot_delete = said(faults, Fault("EACCES", ("delete",), 1), WORK)
    (file,) = data.glob("count-*.json")
    assert cannot_delete == f"{file} cannot be deleted: Permission denied\n"
    before = file.read_text()
    assert '"done": {"one": 1, "two": 2}' in before
    assert said(faults, READ, WORK) == f"{file} cannot be read: Input/output error\n"
    assert file.read_text() == before


def test_file_that_cannot_be_opened_is_not_replaced(faults: Faults, data: Path) -> None:
    file = data / "page.html"
    file.write_text("before")
    program = f"from numduel.cli.output import write_file; write_file({str(file)!r}, 'after')"
    ended = said(faults, Fault("EIO", ("open",), 1), program)
    assert ended.endswith("' cannot be written: Input/output error\n")
    assert file.read_text() == "before"


def test_folder_that_cannot_be_looked_up_is_not_called_missing(faults: Faults, data: Path) -> None:
    program = f"from numduel.cli.output import check_folder; check_folder({str(data / 'page')!r})"
    for error, why in (("EIO", "Input/output error"), ("EACCES", "Permission denied")):
        assert f"' cannot be written: {why}\n" in said(faults, Fault(error, ("stat",), 1), program)


def test_game_that_cannot_be_read_now_does_not_count_as_saved(faults: Faults) -> None:
    program = """
from numduel import Match, new
from numduel.storage.saves import Save
match, save = Match(new("sum")), Save.fresh("sum")
match.play("5")
save.keep(match)
print(save.is_there, save.is_there)
"""
    assert said(faults, READ, program) == "False True\n"


def test_error_of_the_system_ends_a_command_with_a_sentence(faults: Faults, data: Path) -> None:
    program = f"""
from numduel.cli.main import run_guarded
run_guarded(lambda console: open({str(data)!r}))
"""
    ended = said(faults, Fault("EMFILE", ("open",), 1), program)
    assert ended.startswith("numduel: '")
    assert ended.endswith(": Too many open files.\n")
    assert ended.count("\n") == 1

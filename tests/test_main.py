"""The entry point: without arguments it opens the app or the plain menu."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from terminal import COMMAND, Terminal
from terminal import numduel as run

from numduel import __version__
from numduel.__main__ import APP_MISSING
from numduel.compiled import is_used
from running import run_program

pytestmark = pytest.mark.usefixtures("home")

FULL_SCREEN = "\x1b[?1049h"
"""The escape sequence before a full-screen app."""

ABSENT = "raise ModuleNotFoundError(\"No module named 'textual'\", name='textual')\n"


def test_terminal_gets_the_app() -> None:
    terminal = Terminal([], rows=24)
    terminal.until(FULL_SCREEN)
    terminal.until("Number Maze")
    terminal.type("\x11")  # Ctrl-Q
    assert terminal.wait() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.slow
def test_ascii_terminal_gets_ascii() -> None:
    for language, is_plain in (("C", True), ("C.UTF-8", False)):
        terminal = Terminal([], rows=24, LANG=language, LC_ALL="", LC_CTYPE="")
        drawn = terminal.until(FULL_SCREEN) + terminal.until("Settings")
        terminal.type("\x11")  # Ctrl-Q
        assert terminal.wait() == 0
        assert (drawn + terminal.text).isascii() == is_plain


def test_pipe_gets_the_plain_menu() -> None:
    ran = run([], "")
    assert ran.status == 0
    assert "Which game?" in ran.out
    assert FULL_SCREEN not in ran.out
    assert ran.err == ""


def test_dumb_terminal_gets_the_plain_menu() -> None:
    terminal = Terminal([], TERM="dumb")
    assert FULL_SCREEN not in terminal.until("Which game? ")
    terminal.kill()


def test_redirected_output_is_the_plain_menu(tmp_path: Path) -> None:
    file = tmp_path / "output.txt"
    with file.open("w") as out:
        assert run_program(COMMAND, stdout=out).returncode == 0
    assert "Which game?" in file.read_text()


def test_missing_app_is_reported_before_the_plain_menu(tmp_path: Path) -> None:
    (tmp_path / "textual.py").write_text(ABSENT)
    terminal = Terminal([], PYTHONPATH=str(tmp_path))
    shown = terminal.until("Which game? ")
    assert APP_MISSING in shown
    assert "pip install 'numduel[tui]'" in shown
    assert FULL_SCREEN not in shown
    assert "Traceback" not in shown
    terminal.kill()


@pytest.mark.parametrize("words", [["--version"], ["rules", "sum"], ["play", "sum", "--classic"]])
def test_commands_work_without_extras(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_it = run(words, "")
    (tmp_path / "textual.py").write_text(ABSENT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    assert run(words, "") == with_it
    assert with_it.status == 0


def test_version_says_whether_the_compiled_core_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "compiled core" if is_used() else "rules in Python"
    assert run(["--version"]) == (0, f"numduel {__version__} ({words})\n", "")
    monkeypatch.setenv("NUMDUEL_PURE", "1")
    assert run(["--version"]) == (0, f"numduel {__version__} (rules in Python)\n", "")


HEAVY = {"textual", "rich", "asyncio", "json", "dataclasses", "datetime", "typing_extensions"}
HEAVY |= {"locale", "random", "numduel.storage.saves"}

STARTED = """
import sys, typing
from numduel.__main__ import main
sys.argv[1:] = ["play", "sum", "--classic"]
main()
print(*sys.modules, file=sys.stderr)
for kind in tuple.__subclasses__():
    for field in getattr(kind, "__annotations__", {}).values():
        if isinstance(field, typing.ForwardRef):
            print("compiled-types", kind, file=sys.stderr)
"""


def test_starting_a_game_loads_neither_engine_nor_app() -> None:
    done = run_program([sys.executable, "-c", STARTED])
    imported = {*done.stderr.split()}
    assert "numduel.cli.play" in imported
    assert not imported & {*HEAVY, "compiled-types"}
    others = tuple(f"numduel.{room}" for room in ("engine", "tui", "bots", "adapters", "compiled"))
    assert not {name for name in imported if name.startswith(others)}

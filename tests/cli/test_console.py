"""Control characters in input never reach a terminal or a page."""

from __future__ import annotations

import io
from argparse import _SubParsersAction
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest
from terminal import Ran

from duel_support import where
from numduel.cli.console import ANSI_CODES, STYLE_MARKS
from numduel.cli.main import COMMANDS, main, parser

EVIL = "\x1b]0;x\x07\x1b[2J\x9b31m\x9dy\u202e\u2066\r\b\x7f!"
"""Control sequences: title, clear screen, colours, text direction, backspace, bell."""

NAME = "\x1b]0;x\x07"
"""A control sequence short enough for a name."""

RECORD = f'[Game "sum"]\n[Player1 "A{EVIL}"]\n[Date "{EVIL}"]\n\n{{so {EVIL}}}\n1. 7 {{{EVIL}}}\n'


@pytest.fixture(autouse=True)
def colours(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")


def run(words: list[str], typed: str = "") -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO(typed)), redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    return Ran(status, out.getvalue(), err.getvalue())


def is_harmless(text: str) -> bool:
    for code in ANSI_CODES.values():
        text = text.replace(code, "")
    return text.replace("\n", "").isprintable()


def check(words: list[str], typed: str = "", *, status: int | None = None) -> Ran:
    """Run a command and check that its output is harmless and has no traceback."""
    with where(words, typed):
        ran = run(words, typed)
        assert is_harmless(ran.out), ran.out
        assert is_harmless(ran.err), ran.err
        assert "Traceback" not in ran.err
        assert status in (None, ran.status), ran
        return ran


VALID_START = {
    "play": ["play", "sum", "--p1", "random", "--p2", "random"],
    "census": ["census", "sum", "--upto", "3", "--pairs", "0"],
    "dataset": ["dataset", "sum", "--positions", "1"],
    "puzzle": ["puzzle", "maze", "--seed", "7"],
    "bot": ["bot", "--check", "true"],
    "completion": ["completion"],
    "serve": ["serve", "--port", "70000"],  # refused, so that it does not serve
    "mcp": ["mcp", "--http", "--port", "70000"],
}


def test_arguments_of_every_command_are_escaped() -> None:
    for command in COMMANDS:
        actions = parser(command)._actions
        (commands,) = (action for action in actions if isinstance(action, _SubParsersAction))
        for action in commands.choices[command]._actions:
            if action.nargs == 0:
                continue
            named = action.option_strings[-1:]
            start = VALID_START.get(command, [command]) if named else [command]
            assert check([*start, *named, EVIL]).status in (1, 2), (command, named)
    check([EVIL], status=2)
    check(["rules", "sum", EVIL], status=2)


def test_typed_text_is_escaped(tmp_path: Path) -> None:
    save = f"save {tmp_path}/{EVIL}.txt"
    ran = check(["play", "sum", "--name1", NAME], f"{EVIL}\n7\n{save}\nsave\nsave /{EVIL}/{EVIL}\n")
    assert "Written to" in ran.out
    assert "cannot be written" in ran.out
    check(["puzzle", "maze", "--seed", "7"], f"{EVIL}\nhint\n{EVIL}\n")
    check([], f"{EVIL}\nsum\n{EVIL}\n", status=0)


def test_records_and_file_names_are_escaped(tmp_path: Path) -> None:
    folder = tmp_path / EVIL
    folder.mkdir()
    record, page, picture = (str(folder / f"{EVIL}.{ending}") for ending in ("txt", "html", "svg"))
    Path(record).write_text(RECORD)
    check(["replay", record], status=0)
    check(["replay", record, "--json"], status=0)
    check(["review", record, "--html", page, "--json"], status=0)
    check(["analyse", "--record", record, "--svg", picture, "--json"], status=0)
    check(["resume", record], "9\nsave\n", status=0)
    check(["resume", record, "--classic"], EVIL, status=0)
    Path(record).write_text(RECORD.replace("1. 7", f"1. {EVIL}"))
    check(["replay", record], status=1)
    for written in (page, picture):
        assert is_harmless(Path(written).read_text())


def test_names_of_saved_games_and_folders_are_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("NUMDUEL_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable / EVIL))
        check(["play", "sum"], "7\nsave\n", status=0)
        (games,) = (tmp_path / variable).rglob("games")
        (games / f"{EVIL}.numduel").write_text(RECORD)
        (games / f"{EVIL}2.numduel").write_text(f'[Game "{EVIL}"]')
        for words in (["resume", "--list"], ["resume"], ["replay"], [], ["resume", f"{EVIL}2"]):
            check(words, "save\n")
        for file in games.iterdir():
            if EVIL not in file.name:
                assert is_harmless(file.read_text())
        monkeypatch.delenv(variable)


def test_colours_in_input_are_escaped() -> None:
    ran = run(["play", "sum", "--name1", "\x1b[31mRed", "--p2", "random"], "")
    assert "\x1b[31m" not in ran.out
    assert ANSI_CODES[STYLE_MARKS["two"]] in ran.out
    assert r"\x1b[31mRed" in ran.out

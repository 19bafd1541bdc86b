"""Closed, full or broken standard streams, and Ctrl-C at any moment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from terminal import COMMAND, TESTS, Ran, Terminal

from duel_support import where
from numduel.cli.main import COMMANDS
from running import run_program

pytestmark = [
    pytest.mark.usefixtures("home"),
    pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full"),
]

RECORD = '[Game "sum"]\n\n1. 7\n2. 9\n'

ARGUMENTS = {
    "": [],
    "--help": ["--help"],
    "--version": ["--version"],
    "play": ["play", "sum", "--p1", "random", "--p2", "random"],
    "resume": ["resume", "game.txt"],
    "replay": ["replay", "game.txt"],
    "analyse": ["analyse", "--record", "game.txt"],
    "review": ["review", "game.txt", "--seconds", "0"],
    "rules": ["rules", "sum"],
    "census": ["census", "sum", "--upto", "12", "--pairs", "0"],
    "arena": ["arena", "--help"],
    "exam": ["exam", "--positions"],
    "calls": ["calls", "game.calls.jsonl"],
    "compare": ["compare", "--help"],
    "submit": ["submit", "--help"],
    "leaderboard": ["leaderboard", "--help"],
    "dataset": ["dataset", "sum", "--positions", "3", "--each", "1", "--out", "positions.jsonl"],
    "board": ["board", "maze", "--for", "player1", "--seed", "1"],
    "puzzle": ["puzzle", "maze", "--seed", "7", "--json"],
    "duel": ["duel", "--calendar"],
    "serve": ["serve", "--help"],
    "mcp": ["mcp", "--help"],
    "bot": ["bot", "--help"],
    "completion": ["completion", "bash"],
    "learn": ["learn"],
    "history": ["history", "--json"],
    "stats": ["stats"],
    "game": ["game", "--help"],
}
"""Arguments for quick output from every command; without a command, the menu."""

FULL = "numduel: standard output cannot be written: No space left on device\n"
CLOSED = "numduel: standard output cannot be written: Bad file descriptor\n"
INPUT_CLOSED = "numduel: standard input cannot be read: Bad file descriptor\n"


def redirected(words: list[str], how: str, folder: Path) -> Ran:
    """Run the program from a shell with redirected streams."""
    (folder / "game.txt").write_text(RECORD)
    (folder / "game.calls.jsonl").write_text('{"messages": []}\n')
    done = run_program(["sh", "-c", f'exec "$@" {how}', "sh", *COMMAND, *words], cwd=folder)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
def test_every_command_reports_lost_output(tmp_path: Path) -> None:
    assert set(ARGUMENTS) == {*COMMANDS, "", "--help", "--version"}
    for words in ARGUMENTS.values():
        with where(words):
            assert redirected(words, ">/dev/full", tmp_path) == Ran(1, "", FULL)


def test_closed_stream_matters_only_if_needed(tmp_path: Path) -> None:
    asking, saying = ["play", "sum"], ["rules", "sum"]
    refused = ["play", "sum", "--size", "4"]
    for words, how, status, err in (
        (asking, "<&-", 1, INPUT_CLOSED),
        (saying, "<&-", 0, ""),
        (["replay", "-"], "<&-", 1, "numduel: '-' cannot be read: Bad file descriptor.\n"),
        (asking, ">&-", 1, CLOSED),
        (["--version"], ">&-", 1, CLOSED),
        (asking, "2>&-", 0, ""),  # a closed stderr is not an error
        (asking, "2>/dev/full", 1, ""),  # the path of the save is lost
        (saying, "2>/dev/full", 0, ""),
        (refused, "2>&-", 1, ""),
        (["nosuch"], "2>/dev/full", 2, ""),
        (asking, "<&- >&- 2>&-", 1, ""),
        ([], "<&- >&- 2>&-", 1, ""),
    ):
        with where(words, how):
            ran = redirected(words, how, tmp_path)
            assert (ran.status, ran.err) == (status, err)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        (["exam", "random", "--processes", "1"], "300 of 300 pieces"),
        (["census", "sum", "--upto", "30", "--pairs", "0", "--jobs", "1"], "30 of 30 pieces"),
        (["dataset", "--verify", "positions.jsonl", "--processes", "1"], "1 of 1 pieces"),
    ],
)
def test_results_are_saved_until_they_are_printed(
    words: list[str], pieces: str, tmp_path: Path, home: Path
) -> None:
    if "--verify" in words:
        assert redirected(ARGUMENTS["dataset"], "", tmp_path).status == 0
    assert redirected(words, ">/dev/full", tmp_path).status == 1
    assert os.listdir(home.parent / words[0])
    assert redirected(words, "", tmp_path).err.startswith(f"Resuming: {pieces}")
    assert not os.listdir(home.parent / words[0])


def test_closed_pipe_gets_no_error(tmp_path: Path) -> None:
    for words, how in ((["--help"], "| true"), (ARGUMENTS["completion"], "2>&1 | true")):
        with where(words, how):
            assert redirected(words, how, tmp_path) == Ran(0, "", "")


def test_app_does_not_open_without_a_terminal_on_stderr() -> None:
    """The app is drawn on standard error."""
    quiet = ["sh", "-c", 'exec "$@" 2>/dev/null', "sh", *COMMAND]
    terminal = Terminal([], command=quiet)
    assert "\x1b[?1049h" not in terminal.until("Which game? ")
    terminal.kill()


# ---- Ctrl-C

INTERRUPTING = """
import atexit, os, signal, sys

def strike():
    os.kill(os.getpid(), signal.SIGINT)

class Striking:
    def find_spec(self, name, path, target=None):
        if name == os.environ["STRIKE_AT"]:
            strike()

sys.meta_path.insert(0, Striking())
if os.environ["STRIKE_AT"] == "exit":
    atexit.register(strike)
"""
"""Code that sends a SIGINT when a module is imported, or when Python exits."""


def test_ctrl_c_exits_cleanly_at_any_moment(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    moments = {
        "numduel.cli": "",
        "argparse": "",
        "numduel.cli.console": "",
        "numduel.errors": "",
        "numduel.core": "\n",
        "numduel.games.sum_battle": "\n",
        "numduel.storage.autosave": "\n",
    }
    for moment in (*moments, "exit"):
        with where(moment):
            environ = {**os.environ, "PYTHONPATH": path, "STRIKE_AT": moment}
            done = run_program([*COMMAND, "play", "sum", "--classic"], cwd=TESTS, env=environ)
            if moment == "exit":
                assert done.returncode == 0
                assert done.stderr == "No moves were played, so nothing was saved.\n"
            else:
                assert (done.returncode, done.stderr) == (130, moments[moment])
    terminal = Terminal([], PYTHONPATH=path, STRIKE_AT="textual.app")
    assert terminal.wait() == 130
    assert terminal.text == "\n"

"""Standard input, output and error that are closed, full or gone, and Ctrl-C at any moment."""

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
    pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here"),
]

RECORD = '[Game "sum"]\n\n1. 7\n2. 9\n'

WORDS = {
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
    "dataset": ["dataset", "sum", "--positions", "3", "--each", "1", "--out", "positions.jsonl"],
    "board": ["board", "maze", "--for", "player1", "--seed", "1"],
    "puzzle": ["puzzle", "maze", "--seed", "7", "--json"],
    "duel": ["duel", "--calendar"],
    "serve": ["serve", "--help"],
    "mcp": ["mcp", "--help"],
    "bot": ["bot", "--help"],
    "completion": ["completion", "bash"],
}
"""Something quick that every command says; without a command, that is the menu."""

FULL = "numduel: can't write standard output: No space left on device\n"
CLOSED = "numduel: can't write standard output: Bad file descriptor\n"
DEAF = "numduel: can't read standard input: Bad file descriptor\n"


def redirected(words: list[str], how: str, folder: Path) -> Ran:
    """The program as a shell starts it, with its streams redirected so."""
    (folder / "game.txt").write_text(RECORD)
    done = run_program(["sh", "-c", f'exec "$@" {how}', "sh", *COMMAND, *words], cwd=folder)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
def test_what_every_command_says_is_said_or_its_loss_is_told(tmp_path: Path) -> None:
    assert set(WORDS) == {*COMMANDS, "", "--help", "--version"}
    for words in WORDS.values():
        with where(words):
            assert redirected(words, ">/dev/full", tmp_path) == Ran(1, "", FULL)


def test_each_stream_is_missed_where_it_is_needed_and_only_there(tmp_path: Path) -> None:
    asking, saying = ["play", "sum"], ["rules", "sum"]
    refused = ["play", "sum", "--size", "4"]
    for words, how, status, err in (
        (asking, "<&-", 1, DEAF),
        (saying, "<&-", 0, ""),
        (["replay", "-"], "<&-", 1, "numduel: '-' cannot be read: Bad file descriptor\n"),
        (asking, ">&-", 1, CLOSED),
        (["--version"], ">&-", 1, CLOSED),
        (asking, "2>&-", 0, ""),  # who closes it does not want to hear more
        (asking, "2>/dev/full", 1, ""),  # where the game is kept is said to nobody
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
def test_what_was_found_out_is_kept_until_it_is_told(
    words: list[str], pieces: str, tmp_path: Path, home: Path
) -> None:
    if "--verify" in words:
        assert redirected(WORDS["dataset"], "", tmp_path).status == 0
    assert redirected(words, ">/dev/full", tmp_path).status == 1
    assert os.listdir(home.parent / words[0])
    assert redirected(words, "", tmp_path).err.startswith(f"Going on: {pieces}")
    assert not os.listdir(home.parent / words[0])


def test_no_word_to_who_has_stopped_listening(tmp_path: Path) -> None:
    for words, how in ((["--help"], "| true"), (WORDS["completion"], "2>&1 | true")):
        with where(words, how):
            assert redirected(words, how, tmp_path) == Ran(0, "", "")


def test_the_app_is_not_opened_where_it_could_not_be_seen() -> None:
    """It is drawn on standard error."""
    quiet = ["sh", "-c", 'exec "$@" 2>/dev/null', "sh", *COMMAND]
    terminal = Terminal([], command=quiet)
    assert "\x1b[?1049h" not in terminal.until("Which game? ")
    terminal.kill()


# ---- Ctrl-C

BROKEN_OFF = """
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
"""A real SIGINT in the moment in which some module is imported, or in which Python ends."""


def test_ctrl_c_at_any_moment(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BROKEN_OFF)
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
                assert done.stderr == "Nothing was played, so nothing is kept.\n"
            else:
                assert (done.returncode, done.stderr) == (130, moments[moment])
    terminal = Terminal([], PYTHONPATH=path, STRIKE_AT="textual.app")
    assert terminal.wait() == 130
    assert terminal.text == "\n"

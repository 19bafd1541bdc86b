"""Attacks with texts that control terminals, and with closed or full streams."""

from __future__ import annotations

import io
import os
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import numduel
from numduel import Match
from numduel.cli import main
from numduel.storage import record, saves

from .attack import PROGRAM, find_unsafe, make_nasty, run

__all__ = ["break_streams", "inject_escapes"]


# ---- texts that control terminals


def inject_escapes(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Check that hostile text in any field of any command is harmless in output and files."""
    home = os.environ["NUMDUEL_HOME"]
    for _ in range(count):
        os.environ["NUMDUEL_HOME"] = home + _make_name(dice) if dice.random() < 0.1 else home
        words = _command(dice, folder)
        out, err = _run_here(words, "".join(f"{make_nasty(dice)}\n" for _ in range(3)))
        sign = find_unsafe(out) or find_unsafe(err) or _find_unsafe_file(folder)
        trouble = sign or ("a traceback" if "Traceback" in err else "")
        yield 1, f"{words} said {trouble}" if trouble else ""
    os.environ["NUMDUEL_HOME"] = home


def _make_name(dice: random.Random) -> str:
    """Return a hostile but valid file name."""
    return make_nasty(dice, "name").replace("\0", "").replace("/", "")[:60]


def _command(dice: random.Random, folder: str) -> list[str]:
    game, bad = dice.choice(numduel.games()), make_nasty(dice, "7").replace("\0", "")
    saved = _save_nasty_game(dice, game)
    page = os.path.join(folder, "page")
    return dice.choice(
        [
            ["play", game, "--name1", bad, "--name2", make_nasty(dice, "Bob").replace("\0", "")],
            ["play", game, dice.choice(["--board", "--seed", "--target", "--p1", "--rounds"]), bad],
            ["play", bad],
            [bad],
            ["rules", bad],
            ["resume", bad],
            ["resume", saved],
            ["resume", "--list"],
            ["resume", "--rescue", bad],
            ["replay", saved],
            ["replay", saved, "--json"],
            ["replay", saves.Save(saved).path],
            ["replay", bad],
            ["analyse", game, "--moves", bad],
            ["analyse", game, "--svg", bad, "--seconds", "0.1"],
            ["analyse", "--record", saved, "--json", "--seconds", "0.1"],
            ["review", saved, "--seconds", "0.1"],
            ["review", saved, "--json", "--seconds", "0.1"],
            ["review", saved, "--html", page, "--seconds", "0.1"],
            ["board", game, "--grade", bad],
            ["census", game, "--boards", bad],
            ["puzzle", bad],
            ["puzzle", "--daily", bad],
            ["puzzle", "--calendar"],
            ["puzzle", "--own"],
            ["duel", bad],
            ["duel", "--name", bad],
            ["duel", "--result"],
            ["duel", "--calendar"],
            ["history", *dice.choice([[], ["--json"], ["--finished"], [bad], ["--count", bad]])],
            ["stats", *dice.choice([[], ["--json"]])],
            ["learn", bad],
            ["learn", game, "--step", bad],
            ["completion", bad],
        ]
    )


def _save_nasty_game(dice: random.Random, game: str) -> str:
    """Save a game with everything in it hostile, including its name; return the name."""
    match = Match(numduel.new(game, seed=1))
    for _ in range(3):
        if not match.is_over:
            match.play(match.moves[0])
    match.comments[1] = make_nasty(dice, "well played")
    match.tags = {name: make_nasty(dice, name) for name in ("Player1", "Player2", "Date", "Round")}
    text = record.dumps(match)
    for name in ("Player1", "Player2", "Date"):  # numduel itself would never write this
        text = text.replace(f'[{name} "', f'[{name} "{dice.choice(TAG_ESCAPES)}')
    save = saves.Save(_make_name(dice))
    os.makedirs(saves.folder(), exist_ok=True)
    with open(save.path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    return save.name


TAG_ESCAPES = ("\x1b]0;owned\x07", "\x9b2J", "\u202e", "\x1b[31m")


def _run_here(words: list[str], typed: str) -> tuple[str, str]:
    """Run a command in this process; return its output and errors."""
    before = sys.stdin, sys.stdout, sys.stderr
    said = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode(errors="replace")), encoding="utf-8")
    sys.stdout, sys.stderr = (io.TextIOWrapper(one, encoding="utf-8") for one in said)
    try:
        main(words)
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = (one.getvalue().decode() for one in said)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return out, err


def _find_unsafe_file(folder: str) -> str:
    """Return what a written file contains but shouldn't."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, encoding="utf-8", newline="") as file:
                sign = find_unsafe(file.read())
            os.unlink(path)
            if sign:
                return f"{sign} in {name!r}"
    return ""


# ---- streams

COMMANDS = (
    *("", "--help", "--version", "play --help", "play sum", "play maze --p1 random --p2 random"),
    *("resume", "resume --list", "replay", "rules", "rules quest", "completion bash"),
    *("analyse sum --seconds 1", "analyse maze --seed 7 --json", "board race --fair --seed 1"),
    *("puzzle maze --seed 7", "census sum --upto 5 --pairs 0", "review nosuch"),
)

BROKEN_STREAMS = {
    "0": ("<&-", "</dev/null"),
    "1": (">&-", ">/dev/full", "| true"),
    "2": ("2>&-", "2>/dev/full"),
}
"""Ways to break each standard stream."""


def break_streams(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Check that broken streams end a command with a status and no traceback."""
    for number in range(count):
        words = COMMANDS[number % len(COMMANDS)]
        bad = [dice.choice(ways) for ways in BROKEN_STREAMS.values() if dice.random() < 0.6]
        yield 1, _run_broken(words, " ".join(sorted(bad, key=lambda way: way.startswith("|"))))


def _run_broken(words: str, bad: str) -> str:
    script = f"{shlex.join(PROGRAM)} {words} {bad}; exit ${{PIPESTATUS[0]}}"
    try:
        ran = subprocess.run(
            ["bash", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        return f"{words!r} {bad} does not end"
    said = (ran.stdout + ran.stderr).decode(errors="replace")
    if "Traceback" in said or "Exception ignored" in said or ran.returncode not in (0, 1, 2):
        return f"{words!r} {bad} ended with {ran.returncode}: {said[-500:]}"
    is_lost = {">/dev/full", ">&-"} & {*bad.split()} and _has_output(words)
    return f"{words!r} {bad} ended with 0" if is_lost and not ran.returncode else ""


@cache
def _has_output(words: str) -> bool:
    """Return whether a command writes to standard output, so that output can be lost."""
    return bool(run(shlex.split(words))[1])

"""Attacks on the edges: texts that would steer a terminal, and streams that are closed or full."""

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

from .attack import PROGRAM, nasty, run, unsafe

__all__ = ["escapes", "streams"]


# ---- texts that would steer a terminal


def escapes(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """In any field of any command: what comes out steers nothing, on screen or in a file."""
    home = os.environ["NUMDUEL_HOME"]
    os.chdir(folder)
    for _ in range(count):
        os.environ["NUMDUEL_HOME"] = home + _name(dice) if dice.random() < 0.1 else home
        words = _command(dice, folder)
        out, err = _said(words, "".join(f"{nasty(dice)}\n" for _ in range(3)))
        sign = unsafe(out) or unsafe(err) or _in_files(folder)
        trouble = sign or ("a traceback" if "Traceback" in err else "")
        yield 1, f"{words} said {trouble}" if trouble else ""
    os.environ["NUMDUEL_HOME"] = home


def _name(dice: random.Random) -> str:
    """A name that a file may have."""
    return nasty(dice, "name").replace("\0", "").replace("/", "")[:60]


def _command(dice: random.Random, folder: str) -> list[str]:
    game, bad = dice.choice(numduel.games()), nasty(dice, "7").replace("\0", "")
    kept = _kept(dice, game)
    page = os.path.join(folder, "page")
    return dice.choice(
        [
            ["play", game, "--name1", bad, "--name2", nasty(dice, "Bob").replace("\0", "")],
            ["play", game, dice.choice(["--board", "--seed", "--target", "--p1", "--rounds"]), bad],
            ["play", bad],
            [bad],
            ["rules", bad],
            ["resume", bad],
            ["resume", kept],
            ["resume", "--list"],
            ["resume", "--rescue", bad],
            ["replay", kept],
            ["replay", kept, "--json"],
            ["replay", saves.Save(kept).path],
            ["replay", bad],
            ["analyse", game, "--moves", bad],
            ["analyse", game, "--svg", bad, "--seconds", "0.1"],
            ["analyse", "--record", kept, "--json", "--seconds", "0.1"],
            ["review", kept, "--seconds", "0.1"],
            ["review", kept, "--json", "--seconds", "0.1"],
            ["review", kept, "--html", page, "--seconds", "0.1"],
            ["board", game, "--grade", bad],
            ["census", game, "--boards", bad],
            ["puzzle", bad],
            ["completion", bad],
        ]
    )


def _kept(dice: random.Random, game: str) -> str:
    """A saved game in which everything that can be odd is odd, its name included."""
    match = Match(numduel.new(game, seed=1))
    for _ in range(3):
        if not match.is_over:
            match.play(match.moves[0])
    match.comments[1] = nasty(dice, "well played")
    match.tags = {name: nasty(dice, name) for name in ("Player1", "Player2", "Date", "Round")}
    text = record.dumps(match)
    for name in ("Player1", "Player2", "Date"):  # as no program of ours would write it
        text = text.replace(f'[{name} "', f'[{name} "{dice.choice(ESCAPES)}')
    save = saves.Save(_name(dice))
    os.makedirs(saves.folder(), exist_ok=True)
    with open(save.path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    return save.name


ESCAPES = ("\x1b]0;owned\x07", "\x9b2J", "\u202e", "\x1b[31m")


def _said(words: list[str], typed: str) -> tuple[str, str]:
    """What one command writes to standard output and error, in this process."""
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


def _in_files(folder: str) -> str:
    """What a file that was written holds and should not."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, encoding="utf-8", newline="") as file:
                sign = unsafe(file.read())
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

BAD = {
    "0": ("<&-", "</dev/null"),
    "1": (">&-", ">/dev/full", "| true"),
    "2": ("2>&-", "2>/dev/full"),
}


def streams(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """With streams that are closed, full or broken: an end, a status, and no traceback."""
    for number in range(count):
        words = COMMANDS[number % len(COMMANDS)]
        bad = [dice.choice(ways) for ways in BAD.values() if dice.random() < 0.6]
        yield 1, _broken(words, " ".join(sorted(bad, key=lambda way: way.startswith("|"))))


def _broken(words: str, bad: str) -> str:
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
    is_lost = {">/dev/full", ">&-"} & {*bad.split()} and _speaks(words)
    return f"{words!r} {bad} ended with 0" if is_lost and not ran.returncode else ""


@cache
def _speaks(words: str) -> bool:
    """Whether a command writes anything to standard output, so that something can be lost."""
    return bool(run(shlex.split(words))[1])

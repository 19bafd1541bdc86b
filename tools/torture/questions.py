"""Attacks on the engine: the largest analyses, within the promised limits."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Iterator

import numduel
from numduel import Match
from numduel.storage import record

from .attack import PROGRAM

__all__ = ["ask_large_questions"]

GIGABYTE = 2**30

LARGE_BOARDS = {
    "maze": "--size 12",
    "sum": "--target 1000 --highest 99",
    "run": "--size 12 --highest 9",
    "quest": "--size 8 --stand",
    "race": "--size 12 --highest 6",
}
"""Options for the largest boards."""


def ask_large_questions(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Run commands on the largest boards: under a gigabyte, within their time plus a second."""
    for number in range(count):
        game = numduel.games()[number % len(LARGE_BOARDS)]
        seconds = dice.choice([1, 3, 10])
        words = dice.choice(
            [
                f"analyse {game} {LARGE_BOARDS[game]} --seed {number} --seconds {seconds}",
                f"review {_write_long_game(game, number, folder)} --seconds {seconds}",
            ]
        )
        yield 1, _check_cost(words, seconds)


def _write_long_game(game: str, seed: int, folder: str) -> str:
    """Write the record of a game on a large board; return its path."""
    words = LARGE_BOARDS[game].replace("--", "").replace("stand", "stand yes").split()
    options = dict(zip(words[::2], words[1::2], strict=True))
    match = Match(numduel.new(game, seed=seed, **options))
    dice = random.Random(seed)
    while not match.is_over and len(match.plies) < 60:
        match.play(dice.choice(match.moves))
    path = os.path.join(folder, f"{game}-{seed}.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(record.dumps(match))
    return path


def _check_cost(words: str, seconds: float) -> str:
    started = time.monotonic()
    null = subprocess.DEVNULL
    child = subprocess.Popen([*PROGRAM, *words.split()], stdin=null, stdout=null, stderr=null)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    took, size = time.monotonic() - started, used.ru_maxrss * 1024
    if child.returncode or size > GIGABYTE or took > seconds + 1:
        return f"{words} ended with {child.returncode}: {took:.1f} s, {size / 2**20:.0f} MB"
    return ""

"""What all attacks have in common: the program, games to attack, and texts that mean no good."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

import numduel
from numduel import Match

__all__ = ["NASTY", "PROGRAM", "Attack", "nasty", "random_moves", "run", "unsafe"]

Attack = Callable[[int, random.Random, str], Iterator[tuple[int, str]]]
"""Tries something so often, with these dice, in this folder; each step tells how many tries it
was, and what failed (nothing: all went well)."""

PROGRAM = [sys.executable, "-m", "numduel"]

NASTY = (
    *("\x1b]0;owned\x07", "\x1b[2J", "\x9b31m", "\x9d0;owned\x9c", "\x1bP1;1q\x1b\\", "\u202e"),
    *(
        "\u2066",
        "\x00",
        "\x07",
        "\x08",
        "\r",
        "\x7f",
        "\u2028",
        "\ufeff",
        "\U000e0001",
        "\x85",
        "\t",
    ),
    *(
        "{}",
        "[bold]",
        "%s",
        "'",
        '"',
        "\\",
        "; --",
        "../../etc",
        "$(id)",
        "\U0001f600",
        "é",
        "٣",
        "Ⅷ",
    ),
)


def nasty(dice: random.Random, plain: str = "") -> str:
    """A text with something in it that should steer nothing and nobody."""
    text = list(plain)
    for _ in range(dice.randrange(1, 4)):
        text.insert(dice.randrange(len(text) + 1), dice.choice(NASTY))
    return "".join(text)


def unsafe(text: str) -> str:
    """The first character of some output that could steer a terminal; nothing if there is none."""
    return next((ascii(c) for c in text if not c.isprintable() and c != "\n"), "")


def random_moves(game: str, seed: int, dice: random.Random, most: int = 30) -> list[str]:
    """Moves of a game that `--seed` deals."""
    match = Match(numduel.new(game, seed=seed))
    moves: list[str] = []
    while not match.is_over and len(moves) < most:
        moves.append(dice.choice(match.moves))
        match.play(moves[-1])
    return moves


def run(words: Sequence[str], typed: bytes = b"", seconds: float = 60) -> tuple[int, str, str]:
    """One run of the program: its exit status, and what it said."""
    done = subprocess.run([*PROGRAM, *words], input=typed, capture_output=True, timeout=seconds)
    out, err = (said.decode(errors="replace") for said in (done.stdout, done.stderr))
    return done.returncode, out, err

"""Helpers for all attacks: the program, random games and hostile texts."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

import numduel
from numduel import Match

__all__ = ["NASTY", "PROGRAM", "Attack", "find_unsafe", "make_nasty", "random_moves", "run"]

Attack = Callable[[int, random.Random, str], Iterator[tuple[int, str]]]
"""Makes a number of attempts, with a random generator, in a folder. Each step yields the number of
attempts and the failure, or an empty text."""

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
"""Texts that a careless program would let control a terminal, a file or a shell."""


def make_nasty(dice: random.Random, plain: str = "") -> str:
    """Return a text with something hostile in it."""
    text = list(plain)
    for _ in range(dice.randrange(1, 4)):
        text.insert(dice.randrange(len(text) + 1), dice.choice(NASTY))
    return "".join(text)


def find_unsafe(text: str) -> str:
    """Return the first character that could control a terminal; empty if there is none."""
    return next((ascii(c) for c in text if not c.isprintable() and c != "\n"), "")


def random_moves(game: str, seed: int, dice: random.Random, max_moves: int = 30) -> list[str]:
    """Return random moves of a game dealt by `--seed`."""
    match = Match(numduel.new(game, seed=seed))
    moves: list[str] = []
    while not match.is_over and len(moves) < max_moves:
        moves.append(dice.choice(match.moves))
        match.play(moves[-1])
    return moves


def run(words: Sequence[str], typed: bytes = b"", seconds: float = 60) -> tuple[int, str, str]:
    """Run the program; return its exit status, output and errors."""
    done = subprocess.run([*PROGRAM, *words], input=typed, capture_output=True, timeout=seconds)
    out, err = (said.decode(errors="replace") for said in (done.stdout, done.stderr))
    return done.returncode, out, err

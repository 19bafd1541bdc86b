"""The attempts of all runs so far, one line of JSON for each piece of an attack.

A piece is determined by its attack and its seed, so runs on different days and machines add up
and no piece counts twice.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

__all__ = ["FILE", "Piece", "append_piece", "next_seed", "read_pieces"]

FILE = Path(__file__).with_name("tally.jsonl")


class Piece(NamedTuple):
    """The result of an attack with one seed."""

    attack: str
    seed: int
    tried: int
    failed: int
    day: str


def read_pieces(file: Path = FILE) -> list[Piece]:
    """Return the stored pieces."""
    if not file.exists():
        return []
    return [Piece(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def append_piece(piece: Piece, file: Path = FILE) -> None:
    """Store a piece. Runs of different attacks may do this at the same time."""
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{json.dumps(piece._asdict())}\n")


def next_seed(attack: str, pieces: Iterable[Piece]) -> int:
    """Return the lowest seed from 1 on that has no piece.

    >>> next_seed("kills", [Piece("kills", 1, 100, 0, "2026-11-18")])
    2
    """
    used = {piece.seed for piece in pieces if piece.attack == attack}
    return next(seed for seed in range(1, len(used) + 2) if seed not in used)


def today() -> str:
    """Return the present day in UTC, as in 2026-11-18."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()

"""The questions of the exam: positions with the value of every legal move."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ..core import Move

VERSION = 1
"""Version of the file: any change to it makes a different exam."""


class Question(NamedTuple):
    """A position; its record holds only what both players may know."""

    id: str
    game: str
    record: str
    outcome: str
    """The value for the player to move: "win", "draw", "endless" or "chance"."""
    depth: int
    """Turns or outcomes that a player must look ahead (see docs/exam.md)."""
    worths: dict[Move, Fraction]
    """The worth of every legal move, in the rule book's order."""
    turns: dict[Move, int | None]
    """Turns to the end after each move; None for draw, endless and chance."""

    @property
    def worth(self) -> Fraction:
        return max(self.worths.values())

    def regret(self, move: Move) -> Fraction:
        """Return the worth lost by a move."""
        return self.worth - self.worths[move]

    def turns_lost(self, move: Move) -> int:
        """Return the extra turns to win, if the move keeps a win."""
        if self.outcome != "win" or self.regret(move):
            return 0
        wins = [self.turns[other] or 0 for other in self.worths if not self.regret(other)]
        return (self.turns[move] or 0) - min(wins)


def read_text() -> str:
    """Return the text of the file: one JSON object per line (see docs/exam.md)."""
    path = os.path.join(os.path.dirname(__file__), f"positions-{VERSION}.jsonl")
    with open(path, encoding="utf-8") as file:
        return file.read()


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions, in the order of the file."""
    return tuple(parse_question(json.loads(line)) for line in read_text().splitlines())


def parse_question(data: dict[str, Any]) -> Question:
    """Return the question of a line, from the exam or a dataset."""
    moves = data["moves"]
    return Question(
        data["id"],
        data["game"],
        data["record"],
        data["outcome"],
        data["depth"],
        {move: Fraction(value["worth"]) for move, value in moves.items()},
        {move: value["turns"] for move, value in moves.items()},
    )

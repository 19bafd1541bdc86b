"""The questions of the exam: positions with what every legal move in them is worth."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ..core import Move

VERSION = 1
"""Of the file: whatever changes in it makes another exam."""


class Question(NamedTuple):
    """A position; what everybody may know of it is in its record."""

    id: str
    game: str
    record: str
    outcome: str
    """The value for the player to move: "win", "draw", "endless" or "chance"."""
    depth: int
    """How far one must look: see docs/exam.md."""
    worths: dict[Move, Fraction]
    """What every legal move is worth, in the rule book's order."""
    turns: dict[Move, int | None]
    """How many turns each takes to the end; None for draw, endless and chance."""

    @property
    def worth(self) -> Fraction:
        return max(self.worths.values())

    def regret(self, move: Move) -> Fraction:
        """What a move gives away."""
        return self.worth - self.worths[move]

    def turns_lost(self, move: Move) -> int:
        """By how many turns a win that a move keeps comes later than it could."""
        if self.outcome != "win" or self.regret(move):
            return 0
        wins = [self.turns[other] or 0 for other in self.worths if not self.regret(other)]
        return (self.turns[move] or 0) - min(wins)


def text() -> str:
    """The file as it is: one JSON object a line, described in docs/exam.md."""
    path = os.path.join(os.path.dirname(__file__), f"positions-{VERSION}.jsonl")
    with open(path, encoding="utf-8") as file:
        return file.read()


@cache
def questions() -> tuple[Question, ...]:
    """All of them, in the file's order."""
    return tuple(question_of(json.loads(line)) for line in text().splitlines())


def question_of(data: dict[str, Any]) -> Question:
    """Return the question of a line, of the exam or of a data set."""
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

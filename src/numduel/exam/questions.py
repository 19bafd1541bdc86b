"""The questions of the exam: positions with the value of every legal move."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ..core import Move

VERSION = 1
"""Version of the file: any change to it makes a different exam."""

STANDARD = "standard"
"""The tier with the rule books' boards."""


class Exam(NamedTuple):
    """An exam: the public one by default, or fresh questions from a seed."""

    fresh: str | None = None
    """The seed of fresh questions; None for the public exam."""
    size: int = 300
    tier: str = STANDARD
    """The size of the boards: see `making.TIERS`."""
    disguise: str | None = None
    """The seed of the disguise in which questions are asked; None for plain questions."""

    @property
    def plain(self) -> Exam:
        """The same questions without a disguise."""
        return self._replace(disguise=None)


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

    @property
    def guessing_regret(self) -> Fraction:
        """The expected regret of a random move."""
        return self.worth - sum(self.worths.values(), Fraction(0)) / len(self.worths)

    @property
    def guessing_accuracy(self) -> Fraction:
        """The expected accuracy of a random move."""
        return Fraction(list(self.worths.values()).count(self.worth), len(self.worths))

    def turns_lost(self, move: Move) -> int:
        """Return the extra turns to win, if the move keeps a win."""
        worth = self.worth
        if self.outcome != "win" or self.worths[move] != worth:
            return 0
        wins = [self.turns[other] or 0 for other, kept in self.worths.items() if kept == worth]
        return (self.turns[move] or 0) - min(wins)


def read_text() -> str:
    """Return the text of the file: one JSON object per line (see docs/exam.md)."""
    path = os.path.join(os.path.dirname(__file__), f"positions-{VERSION}.jsonl")
    with open(path, encoding="utf-8") as file:
        return file.read()


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions of the public exam, in the order of the file."""
    return parse_questions(read_text())


def parse_questions(text: str) -> tuple[Question, ...]:
    """Return the questions of a file's text."""
    return tuple(parse_question(json.loads(line)) for line in text.splitlines())


def parse_question(data: Mapping[str, Any]) -> Question:
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

"""The results of practice puzzles, by game and grade."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from . import json_files

FILE_STEM = "practice"


class Tally(NamedTuple):
    """The number of puzzles that were tried, and of those solved on the first try."""

    solved: int = 0
    tried: int = 0

    def after(self, right: bool) -> Tally:
        return Tally(self.solved + right, self.tried + 1)

    def plus(self, other: Tally) -> Tally:
        return Tally(self.solved + other.solved, self.tried + other.tried)


class Totals:
    """All results so far."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._tallies = _parse(data)

    def of(self, game: str | None = None, grade: str | None = None) -> Tally:
        """Return the results in a game, or at a grade; None means all."""
        total = Tally()
        for (id, level), tally in self._tallies.items():
            if game in (None, id) and grade in (None, level):
                total = total.plus(tally)
        return total


class PracticeSession:
    """The score since practice was started."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.in_a_row = 0

    def count(self, right: bool) -> None:
        """Count the first try at a puzzle."""
        self.tally = self.tally.after(right)
        self.in_a_row = self.in_a_row + 1 if right else 0


def load() -> Totals:
    """Load all results; damaged entries are ignored."""
    return Totals(json_files.load(FILE_STEM))


def count(game: str, grade: str, right: bool) -> None:
    """Save the result of a first try; ignore a file that can't be written."""

    def update(data: dict[str, Any]) -> dict[str, Any]:
        tally = _parse(data).get((game, grade), Tally()).after(right)
        before = data.get(game)
        grades = before if isinstance(before, dict) else {}
        return {**data, game: {**grades, grade: tally._asdict()}}

    with suppress(OSError):
        json_files.change(FILE_STEM, update)


def _parse(data: dict[str, Any]) -> dict[tuple[str, str], Tally]:
    tallies = {}
    for game, grades in data.items():
        for grade, entry in grades.items() if isinstance(grades, dict) else ():
            match entry:
                case {"solved": int(solved), "tried": int(tried)} if 0 <= solved <= tried:
                    tallies[game, grade] = Tally(solved, tried)
    return tallies

"""The results of practice puzzles, by game and grade, and the first tries that make up a rating."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from . import files, json_files, saves

FILE_STEM = "practice"

TRIES = "tries"
"""The key of the first tries at puzzles of a game, next to the results of its grades."""

MAX_TRIES = 200
"""Tries of a game that are kept, the latest."""


class Tally(NamedTuple):
    """The number of puzzles that were tried, and of those solved on the first try."""

    solved: int = 0
    tried: int = 0

    def after(self, right: bool) -> Tally:
        return Tally(self.solved + right, self.tried + 1)

    def plus(self, other: Tally) -> Tally:
        return Tally(self.solved + other.solved, self.tried + other.tried)


class PuzzleTry(NamedTuple):
    """The first try at a puzzle that counts for a rating."""

    key: str
    """A short name of the puzzle, which counts once."""
    is_solved: bool
    """Whether no move was wrong and no hint was used."""
    finds: tuple[int, ...]
    """The measured difficulty: see `ratings.puzzle_difficulty`."""

    def __str__(self) -> str:
        """Return the line in the file: "0f3a99b2c4d1 + 10 12 17 24 29 30"."""
        return " ".join([self.key, "+" if self.is_solved else "-", *map(str, self.finds)])


class Totals:
    """All results so far."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._tallies = _parse(data)
        self._tries = {game: _parse_tries(entry) for game, entry in data.items()}

    def of(self, game: str | None = None, grade: str | None = None) -> Tally:
        """Return the results in a game, or at a grade; None means all."""
        total = Tally()
        for (id, level), tally in self._tallies.items():
            if game in (None, id) and grade in (None, level):
                total = total.plus(tally)
        return total

    def tries(self, game: str) -> list[PuzzleTry]:
        """Return the first tries at puzzles of a game, oldest first."""
        return self._tries.get(game, [])

    @property
    def games(self) -> list[str]:
        """The games with tries."""
        return [game for game, tries in self._tries.items() if tries]


class PracticeSession:
    """The score since practice was started."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.in_a_row = 0

    def count(self, right: bool) -> None:
        """Count the first try at a puzzle."""
        self.tally = self.tally.after(right)
        self.in_a_row = self.in_a_row + 1 if right else 0


class SaveFailures:
    """Failures to save results of puzzles, each reported once until saving works again."""

    def __init__(self) -> None:
        self._last = ""

    @contextmanager
    def reported_to(self, report: Callable[[str], object]) -> Iterator[None]:
        """Report an OSError of the block in a sentence, and continue after the block."""
        problem = ""
        try:
            yield
        except OSError as error:
            why = files.reason(error)
            problem = f"Your puzzle results cannot be saved in {saves.home()}: {why}."
        if problem and problem != self._last:
            report(problem)
        self._last = problem


def load() -> Totals:
    """Load all results; damaged entries are ignored."""
    return Totals(json_files.load(FILE_STEM))


def count(game: str, grade: str, right: bool) -> None:
    """Save the result of a first try; raise OSError on failure."""

    def update(data: dict[str, Any]) -> dict[str, Any]:
        tally = _parse(data).get((game, grade), Tally()).after(right)
        before = data.get(game)
        grades = before if isinstance(before, dict) else {}
        return {**data, game: {**grades, grade: tally._asdict()}}

    json_files.change(FILE_STEM, update)


def add_try(game: str, one: PuzzleTry) -> list[PuzzleTry]:
    """Save the first try at a puzzle, and return all tries of the game, oldest first.

    A puzzle counts once: a later try changes nothing. Raise OSError on failure.
    """
    tries: list[PuzzleTry] = []

    def update(data: dict[str, Any]) -> dict[str, Any]:
        nonlocal tries
        before = data.get(game)
        tries = _parse_tries(before)
        if all(each.key != one.key for each in tries):
            tries = [*tries, one][-MAX_TRIES:]
        grades = before if isinstance(before, dict) else {}
        return {**data, game: {**grades, TRIES: [str(each) for each in tries]}}

    json_files.change(FILE_STEM, update)
    return tries


def _parse_tries(entry: Any) -> list[PuzzleTry]:
    """Return the tries in the entry of a game; damaged ones are ignored."""
    lines = entry.get(TRIES) if isinstance(entry, dict) else None
    found = []
    for line in lines if isinstance(lines, list) else ():
        match line.split() if isinstance(line, str) else ():
            case [key, ("+" | "-") as sign, *finds] if all(map(_is_count, finds)):
                found.append(PuzzleTry(key, sign == "+", tuple(map(int, finds))))
    return found


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3


def _parse(data: dict[str, Any]) -> dict[tuple[str, str], Tally]:
    tallies = {}
    for game, grades in data.items():
        for grade, entry in grades.items() if isinstance(grades, dict) else ():
            match entry:
                case {"solved": int(solved), "tried": int(tried)} if 0 <= solved <= tried:
                    tallies[game, grade] = Tally(solved, tried)
    return tallies

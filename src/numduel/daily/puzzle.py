"""The daily puzzle: generated from its date and the version of this generator alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from itertools import islice

from ..budget import Budget
from ..core import AnyGame
from ..dice import Dice
from ..engine.teaching.puzzles import Admits, Puzzle, find_puzzle, grade, puzzles, with_puzzles
from ..errors import SetupError
from ..games import built_in, find

VERSION = 2
"""Version of the generator. Raise it if any day gets a different puzzle; tests know some days."""

TURNS_BY_WEEKDAY = (
    range(3, 4),
    range(3, 5),
    range(5, 6),
    range(5, 6),
    range(5, 7),
    range(7, 8),
    range(7, 10),
)
"""Turns to the win, from Monday to Sunday; they never decrease."""

REPEAT_AFTER_WEEKS = 53
"""Weeks before a puzzle may repeat: longer than any year."""

GAMES_PER_ROUND = 150
"""Matches of a game searched before the next game gets its turn."""

MAX_ROUNDS = 10
"""Turns of each game before the search gives up."""


def daily_puzzle(
    day: str,
    budget: Budget,
    id: str = "",
    wanted: str = "",
    options: Mapping[str, object] | None = None,
) -> Puzzle:
    """Return the puzzle of a date such as 2026-11-15, the same on every machine.

    >>> puzzle = daily_puzzle("2026-11-15", Budget(seconds=60))
    >>> puzzle.moves == daily_puzzle("2026-11-15", Budget(seconds=60)).moves
    True
    """
    options = options or {}
    if not (id or wanted):
        return _find_puzzle_of_day(day, budget)
    what = [id, wanted, *(f"{name}={options[name]}" for name in options)]
    dice = Dice(_hash("puzzle", day, *what))
    return find_puzzle(find(id) if id else None, options, dice, budget, wanted or None)


def turns_of(day: str) -> range:
    """Return the possible turns to the win on a date."""
    return TURNS_BY_WEEKDAY[date.fromisoformat(day).weekday()]


def _find_puzzle_of_day(day: str, budget: Budget) -> Puzzle:
    """Search the games in turn, starting with a different one every day."""
    kinds, number = with_puzzles(built_in()), date.fromisoformat(day).toordinal()
    for turn in range(len(kinds) * MAX_ROUNDS):
        kind = kinds[(number + turn) % len(kinds)]
        dice = Dice(_hash("daily", day, kind.id, str(turn)))
        games = puzzles(kind, {}, dice, budget, turns_of(day), board_filter(kind, day))
        for found in islice(games, GAMES_PER_ROUND):
            if found:
                return dice.choice(found)
    raise SetupError(f"found no puzzle for {day}")


def board_filter(kind: type[AnyGame], day: str) -> Admits:
    """Return a filter of the boards reserved for this day within REPEAT_AFTER_WEEKS.

    The hash of a board, or of a position if all boards are the same, assigns it to one of the days
    with the same grade. Puzzles of another grade differ anyway. So no day needs to know the puzzles
    of another.
    """
    week, weekday = divmod(date.fromisoformat(day).toordinal() - 1, 7)
    same_grade = [other for other in range(7) if _grade(other) == _grade(weekday)]
    days = len(same_grade) * REPEAT_AFTER_WEEKS
    own = same_grade.index(weekday) * REPEAT_AFTER_WEEKS + week % REPEAT_AFTER_WEEKS
    return lambda board: _hash(kind.id, repr(board)) % days == own


def _grade(weekday: int) -> str:
    return grade(TURNS_BY_WEEKDAY[weekday][0])


def _hash(*parts: str) -> int:
    """Return a hash of texts, the same on every machine; usable as a seed."""
    text = " ".join(["numduel", str(VERSION), *parts])
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

"""The puzzle of a day: made from its date and the version of this generator alone."""

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
from ..games import find

VERSION = 2
"""To be raised whenever a day gets another puzzle than before; tests know some days."""

WEEK = (
    range(3, 4),
    range(3, 5),
    range(5, 6),
    range(5, 6),
    range(5, 7),
    range(7, 8),
    range(7, 10),
)
"""In how many turns the puzzles are won, from Monday to Sunday: it never falls."""

WEEKS = 53
"""So many weeks are longer than any year: a puzzle may come again only after them."""

GAMES = 150
"""Matches of one game that are looked through for a day, before another game has its turn."""

ROUNDS = 10
"""How often each game has its turn before a search gives up."""


def daily(
    day: str,
    budget: Budget,
    id: str = "",
    wanted: str = "",
    options: Mapping[str, object] | None = None,
) -> Puzzle:
    """The puzzle of a day, written 2026-11-15, the same for everyone who asks for the same.

    >>> today = daily("2026-11-15", Budget(seconds=60))
    >>> today.moves == daily("2026-11-15", Budget(seconds=60)).moves
    True
    """
    options = options or {}
    if not (id or wanted):
        return _daily(day, budget)
    what = [id, wanted, *(f"{name}={options[name]}" for name in options)]
    dice = Dice(_number("puzzle", day, *what))
    return find_puzzle(find(id) if id else None, options, dice, budget, wanted or None)


def turns_of(day: str) -> range:
    """In how many turns the puzzle of a day is won."""
    return WEEK[date.fromisoformat(day).weekday()]


def _daily(day: str, budget: Budget) -> Puzzle:
    """Every day another game has the first turn; the others follow where it has no puzzle."""
    kinds, number = with_puzzles(), date.fromisoformat(day).toordinal()
    for turn in range(len(kinds) * ROUNDS):
        kind = kinds[(number + turn) % len(kinds)]
        dice = Dice(_number("daily", day, kind.id, str(turn)))
        games = puzzles(kind, {}, dice, budget, turns_of(day), _admitted(kind, day))
        for found in islice(games, GAMES):
            if found:
                return dice.choice(found)
    raise SetupError(f"no puzzle was found for {day}")


def _admitted(kind: type[AnyGame], day: str) -> Admits:
    """Which boards are for this day and no other day of its grade within WEEKS.

    Each board, or each position where all boards are one, has a number that says which of these
    days it is for. Puzzles of another grade are others anyway. So no day has to know what another
    had.
    """
    week, weekday = divmod(date.fromisoformat(day).toordinal() - 1, 7)
    alike = [other for other in range(7) if _grade(other) == _grade(weekday)]
    days, own = len(alike) * WEEKS, alike.index(weekday) * WEEKS + week % WEEKS
    return lambda what: _number(kind.id, repr(what)) % days == own


def _grade(weekday: int) -> str:
    return grade(WEEK[weekday][0])


def _number(*what: str) -> int:
    """A number that follows from words, the same everywhere; it may seed dice."""
    words = " ".join(["numduel", str(VERSION), *what])
    return int.from_bytes(sha256(words.encode()).digest()[:8], "big")

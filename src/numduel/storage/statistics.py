"""Results of the saved games, by game and opponent."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple

from ..core import Player
from ..errors import SetupError, printable
from ..games import ids
from ..play import players
from ..play.controller import help_counts
from ..play.match import Match
from ..play.series import Series, Side, people_in
from . import saves

FRIEND = "a friend"
"""An unnamed opponent at the same keyboard."""

ALL = "all"
"""The opponent of a row about all computer opponents."""


class OpponentRow(NamedTuple):
    """Results against one opponent."""

    game: str
    one: str
    """The player whose wins are in `won`: empty for the user, a name if two people gave theirs."""
    opponent: str
    """A level, a person's name, or `FRIEND`."""
    played: int = 0
    """Finished games, including draws and games ended without a winner."""
    won: int = 0
    lost: int = 0
    open: int = 0
    """Unfinished games, not included in any other count."""
    streak: int = 0
    """The number of latest games won in a row; a draw ends it."""
    last: str = ""
    """Local date of the latest game, finished or not: 2026-11-15."""
    helped: int = 0
    """Games won with help: hints, analyses or undone moves."""
    drawn: int = 0

    @property
    def is_between_people(self) -> bool:
        """Whether two people played each other."""
        return bool(self.one) or self.opponent == FRIEND

    def with_earlier(self, match: Match, player: Player) -> OpponentRow:
        """Return the row with an older match added; `player` is the seat of `one`."""
        ending = match.ending
        if ending is None:
            return self._replace(open=self.open + 1)
        won, lost = ending.winner is player, ending.winner is player.other
        return self._replace(
            played=self.played + 1,
            won=self.won + won,
            lost=self.lost + lost,
            drawn=self.drawn + ending.is_draw,
            helped=self.helped + (won and any(help_counts(match).values())),
            streak=self.streak + (won and self.streak == self.played),
        )


class Statistics(NamedTuple):
    """The results of all saved games."""

    rows: tuple[OpponentRow, ...] = ()
    """Sorted by game, then by opponent: levels from weak to strong, then people by name."""
    between_programs: int = 0
    """Games that only programs played, not included in the rows."""
    unreadable: int = 0
    """Number of files that can't be read as games."""
    is_complete: bool = True
    """Whether all games were read, and not only the latest."""
    totals: tuple[OpponentRow, ...] = ()
    """Results over all games against each computer opponent, then against `ALL` of them."""


def _never_cancelled() -> bool:
    return False


def count(is_cancelled: Callable[[], bool] = _never_cancelled) -> Statistics:
    """Read all saved games, newest first, until `is_cancelled` returns True."""
    rows: dict[tuple[str, str, str], OpponentRow] = {}
    totals: dict[str, OpponentRow] = {}
    between_programs = unreadable = 0
    is_complete = True
    forked: set[str] = set()
    for save in saves.list_saves():
        if is_cancelled():
            is_complete = False
            break
        try:
            match = save.load()
        except SetupError:
            unreadable += os.path.exists(save.path)  # unless it was deleted in the meantime
            continue
        game = match.tags.get("Fork", save.name)
        if game in forked:  # a copy that was continued elsewhere: count the game once
            continue
        forked.add(game)
        if (opponents := _find_opponent(match)) is None:
            between_programs += 1
            continue
        player, one, opponent = opponents
        who = match.game.id, one, opponent
        row = rows[who] if who in rows else OpponentRow(*who, last=_last_played(save))
        rows[who] = row.with_earlier(match, player)
        if not rows[who].is_between_people:
            for name in (opponent, ALL):
                total = totals.get(name) or OpponentRow("", "", name, last=_last_played(save))
                totals[name] = total.with_earlier(match, player)
    return Statistics(
        tuple(sorted(rows.values(), key=_sort_key)),
        between_programs,
        unreadable,
        is_complete,
        tuple(sorted(totals.values(), key=lambda row: (row.opponent == ALL, _strength(row)))),
    )


def _find_opponent(match: Match) -> tuple[Player, str, str] | None:
    """Return the seat and name of `OpponentRow.one`, and the opponent; None if no person played."""
    seats = Series.of(match).seats
    found = people_in(match)
    if not found:
        return None
    if len(found) == 1:
        return found[0], "", printable(seats[found[0].other].who)
    # Seats swap from round to round, so order by name.
    one, two = sorted(found, key=lambda player: (not _name(seats[player]), seats[player].name))
    return one, _name(seats[one]), _name(seats[two]) or FRIEND


def _name(side: Side) -> str:
    """Return the name that a player typed, empty if the program chose it."""
    given = not side.is_unnamed and side.name not in map(str, Player)
    return printable(side.name) if given else ""


def _last_played(save: saves.Save) -> str:
    try:
        return time.strftime("%Y-%m-%d", time.localtime(os.stat(save.path).st_mtime))
    except (OSError, OverflowError, ValueError):  # deleted in the meantime, or an invalid time
        return ""


def _strength(row: OpponentRow) -> tuple[int, str, str]:
    kinds = players.kinds()
    level = kinds.index(row.opponent) if not row.one and row.opponent in kinds else len(kinds)
    return level, row.one, row.opponent


def _sort_key(row: OpponentRow) -> tuple[int, tuple[int, str, str]]:
    return ids().index(row.game), _strength(row)

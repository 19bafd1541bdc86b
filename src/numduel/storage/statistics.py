"""One's own games on disk, counted by game and by opponent."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import NamedTuple

from ..core import Player
from ..errors import SetupError, printable
from ..games import ids
from ..play import players
from ..play.controller import helped
from ..play.match import Match
from ..play.series import Series, Side, people
from . import saves

FRIEND = "a friend"
"""The opponent who has no name, at the same keyboard."""


class Versus(NamedTuple):
    """What became of the games against one opponent."""

    game: str
    one: str
    """Whose wins are `won`: nothing for oneself, a name where two people gave theirs."""
    opponent: str
    """A level, or a person: their name, or `FRIEND`."""
    played: int = 0
    """Finished ones, those drawn or stopped among them."""
    won: int = 0
    lost: int = 0
    open: int = 0
    """Unfinished ones; they count nowhere else."""
    streak: int = 0
    """How many of the latest in a row were won; a draw ends it."""
    last: str = ""
    """The day of the latest, finished or not, by the clock here: 2026-11-15."""
    helped: int = 0
    """How many of those won were won with help: hints, analyses, moves taken back."""
    drawn: int = 0

    def with_earlier(self, match: Match, player: Player) -> Versus:
        """With one match more, older than all that are in it; `player` is the seat of `one`."""
        ending = match.ending
        if ending is None:
            return self._replace(open=self.open + 1)
        won, lost = ending.winner is player, ending.winner is player.other
        return self._replace(
            played=self.played + 1,
            won=self.won + won,
            lost=self.lost + lost,
            drawn=self.drawn + ending.is_draw,
            helped=self.helped + (won and any(helped(match).values())),
            streak=self.streak + (won and self.streak == self.played),
        )


class Statistics(NamedTuple):
    """All that was counted."""

    rows: tuple[Versus, ...] = ()
    """Game by game as they are listed; opponents from weak to strong, then people by name."""
    watched: int = 0
    """Games in which nobody played but the computer; they are in no row."""
    spoilt: int = 0
    """Files that cannot be read as games."""
    whole: bool = True
    """Whether everything was read; else only the latest games are in it."""


def _never() -> bool:
    return False


def count(stop: Callable[[], bool] = _never) -> Statistics:
    """Read all saved games, the latest first, until `stop` says that nobody waits for it."""
    rows: dict[tuple[str, str, str], Versus] = {}
    watched = spoilt = 0
    whole = True
    forked: set[str] = set()
    for save in saves.kept():
        if stop():
            whole = False
            break
        try:
            match = save.load()
        except SetupError:
            spoilt += os.path.exists(save.path)  # one deleted in the meantime is none
            continue
        game = match.tags.get("Fork", save.name)
        if game in forked:  # the same game went on elsewhere too, and is counted once
            continue
        forked.add(game)
        if (met := _met(match)) is None:
            watched += 1
            continue
        player, one, opponent = met
        who = match.game.id, one, opponent
        row = rows[who] if who in rows else Versus(*who, last=_day(save))
        rows[who] = row.with_earlier(match, player)
    return Statistics(tuple(sorted(rows.values(), key=_place)), watched, spoilt, whole)


def _met(match: Match) -> tuple[Player, str, str] | None:
    """Who is meant by `Versus.one`, their name, and the opponent; None where no person played."""
    seats = Series.of(match).seats
    found = people(match)
    if not found:
        return None
    if len(found) == 1:
        return found[0], "", printable(seats[found[0].other].who)
    # Seats swap from round to round; the order of the names does not.
    one, two = sorted(found, key=lambda player: (not _name(seats[player]), seats[player].name))
    return one, _name(seats[one]), _name(seats[two]) or FRIEND


def _name(side: Side) -> str:
    """The name that somebody gave themselves; nothing if it was given by the program."""
    given = not side.name.startswith(side.who) and side.name not in map(str, Player)
    return printable(side.name) if given else ""


def _day(save: saves.Save) -> str:
    try:
        return time.strftime("%Y-%m-%d", time.localtime(os.stat(save.path).st_mtime))
    except (OSError, OverflowError, ValueError):  # gone in the meantime, or no time at all
        return ""


def _place(row: Versus) -> tuple[int, int, str, str]:
    kinds = players.kinds()
    by_strength = kinds.index(row.opponent) if not row.one and row.opponent in kinds else len(kinds)
    return ids().index(row.game), by_strength, row.one, row.opponent

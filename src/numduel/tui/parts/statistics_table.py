"""One's own games, counted, as a table that fits the screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from textual.content import Content

from ...daily.duel import Result, load
from ...errors import counted as in_number
from ...games import find
from ...play import players
from ...storage import saves, streak
from ...storage.statistics import FRIEND, Statistics, OpponentRow
from ...views.calendar import DUEL_SIGNS, HEAD, calendar_rows, duel_legend
from .panels import Part, gauge
from .plain_letters import plain

COLUMNS = {
    "played": 8,
    "won": 6,
    "lost": 6,
    "drawn": 7,
    "share": 7,
    "streak": 8,
    "open": 6,
    "last": 12,
    "helped": 8,
}
"""The columns behind the opponent's, the most important first, and how wide they are at least.

That of drawn games is there only if a game was drawn.
"""

NAME, LONGEST_BAR = 16, 30

WEEKS = 4
"""Weeks of the calendar of duels."""

EMPTY = """\
No game has been played here yet.

Every game you begin is kept and counted, so this page fills by itself.
Esc leads back to the games: choose one with its number, and Enter plays.
"""


class StatisticsTable:
    """Statistics as text, so many columns wide."""

    def __init__(self, width: int, is_ascii: bool, *, has_draws: bool) -> None:
        """`has_draws` is whether a game was drawn."""
        self._signs = plain if is_ascii else str
        self._columns = dict(COLUMNS)
        if not has_draws:
            del self._columns["drawn"]
        while len(self._columns) > 1 and NAME + sum(self._columns.values()) > width:
            self._columns.popitem()
        spare = width - NAME - sum(self._columns.values())
        self._bar = max(0, min(LONGEST_BAR, spare - 1)) if "share" in self._columns else 0
        self._name = NAME + max(0, min(NAME, spare - 1 - self._bar))

    def heading(self) -> Content:
        parts = ["".ljust(self._name)]
        for name, wide in self._columns.items():
            is_share = name == "share"
            parts.append(name.rjust(wide) if not is_share else f"  {name:<{self._bar + 5}}")
        return Content("".join(parts))

    def rows(self, counted: Statistics) -> Content:
        parts: list[Part] = [(f"{kept(counted)}\n\n", "$quiet")] if counted.rows else []
        alone = [row for row in counted.rows if not is_friends(row)]
        if len({row.game for row in alone}) > 1:
            parts += self._group("All games against the computer", summed(alone))
        for id, rows in groupby(alone, lambda row: row.game):
            parts += self._group(find(id).title, rows)
        if friends := [row for row in counted.rows if is_friends(row)]:
            parts.append(("With friends", "bold $primary"))
            parts.append((" · won and lost by the first of the two\n\n", "$quiet"))
            for id, rows in groupby(friends, lambda row: row.game):
                parts += self._group(find(id).title, rows)
        if not counted.rows:
            parts.append(EMPTY + "\n")
        if duels := load():
            parts.append(("The daily duel\n", "bold"))
            parts += [f"  {line}\n" for line in duel_lines(duels, streak.today())] + ["\n"]
        parts += [(f"{line}\n", "$quiet") for line in remarks(counted)]
        return Content.assemble(*parts).rstrip("\n")

    def _group(self, title: str, rows: Iterable[OpponentRow]) -> list[Part]:
        parts: list[Part] = [(f"{title}\n", "bold")]
        for row in rows:
            parts += self._row(row)
        return [*parts, "\n"]

    def _row(self, row: OpponentRow) -> list[Part]:
        name = (
            f"  {row.one or 'you'} and {row.opponent}" if is_friends(row) else f"  {row.opponent}"
        )
        if len(name) >= self._name:
            name = name[: self._name - 2] + self._signs("…")
        cells = row._asdict()
        parts: list[Part] = [name.ljust(self._name)]
        for column, wide in self._columns.items():
            if column == "share":
                parts += self._share(row)
            elif cells[column] or column in ("played", "won", "lost", "drawn"):
                parts.append(str(cells[column]).rjust(wide))
            else:
                parts.append(("-".rjust(wide), "$quiet"))
        return [*parts, "\n"]

    def _share(self, row: OpponentRow) -> list[Part]:
        if not row.played:
            return [" " * (self._bar + 7)]
        bar = self._signs(gauge(row.won, row.played, self._bar)) if self._bar else ""
        return ["  ", (bar, "$primary"), f"{row.won / row.played:5.0%}"]


def is_friends(row: OpponentRow) -> bool:
    """Whether two people met.

    >>> is_friends(OpponentRow("sum", "Ann", "Bob")), is_friends(OpponentRow("sum", "", "casual"))
    (True, False)
    """
    return bool(row.one) or row.opponent == FRIEND


def summed(rows: Sequence[OpponentRow]) -> list[OpponentRow]:
    """All games together: a row for each opponent, from weak to strong, and one for all.

    >>> rows = [OpponentRow("sum", "", "casual", 2, 1, 1), OpponentRow("run", "", "casual", 1, 1, 0)]
    >>> [(row.opponent, row.played, row.won) for row in summed(rows)]
    [('casual', 3, 2), ('all', 3, 2)]
    """
    opponents = dict.fromkeys((*players.kinds(), *(row.opponent for row in rows)))
    each = {name: [row for row in rows if row.opponent == name] for name in opponents}
    return [_sum(name, own) for name, own in {**each, "all": rows}.items() if own]


def _sum(opponent: str, rows: Sequence[OpponentRow]) -> OpponentRow:
    return OpponentRow(
        "",
        "",
        opponent,
        played=sum(row.played for row in rows),
        won=sum(row.won for row in rows),
        lost=sum(row.lost for row in rows),
        drawn=sum(row.drawn for row in rows),
        helped=sum(row.helped for row in rows),
        open=sum(row.open for row in rows),
        last=max(row.last for row in rows),
    )


def kept(counted: Statistics) -> str:
    """How many games there are, and where in the table they are to be looked for.

    >>> kept(Statistics((OpponentRow("sum", "", "casual", 6), OpponentRow("sum", "Ann", "Bob", 1, open=1))))
    '8 games kept: 6 against the computer, 2 with friends (at the end).'
    """
    friends = sum(row.played + row.open for row in counted.rows if is_friends(row))
    alone = sum(row.played + row.open for row in counted.rows) - friends
    parts = {
        "against the computer": alone,
        "with friends (at the end)": friends,
        "between programs": counted.watched,
    }
    kinds = ", ".join(f"{number} {what}" for what, number in parts.items() if number)
    return f"{_games(sum(parts.values()))} kept: {kinds}."


def duel_lines(duels: Mapping[str, Result], today: str) -> list[str]:
    """What became of the daily duels, and a calendar of the last of them.

    >>> won = Result("2026-11-16", "maze", "casual", "won", 7, 3, 2, 1, "+-.+")
    >>> duel_lines({won.day: won}, "2026-11-17")[0]
    '1 duel, 1 won, 0 of them without help.'
    """
    won = [result for result in duels.values() if result.outcome == "won"]
    alone = sum(not result.help for result in won)
    number = in_number(len(duels), "duel")
    outcomes = {day: result.outcome for day, result in duels.items()}
    rows = calendar_rows(outcomes, today, WEEKS, DUEL_SIGNS)
    figures = f"{number}, {len(won)} won, {alone} of them without help."
    return [figures, HEAD, *rows, duel_legend(outcomes.values())]


def remarks(counted: Statistics) -> list[str]:
    """What is not in the table, and where all of it comes from."""
    lines = []
    if open := sum(row.open for row in counted.rows):
        lines.append(f"{_games(open)} unfinished: Continue on the first screen takes up the last.")
    if helped := sum(row.helped for row in counted.rows):
        won = f"{_games(helped)} {'was' if helped == 1 else 'were'}"
        lines.append(f"{won} won with hints, analyses or moves taken back.")
    if counted.watched:
        lines.append(f"{_games(counted.watched)} in which only programs played: not counted.")
    if counted.spoilt:
        files = in_number(counted.spoilt, "file")
        lines.append(f"{files} that cannot be read as games: not counted.")
    return [*lines, f"Your games are kept in {saves.short_path(saves.folder())}."]


def _games(number: int) -> str:
    return in_number(number, "game")

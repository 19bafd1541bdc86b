"""The player's results as a table that fits the screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from textual.content import Content

from ...daily.duel import Result, load_results
from ...errors import counted as in_number
from ...games import find
from ...storage import saves, streak
from ...storage.statistics import OpponentRow, Statistics
from ...views.calendar import DUEL_SIGNS, duel_legend, month_of, month_rows
from ...views.history_text import describe_opponent
from .ascii_text import to_ascii
from .panels import TextPart, draw_gauge

COLUMNS = {
    "played": 8,
    "won": 6,
    "lost": 6,
    "drawn": 7,
    "share": 7,
    "streak": 8,
    "open": 6,
    "last": 12,
    "helped": 11,
}
"""The columns after the opponent's, the most important first, and their minimum widths.

The column of draws is there only if a game was drawn.
"""

HEADINGS = {"share": "win %", "helped": "with help"}
"""Headings that differ from the name of the column."""

NAME_WIDTH, MAX_BAR_WIDTH = 16, 26

EMPTY = """\
No games yet.

Every game you play is saved and counted here.
Press Esc to go back, then a number to choose a game.
"""


class StatisticsTable:
    """Statistics as text of a given width."""

    def __init__(
        self, width: int, is_ascii: bool, *, has_draws: bool, ratings: Mapping[str, str]
    ) -> None:
        """`has_draws` adds the column of draws; `ratings` has short texts by game."""
        self._signs = to_ascii if is_ascii else str
        self._width = width
        self._ratings = ratings
        self._columns = dict(COLUMNS)
        if not has_draws:
            del self._columns["drawn"]
        while len(self._columns) > 1 and NAME_WIDTH + sum(self._columns.values()) > width:
            self._columns.popitem()
        spare = width - NAME_WIDTH - sum(self._columns.values())
        self._bar = max(0, min(MAX_BAR_WIDTH, spare - 1)) if "share" in self._columns else 0
        self._name = NAME_WIDTH + max(0, min(NAME_WIDTH, spare - 1 - self._bar))

    def heading(self) -> Content:
        parts = ["".ljust(self._name)]
        for name, width in self._columns.items():
            heading = HEADINGS.get(name, name)
            is_share = name == "share"
            parts.append(f"  {heading:<{self._bar + 5}}" if is_share else heading.rjust(width))
        return Content("".join(parts))

    def rows(self, counted: Statistics) -> Content:
        parts: list[TextPart] = [(f"{format_total(counted)}\n\n", "$quiet")] if counted.rows else []
        alone = [row for row in counted.rows if not row.is_between_people]
        if len({row.game for row in alone}) > 1:
            parts += self._group("All games against the computer", counted.totals)
        for id, rows in groupby(alone, lambda row: row.game):
            parts += self._group(find(id).title, rows, self._ratings.get(id, ""))
        if friends := [row for row in counted.rows if row.is_between_people]:
            parts.append(("With friends", "bold $primary"))
            parts.append((" · results of the first player named\n\n", "$quiet"))
            for id, rows in groupby(friends, lambda row: row.game):
                parts += self._group(find(id).title, rows)
        if not counted.rows:
            parts.append(EMPTY + "\n")
        if duels := load_results():
            parts.append(("Daily duel\n", "bold"))
            parts += [f"  {line}\n" for line in duel_lines(duels, streak.today())] + ["\n"]
        parts += [(f"{line}\n", "$quiet") for line in format_notes(counted)]
        return Content.assemble(*parts).rstrip("\n")

    def _group(self, title: str, rows: Iterable[OpponentRow], rating: str = "") -> list[TextPart]:
        parts: list[TextPart] = [(title, "bold")]
        if rating:
            long, short = f" · your rating: {rating}", f" · {rating}"
            fits = len(title) + len(long) <= self._width
            parts.append((self._signs(long if fits else short), "$accent"))
        parts.append("\n")
        for row in rows:
            parts += self._row(row)
        return [*parts, "\n"]

    def _row(self, row: OpponentRow) -> list[TextPart]:
        name = f"  {describe_opponent(row)}"
        if len(name) >= self._name:
            name = name[: self._name - 2] + self._signs("…")
        cells = row._asdict()
        parts: list[TextPart] = [name.ljust(self._name)]
        for column, width in self._columns.items():
            if column == "share":
                parts += self._share(row)
            elif cells[column] or column in ("played", "won", "lost", "drawn"):
                parts.append(str(cells[column]).rjust(width))
            else:
                parts.append(("-".rjust(width), "$quiet"))
        return [*parts, "\n"]

    def _share(self, row: OpponentRow) -> list[TextPart]:
        if not row.played:
            return [" " * (self._bar + 7)]
        bar = self._signs(draw_gauge(row.won, row.played, self._bar)) if self._bar else ""
        return ["  ", (bar, "$primary"), f"{row.won / row.played:5.0%}"]


def format_total(counted: Statistics) -> str:
    """Return a sentence on the number of saved games of each kind.

    >>> rows = (OpponentRow("sum", "", "casual", 6), OpponentRow("sum", "Ann", "Bob", 1, open=1))
    >>> format_total(Statistics(rows))
    '8 games saved: 6 against the computer, 2 with friends (listed last).'
    >>> format_total(Statistics(rows[:1]))
    '6 games against the computer saved.'
    """
    friends = sum(row.played + row.open for row in counted.rows if row.is_between_people)
    alone = sum(row.played + row.open for row in counted.rows) - friends
    parts = {
        "against the computer": alone,
        "with friends (listed last)": friends,
        "between programs": counted.between_programs,
    }
    if alone and not friends and not counted.between_programs:
        return f"{_games(alone)} against the computer saved."
    kinds = ", ".join(f"{number} {kind}" for kind, number in parts.items() if number)
    return f"{_games(sum(parts.values()))} saved: {kinds}."


def duel_lines(duels: Mapping[str, Result], today: str) -> list[str]:
    """Return the results of the daily duels, and this month's calendar.

    >>> won = Result("2026-11-16", "maze", "casual", "won", 7, 3, 2, 1, "+-.+")
    >>> duel_lines({won.day: won}, "2026-11-17")[0]
    '1 duel, 1 won (0 without help).'
    """
    won = [result for result in duels.values() if result.outcome == "won"]
    alone = sum(not result.help for result in won)
    number = in_number(len(duels), "duel")
    outcomes = {day: result.outcome for day, result in duels.items()}
    rows = month_rows(month_of(today), outcomes, today, DUEL_SIGNS)
    figures = f"{number}, {len(won)} won ({alone} without help)."
    return [figures, *rows, duel_legend(outcomes.values())]


def format_notes(counted: Statistics) -> list[str]:
    """Return notes on games that aren't in the table, and on where games are saved."""
    lines = []
    if open := sum(row.open for row in counted.rows):
        lines.append(f"{_games(open)} unfinished. Choose Continue on the home screen.")
    if helped := sum(row.helped for row in counted.rows):
        won = f"{_games(helped)} {'was' if helped == 1 else 'were'}"
        lines.append(f"{won} won with hints, analysis or undo.")
    if counted.between_programs:
        lines.append(f"{_games(counted.between_programs)} between programs: not counted.")
    if counted.unreadable:
        files = in_number(counted.unreadable, "file")
        lines.append(f"{files} couldn't be read, or the game isn't loaded: not counted.")
    return [*lines, f"Your games are saved in {saves.short_path(saves.folder())}."]


def _games(number: int) -> str:
    return in_number(number, "game")

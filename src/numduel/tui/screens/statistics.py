"""How one's own games went: by game and level, and those with friends apart."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from ...games import find
from ...play import players
from ...storage import saves
from ...storage.statistics import FRIEND, Statistics, Versus, count
from ..parts.panels import gauge
from .page import Page

__all__ = ["StatisticsScreen"]

Part = str | tuple[str, str]

COLUMNS = {"played": 8, "won": 6, "lost": 6, "share": 7, "streak": 8, "open": 6, "last": 12}
"""The columns behind the opponent's, the most important first, and how wide they are at least."""

NAME, LONGEST_BAR = 16, 30

EMPTY = """\
No game has been played here yet.

Every game you begin is kept and counted, so this page fills by itself.
Esc leads back to the games: choose one with its number, and Enter plays.
"""


class StatisticsScreen(Page):
    """A table that fills when all saved games have been read."""

    CSS_PATH = "statistics.tcss"
    AUTO_FOCUS = "#counted"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_table('up')", show=False, tooltip="scroll"),
        Binding("down", "scroll_table('down')", show=False, tooltip="scroll"),
        Binding("pageup", "scroll_table('page_up')", show=False, tooltip="a page up or down"),
        Binding("pagedown", "scroll_table('page_down')", show=False, tooltip="a page up or down"),
        Binding("home", "scroll_table('home')", show=False, tooltip="to the beginning or the end"),
        Binding("end", "scroll_table('end')", show=False, tooltip="to the beginning or the end"),
        Binding("o", "replay", "Look at a game", tooltip="open one of your games"),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="this list"),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="back"),
    ]

    class Counted(Message):
        """All saved games have been read."""

        def __init__(self, counted: Statistics) -> None:
            super().__init__()
            self.counted = counted

    def __init__(self) -> None:
        super().__init__()
        self.counted: Statistics | None = None
        self._columns = Static(id="columns")
        self._table = Static(id="rows")

    def compose(self) -> ComposeResult:
        yield Static("Statistics", id="heading")
        yield self._columns
        with VerticalScroll(id="counted"):
            yield self._table
        yield Footer()

    # ---- counting

    def on_screen_resume(self) -> None:
        """Whenever it is opened, or come back to: a game may have been played in between."""
        self._show()
        self._count()

    @work(thread=True, exclusive=True, group="counting")
    def _count(self) -> None:
        worker = get_current_worker()
        counted = count(lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self.Counted(counted))

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        self.counted = event.counted
        self._show()

    # ---- showing

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        if self.counted is None:
            self._table.update(Content.styled("Reading your games …", "$quiet"))
            return
        self._columns.display = bool(self.counted.rows)
        width = self.app.size.width - 4  # one at each side, and a scroll bar
        sheet = _Sheet(width, self.app.settings.ascii)
        self._columns.update(sheet.heading())
        self._table.update(sheet.of(self.counted))

    # ---- keys

    def action_scroll_table(self, way: str) -> None:
        getattr(self.query_one("#counted"), f"scroll_{way}")(animate=False)

    def action_replay(self) -> None:
        from .replay import ReplayScreen

        self.open(ReplayScreen())

    @property
    def legend(self) -> dict[str, str]:
        return {
            "share": "how many of the games played were won",
            "streak": "how many of the latest in a row were won",
            "open": "games that can still be gone on with",
        }


# ---- the table


class _Sheet:
    """A counted as text, so many columns wide."""

    def __init__(self, width: int, is_ascii: bool) -> None:
        self._is_ascii = is_ascii
        self._columns = dict(COLUMNS)
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

    def of(self, counted: Statistics) -> Content:
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
        parts += [(f"{line}\n", "$quiet") for line in remarks(counted)]
        return Content.assemble(*parts).rstrip("\n")

    def _group(self, title: str, rows: Iterable[Versus]) -> list[Part]:
        parts: list[Part] = [(f"{title}\n", "bold")]
        for row in rows:
            parts += self._row(row)
        return [*parts, "\n"]

    def _row(self, row: Versus) -> list[Part]:
        name = f"  {row.one} and {row.opponent}" if row.one else f"  {row.opponent}"
        if len(name) >= self._name:
            name = name[: self._name - 2] + ("~" if self._is_ascii else "…")
        cells = row._asdict()
        parts: list[Part] = [name.ljust(self._name)]
        for column, wide in self._columns.items():
            if column == "share":
                parts += self._share(row)
            elif cells[column] or column in ("played", "won", "lost"):
                parts.append(str(cells[column]).rjust(wide))
            else:
                parts.append(("-".rjust(wide), "$quiet"))
        return [*parts, "\n"]

    def _share(self, row: Versus) -> list[Part]:
        if not row.played:
            return [" " * (self._bar + 7)]
        bar = gauge(row.won, row.played, self._bar, is_ascii=self._is_ascii) if self._bar else ""
        return ["  ", (bar, "$primary"), f"{row.won / row.played:5.0%}"]


def is_friends(row: Versus) -> bool:
    """Whether two people met.

    >>> is_friends(Versus("sum", "Ann", "Bob")), is_friends(Versus("sum", "", "casual"))
    (True, False)
    """
    return bool(row.one) or row.opponent == FRIEND


def summed(rows: Iterable[Versus]) -> list[Versus]:
    """All games together: a row for each opponent, from weak to strong, and one for all.

    >>> rows = [Versus("sum", "", "casual", 2, 1, 1), Versus("run", "", "casual", 1, 1, 0)]
    >>> [(row.opponent, row.played, row.won) for row in summed(rows)]
    [('casual', 3, 2), ('all', 3, 2)]
    """
    found: dict[str, Versus] = {}
    whole = Versus("", "", "all")
    for row in rows:
        before = found.get(row.opponent, Versus("", "", row.opponent))
        found[row.opponent] = _together(before, row)
        whole = _together(whole, row)
    kinds = players.kinds()
    known = [found.pop(kind) for kind in kinds if kind in found]
    return [*known, *found.values(), whole]


def _together(one: Versus, two: Versus) -> Versus:
    return one._replace(
        played=one.played + two.played,
        won=one.won + two.won,
        lost=one.lost + two.lost,
        open=one.open + two.open,
        last=max(one.last, two.last),
    )


def kept(counted: Statistics) -> str:
    """How many games there are, and where in the table they are to be looked for.

    >>> kept(Statistics((Versus("sum", "", "casual", 6), Versus("sum", "Ann", "Bob", 1, open=1))))
    '8 games kept: 6 against the computer, 2 with friends (at the end).'
    """
    friends = sum(row.played + row.open for row in counted.rows if is_friends(row))
    alone = sum(row.played + row.open for row in counted.rows) - friends
    parts = {
        "against the computer": alone,
        "with friends (at the end)": friends,
        "between programs": counted.watched,
    }
    told = ", ".join(f"{number} {what}" for what, number in parts.items() if number)
    return f"{_games(sum(parts.values()))} kept: {told}."


def remarks(counted: Statistics) -> list[str]:
    """What is not in the table, and where all of it comes from."""
    lines = []
    if open := sum(row.open for row in counted.rows):
        lines.append(f"{_games(open)} unfinished: Continue on the first screen takes up the last.")
    if counted.watched:
        lines.append(f"{_games(counted.watched)} in which only programs played: not counted.")
    if counted.spoilt:
        files = "1 file" if counted.spoilt == 1 else f"{counted.spoilt} files"
        lines.append(f"{files} that cannot be read as games: not counted.")
    return [*lines, f"Your games are kept in {saves.short_path(saves.folder())}."]


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"

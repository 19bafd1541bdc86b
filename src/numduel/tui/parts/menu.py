"""Cards and entries on a screen: what can be opened, and how arrows lead from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from textual import events
from textual.app import ComposeResult
from textual.containers import Grid, ScrollableContainer
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from ...core import AnyGame, Fact, Picture, Player
from . import miniature
from .board import ARROWS
from .drawing import PLAYERS, Ink
from .live import Live
from .panels import gauge

__all__ = ["Card", "Door", "Entry", "Menu", "beside", "best_columns"]

Part = str | tuple[str, str]

NARROWEST, LOWEST = 26, 10
"""Columns and lines of the smallest card; where there is no room for all, they are scrolled."""


class Door(Widget, can_focus=True):
    """Something that can be opened: by its key, by Enter, by a click."""

    class Opened(Message):
        """Somebody has clicked on a door."""

        def __init__(self, door: Door) -> None:
            super().__init__()
            self.door = door

    def __init__(self, key: str, action: str, id: str) -> None:
        super().__init__(id=id)
        self.key = key
        self.action = action
        self.is_ascii = False

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Opened(self))


class Card(Door):
    """A game: its title, its idea, and a small board."""

    def __init__(self, kind: type[AnyGame], number: int) -> None:
        super().__init__(str(number) if number < 10 else "", f"game({number})", f"game-{number}")
        self.kind = kind
        self.live = Live(kind, seed=number)
        self.border_title = Content(f" {self.key}  {kind.title} " if self.key else kind.title)

    def step(self) -> None:
        self.live.step()
        self.refresh()

    def render(self) -> Content:
        width, height = self.content_size
        idea = [Content.styled(line, "$quiet") for line in wrap(self.kind.summary, max(8, width))]
        picture = self.live.picture
        room = max(1, height - len(idea) - 1)
        board = self._board(picture, width, room - (room > 8))
        above = max(0, room - len(board) + 1) // 2
        below = max(0, room - len(board) - above)
        gaps = [Content("")]
        standing = _standing(picture, width, self.is_ascii)
        lines = [*idea, *gaps * above, *board, *gaps * below, standing]
        return Content("\n").join(lines)

    def _board(self, picture: Picture, width: int, height: int) -> list[Content]:
        canvas = miniature.draw(picture, self.live.moves, width, height, is_ascii=self.is_ascii)
        margin = " " * ((width - canvas.wide) // 2)
        rows = (((text, _style(ink)) for text, ink in canvas.runs(y)) for y in range(canvas.high))
        return [Content.assemble(margin, *row) for row in rows]


def _style(ink: Ink) -> str:
    words = ["bold"] if ink.bold else []
    return " ".join([*words, f"${ink.colour}", *(["on", f"${ink.behind}"] if ink.behind else [])])


def _standing(picture: Picture, width: int, is_ascii: bool) -> Content:
    """How both players stand, in one line; at the end, who has won."""
    if picture.player is None:
        if picture.winner is None:
            return Content.styled("Nobody has won.", "bold")
        star = "*" if is_ascii else "★"
        return Content.styled(f"{star} {picture.winner} wins", f"bold ${PLAYERS[picture.winner]}")
    parts: list[Part] = []
    for player in Player:
        facts = [fact for fact in picture.facts if fact.player is player]
        if facts:
            parts += _stands(player, facts[0], (width - 1) // 2, is_ascii)
    return Content.assemble(*parts)


def _stands(player: Player, fact: Fact, width: int, is_ascii: bool) -> list[Part]:
    colour = f"${PLAYERS[player]}"
    told = f" {fact.value} "
    bar = ""
    room = min(20, width - len(player.token) - len(told) - 1)
    if isinstance(fact.value, int) and fact.limit and room > 2:
        bar = gauge(fact.value, fact.limit, room, is_ascii=is_ascii)
    rest = " " * (width - len(player.token) - len(told) - len(bar))
    return [(player.token, f"bold $on-player on {colour}"), told, (bar, colour), rest + " "]


class Entry(Door):
    """A line of the menu, with a few quiet words below it."""

    def __init__(self, key: str, word: str, action: str) -> None:
        super().__init__(key, action, id=f"entry-{action}")
        self.word = word
        self.detail = ""

    def tell(self, detail: str) -> None:
        """Other words below it."""
        self.detail = detail
        self.refresh(layout=True)

    def render(self) -> Content:
        mark = " " if not self.has_focus else ">" if self.is_ascii else "▸"
        parts: list[Part] = [(f"{mark}{self.key} ", "bold $primary"), (f" {self.word}", "bold")]
        for line in self.detail.splitlines():
            parts.append((f"\n    {line}", "$quiet"))
        return Content.assemble(*parts)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + len(self.detail.splitlines())


class Menu(ScrollableContainer):
    """All cards and the menu, in as many columns as make them largest."""

    can_focus = False

    def __init__(self, cards: Sequence[Card], menu: Widget) -> None:
        super().__init__(id="doors")
        self._cards = cards
        self._menu = menu
        self._grid = Grid(*cards, menu)

    def compose(self) -> ComposeResult:
        yield self._grid

    def on_resize(self, event: events.Resize) -> None:
        count = len(self._cards) + 1
        columns = best_columns(count, event.size.width, event.size.height)
        self._grid.styles.grid_size_columns = columns
        lines = -(-count // columns)
        self._grid.styles.height = max(event.size.height, lines * LOWEST)
        if columns <= len(self._cards):  # the menu at the upper right, always in sight
            self._grid.move_child(self._menu, before=self._cards[columns - 1])


def best_columns(count: int, width: int, height: int) -> int:
    """In how many columns so many cards are largest.

    >>> best_columns(6, 80, 21), best_columns(6, 60, 20), best_columns(7, 160, 40)
    (3, 2, 4)
    """
    most = max(1, width // NARROWEST)
    return max(
        range(1, min(most, count) + 1),
        key=lambda columns: min(width // columns, 2 * (height // -(-count // columns))),
    )


def beside(here: Region, others: Sequence[Region], way: str) -> int | None:
    """Which of the others lies next in the way of an arrow; None if there is none.

    >>> here, right, below = Region(0, 0, 9, 9), Region(9, 0, 9, 9), Region(0, 9, 9, 9)
    >>> beside(here, [right, below], "down"), beside(here, [right, below], "left")
    (1, None)
    """
    dx, dy = ARROWS[way]

    def gap(other: Region) -> int:
        level = (other.x - here.right) if dx > 0 else (here.x - other.right)
        upright = (other.y - here.bottom) if dy > 0 else (here.y - other.bottom)
        return level if dx else upright

    def aside(other: Region) -> int:
        upright = max(other.y - here.bottom + 1, here.y - other.bottom + 1, 0)
        level = max(other.x - here.right + 1, here.x - other.right + 1, 0)
        return upright if dx else level

    def far(number: int) -> tuple[int, int, int]:
        other = others[number]
        return gap(other) + 4 * aside(other), abs(other.y - here.y), abs(other.x - here.x)

    ahead = [number for number, other in enumerate(others) if gap(other) >= 0]
    return min(ahead, key=far, default=None)

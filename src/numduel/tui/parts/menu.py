"""The menu of the home screen: game cards and entries, with arrow-key navigation."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from textual import events
from textual.app import ComposeResult
from textual.containers import Grid, ScrollableContainer, VerticalScroll
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from ...core import AnyGame, Fact, Picture, Player
from ...views.rule_choices import card_note
from . import miniature
from .ascii_text import is_ascii, to_display
from .board import ARROWS
from .canvas import PLAYER_COLOURS, Ink
from .demo_game import DemoGame
from .panels import DRAW_SIGN, TextPart, draw_gauge

MIN_CARD_WIDTH, MIN_CARD_HEIGHT = 26, 11
"""Minimum size of a card; the menu scrolls if they don't all fit."""


MOVE_INTERVAL_S = 1.2
"""Seconds between two moves on each demo board."""


class MenuItem(Widget, can_focus=True):
    """An item that opens with its key, Enter or a click."""

    class Opened(Message):
        """A click on an item."""

        def __init__(self, item: MenuItem) -> None:
            super().__init__()
            self.item = item

    def __init__(self, key: str, action: str, id: str) -> None:
        super().__init__(id=id)
        self.key = key
        self.action = action

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Opened(self))


class GameCard(MenuItem):
    """A game: its title, its summary, and a small board."""

    def __init__(self, kind: type[AnyGame], number: int) -> None:
        super().__init__(str(number) if number < 10 else "", f"game({number})", f"game-{number}")
        self.kind = kind
        self.demo = DemoGame(kind, seed=number)
        self._note = card_note(kind)
        self.border_title = Content(f" {self.key}  {kind.title} " if self.key else kind.title)

    def step(self) -> None:
        self.demo.step()
        self.refresh()

    def render(self) -> Content:
        width, height = self.content_size
        summary = [
            Content.styled(line, "$quiet")
            for text in (self.kind.summary, self._note)
            for line in wrap(text, max(8, width))
        ]
        picture = self.demo.picture
        room = max(1, height - len(summary) - 1)
        board = self._board(picture, width, room - (room > 8))
        above = max(0, room - len(board) + 1) // 2
        below = max(0, room - len(board) - above)
        gaps = [Content("")]
        lines = [*summary, *gaps * above, *board, *gaps * below, self._score_line(picture, width)]
        return Content("\n").join(lines)

    def _board(self, picture: Picture, width: int, height: int) -> list[Content]:
        moves = self.demo.moves
        canvas = miniature.draw(picture, moves, width, height, is_ascii=is_ascii(self))
        margin = " " * ((width - canvas.width) // 2)
        rows = (((text, _style(ink)) for text, ink in canvas.runs(y)) for y in range(canvas.height))
        return [Content.assemble(margin, *row) for row in rows]

    def _score_line(self, picture: Picture, width: int) -> Content:
        """Return both players' scores in one line; at the end, the result."""
        if self.demo.is_draw:
            return Content.styled(to_display(self, f"{DRAW_SIGN} Draw"), "bold $accent")
        if picture.winner is not None:
            text = to_display(self, f"★ {picture.winner} wins")
            return Content.styled(text, f"bold ${PLAYER_COLOURS[picture.winner]}")
        parts: list[TextPart] = []
        for player in Player:
            facts = [fact for fact in picture.facts if fact.player is player]
            if facts:
                parts += self._player_score(player, facts[0], (width - 1) // 2)
        return Content.assemble(*parts)

    def _player_score(self, player: Player, fact: Fact, width: int) -> list[TextPart]:
        colour, number, bar = f"${PLAYER_COLOURS[player]}", f" {fact.value} ", ""
        room = min(20, width - len(player.token) - len(number) - 1)
        if isinstance(fact.value, int) and fact.limit and room > 2:
            bar = to_display(self, draw_gauge(fact.value, fact.limit, room))
        rest = " " * (width - len(player.token) - len(number) - len(bar))
        return [(player.token, f"bold $on-player on {colour}"), number, (bar, colour), rest + " "]


def _style(ink: Ink) -> str:
    styles = ["bold"] if ink.bold else []
    return " ".join(
        [*styles, f"${ink.colour}", *(["on", f"${ink.background}"] if ink.background else [])]
    )


class MenuEntry(MenuItem):
    """A menu entry, with some dimmed text below it."""

    def __init__(self, key: str, title: str, action: str, *, id: str) -> None:
        super().__init__(key, action, id=f"entry-{id}")
        self.title = title
        self.detail = ""

    def set_detail(self, detail: str) -> None:
        """Set the text below it."""
        self.detail = detail
        self.refresh(layout=True)

    def render(self) -> Content:
        mark = to_display(self, "▸") if self.has_focus else " "
        parts: list[TextPart] = [
            (f"{mark}{self.key} ", "bold $primary"),
            (f" {self.title}", "bold"),
        ]
        for line in self._detail_lines(self.content_size.width):
            parts.append((f"\n    {line}", "$quiet"))
        return Content.assemble(*parts)

    def _detail_lines(self, width: int) -> list[str]:
        """Return the text below the title, wrapped."""
        room = max(8, width - 4)
        return [part for line in self.detail.splitlines() for part in wrap(line, room)]

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + len(self._detail_lines(width))


class Menu(ScrollableContainer):
    """All game cards and menu entries, in the number of columns that makes them largest."""

    can_focus = False

    def __init__(self, cards: Sequence[GameCard], entries: Sequence[MenuEntry]) -> None:
        super().__init__(id="menu")
        self._cards = cards
        self._entries = VerticalScroll(*entries, id="entries", can_focus=False)
        self._grid = Grid(*cards, self._entries)
        self._demo_timer: Timer | None = None
        self._next = 0

    def compose(self) -> ComposeResult:
        yield self._grid

    def on_mount(self) -> None:
        for card in self._cards:
            card.demo.skip_to_middle()

    def on_resize(self, event: events.Resize) -> None:
        count = len(self._cards) + 1
        columns = choose_columns(count, event.size.width, event.size.height)
        self._grid.styles.grid_size_columns = columns
        lines = -(-count // columns)
        self._grid.styles.height = max(event.size.height, lines * MIN_CARD_HEIGHT)
        if columns <= len(self._cards):  # the entries at the upper right, always visible
            self._grid.move_child(self._entries, before=self._cards[columns - 1])

    # ---- navigation

    @property
    def items(self) -> list[MenuItem]:
        """The visible items."""
        return [item for item in self.query(MenuItem) if item.display]

    def move_focus(self, arrow: str) -> None:
        """Move the focus by an arrow key; to the first game if no item has it."""
        items, focused = self.items, self.screen.focused
        if focused not in items:
            self.screen.set_focus(self._cards[0])
            return
        found = find_neighbour(focused.region, [item.region for item in items], arrow)
        if found is not None:
            self.screen.set_focus(items[found])

    # ---- demo games

    @property
    def is_animating(self) -> bool:
        return self._demo_timer is not None

    def start_demo(self) -> None:
        if self._demo_timer is None:
            self._demo_timer = self.set_interval(
                MOVE_INTERVAL_S / len(self._cards), self.advance_demo
            )

    def stop_demo(self) -> None:
        if self._demo_timer is not None:
            self._demo_timer.stop()
            self._demo_timer = None

    def advance_demo(self) -> None:
        """Play a move on the next board."""
        self._cards[self._next].step()
        self._next = (self._next + 1) % len(self._cards)


def choose_columns(count: int, width: int, height: int) -> int:
    """Return the number of columns in which `count` cards are largest.

    >>> choose_columns(6, 80, 21), choose_columns(6, 60, 20), choose_columns(7, 160, 40)
    (3, 2, 4)
    """
    max_columns = max(1, width // MIN_CARD_WIDTH)
    return max(
        range(1, min(max_columns, count) + 1),
        key=lambda columns: min(width // columns, 2 * (height // -(-count // columns))),
    )


def find_neighbour(here: Region, others: Sequence[Region], arrow: str) -> int | None:
    """Return the index of the nearest region in the direction of an arrow key, or None.

    >>> here, right, below = Region(0, 0, 9, 9), Region(9, 0, 9, 9), Region(0, 9, 9, 9)
    >>> find_neighbour(here, [right, below], "down"), find_neighbour(here, [right, below], "left")
    (1, None)
    """
    dx, dy = ARROWS[arrow]

    def gap(other: Region) -> int:
        level = (other.x - here.right) if dx > 0 else (here.x - other.right)
        upright = (other.y - here.bottom) if dy > 0 else (here.y - other.bottom)
        return level if dx else upright

    def sideways(other: Region) -> int:
        upright = max(other.y - here.bottom + 1, here.y - other.bottom + 1, 0)
        level = max(other.x - here.right + 1, here.x - other.right + 1, 0)
        return upright if dx else level

    def distance(number: int) -> tuple[int, int, int]:
        other = others[number]
        return gap(other) + 4 * sideways(other), abs(other.y - here.y), abs(other.x - here.x)

    ahead = [number for number, other in enumerate(others) if gap(other) >= 0]
    return min(ahead, key=distance, default=None)

"""The menu of the first screen: what can be opened, and how arrows lead from one to the next."""

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
from . import miniature
from .board import ARROWS
from .canvas import PLAYERS, Ink
from .panels import DRAW_SIGN, Part, gauge
from .plain_letters import is_ascii, signs
from .self_playing import SelfPlayingGame

NARROWEST, LOWEST = 26, 10
"""Columns and lines of the smallest card; where there is no room for all, they are scrolled."""


BEAT = 1.2
"""Seconds from one move to the next on each of the boards that play themselves."""


class MenuItem(Widget, can_focus=True):
    """Something that can be opened: by its key, by Enter, by a click."""

    class Opened(Message):
        """Somebody has clicked on an item."""

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
    """A game: its title, its idea, and a small board."""

    def __init__(self, kind: type[AnyGame], number: int) -> None:
        super().__init__(str(number) if number < 10 else "", f"game({number})", f"game-{number}")
        self.kind = kind
        self.playing = SelfPlayingGame(kind, seed=number)
        self.border_title = Content(f" {self.key}  {kind.title} " if self.key else kind.title)

    def step(self) -> None:
        self.playing.step()
        self.refresh()

    def render(self) -> Content:
        width, height = self.content_size
        idea = [Content.styled(line, "$quiet") for line in wrap(self.kind.summary, max(8, width))]
        picture = self.playing.picture
        room = max(1, height - len(idea) - 1)
        board = self._board(picture, width, room - (room > 8))
        above = max(0, room - len(board) + 1) // 2
        below = max(0, room - len(board) - above)
        gaps = [Content("")]
        lines = [*idea, *gaps * above, *board, *gaps * below, self._standing(picture, width)]
        return Content("\n").join(lines)

    def _board(self, picture: Picture, width: int, height: int) -> list[Content]:
        moves = self.playing.moves
        canvas = miniature.draw(picture, moves, width, height, is_ascii=is_ascii(self))
        margin = " " * ((width - canvas.wide) // 2)
        rows = (((text, _style(ink)) for text, ink in canvas.runs(y)) for y in range(canvas.high))
        return [Content.assemble(margin, *row) for row in rows]

    def _standing(self, picture: Picture, width: int) -> Content:
        """How both players stand, in one line; at the end, who has won, or that it is a draw."""
        if self.playing.is_draw:
            return Content.styled(signs(self, f"{DRAW_SIGN} Draw"), "bold $accent")
        if picture.winner is not None:
            text = signs(self, f"★ {picture.winner} wins")
            return Content.styled(text, f"bold ${PLAYERS[picture.winner]}")
        parts: list[Part] = []
        for player in Player:
            facts = [fact for fact in picture.facts if fact.player is player]
            if facts:
                parts += self._stands(player, facts[0], (width - 1) // 2)
        return Content.assemble(*parts)

    def _stands(self, player: Player, fact: Fact, width: int) -> list[Part]:
        colour, number, bar = f"${PLAYERS[player]}", f" {fact.value} ", ""
        room = min(20, width - len(player.token) - len(number) - 1)
        if isinstance(fact.value, int) and fact.limit and room > 2:
            bar = signs(self, gauge(fact.value, fact.limit, room))
        rest = " " * (width - len(player.token) - len(number) - len(bar))
        return [(player.token, f"bold $on-player on {colour}"), number, (bar, colour), rest + " "]


def _style(ink: Ink) -> str:
    words = ["bold"] if ink.bold else []
    return " ".join([*words, f"${ink.colour}", *(["on", f"${ink.behind}"] if ink.behind else [])])


class MenuEntry(MenuItem):
    """A line of the menu, with a few quiet words below it."""

    def __init__(self, key: str, word: str, action: str, *, id: str) -> None:
        super().__init__(key, action, id=f"entry-{id}")
        self.word = word
        self.detail = ""

    def explain(self, detail: str) -> None:
        """Other words below it."""
        self.detail = detail
        self.refresh(layout=True)

    def render(self) -> Content:
        mark = signs(self, "▸") if self.has_focus else " "
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
    """All games and the entries beside them, in as many columns as make them largest."""

    can_focus = False

    def __init__(self, cards: Sequence[GameCard], entries: Sequence[MenuEntry]) -> None:
        super().__init__(id="menu")
        self._cards = cards
        self._entries = VerticalScroll(*entries, id="entries", can_focus=False)
        self._grid = Grid(*cards, self._entries)
        self._beats: Timer | None = None
        self._next = 0

    def compose(self) -> ComposeResult:
        yield self._grid

    def on_mount(self) -> None:
        for card in self._cards:
            card.playing.stand()

    def on_resize(self, event: events.Resize) -> None:
        count = len(self._cards) + 1
        columns = best_columns(count, event.size.width, event.size.height)
        self._grid.styles.grid_size_columns = columns
        lines = -(-count // columns)
        self._grid.styles.height = max(event.size.height, lines * LOWEST)
        if columns <= len(self._cards):  # the entries at the upper right, always in sight
            self._grid.move_child(self._entries, before=self._cards[columns - 1])

    # ---- from one item to the next

    @property
    def items(self) -> list[MenuItem]:
        """All that can be opened now."""
        return [item for item in self.query(MenuItem) if item.display]

    def go(self, way: str) -> None:
        """By an arrow; to the first game where nothing is marked."""
        items, marked = self.items, self.screen.focused
        if marked not in items:
            self.screen.set_focus(self._cards[0])
            return
        found = beside(marked.region, [item.region for item in items], way)
        if found is not None:
            self.screen.set_focus(items[found])

    # ---- boards that play themselves

    @property
    def is_moving(self) -> bool:
        return self._beats is not None

    def set_in_motion(self) -> None:
        if self._beats is None:
            self._beats = self.set_interval(BEAT / len(self._cards), self.beat)

    def stand_still(self) -> None:
        if self._beats is not None:
            self._beats.stop()
            self._beats = None

    def beat(self) -> None:
        """A move on one board, on each in turn."""
        self._cards[self._next].step()
        self._next = (self._next + 1) % len(self._cards)


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

"""A screen with a board on it: a table, its keys, and a heading."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ...play.match import Match
from ...views.sentences import Narration
from ..parts.key_bar import KeyBar
from ..parts.side_panel import SidePanel
from ..parts.table import Table, TableContent
from .page import Page


class BoardPage(Page):
    """Joins a table to a screen.

    A kind of screen fills in `heading`, `content` and `choose`; the table does the rest.
    """

    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it
    KEYS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", "Rules", tooltip="the rules beside the board, or away"),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="all keys and signs"),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="back"),
        Binding("pagedown", "scroll_beside('down')", show=False, tooltip="scroll log or rules"),
        Binding("pageup", "scroll_beside('up')", show=False, tooltip="scroll log or rules"),
    ]
    """What every screen with a board has, behind its own keys."""

    def __init__(self, match: Match, side: SidePanel | None = None) -> None:
        super().__init__()
        self.match = match
        self.table = Table(self.choose, self.press, side or SidePanel())
        self.board = self.table.board
        self._heading = Static(id="heading")

    # ---- what a kind of screen fills in

    @property
    def heading(self) -> str:
        """The line above the board."""
        return self.match.game.title

    @property
    def narration(self) -> Narration:
        """The match in sentences, as they are read here."""
        return Narration(self.match)

    def content(self) -> TableContent:
        """What lies on the table now."""
        return TableContent.of(self.narration)

    def choose(self, text: str, tile: int | None = None) -> None:
        """Somebody has typed a move, or pointed at a tile that stands for one."""

    # ---- the table on the screen

    def compose(self) -> ComposeResult:
        yield self._heading
        yield self.table
        yield KeyBar()

    def on_mount(self) -> None:
        self.board.is_animated = self.app.settings.animation
        self.set_focus(self.board)
        self.show()

    def show(self) -> None:
        """Everything as it is now."""
        self._heading.update(Content(self.heading))
        self.table.show(self.content())

    async def takes(self, event: events.Key) -> bool:
        """A letter that begins a word which is asked for is typed; Ctrl makes it a shortcut."""
        key = event.key
        if key.startswith("ctrl+") and self.table.shadows(key[-1]):
            return await self.press(key[-1])
        return self.table.takes(event) or await self.press(key) or await super().takes(event)

    def key_for(self, key: str) -> str:
        """What is pressed here for what a key stands for."""
        return f"ctrl+{key}" if self.table.shadows(key) else key

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.table.type(event.text)

    async def action_rules(self) -> None:
        """The rules beside the board, and away again."""
        await self.table.side.toggle_rules(self.match.game)

    def action_scroll_beside(self, way: str) -> None:
        self.table.scroll(way)

    def action_save(self) -> None:
        """Write a copy of the record; only some screens have a key for it."""
        from .saving import SaveScreen

        self.open(SaveScreen(self.match))

    @property
    def legend(self) -> dict[str, str]:
        return self.table.legend()

"""A screen with a board on it: a table, its keys, and a heading."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ...core import Move
from ...errors import IllegalMove, MoveError, as_sentence
from ...play.match import Match
from ...views.match_view import MatchView, view
from ...views.narration import Narration, Reader, short_names
from ..parts.key_bar import KeyBar
from ..parts.side_panel import SidePanel
from ..parts.table import Table
from .page import Page


class BoardPage(Page):
    """Joins a table to a screen.

    It has many methods, of which a kind of screen fills in some: `heading`, `view` and `make`, and
    where these say too little `log_lines`, `buttons`, `idle_prompt` and `closed`.
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
        self.table = Table(self, side or SidePanel())
        self.board = self.table.board
        self._heading = Static(id="heading")

    # ---- what a kind of screen fills in

    @property
    def heading(self) -> str:
        """The line above the board."""
        return self.match.game.title

    def view(self) -> MatchView:
        """Return the match as it lies on the table."""
        return view(self.match, names=short_names(self.match), reader=Reader.SHARED)

    @property
    def narration(self) -> Narration:
        """The match on the table in its reader's words."""
        return self.table.view.narration

    def log_lines(self, view: MatchView) -> list[str]:
        """Return the lines beside the board."""
        return view.log

    def buttons(self) -> dict[str, str]:
        """Return what is offered on buttons where no move needs one, by its key."""
        return {}

    @property
    def idle_prompt(self) -> str | None:
        """The text in place of the question, while no one types."""
        return None

    @property
    def closed(self) -> str | None:
        """Why nothing can be chosen now, or nothing if that is clear; None if something can."""
        return None if self.table.view.choices else self.table.view.no_choice

    def make(self, move: Move) -> None:
        """Make a move; MoveError if it is not legal."""

    # ---- choosing

    def choose(self, move: Move) -> None:
        """Make a move that a key or a button stands for."""
        self._make(lambda: move)

    def choose_tile(self, number: int) -> None:
        """Make the move that a tile stands for."""
        self._make(lambda: self.table.view.move_to(number), number)

    def read(self, text: str) -> None:
        """Make the move that was typed."""
        self._make(lambda: self.table.view.read(text))

    def _make(self, chosen: Callable[[], Move], tile: int | None = None) -> None:
        """Make a chosen move, or say in place why it cannot be made."""
        why = self.closed
        if why is None:
            try:
                self.make(chosen())
            except MoveError as error:
                self.refuse(error, tile)
        elif why:
            self.table.refuse(why, tile)

    def refuse(self, error: MoveError, tile: int | None = None) -> None:
        """Say why a move cannot be made, and show where."""
        if tile is None and isinstance(error, IllegalMove) and error.move is not None:
            tile = self.board.number_of(error.move)
        self.table.refuse(as_sentence(error), tile)

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
        view = self.view()
        self.table.show(view, self.log_lines(view), self.buttons())
        self._heading.update(Content(self.heading))
        self.ask()

    def ask(self) -> None:
        """Show what is asked, or what stands in place of that."""
        self.table.line.ask(self.table.view.asked, self.idle_prompt)

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

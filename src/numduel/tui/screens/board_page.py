"""The base class of screens with a board."""

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
from ..parts.board_panel import BoardPanel
from ..parts.key_bar import KeyBar
from ..parts.side_panel import SidePanel
from .page import Page

SCROLLING = "scroll the message, log or rules"


class BoardPage(Page):
    """A screen with a heading, a board panel and a key bar.

    It has many methods for subclasses to override: `heading`, `view` and `make`, and if needed
    `log_lines`, `buttons`, `idle_prompt` and `blocked_reason`.
    """

    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it
    KEYS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", "Rules", tooltip="show or hide the rules"),
        Binding(
            "question_mark", "keys", "Keys", key_display="?", tooltip="list all keys and symbols"
        ),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="go back"),
        Binding("pagedown", "scroll_beside('down')", show=False, tooltip=SCROLLING),
        Binding("pageup", "scroll_beside('up')", show=False, tooltip=SCROLLING),
    ]
    """The keys of every screen with a board, after its own."""

    def __init__(self, match: Match, side: SidePanel | None = None) -> None:
        super().__init__()
        self.match = match
        self.panel = BoardPanel(self, side or SidePanel())
        self.board = self.panel.board
        self._heading = Static(id="heading")

    # ---- for subclasses

    @property
    def heading(self) -> str:
        """The line above the board."""
        return self.match.game.title

    def view(self) -> MatchView:
        """Return the current view of the match."""
        return view(self.match, names=short_names(self.match), reader=Reader.SHARED)

    @property
    def narration(self) -> Narration:
        """The match in its reader's words."""
        return self.panel.view.narration

    def log_lines(self, view: MatchView) -> list[str]:
        """Return the lines beside the board."""
        return view.log

    def buttons(self) -> dict[str, str]:
        """Return the actions on buttons, by key, for when no move needs a button."""
        return {}

    @property
    def idle_prompt(self) -> str | None:
        """The text that replaces the prompt until a text is typed."""
        return None

    @property
    def blocked_reason(self) -> str | None:
        """The reason why no move is possible, empty if it is obvious; None if one is possible."""
        return None if self.panel.view.choices else self.panel.view.no_choice

    def make(self, move: Move) -> None:
        """Play a move; MoveError if it is illegal."""

    # ---- choosing

    def choose(self, move: Move) -> None:
        """Play the move of a key or button."""
        self._make(lambda: move)

    def choose_tile(self, number: int) -> None:
        """Play the move of a tile."""
        self._make(lambda: self.panel.view.move_to(number), number)

    def read(self, text: str) -> None:
        """Play a typed move."""
        self._make(lambda: self.panel.view.read(text))

    def _make(self, chosen: Callable[[], Move], tile: int | None = None) -> None:
        """Play a chosen move, or show why it is refused."""
        why = self.blocked_reason
        if why is None:
            try:
                self.make(chosen())
            except MoveError as error:
                self.refuse(error, tile)
        elif why:
            self.panel.refuse(why, tile)

    def refuse(self, error: MoveError, tile: int | None = None) -> None:
        """Show why a move is refused, and mark its tile."""
        if tile is None and isinstance(error, IllegalMove) and error.move is not None:
            tile = self.board.tile_of_move(error.move)
        self.panel.refuse(self.panel.view.narration.address(as_sentence(error)), tile)

    # ---- showing

    def compose(self) -> ComposeResult:
        yield self._heading
        yield self.panel
        yield KeyBar()

    def on_mount(self) -> None:
        self.board.is_animated = self.app.settings.animation
        self.set_focus(self.board)
        self.show()

    def show(self) -> None:
        """Update everything on the screen."""
        view = self.view()
        self.panel.show(view, self.log_lines(view), self.buttons())
        self._heading.update(Content(self.heading))
        self.update_prompt()

    def update_prompt(self) -> None:
        """Update the prompt."""
        self.panel.line.set_prompt(self.panel.view.prompt_or_wait, self.idle_prompt)

    async def process_key(self, event: events.Key) -> bool:
        """Handle a key; a letter that starts a possible answer is typed, with Ctrl a shortcut."""
        key = event.key
        if key.startswith("ctrl+") and self.panel.shadows(key[-1]):
            return await self.press(key[-1])
        return (
            self.panel.process_key(event)
            or await self.press(key)
            or await super().process_key(event)
        )

    def key_for(self, key: str) -> str:
        """Return the key to press for a shortcut."""
        return f"ctrl+{key}" if self.panel.shadows(key) else key

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.panel.type(event.text)

    async def action_rules(self) -> None:
        """Show or hide the rules."""
        await self.panel.side.toggle_rules(self.match.game)

    def action_scroll_beside(self, direction: str) -> None:
        self.panel.scroll(direction)

    def action_save(self) -> None:
        """Save a copy of the record; only some screens have a key for it."""
        from .saving import SaveScreen

        self.open(SaveScreen(self.match))

    @property
    def legend(self) -> dict[str, str]:
        return self.panel.legend()

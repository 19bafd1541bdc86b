"""A board with its messages, buttons, input line and side panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.widget import Widget
from textual.widgets import Button

from ...core import Move
from ...views.match_view import MatchView
from ...views.values import explain_signs
from .ascii_text import to_display
from .board import ARROWS, BoardView
from .drawing import Badge
from .move_buttons import MoveButton, MoveButtons
from .move_line import MoveLine
from .panels import MessagePanel
from .side_panel import SidePanel

if TYPE_CHECKING:
    from ...engine.solving.value import Value

TYPED_AT_ONCE = "0123456789("
"""Characters that start a typed move; a slash starts any other, such as a word."""

POINTING = {
    "arrows": "move the cursor",
    "Enter": "play the move under the cursor",
    "Tab": "go to the next legal tile",
    "0 … 9": "type a move, then press Enter",
    "/": "type a word, such as a direction",
    "": "",
}
"""How to move, for the list of keys."""

JUMPING = {"arrows": "jump that way", "/": "type a direction, then press Enter"}
"""The entries that differ in a game of directions."""

MAX_BESIDE_TILES = 4
"""Tiles in a row of a board that fits beside the side panel of a narrow screen."""

MIN_BESIDE_COLUMNS = 72
"""Minimum width for a side panel beside every board; below it, wide boards have it below."""


class BoardPanelScreen(Protocol):
    """The screen as its board panel sees it."""

    def choose(self, move: Move) -> None:
        """Play the move of a key or button."""

    def choose_tile(self, number: int) -> None:
        """Play the move of a tile."""

    def read(self, text: str) -> None:
        """Play a typed move."""

    async def press(self, key: str) -> bool:
        """Run the action of a key when its button is clicked."""


class BoardArea(ScrollableContainer):
    """The space for a board, which the board fills as well as it can."""

    can_focus = False

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board

    def compose(self) -> ComposeResult:
        yield self._board

    def on_resize(self, event: events.Resize) -> None:
        # Scroll bars only if the smallest board is too large; otherwise they would flicker.
        fits = self._board.fit(event.size)
        self.styles.overflow_x = self.styles.overflow_y = "hidden" if fits else "auto"


class BoardPanel(Horizontal):
    """The part of a screen where moves are made, by keyboard or mouse.

    Its screen receives all keys and passes them on one by one, so that moves typed ahead at any
    speed are played in order.
    """

    view: MatchView
    """The current view of the match."""

    def __init__(self, page: BoardPanelScreen, side: SidePanel) -> None:
        super().__init__(id="main")
        self.board = BoardView(page.choose_tile, id="board")
        self.messages = MessagePanel(id="messages")
        self.buttons = MoveButtons(id="choices")
        self.line = MoveLine(page.read, id="line")
        self.side = side
        self._page = page
        self._typed_words: list[Move] = []
        self._values: tuple[Value, ...] = ()
        """The values on tiles and buttons."""

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            yield BoardArea(self.board)
            with Vertical(id="below"):
                yield self.messages
                yield self.buttons
                yield self.line
        yield self.side

    # ---- showing

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Put the side panel below a board that is too wide to have it beside it."""
        is_narrow = 0 < self.app.size.width < MIN_BESIDE_COLUMNS
        rows = self.view.picture.rows if hasattr(self, "view") else ()
        is_wide = len(rows) == 1 or any(len(row) > MAX_BESIDE_TILES for row in rows)
        self.set_class(is_narrow and is_wide, "-stacked")

    def show(self, view: MatchView, log: Sequence[str], buttons: Mapping[str, str]) -> None:
        """Show a match and its log.

        `buttons` are other actions by key, shown if no move needs a button.
        """
        self.view, self._typed_words, self._values = view, view.typed_words, ()
        self.set_class(view.match.is_finished, "-over")
        self._arrange()
        self.board.show(view.picture, view.choices, last=view.last)
        self.side.show(view, log)
        self.buttons.show(view.buttons, buttons)

    def show_values(self, values: Mapping[Move, Value]) -> None:
        """Show the values of moves on their tiles and buttons; without values, clear them."""
        self._values = tuple(values.values())
        badges = {move: Badge.of(value) for move, value in values.items()}
        self.board.show_badges(badges)
        self.buttons.show_values({move: badge.text for move, badge in badges.items()})

    def show_message(self, text: str, tone: str = "") -> None:
        """Show a message below the board; the tone is a colour of the theme."""
        self.messages.show_message(text, tone)

    def confirms(self, question: str) -> bool:
        """Return whether this question is already shown, and so confirmed; otherwise show it."""
        is_shown = self.messages.text == question
        if not is_shown:
            self.show_message(question, "warning")
        return is_shown

    def refuse(self, why: str, tile: int | None = None) -> None:
        """Show why a choice is refused, and mark its tile."""
        self.board.mark_refused(tile)
        self.show_message(why, "error")

    def scroll(self, direction: str) -> None:
        """Scroll the message below the board by a page; at its end, the panel beside it."""
        for part in (self.messages, self.side.shown):
            if part is None:
                continue
            if direction == "down" and part.scroll_offset.y < part.max_scroll_y:
                part.scroll_page_down(animate=False)
                return
            if direction == "up" and part.scroll_offset.y > 0:
                part.scroll_page_up(animate=False)
                return

    # ---- keys

    @property
    def is_on_board(self) -> bool:
        """Whether keys go to the board: no text is typed and no button has the focus."""
        return self.line.typed is None and self.screen.focused in (self.board, None)

    def process_key(self, event: events.Key) -> bool:
        """Handle a key; return False if it isn't for the board or the input line."""
        self.board.finish_animation()
        if self.line.typed is not None:
            if event.is_printable:
                self.board.mark_refused(None)  # the last refusal is out of date
            return self.line.process_key(event)
        if event.key in ARROWS:
            self.board.mark_refused(None)
            if (move := self._direction(event.key)) is not None:
                self._page.choose(move)
            else:
                self._steer(event.key)
        elif event.key in ("enter", "space") and self.is_on_board:
            if not self.board.tiles:
                self.screen.set_focus(self.buttons.first())
            elif self.board.cursor is None:
                self.board.move_cursor(self.board.first_choice())
            else:
                self._page.choose_tile(self.board.cursor)
        elif event.key in ("tab", "shift+tab"):
            self._cycle(1 if event.key == "tab" else -1)
        elif event.character and (event.character in TYPED_AT_ONCE or self.shadows(event.key)):
            self.type(event.character)
        elif event.character == "/":
            self.type("")
        else:
            return False
        return True

    def shadows(self, key: str) -> bool:
        """Return whether a letter starts a possible answer, and so isn't a shortcut.

        Directions have the arrow keys, so their letters stay shortcuts.
        """
        answers = [word.lower() for word in self._typed_words if word.lower() not in ARROWS]
        return len(key) == 1 and any(answer.startswith(key.lower()) for answer in answers)

    def _direction(self, arrow: str) -> Move | None:
        """Return the move of an arrow key in a game of directions, or None."""
        return next((word for word in self._typed_words if word.lower() == arrow), None)

    @property
    def has_directions(self) -> bool:
        """Whether arrow keys are moves."""
        return any(self._direction(arrow) for arrow in ARROWS)

    def type(self, text: str) -> None:
        """Append to the typed text."""
        self.board.mark_refused(None)
        self.line.type((self.line.typed or "") + "".join(c for c in text if c.isprintable()))

    def _steer(self, arrow: str) -> None:
        """Move the cursor by an arrow key, from the last line of the board to the buttons."""
        beside = self.buttons.beside(self.screen.focused, arrow)
        if beside is None:
            moved = self.board.step_cursor(arrow)
            if arrow == "down" and not moved and self.buttons.first() is not None:
                self.screen.set_focus(self.buttons.first())
        else:
            self.screen.set_focus(self.board if arrow == "up" else beside)

    def _cycle(self, by: int) -> None:
        """Go to the next legal tile, and after the last to the buttons."""
        tiles, cursor, focused = self.board.choices, self.board.cursor, self.screen.focused
        stops: list[int | Widget | None] = [*tiles, *self.buttons.all]
        if not stops:
            return
        now = focused if focused in self.buttons.all else cursor
        if now in stops:
            number = stops.index(now) + by
        else:
            passed = sum(cursor is not None and tile < cursor for tile in tiles)
            number = passed if by > 0 else passed - 1
        stop = stops[number % len(stops)]
        if isinstance(stop, int):
            self.screen.set_focus(self.board)
            self.board.move_cursor(stop)
        else:
            self.screen.set_focus(stop)

    # ---- choosing

    @on(Button.Pressed)
    async def _pressed(self, event: Button.Pressed) -> None:
        if not isinstance(event.button, MoveButton):
            return
        event.stop()
        self.screen.set_focus(self.board)
        if event.button.key:
            await self._page.press(event.button.key)
        else:
            self._page.choose(event.button.text)

    # ---- the list of keys

    def legend(self, pointing: Mapping[str, str] = POINTING) -> dict[str, str]:
        """Return the keys for moving, and the meaning of every symbol on the board."""
        symbols = self.view.picture.legend()
        typing = JUMPING if self.has_directions else {}
        return {
            **{key: typing.get(key, help) for key, help in pointing.items()},
            to_display(self, "┏━━┓"): "legal move",
            to_display(self, "▛▀▀▜"): "cursor on a legal move",
            to_display(self, "╔══╗"): "cursor elsewhere",
            to_display(self, "•"): "last move",
            **{sign: self._address(what) for sign, what in symbols.items()},
            **self._value_signs(),
        }

    def _address(self, meaning: str) -> str:
        """Return the meaning of a symbol, worded for the reader in lower case: "your token"."""
        text = self.view.narration.address(meaning)
        is_yours = self.view.narration.you is not None and text.startswith("Your ")
        return f"your {text.removeprefix('Your ')}" if is_yours else text

    def _value_signs(self) -> dict[str, str]:
        """Return the signs of the values that are shown, and their meanings."""
        has_draws = self.view.match.game.has_draws
        explained = explain_signs(self._values, has_draws=has_draws)
        return {value.sign: words for value, words in explained}

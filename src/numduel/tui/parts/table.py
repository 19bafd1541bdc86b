"""A board with what stands below and beside it: pointing, typing and choosing, wherever it is."""

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
from ...views.values import signs_of
from .board import ARROWS, BoardView
from .drawing import Sign
from .move_buttons import MoveButton, MoveButtons
from .move_line import MoveLine
from .panels import Words
from .plain_letters import signs
from .side_panel import SidePanel

if TYPE_CHECKING:
    from ...engine.solving.value import Value

TYPED_AT_ONCE = "0123456789("
"""What begins a typed move; a slash begins any other, such as a word."""

POINTING = {
    "arrows": "move the cursor",
    "Enter": "choose what the cursor is on",
    "Tab": "on to the next tile that may be chosen",
    "0 … 9": "type a move, then Enter",
    "/": "type a word, such as a direction",
    "": "",
}
"""How moves are made, for the list of all keys."""

JUMPING = {"arrows": "jump that way", "a … z": "type a word that is asked for, then Enter"}
"""What is otherwise where words are asked for."""


class TableScreen(Protocol):
    """The screen as its table knows it."""

    def choose(self, move: Move) -> None:
        """Make a move that a key or a button stands for."""

    def choose_tile(self, number: int) -> None:
        """Make the move that a tile stands for."""

    def read(self, text: str) -> None:
        """Make the move that was typed."""

    async def press(self, key: str) -> bool:
        """Do what a key of the screen stands for, when its button is clicked on."""


class BoardArea(ScrollableContainer):
    """The room for a board, which fills as much of it as it can."""

    can_focus = False

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board

    def compose(self) -> ComposeResult:
        yield self._board

    def on_resize(self, event: events.Resize) -> None:
        # Bars only where the smallest board is still too large: else they would flicker.
        fits = self._board.fit(event.size)
        self.styles.overflow_x = self.styles.overflow_y = "hidden" if fits else "auto"


class Table(Horizontal):
    """The parts of a screen on which moves are made, and how keys and mouse work on them.

    It takes no keys itself: its screen hears them all, one after the other, and hands them over,
    so moves typed ahead, at any speed, are made in the order in which they were typed.
    """

    view: MatchView
    """The match as it lies on the table."""

    def __init__(self, page: TableScreen, side: SidePanel) -> None:
        super().__init__(id="table")
        self.board = BoardView(page.choose_tile, id="board")
        self.words = Words(id="words")
        self.buttons = MoveButtons(id="choices")
        self.line = MoveLine(page.read, id="line")
        self.side = side
        self._page = page
        self._typed_words: list[Move] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            yield BoardArea(self.board)
            with Vertical(id="below"):
                yield self.words
                yield self.buttons
                yield self.line
        yield self.side

    # ---- showing

    def show(self, view: MatchView, log: Sequence[str], buttons: Mapping[str, str]) -> None:
        """Show a match, with its log beside it.

        `buttons` are what else can be done, by its keys, where no move needs a button.
        """
        self.view, self._typed_words = view, view.typed_words
        self.board.show(view.picture, view.choices, last=view.last)
        self.side.show(view, log)
        self.buttons.offer(view.buttons, buttons)

    def mark(self, values: Mapping[Move, Value]) -> None:
        """What moves are worth, on their tiles and buttons; nothing takes all of it away."""
        signs = {move: Sign.of(value) for move, value in values.items()}
        self.board.mark(signs)
        self.buttons.mark({move: sign.text for move, sign in signs.items()})

    def say(self, text: str, tone: str = "") -> None:
        """A word below the board; the tone is a colour of the theme."""
        self.words.say(text, tone)

    def confirms(self, question: str) -> bool:
        """Whether a question that is in sight is answered by asking it again; else it is put."""
        is_in_sight = self.words.text == question
        if not is_in_sight:
            self.say(question, "warning")
        return is_in_sight

    def refuse(self, why: str, tile: int | None = None) -> None:
        """Say why something cannot be, and show where."""
        self.board.refuse(tile)
        self.say(why, "error")

    def scroll(self, way: str) -> None:
        """Page through what is said below the board, if it is long, then through what is beside."""
        for part in (self.words, self.side.shown):
            if part is None:
                continue
            if way == "down" and part.scroll_offset.y < part.max_scroll_y:
                part.scroll_page_down(animate=False)
                return
            if way == "up" and part.scroll_offset.y > 0:
                part.scroll_page_up(animate=False)
                return

    # ---- keys

    @property
    def is_on_board(self) -> bool:
        """Whether keys are for the board: nobody types, and no button is in focus."""
        return self.line.typed is None and self.screen.focused in (self.board, None)

    def takes(self, event: events.Key) -> bool:
        """Whether a key is for the board, or for what is being typed."""
        self.board.finish()
        if self.line.typed is not None:
            if event.is_printable:
                self.board.refuse(None)  # the last refusal has been seen
            return self.line.takes(event)
        if event.key in ARROWS:
            self.board.refuse(None)
            if (way := self._direction(event.key)) is not None:
                self._page.choose(way)
            else:
                self._steer(event.key)
        elif event.key in ("enter", "space") and self.is_on_board:
            if not self.board.tiles:
                self.screen.set_focus(self.buttons.first())
            elif self.board.cursor is None:
                self.board.point(self.board.first_choice())
            else:
                self._page.choose_tile(self.board.cursor)
        elif event.key in ("tab", "shift+tab"):
            self._go_round(1 if event.key == "tab" else -1)
        elif event.character and (event.character in TYPED_AT_ONCE or self.shadows(event.key)):
            self.type(event.character)
        elif event.character == "/":
            self.type("")
        else:
            return False
        return True

    def shadows(self, key: str) -> bool:
        """Whether a letter begins a word that is asked for, and so is no shortcut."""
        begun = key.lower()
        return len(key) == 1 and any(word.lower().startswith(begun) for word in self._typed_words)

    def _direction(self, arrow: str) -> Move | None:
        """The move that an arrow stands for, in a game of directions."""
        return next((word for word in self._typed_words if word.lower() == arrow), None)

    @property
    def has_directions(self) -> bool:
        """Whether arrows are moves here."""
        return any(self._direction(arrow) for arrow in ARROWS)

    def type(self, text: str) -> None:
        """Put this behind what has been typed."""
        self.board.refuse(None)
        self.line.type((self.line.typed or "") + "".join(c for c in text if c.isprintable()))

    def _steer(self, way: str) -> None:
        """The cursor over the board, and from its last line down to the buttons."""
        beside = self.buttons.beside(self.screen.focused, way)
        if beside is None:
            moved = self.board.step(way)
            if way == "down" and not moved and self.buttons.first() is not None:
                self.screen.set_focus(self.buttons.first())
        else:
            self.screen.set_focus(self.board if way == "up" else beside)

    def _go_round(self, by: int) -> None:
        """The next of the tiles that may be chosen, and then of the buttons."""
        tiles, cursor, focused = self.board.choices, self.board.cursor, self.screen.focused
        places: list[int | Widget | None] = [*tiles, *self.buttons.all]
        if not places:
            return
        now = focused if focused in self.buttons.all else cursor
        if now in places:
            number = places.index(now) + by
        else:
            passed = sum(cursor is not None and tile < cursor for tile in tiles)
            number = passed if by > 0 else passed - 1
        place = places[number % len(places)]
        if isinstance(place, int):
            self.screen.set_focus(self.board)
            self.board.point(place)
        else:
            self.screen.set_focus(place)

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
            self._page.choose(event.button.word)

    # ---- the list of keys

    def legend(self, pointing: Mapping[str, str] = POINTING) -> dict[str, str]:
        """How to point, and what everything on the board means, frames included."""
        drawn = self.view.picture.legend()
        typing = JUMPING if self.has_directions else {}
        return {
            **{key: typing.get(key, what) for key, what in pointing.items()},
            signs(self, "┏━━┓"): "you may choose this",
            signs(self, "▛▀▀▜"): "the cursor, on something you may choose",
            signs(self, "╔══╗"): "the cursor, on something else",
            signs(self, "•"): "chosen last",
            **{sign: self.view.narration.address(what) for sign, what in drawn.items()},
            **(self._value_signs() if self.board.look.signs else {}),
        }

    def _value_signs(self) -> dict[str, str]:
        """Return the signs of values that this game can have, and what they mean."""
        return dict(signs_of(has_draws=self.view.match.game.has_draws).values())

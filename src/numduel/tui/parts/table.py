"""A board with what stands below and beside it: pointing, typing and choosing, wherever it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.widget import Widget
from textual.widgets import Button

from ...core import Move
from ...errors import IllegalMove, MoveError, sentence
from ...play.match import Match
from ...play.reading import read
from ...views.match_view import situation
from ...views.positions import last_tile, picture, place_of, without_tile, words_asked
from ...views.sentences import Narration
from .board import ARROWS, BoardView
from .move_buttons import MoveButton, MoveButtons
from .move_line import MoveLine
from .panels import Words
from .plain_letters import signs
from .side_panel import SidePanel
from .values import sign

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


class TableContent(NamedTuple):
    """All that a table shows: a position of a match, and what can be done there."""

    narration: Narration
    """The match, in the words in which it is told here."""
    ply: int
    """How many plies have led to the position."""
    moves: tuple[Move, ...]
    """What may be chosen by whoever sits here."""
    prompt: str
    """What is asked."""
    log: list[str]
    idle_prompt: str | None = None
    """What stands in place of the prompt as long as nobody types."""
    buttons: Mapping[str, str] = {}
    """What is offered on buttons, by its key, where no move needs one."""
    no_choice: str = "The game is over."
    """Why there is nothing to be chosen, where there is not."""
    others_moves: tuple[Move, ...] = ()
    """What may be chosen by somebody else, while whoever sits here waits."""

    @classmethod
    def of(cls, narration: Narration, ply: int | None = None) -> TableContent:
        """A position as whoever is to move there sees it."""
        match = narration.match
        place = len(match.plies) if ply is None else ply
        moves = situation(match, place).moves
        return cls(narration, place, moves, narration.prompt(place), narration.log(place))

    @property
    def match(self) -> Match:
        return self.narration.match

    @property
    def words(self) -> list[Move]:
        """The words that are asked for: no letter that one begins with is a shortcut."""
        return words_asked(self.match.game, self.moves or self.others_moves)


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

    def __init__(
        self,
        choose: Callable[[str, int | None], None],
        press: Callable[[str], Awaitable[bool]],
        side: SidePanel,
    ) -> None:
        """`choose` is called with a move as it was typed or pointed at, and then with its tile.

        `press` does what a key of the screen stands for, when its button is clicked on.
        """
        super().__init__(id="table")
        self.board = BoardView(id="board")
        self.words = Words(id="words")
        self.buttons = MoveButtons(id="choices")
        self.line = MoveLine(lambda text: choose(text, None), id="line")
        self.side = side
        self.content: TableContent | None = None
        self._choose = choose
        self._press = press

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            yield BoardArea(self.board)
            with Vertical(id="below"):
                yield self.words
                yield self.buttons
                yield self.line
        yield self.side

    # ---- showing

    def show(self, content: TableContent) -> None:
        """Everything as it is now."""
        match, ply = content.match, content.ply
        seen = picture(match, ply)
        self.board.show(seen, content.moves, last=last_tile(match, ply))
        self.side.show(seen, content.narration.names, content.log)
        self.show_prompt(content)
        self.show_buttons()

    def show_prompt(self, content: TableContent) -> None:
        """Only what is asked, where the position is the same."""
        self.content = content
        self.line.ask(content.prompt, content.idle_prompt)

    def show_buttons(self) -> None:
        """Buttons for moves that no tile stands for, or for what else can be done."""
        assert self.content is not None
        assert self.board.picture is not None
        moves = without_tile(self.board.picture, self.content.moves)
        self.buttons.offer(moves, self.content.buttons)

    def mark(self, values: Mapping[Move, Value]) -> None:
        """What moves are worth, on their tiles and buttons; nothing takes all of it away."""
        signs = {move: sign(value) for move, value in values.items()}
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
                self._choose(way, self.board.number_of(way))
            else:
                self._steer(event.key)
        elif event.key in ("enter", "space") and self.is_on_board:
            if self.board.cursor is None:
                self.board.point(self.board.first_choice())
            else:
                self._choose_tile(self.board.cursor)
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
        words = self.content.words if self.content is not None else []
        return len(key) == 1 and any(word.lower().startswith(key.lower()) for word in words)

    def _direction(self, arrow: str) -> Move | None:
        """The move that an arrow stands for, in a game of directions."""
        words = self.content.words if self.content is not None else []
        return next((word for word in words if word.lower() == arrow), None)

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

    @on(BoardView.Pointed)
    def _pointed(self, event: BoardView.Pointed) -> None:
        event.stop()
        self.screen.set_focus(self.board)
        self.board.point(event.number)
        self._choose_tile(event.number)

    @on(Button.Pressed)
    async def _pressed(self, event: Button.Pressed) -> None:
        if not isinstance(event.button, MoveButton):
            return
        event.stop()
        self.screen.set_focus(self.board)
        if event.button.key:
            await self._press(event.button.key)
        else:
            self._choose(event.button.word, None)

    def _choose_tile(self, number: int) -> None:
        assert self.board.picture is not None
        move = self.board.tiles[number].move or place_of(self.board.picture, number)
        if move is None:
            self.refuse("No move leads to that tile.", number)
        else:
            self._choose(move, number)

    def read(self, text: str, tile: int | None = None) -> Move | None:
        """The move that is meant, if it may be made; else why not is said in place."""
        assert self.content is not None
        if not self.content.moves:
            self.refuse(self.content.no_choice, tile)
            return None
        match = self.content.match
        try:
            return read(match.game, match.states[self.content.ply], text)
        except MoveError as error:
            if tile is None and isinstance(error, IllegalMove) and error.move is not None:
                tile = self.board.number_of(error.move)
            self.refuse(sentence(error), tile)
            return None

    # ---- the list of keys

    def legend(self, pointing: Mapping[str, str] = POINTING) -> dict[str, str]:
        """How to point, and what everything on the board means, frames included."""
        assert self.content is not None
        match = self.content.match
        drawn = match.game.picture(match.states[self.content.ply]).legend()
        typing = JUMPING if self.has_directions else {}
        return {
            **{key: typing.get(key, what) for key, what in pointing.items()},
            signs(self, "┏━━┓"): "you may choose this",
            signs(self, "▛▀▀▜"): "the cursor, on something you may choose",
            signs(self, "╔══╗"): "the cursor, on something else",
            signs(self, "•"): "chosen last",
            **{sign: self.content.narration.address(what) for sign, what in drawn.items()},
        }

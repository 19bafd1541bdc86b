"""A screen with a board on it: pointing, typing and choosing, the same wherever a move is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.content import Content
from textual.widgets import Button, ContentSwitcher, Footer, Markdown, Static

from ...core import Move, Player, Turn
from ...errors import IllegalMove, MoveError, SetupError, sentence
from ...learning import rulebook
from ...play.match import Match
from ...play.reading import read
from ...views.positions import keys_for, last_tile, picture, without_tile
from ...views.sentences import Narration
from ..parts.board import ARROWS, BoardView
from ..parts.panels import Log, Players, Unfocused
from ..parts.values import sign
from .page import Page

if TYPE_CHECKING:
    from ...engine.solving.value import Value

__all__ = ["Choice", "Table"]

TYPED_AT_ONCE = "0123456789("
"""What begins a typed move; a slash begins any other, such as a word."""


class BoardArea(ScrollableContainer):
    """The room for a board, which fills as much of it as it can."""

    can_focus = False

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board

    def compose(self) -> ComposeResult:
        yield self._board

    def on_resize(self, event: events.Resize) -> None:
        self._board.fit(event.size)
        # Bars only where the smallest board is still too large: else they would flicker.
        fits = self._board.is_within(event.size)
        self.styles.overflow_x = self.styles.overflow_y = "hidden" if fits else "auto"


class Choice(Button):
    """Something to be done that no tile stands for, with its key."""

    def __init__(self, does: str, key: str) -> None:
        super().__init__(compact=True)
        self.does = does
        self.key = key
        self.active_effect_duration = 0
        self.mark("")

    def mark(self, sign: str) -> None:
        """A few letters behind it, such as what the move is worth."""
        self.label = f"{self.does} ({self.key}) {sign}".rstrip()
        self.refresh(layout=True)


class Table(Page):
    """A board, what is said below it, and players, log and rules beside it.

    Every key comes here, one after the other, whatever has the focus of the eye: so moves typed
    ahead, at any speed, are made in the order in which they were typed.
    """

    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it
    KEYS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", "Rules", tooltip="the rules beside the board, or away"),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="all keys and signs"),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="back"),
        Binding("pagedown", "scroll_beside('down')", show=False, tooltip="scroll log or rules"),
        Binding("pageup", "scroll_beside('up')", show=False, tooltip="scroll log or rules"),
    ]
    """What every table has; each adds these behind its own."""

    POINTING: ClassVar[dict[str, str]] = {
        "arrows": "move the cursor",
        "Enter": "choose what the cursor is on",
        "Home": "on to the next tile that may be chosen",
        "0 … 9": "type a move, then Enter",
        "/": "type a word, such as a direction",
        "": "",
    }
    """How moves are made, for the list of all keys."""

    BESIDE: ClassVar[str] = "log"
    """What stands beside the board as long as nobody asks for something else."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.board = BoardView(id="board")
        self.players = Players(id="players")
        self.log_panel = Log(id="log")
        self.typed: str | None = None
        """What is being typed; None when nothing is."""
        self._said = Static(id="said")
        self._words = Unfocused(id="words")
        self._line = Static(id="line")
        self._choices = Horizontal(id="choices")
        self._keys: dict[str, Move] = {}

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static(id="heading")
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield BoardArea(self.board)
                with Vertical(id="below"):
                    with self._words:
                        yield self._said
                    yield self._choices
                    yield self._line
            with Vertical(id="side"):
                yield self.players
                yield from self.compose_between()
                with ContentSwitcher(initial=self.BESIDE, id="beside"):
                    yield self.log_panel
                    yield from self.compose_beside()
        yield Footer()

    def compose_between(self) -> ComposeResult:
        """What stands between the players and the log."""
        yield from ()

    def compose_beside(self) -> ComposeResult:
        """What can stand where the log is, besides the rules."""
        with Unfocused(id="rules"):
            yield Markdown(open_links=False)

    def on_mount(self) -> None:
        self.board.is_animated = self.app.settings.animation
        self.board.draw_ascii(self.app.settings.ascii)
        self.players.is_ascii = self.app.settings.ascii
        self.set_focus(self.board)
        self.show()

    # ---- what a kind of table fills in

    @property
    def heading(self) -> str:
        """The line above the board."""
        return self.match.game.title

    @property
    def names(self) -> tuple[str, str]:
        return ("", "")

    @property
    def reader(self) -> Player | None:
        """The player who is called "you": the one person who plays here, if there is just one."""
        return None

    @property
    def narration(self) -> Narration:
        """The match in sentences, as they are read here."""
        one, two = (name or str(player) for name, player in zip(self.names, Player, strict=True))
        return Narration(self.match, (one, two), self.reader)

    @property
    def ply(self) -> int:
        """How many plies have led to the position on the table."""
        return len(self.match.plies)

    @property
    def state(self) -> Any:
        """The position on the table."""
        return self.match.states[self.ply]

    @property
    def moves(self) -> tuple[Move, ...]:
        """What may be chosen now, by whoever sits here."""
        status = self.match.game.status(self.state)
        return status.moves if isinstance(status, Turn) else ()

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.narration.prompt(self.ply)

    @property
    def no_choice(self) -> str:
        """Why there is nothing to be chosen, where there is not."""
        return "The game is over."

    def choose(self, text: str, number: int | None = None) -> None:
        """Somebody has typed or pointed at a move; by pointing, `number` is the tile's."""
        raise NotImplementedError

    def log_lines(self) -> list[str]:
        return self.narration.log(self.ply)

    # ---- showing

    def show(self) -> None:
        """Everything as it is now."""
        seen = picture(self.match, self.ply)
        self.board.show(seen, self.moves, last=last_tile(self.match, self.ply))
        self.players.show(seen, self.names)
        self.query_one("#heading", Static).update(Content(self.heading))
        self.log_panel.show(self.log_lines())
        self._show_choices()
        self.show_line()

    def say(self, text: str, tone: str = "") -> None:
        """A word below the board; the tone is a colour of the theme."""
        self.tell(Content.styled(text, f"${tone}") if tone else Content(text))

    def tell(self, text: Content) -> None:
        """The same, in colours of its own."""
        self._said.update(text)
        self._words.scroll_home(animate=False)

    def show_line(self) -> None:
        self._line.display = bool(self.prompt) or self.typed is not None
        if self.typed is None:
            self._line.update(Content.styled(self.prompt, "$quiet"))
            return
        caret = "_" if self.app.settings.ascii else "▏"
        prompt = f"{self.prompt} " if self.prompt else "> "
        line = Content.assemble(prompt, (self.typed, "bold"), (caret, "$legal"))
        over = line.cell_length - self._line.content_size.width
        self._line.update(line if over <= 0 else line[over:])  # the end of it stays in sight

    def on_resize(self) -> None:
        self.call_after_refresh(self.show_line)

    def _show_choices(self) -> None:
        """A button for every move that no tile stands for, or for what can be done instead."""
        assert self.board.picture is not None
        keyed = keys_for(without_tile(self.board.picture, self.moves), self._taken_keys())
        self._keys = keyed
        self.offer(keyed or self.instead())

    def mark(self, values: Mapping[Move, Value]) -> None:
        """What moves are worth, on their tiles and buttons; nothing takes all of it away."""
        self.board.mark({move: sign(value) for move, value in values.items()})
        for choice in self.query(Choice):
            value = values.get(choice.does)
            choice.mark("" if value is None else sign(value).text)

    def instead(self) -> dict[str, str]:
        """What is offered on buttons where there are no moves for them, by its key."""
        return {}

    def offer(self, keyed: Mapping[str, str]) -> None:
        """These buttons and no others, in room that is taken from what is said above them."""
        shown = {choice.key: choice.does for choice in self.query(Choice)}
        if shown != keyed:
            self._choices.remove_children()
            self._choices.mount(*(Choice(does, key) for key, does in keyed.items()))
        self._choices.display = bool(keyed)

    def _taken_keys(self) -> set[str]:
        """The letters that already stand for something that can be done now."""
        return {
            key
            for key, bindings in self._bindings.key_to_bindings.items()
            if len(key) == 1 and any(self.check_action(b.action, ()) for b in bindings)
        }

    # ---- keys

    async def on_key(self, event: events.Key) -> None:
        if self._takes(event) or await self.press(event.key):
            event.stop()
            event.prevent_default()

    async def press(self, key: str) -> bool:
        """Do what a key stands for: a move of its own, or something of the screen's."""
        if key in self._keys:
            self.choose(self._keys[key])
            return True
        return await super().press(key)

    def _takes(self, event: events.Key) -> bool:
        """Whether a key belongs to the board or to what is being typed."""
        self.board.finish()
        if self.typed is not None:
            return self._takes_typed(event)
        if event.key in ARROWS:
            self._clear()
            self._steer(event.key)
        elif event.key in ("enter", "space") and self.focused in (self.board, None):
            self._choose_pointed()
        elif event.key == "home":
            self.board.next_choice()
        elif event.character and event.character in TYPED_AT_ONCE:
            self._type(event.character)
        elif event.character == "/":
            self._type("")
        else:
            return False
        return True

    def _steer(self, way: str) -> None:
        """The cursor over the board, and from its last line down to the buttons."""
        choices = list(self.query(Choice))
        if self.focused not in choices:
            moved = self.board.step(way)
            if way == "down" and not moved and choices:
                self.set_focus(choices[0])
        elif way == "up":
            self.set_focus(self.board)
        elif way in ("left", "right"):
            place = choices.index(self.focused) + (1 if way == "right" else -1)
            self.set_focus(choices[place % len(choices)])

    def _takes_typed(self, event: events.Key) -> bool:
        assert self.typed is not None
        if event.key == "enter":
            text, self.typed = self.typed, None
            self.show_line()
            if text.strip():
                self.choose(text)
        elif event.key == "escape":
            self.typed = None
        elif event.key == "backspace":
            self.typed = self.typed[:-1] or None
        elif event.is_printable and event.character:
            self._type(self.typed + event.character)
        else:
            return False
        self.show_line()
        return True

    def _type(self, text: str) -> None:
        self._clear()
        self.typed = text[:60]
        self.show_line()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._type((self.typed or "") + "".join(c for c in event.text if c.isprintable()))

    def _clear(self) -> None:
        """The last refusal has been seen."""
        self.board.refuse(None)

    # ---- choosing

    def _choose_pointed(self) -> None:
        if self.board.cursor is None:
            self.board.point(self.board.first_choice())
        else:
            self._choose_tile(self.board.cursor)

    @on(BoardView.Pointed)
    def _pointed(self, event: BoardView.Pointed) -> None:
        self.set_focus(self.board)
        self.board.point(event.number)
        self._choose_tile(event.number)

    @on(Button.Pressed)
    async def _pressed(self, event: Button.Pressed) -> None:
        if isinstance(event.button, Choice):
            event.stop()
            self.set_focus(self.board)
            await self.press(event.button.key)

    def _choose_tile(self, number: int) -> None:
        move = self.board.tiles[number].move
        if move is None:
            self.refuse("No move leads to that tile.", number)
        else:
            self.choose(move, number)

    def understood(self, text: str, number: int | None = None) -> Move | None:
        """The move that is meant, if it may be made; else why not is said in place."""
        if not self.moves:
            self.refuse(self.no_choice, number)
            return None
        try:
            return read(self.match.game, self.state, text)
        except MoveError as error:
            if number is None and isinstance(error, IllegalMove) and error.move is not None:
                number = self.board.number_of(error.move)
            self.refuse(sentence(error), number)
            return None

    def refuse(self, why: str, number: int | None = None) -> None:
        """Say why something cannot be, and show where."""
        self.board.refuse(number)
        self.say(why, "error")

    # ---- rules and keys

    async def action_rules(self) -> None:
        """The rules beside the board, and away again."""
        beside = self.query_one("#beside", ContentSwitcher)
        if beside.current == "rules":
            beside.current = self.BESIDE
            return
        try:
            text = rulebook.page(self.match.game.id)
        except SetupError as error:
            text = f"# {self.match.game.title}\n\n{self.match.game.summary}\n\n{sentence(error)}"
        await self.query_one("#rules Markdown", Markdown).update(text)
        beside.current = "rules"

    def action_scroll_beside(self, way: str) -> None:
        """Page through what is said below the board, if it is long, then through what is beside."""
        parts = (self._words, self.query_one("#beside", ContentSwitcher).visible_content)
        for part in parts:
            if part is None:
                continue
            if way == "down" and part.scroll_offset.y < part.max_scroll_y:
                part.scroll_page_down(animate=False)
                return
            if way == "up" and part.scroll_offset.y > 0:
                part.scroll_page_up(animate=False)
                return

    @property
    def legend(self) -> dict[str, str]:
        """How to point, and what everything on the board means, frames included."""
        ascii_only = self.app.settings.ascii
        return {
            **self.POINTING,
            "*==*" if ascii_only else "┏━━┓": "you may choose this",
            "#==#" if ascii_only else "▛▀▀▜": "the cursor, on something you may choose",
            "#--#" if ascii_only else "╔══╗": "the cursor, on something else",
            "o" if ascii_only else "•": "chosen last",
            **self.match.game.picture(self.state).legend(),
        }

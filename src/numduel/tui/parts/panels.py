"""Text panels around a board: players, log and messages."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...core import Fact, Picture, Player
from .ascii_text import to_display
from .canvas import PLAYER_COLOURS

TextPart = str | tuple[str, str]
"""A text, or a text with its style, as a part of a `Content`."""


DRAW_SIGN = "½"
"""The symbol of a drawn game; a winner has a star."""


def draw_gauge(value: int, limit: int, width: int) -> str:
    """Return a bar that shows a value as a part of its limit; it ends in ! beyond the limit.

    >>> draw_gauge(7, 15, 15), draw_gauge(18, 15, 10)
    ('███████░░░░░░░░', '█████████!')
    """
    if value > limit:
        return "█" * (width - 1) + "!"
    filled = min(width, max(value > 0, round(width * value / limit))) if limit else width
    if value < limit:
        filled = min(filled, width - 1)  # only a full gauge looks full
    return "█" * filled + "░" * (width - filled)


class PlayersPanel(Static):
    """Both players: names, whose turn it is, the result, and the facts of the picture."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[Picture, tuple[str, str]] | None = None
        self._is_draw = False

    def show(self, picture: Picture, names: tuple[str, str], *, is_draw: bool = False) -> None:
        self._shown, self._is_draw = (picture, names), is_draw
        self._update()

    def on_resize(self) -> None:
        self._update()

    def _update(self) -> None:
        if self._shown is None:
            return
        picture, names = self._shown
        parts: list[TextPart] = []
        for player in Player:
            parts += self._player(picture, player, names[player])
        for fact in picture.facts:
            if fact.player is None:
                parts += self._fact(fact, "$foreground")
        self.update(Content.assemble(*parts).rstrip("\n"))

    def _player(self, picture: Picture, player: Player, name: str) -> list[TextPart]:
        colour = f"${PLAYER_COLOURS[player]}"
        idle = DRAW_SIGN if self._is_draw else " "
        sign = "▶" if player is picture.player else "★" if player is picture.winner else idle
        title = f"{player}" if name in ("", str(player)) else f"{player}, {name}"
        parts: list[TextPart] = [(to_display(self, f"{sign} "), f"bold {colour}")]
        parts += [(f" {player.token} ", f"bold $on-player on {colour}"), (f" {title}\n", "bold")]
        for fact in picture.facts:
            if fact.player is player:
                parts += self._fact(fact, colour)
        return [*parts, "\n"]

    def _fact(self, fact: Fact, colour: str) -> list[TextPart]:
        if fact.limit is None or not isinstance(fact.value, int):
            return [f"  {fact.words}\n"]
        width = max(8, min(40, self.size.width - 4))
        bar = to_display(self, draw_gauge(fact.value, fact.limit, width))
        return [f"  {fact.words}\n", (f"  {bar}\n", colour)]


class ReadOnlyScroll(VerticalScroll):
    """A scrolling text that never takes the focus."""

    can_focus = False


class LogPanel(ReadOnlyScroll):
    """The log of the game in the rule book's words, scrolled to the end."""

    MAX_LINES = 400
    """Maximum number of lines shown; the record has all of them."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: Sequence[str] = ()
        self._text = Static()

    def compose(self) -> ComposeResult:
        yield self._text

    def show(self, lines: Sequence[str]) -> None:
        """Replace all lines."""
        self.lines = lines
        self._text.update(Content("\n".join(lines[-self.MAX_LINES :]).strip("\n")))
        self.scroll_end(animate=False)
        # A scroll bar that appears wraps the text into more lines.
        self.call_after_refresh(self.scroll_end, animate=False)

    def on_resize(self) -> None:
        self.scroll_end(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        # Textual doesn't redraw a scroll bar that has just appeared.
        self.call_after_refresh(self.vertical_scrollbar.refresh)


class MessagePanel(ReadOnlyScroll):
    """The message below a board."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""
        """The current message."""
        self._message = Static(id="message")

    def compose(self) -> ComposeResult:
        yield self._message

    def show_message(self, text: str | Content, tone: str = "") -> None:
        """Replace the message; the tone is a colour of the theme."""
        if isinstance(text, str):
            text = Content.styled(text, f"${tone}" if tone else "")
        self.text = text.plain
        self._message.update(text)
        self.scroll_home(animate=False)

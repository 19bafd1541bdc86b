"""Texts around a board: the players with their gauges, the log, and the words below it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...core import Fact, Picture, Player
from .canvas import PLAYERS
from .plain_letters import signs

Part = str | tuple[str, str]
"""A text, alone or with its style, to be put together with others."""


DRAW_SIGN = "½"
"""The sign of a drawn game, where a star would be a winner's."""


def gauge(value: int, limit: int, width: int) -> str:
    """A bar that is as full as the value is of its limit; what is over shows as a last sign.

    >>> gauge(7, 15, 15), gauge(18, 15, 10)
    ('███████░░░░░░░░', '█████████!')
    """
    if value > limit:
        return "█" * (width - 1) + "!"
    filled = min(width, max(value > 0, round(width * value / limit))) if limit else width
    if value < limit:
        filled = min(filled, width - 1)  # only what is full looks full
    return "█" * filled + "░" * (width - filled)


class Players(Static):
    """Both players: name, whose turn it is, who has won or drawn, and the facts of the picture."""

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
        parts: list[Part] = []
        for player in Player:
            parts += self._player(picture, player, names[player])
        for fact in picture.facts:
            if fact.player is None:
                parts += self._fact(fact, "$foreground")
        self.update(Content.assemble(*parts).rstrip("\n"))

    def _player(self, picture: Picture, player: Player, name: str) -> list[Part]:
        colour = f"${PLAYERS[player]}"
        still = DRAW_SIGN if self._is_draw else " "
        sign = "▶" if player is picture.player else "★" if player is picture.winner else still
        title = f"{player}" if name in ("", str(player)) else f"{player}, {name}"
        parts: list[Part] = [(signs(self, f"{sign} "), f"bold {colour}")]
        parts += [(f" {player.token} ", f"bold $on-player on {colour}"), (f" {title}\n", "bold")]
        for fact in picture.facts:
            if fact.player is player:
                parts += self._fact(fact, colour)
        return [*parts, "\n"]

    def _fact(self, fact: Fact, colour: str) -> list[Part]:
        if fact.limit is None or not isinstance(fact.value, int):
            return [f"  {fact.words}\n"]
        width = max(8, min(40, self.size.width - 4))
        bar = signs(self, gauge(fact.value, fact.limit, width))
        return [f"  {fact.words}\n", (f"  {bar}\n", colour)]


class Unfocused(VerticalScroll):
    """Something to be read, which scrolls but leaves the keys to the screen."""

    can_focus = False


class Log(Unfocused):
    """What has happened, in the book's words; the newest is in sight."""

    LONGEST = 400
    """Lines that are shown; the record has them all."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: Sequence[str] = ()
        self._text = Static()

    def compose(self) -> ComposeResult:
        yield self._text

    def show(self, lines: Sequence[str]) -> None:
        """All of it anew."""
        self.lines = lines
        self._text.update(Content("\n".join(lines[-self.LONGEST :]).strip("\n")))
        self.scroll_end(animate=False)

    def on_resize(self) -> None:
        self.scroll_end(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        # A bar that has just come is not drawn again by itself.
        self.call_after_refresh(self.vertical_scrollbar.refresh)


class Words(Unfocused):
    """What is said below a board."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""
        """What is said now."""
        self._said = Static(id="said")

    def compose(self) -> ComposeResult:
        yield self._said

    def say(self, text: str | Content, tone: str = "") -> None:
        """Other words than before; the tone is a colour of the theme."""
        if isinstance(text, str):
            text = Content.styled(text, f"${tone}" if tone else "")
        self.text = text.plain
        self._said.update(text)
        self.scroll_home(animate=False)

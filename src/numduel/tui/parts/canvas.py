"""Characters in rows, each with its colours, and a widget that shows them."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from .plain_letters import plain


class Ink(NamedTuple):
    """How a character looks: words of the theme for the two colours, and the rest."""

    colour: str = "foreground"
    behind: str = ""
    """Nothing here leaves the colour of the screen."""
    bold: bool = False
    reverse: bool = False


PLAIN = Ink()
PLAYERS = ("one", "two")
"""The words of the theme for the two players' colours."""


class Canvas:
    """Characters in rows, each with its ink."""

    def __init__(self, wide: int, high: int, *, is_ascii: bool = False) -> None:
        """With `is_ascii`, plain letters stand for all signs that are put on it."""
        self.wide = wide
        self.high = high
        self.rows: list[list[tuple[str, Ink]]] = [[(" ", PLAIN)] * wide for _ in range(high)]
        self._is_ascii = is_ascii

    def put(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write a text; what lies outside is lost, and what lay behind it stays, if need be."""
        if not 0 <= y < self.high:
            return
        row = self.rows[y]
        for place, letter in enumerate(plain(text) if self._is_ascii else text, x):
            if 0 <= place < self.wide:
                behind = ink.behind or row[place][1].behind
                row[place] = (letter, ink._replace(behind=behind))

    def runs(self, y: int) -> list[tuple[str, Ink]]:
        """A row as texts of one ink each."""
        runs = groupby(self.rows[y], lambda cell: cell[1])
        return [("".join(letter for letter, _ in run), ink) for ink, run in runs]

    def text(self) -> str:
        return "\n".join("".join(letter for letter, _ in row).rstrip() for row in self.rows)


class CanvasWidget(Widget):
    """A canvas on a screen, in the colours of the theme: what was painted last."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas = Canvas(1, 1)
        self._styles: dict[Ink, Style] = {}

    def paint(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= self._canvas.high:
            return Strip.blank(self.size.width, self.rich_style)
        segments = [Segment(text, self._style(ink)) for text, ink in self._canvas.runs(y)]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, ink: Ink) -> Style:
        if ink not in self._styles:
            colours = self.app.theme_variables
            behind = colours[ink.behind] if ink.behind else None
            self._styles[ink] = self.rich_style + Style(
                color=colours[ink.colour], bgcolor=behind, bold=ink.bold, reverse=ink.reverse
            )
        return self._styles[ink]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()

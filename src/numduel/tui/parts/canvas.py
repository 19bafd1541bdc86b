"""Characters in rows, each with its colours, and a widget that shows them."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from .ascii_text import to_ascii


class Ink(NamedTuple):
    """The style of a character; colours are names of theme variables."""

    colour: str = "foreground"
    background: str = ""
    """Empty for the background that is already there."""
    bold: bool = False
    reverse: bool = False


DEFAULT_INK = Ink()
PLAYER_COLOURS = ("one", "two")
"""The theme variables of the two players' colours."""


class Canvas:
    """Characters in rows, each with its ink."""

    def __init__(self, width: int, height: int, *, is_ascii: bool = False) -> None:
        """With `is_ascii`, all text put on it is converted to ASCII."""
        self.width = width
        self.height = height
        self.rows: list[list[tuple[str, Ink]]] = [
            [(" ", DEFAULT_INK)] * width for _ in range(height)
        ]
        self._is_ascii = is_ascii

    def put(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write a text, clipped at the edges; without a background, the old one stays."""
        if not 0 <= y < self.height:
            return
        row = self.rows[y]
        for column, letter in enumerate(to_ascii(text) if self._is_ascii else text, x):
            if 0 <= column < self.width:
                background = ink.background or row[column][1].background
                row[column] = (letter, ink._replace(background=background))

    def runs(self, y: int) -> list[tuple[str, Ink]]:
        """Return a row as texts with one ink each."""
        runs = groupby(self.rows[y], lambda cell: cell[1])
        return [("".join(letter for letter, _ in run), ink) for ink, run in runs]

    def text(self) -> str:
        return "\n".join("".join(letter for letter, _ in row).rstrip() for row in self.rows)


class CanvasWidget(Widget):
    """A widget that shows the last painted canvas in the theme's colours."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas = Canvas(1, 1)
        self._styles: dict[Ink, Style] = {}

    def paint(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= self._canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        segments = [Segment(text, self._style(ink)) for text, ink in self._canvas.runs(y)]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, ink: Ink) -> Style:
        if ink not in self._styles:
            colours = self.app.theme_variables
            background = colours[ink.background] if ink.background else None
            self._styles[ink] = self.rich_style + Style(
                color=colours[ink.colour], bgcolor=background, bold=ink.bold, reverse=ink.reverse
            )
        return self._styles[ink]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()

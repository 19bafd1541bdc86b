"""A widget that is a canvas: characters in the colours of the theme."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from .canvas import Canvas, Ink

__all__ = ["CanvasWidget"]


class CanvasWidget(Widget):
    """Shows what was painted last."""

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

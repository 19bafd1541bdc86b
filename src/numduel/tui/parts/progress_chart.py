"""The progress chart of a game: Player 1's prospects after every ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import events
from textual.message import Message

from ...core import Player
from ...views.progress_chart import Point
from .ascii_text import is_ascii
from .canvas import PLAYER_COLOURS, Canvas, CanvasWidget, Ink

MAX_PLY_SPACING = 6
"""Maximum number of columns from one ply to the next."""

SHAPES = {"one": "●", "two": "■", "drawn": "◆", "": "○"}
"""The symbol of a point, by who moved."""
COLOURS = {"one": "one", "two": "two", "drawn": "accent", "": "foreground"}
TONES = {"??": "error", "?": "error", "?!": "warning"}
"""The colours of the marks, worst mark first."""

COMPACT_MARKS = {"??": "X", "?": "?", "?!": "!"}
"""One-character marks for a crowded chart."""

DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each of the eight dots of a braille character, by column and row."""


# ---- drawing


def columns(count: int, width: int) -> list[int]:
    """Return the columns of `count` points, spread out or squeezed into the width."""
    spacing = min(MAX_PLY_SPACING, (width - 2) / (count - 1)) if count > 1 else 0
    return [int(number * spacing) for number in range(count)]


def draw_chart(
    course: Sequence[Point], ply: int, width: int, height: int, *, is_ascii: bool = False
) -> Canvas:
    """Return the chart, with a line of marks below it and a vertical line at the current ply."""
    canvas = Canvas(width, height, is_ascii=is_ascii)
    if not course or width < 4 or height < 3:
        return canvas
    return _ChartDrawing(canvas, course, ply).draw()


class _ChartDrawing:
    """Draws one chart."""

    def __init__(self, canvas: Canvas, course: Sequence[Point], ply: int) -> None:
        self.canvas = canvas
        self.course = course
        self.ply = ply
        self.rows = canvas.height - 1
        self.columns = columns(len(course), canvas.width)
        self.dots = [round((1 - point.score) * (self.rows * 4 - 1)) for point in course]
        """Distance of each point from the top, in dots; 4 dots make a row."""
        self.is_squeezed = len(set(self.columns)) < len(self.columns)

    def draw(self) -> Canvas:
        """Draw everything, and return the canvas."""
        self.canvas.put(0, (self.rows - 1) // 2, "┈" * self.canvas.width, Ink("tile-line"))
        for y in range(self.rows):
            self.canvas.put(self.columns[self.ply], y, "┊", Ink("primary"))
        self._put_line()
        if not self.is_squeezed:
            for number in range(len(self.course)):
                self._put_point(number)
        self._put_point(self.ply)
        self._put_marks()
        return self.canvas

    def _put_line(self) -> None:
        cells: dict[tuple[int, int], int] = {}
        for number in range(1, len(self.course)):
            for x, y in self._between(number - 1, number):
                cell = (x // 2, y // 4)
                cells[cell] = cells.get(cell, 0) | DOTS[x % 2][y % 4]
        for (x, y), dots in cells.items():
            self.canvas.put(x, y, chr(0x2800 + dots), Ink("quiet"))

    def _between(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        """Yield the dots from one point to another, both included."""
        x, y = 2 * self.columns[one], self.dots[one]
        dx, dy = 2 * self.columns[other] - x, self.dots[other] - y
        steps = max(abs(dx), abs(dy), 1)
        for step in range(steps + 1):
            yield x + round(dx * step / steps), y + round(dy * step / steps)

    def _put_point(self, number: int) -> None:
        kind = self.course[number].kind
        here = number == self.ply
        ink = Ink(COLOURS[kind], bold=here, reverse=here)
        self.canvas.put(self.columns[number], self.dots[number] // 4, SHAPES[kind], ink)

    def _put_marks(self) -> None:
        """Draw the worst mark of each column, in one character if two would touch."""
        worst: dict[int, str] = {}
        for x, point in zip(self.columns, self.course, strict=True):
            if point.mark:
                worst[x] = min(point.mark, worst.get(x, point.mark), key=list(TONES).index)
        is_crowded = any(x + 1 in worst or x + 2 in worst for x in worst)
        present = self.columns[self.ply]
        for x, mark in worst.items():
            text = COMPACT_MARKS[mark] if is_crowded else mark
            self.canvas.put(x, self.rows, text, Ink(TONES[mark], bold=True, reverse=x == present))
        if present not in worst:
            self.canvas.put(present, self.rows, "▲", Ink("primary"))


# ---- on the screen


class PlySelected(Message):
    """A click on a point of the chart, or on a note about a ply."""

    def __init__(self, ply: int) -> None:
        super().__init__()
        self.ply = ply


class ProgressChart(CanvasWidget, can_focus=False):
    """The chart between two captions; a click goes to the nearest ply."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.names = (str(Player.ONE), str(Player.TWO))
        self.course: list[Point] = []
        self.ply = 0
        self._waiting = ""

    def wait(self, text: str) -> None:
        """Show a text instead of the chart."""
        self._waiting = text
        self._draw()

    def show(self, course: list[Point], ply: int) -> None:
        """Show the chart, with this ply marked."""
        self.course, self.ply, self._waiting = course, ply, ""
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        if self.course:
            event.stop()
            at = columns(len(self.course), self.size.width)
            nearest = min(range(len(at)), key=lambda number: abs(at[number] - event.x))
            self.post_message(PlySelected(nearest))

    # ---- drawing

    def _draw(self) -> None:
        width, height = max(1, self.size.width), max(1, self.size.height)
        canvas = Canvas(width, height, is_ascii=is_ascii(self))
        if self._waiting or not self.course:
            canvas.put(0, height // 2, self._waiting, Ink("quiet"))
            self.paint(canvas)
            return
        for player, arrow, y in ((Player.ONE, "↑", 0), (Player.TWO, "↓", height - 1)):
            canvas.put(0, y, SHAPES[PLAYER_COLOURS[player]], Ink(PLAYER_COLOURS[player]))
            canvas.put(2, y, f"{arrow} better for {self.names[player]}", Ink("quiet"))
        inner = draw_chart(self.course, self.ply, width, height - 2, is_ascii=is_ascii(self))
        canvas.rows[1 : height - 1] = inner.rows
        self.paint(canvas)

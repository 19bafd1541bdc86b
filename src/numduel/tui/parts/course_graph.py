"""The course of a game as a graph: how Player 1 stood after every ply, to be pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import events
from textual.message import Message

from ...core import Player
from ...views.progress_chart import Point
from .canvas import PLAYERS, Canvas, CanvasWidget, Ink
from .plain_letters import is_ascii

FARTHEST = 6
"""Columns from one ply to the next, where there is room for so many."""

SHAPES = {"one": "●", "two": "■", "drawn": "◆", "": "○"}
"""The sign of whoever moved."""
COLOURS = {"one": "one", "two": "two", "drawn": "accent", "": "foreground"}
TONES = {"??": "error", "?": "error", "?!": "warning"}
"""The colours of the marks; what they say is in the marks themselves."""

BRIEF = {"??": "X", "?": "?", "?!": "!"}
"""The marks where there is little room."""

DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""What each of the eight dots of a braille sign adds to it, by column and row."""


# ---- drawing


def columns(count: int, wide: int) -> list[int]:
    """In which column each of so many points stands: spread out, or squeezed where need be."""
    apart = min(FARTHEST, (wide - 2) / (count - 1)) if count > 1 else 0
    return [int(number * apart) for number in range(count)]


def draw_course(
    course: Sequence[Point], place: int, wide: int, high: int, *, is_ascii: bool = False
) -> Canvas:
    """The graph, with a line of marks below it, and a line through the point that is looked at."""
    canvas = Canvas(wide, high, is_ascii=is_ascii)
    if not course or wide < 4 or high < 3:
        return canvas
    return _Drawing(canvas, course, place).drawn()


class _Drawing:
    """One graph being drawn."""

    def __init__(self, canvas: Canvas, course: Sequence[Point], place: int) -> None:
        self.canvas = canvas
        self.course = course
        self.place = place
        self.rows = canvas.high - 1
        self.at = columns(len(course), canvas.wide)
        self.dots = [round((1 - point.well) * (self.rows * 4 - 1)) for point in course]
        """How many dots each point is below the top; four make a row."""
        self.is_squeezed = len(set(self.at)) < len(self.at)

    def drawn(self) -> Canvas:
        self.canvas.put(0, (self.rows - 1) // 2, "┈" * self.canvas.wide, Ink("tile-line"))
        for y in range(self.rows):
            self.canvas.put(self.at[self.place], y, "┊", Ink("primary"))
        self._put_line()
        if not self.is_squeezed:
            for number in range(len(self.course)):
                self._put_point(number)
        self._put_point(self.place)
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
        """The dots from one point to another, both included."""
        x, y = 2 * self.at[one], self.dots[one]
        dx, dy = 2 * self.at[other] - x, self.dots[other] - y
        most = max(abs(dx), abs(dy), 1)
        for step in range(most + 1):
            yield x + round(dx * step / most), y + round(dy * step / most)

    def _put_point(self, number: int) -> None:
        kind = self.course[number].kind
        here = number == self.place
        ink = Ink(COLOURS[kind], bold=here, reverse=here)
        self.canvas.put(self.at[number], self.dots[number] // 4, SHAPES[kind], ink)

    def _put_marks(self) -> None:
        """Under each column the worst of its marks, in one sign each where two would touch."""
        worst: dict[int, str] = {}
        for x, point in zip(self.at, self.course, strict=True):
            if point.mark:
                worst[x] = min(point.mark, worst.get(x, point.mark), key=list(TONES).index)
        is_crowded = any(x + 1 in worst or x + 2 in worst for x in worst)
        present = self.at[self.place]
        for x, mark in worst.items():
            text = BRIEF[mark] if is_crowded else mark
            self.canvas.put(x, self.rows, text, Ink(TONES[mark], bold=True, reverse=x == present))
        if present not in worst:
            self.canvas.put(present, self.rows, "▲", Ink("primary"))


# ---- on the screen


class Jumped(Message):
    """Somebody wants to see a place of the game: in the graph, or by a note about it."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class CourseGraph(CanvasWidget, can_focus=False):
    """The graph between two captions; a click goes to the nearest ply."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.names = (str(Player.ONE), str(Player.TWO))
        self.course: list[Point] = []
        self.place = 0
        self._waiting = ""

    def wait(self, text: str) -> None:
        """Nothing is known yet; say what is being done."""
        self._waiting = text
        self._draw()

    def show(self, course: list[Point], place: int) -> None:
        self.course, self.place, self._waiting = course, place, ""
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        if self.course:
            event.stop()
            at = columns(len(self.course), self.size.width)
            nearest = min(range(len(at)), key=lambda number: abs(at[number] - event.x))
            self.post_message(Jumped(nearest))

    # ---- drawing

    def _draw(self) -> None:
        wide, high = max(1, self.size.width), max(1, self.size.height)
        canvas = Canvas(wide, high, is_ascii=is_ascii(self))
        if self._waiting or not self.course:
            canvas.put(0, high // 2, self._waiting, Ink("quiet"))
            self.paint(canvas)
            return
        for player, arrow, y in ((Player.ONE, "↑", 0), (Player.TWO, "↓", high - 1)):
            canvas.put(0, y, SHAPES[PLAYERS[player]], Ink(PLAYERS[player]))
            canvas.put(2, y, f"{arrow} better for {self.names[player]}", Ink("quiet"))
        inner = draw_course(self.course, self.place, wide, high - 2, is_ascii=is_ascii(self))
        canvas.rows[1 : high - 1] = inner.rows
        self.paint(canvas)

"""A month of daily puzzles and duels: day numbers, each with the signs of its results."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from ...views.calendar import DUEL_SIGNS, SIGNS, WEEKDAYS, month_of, month_title, weeks_of
from .panels import TextPart

TONES = {
    "first": "success",
    "later": "accent",
    "missed": "error",
    "won": "success",
    "lost": "error",
    "drew": "accent",
    "stopped": "quiet",
}
"""The colours of the signs."""

SMALL_WIDTH, USUAL_WIDTH = 4, 6
"""Minimum columns of a day: without and with the sign of the duel."""

MAX_WEEKS = 6


class MonthCalendar(Widget, can_focus=False):
    """A month; the selected day has brackets, and a click selects another."""

    class Selected(Message):
        """A click on a day that isn't in the future."""

        def __init__(self, day: str) -> None:
            super().__init__()
            self.day = day

    def __init__(self, *, width: int = USUAL_WIDTH, id: str | None = None) -> None:
        super().__init__(id=id)
        self.day = self.today = "2000-01-01"
        self.is_selecting = width > SMALL_WIDTH
        """Whether a day is selected, with brackets."""
        self._width, self._gap = width, 1
        self._puzzles: Mapping[str, str] = {}
        self._duels: Mapping[str, str] = {}

    def show(
        self,
        day: str,
        today: str,
        puzzles: Mapping[str, str],
        duels: Mapping[str, str],
    ) -> None:
        """Show the month of a day, with the results of puzzles and duels by day."""
        self.day, self.today = day, today
        self._puzzles, self._duels = puzzles, duels
        self.refresh(layout=True)

    def resize_days(self, width: int, gap: int) -> None:
        """Use this number of columns for a day, and of lines for a week."""
        self._width, self._gap = width, gap
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return 7 * self._width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the same height for all months, so that nothing below moves."""
        return 2 + MAX_WEEKS * self._gap

    # ---- drawing

    def render(self) -> Content:
        month = month_of(self.day)
        parts: list[TextPart] = [(f" {month_title(month)}\n", "bold")]
        parts.append(("".join(f" {name}".ljust(self._width) for name in WEEKDAYS), "$quiet"))
        for week in weeks_of(month):
            parts.append("\n" * self._gap)
            for day in week:
                parts += self._cell(day)
        return Content.assemble(*parts)

    def _cell(self, day: str) -> list[TextPart]:
        if not day:
            return [" " * self._width]
        is_selected = self.is_selecting and day == self.day
        left, right = "[]" if is_selected else "  "
        number = f"{int(day[8:]):>2}"
        if day > self.today:
            return [(f" {number}".ljust(self._width), "$quiet")]
        style = "bold underline" if day == self.today else "bold" if is_selected else ""
        style += " $primary" if is_selected or day == self.today else ""
        cell = [(left, "bold $primary"), (number, style), *self._marks(day)]
        cell += [(right, "bold $primary")] if self.is_selecting else []
        return [*cell, " " * (self._width - sum(len(text) for text, _ in cell))]

    def _marks(self, day: str) -> list[tuple[str, str]]:
        """Return the signs of a day's puzzle and duel; a duel is left out of a small calendar."""
        puzzle, duel = self._puzzles.get(day, ""), self._duels.get(day, "")
        marks = [(SIGNS.get(puzzle, " "), f"bold ${TONES.get(puzzle, 'quiet')}")]
        if self._width > SMALL_WIDTH:
            marks.append((DUEL_SIGNS.get(duel, " "), f"bold ${TONES.get(duel, 'quiet')}"))
        return marks

    # ---- the mouse

    def on_click(self, event: events.Click) -> None:
        row, extra = divmod(event.y - 1 - self._gap, self._gap)
        weeks = weeks_of(month_of(self.day))
        column = event.x // self._width
        if extra or not 0 <= row < len(weeks) or column > 6:
            return
        day = weeks[row][column]
        if day and day <= self.today:
            event.stop()
            self.post_message(self.Selected(day))

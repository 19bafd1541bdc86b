"""The archive: the daily puzzles and duels of all days, as a calendar."""

from __future__ import annotations

from datetime import date, timedelta
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ...daily.duel import Result, days_in_progress, load_results
from ...errors import capitalise
from ...games import find
from ...storage import streak
from ...views.calendar import (
    DAY_LABELS,
    LEGEND,
    day_title,
    duel_label,
    duel_legend,
    month_of,
    shift_month,
)
from ..parts.key_bar import KeyBar
from ..parts.month_calendar import MonthCalendar
from ..parts.panels import TextPart
from ..parts.puzzle_search import SEARCHING
from .dailies import open_duel, open_puzzle
from .page import Page

ARROWS = {"left": -1, "right": 1, "up": -7, "down": 7}
FUTURE_MESSAGE = "You can play today's and earlier days."
NOT_COUNTED_MESSAGE = "Only today's puzzle and duel count towards your streaks."


class ArchiveScreen(Page):
    """A month with a selected day, and the results of that day.

    It has many methods because days are chosen by keys and mouse, and have a puzzle and a duel.
    """

    CSS_PATH = "archive.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,enter", "puzzle", "Puzzle", key_display="p", tooltip="solve that day's puzzle"),
        Binding("d", "duel", "Duel", tooltip="play or continue that day's duel"),
        Binding("comma,pageup", "month(-1)", "Earlier", key_display=",", tooltip="last month"),
        Binding("full_stop,pagedown", "month(1)", "Later", key_display=".", tooltip="next month"),
        Binding("t,home", "today", "Today", key_display="t", tooltip="back to today"),
        *Page.KEYS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.day = streak.today()
        """The selected day."""
        self.calendar = MonthCalendar(id="month")
        self._results: dict[str, Result] = {}
        self._in_progress: set[str] = set()
        self._message = Static(id="message")
        self._is_loading = False

    def compose(self) -> ComposeResult:
        yield Static("Archive  ·  daily puzzles and duels", id="heading")
        with Vertical(id="archive"):
            yield self.calendar
            yield Static(id="day")
            yield self._message
            yield Static(id="legend")
        yield KeyBar()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._results = load_results()
        self.show()
        self.background.run("looking", lambda task: days_in_progress(), self._found_in_progress)

    def _found_in_progress(self, days: set[str]) -> None:
        self._in_progress = days
        self.show()

    def on_resize(self) -> None:
        width, height = self.app.size
        self.calendar.resize_days(6 if width < 72 else 9 if width < 110 else 12, 1 + (height >= 30))

    # ---- showing

    def show(self) -> None:
        """Update everything on the screen."""
        puzzles, today = streak.calendar(), streak.today()
        outcomes = {day: result.outcome for day, result in self._results.items()}
        self.calendar.show(self.day, today, puzzles, outcomes)
        is_today = " (today)" if self.day == today else ""
        parts: list[TextPart] = [(f"{day_title(self.day)}{is_today}\n", "bold")]
        parts += [("Puzzle: ", "$quiet"), f"{DAY_LABELS[puzzles.get(self.day)]}\n"]
        parts += [("Duel: ", "$quiet"), self._describe_duel()]
        self.query_one("#day", Static).update(Content.assemble(*parts))
        legend = f"Puzzle: {LEGEND}\nDuel: {duel_legend(outcomes.values())}"
        self.query_one("#legend", Static).update(Content.styled(legend, "$quiet"))
        if not self._is_loading:
            self.show_message("")

    def _describe_duel(self) -> str:
        """Return the result of the selected day's duel, with the opponent and the game."""
        result = self._results.get(self.day)
        if result is None:
            return duel_label(None, is_in_progress=self.day in self._in_progress)
        where = f"{find(result.game).title} against {capitalise(result.level)}"
        return f"{duel_label(result.outcome)}, {where}"

    def show_message(self, text: str, tone: str = "quiet") -> None:
        """Show a message; if it is empty, that earlier days don't count."""
        is_today = self.day == streak.today()
        shown = text or ("" if is_today else NOT_COUNTED_MESSAGE)
        self._message.update(Content.styled(shown, f"${tone}"))

    # ---- choosing a day

    async def process_key(self, event: events.Key) -> bool:
        if event.key in ARROWS:
            moved = date.fromisoformat(self.day) + timedelta(ARROWS[event.key])
            self.select(moved.isoformat())
            return True
        return await super().process_key(event)

    def select(self, day: str) -> None:
        """Select a day, unless it is in the future."""
        if day > streak.today():
            self.show_message(FUTURE_MESSAGE, "warning")
        elif day >= streak.FIRST_DAY:
            self._stop_loading()
            self.day = day
            self.show()

    @on(MonthCalendar.Selected)
    def _clicked(self, event: MonthCalendar.Selected) -> None:
        self.select(event.day)

    def action_month(self, by: int) -> None:
        """Select the same day of another month, or the nearest one that exists."""
        month, today = shift_month(month_of(self.day), by), streak.today()
        if month > month_of(today):
            self.show_message(FUTURE_MESSAGE, "warning")
            return
        following = date.fromisoformat(f"{shift_month(month, 1)}-01")
        last = (following - timedelta(1)).isoformat()
        self.select(min(f"{month}-{self.day[8:]}", last, today))

    def action_today(self) -> None:
        self.select(streak.today())

    # ---- playing

    def action_puzzle(self) -> None:
        self._is_loading = True
        self.show_message("Loading the puzzle … Press Esc to stop.")
        open_puzzle(self, self.day, self._report)

    def action_duel(self) -> None:
        self._is_loading = True
        self.show_message("Loading the duel … Press Esc to stop.")
        open_duel(self, self.day, self._report)

    def _report(self, problem: str) -> None:
        self._is_loading = False
        self.show_message(problem, "error" if problem else "quiet")

    def _stop_loading(self) -> None:
        self.background.cancel(SEARCHING)
        self._is_loading = False

    def action_leave(self) -> None:
        if self._is_loading:
            self._stop_loading()
            self.show_message("Stopped.")
        else:
            super().action_leave()

    @property
    def legend(self) -> dict[str, str]:
        return {"arrows": "select a day (or click)"}

"""The player's results, by game and opponent."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...errors import NumduelError, as_sentence
from ...storage.statistics import Statistics, count
from ..parts.key_bar import KeyBar
from ..parts.statistics_table import StatisticsTable
from .page import Page


class StatisticsScreen(Page):
    """A table of all saved games."""

    CSS_PATH = "statistics.tcss"
    AUTO_FOCUS = "#counted"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_table('up')", show=False, tooltip="scroll"),
        Binding("down", "scroll_table('down')", show=False, tooltip="scroll"),
        Binding("pageup", "scroll_table('page_up')", show=False, tooltip="scroll by a page"),
        Binding("pagedown", "scroll_table('page_down')", show=False, tooltip="scroll by a page"),
        Binding("home", "scroll_table('home')", show=False, tooltip="scroll to the start or end"),
        Binding("end", "scroll_table('end')", show=False, tooltip="scroll to the start or end"),
        Binding("h,o", "replay", "History", key_display="h", tooltip="list your games"),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="list all keys"),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="go back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.counted: Statistics | None = None
        self._columns = Static(id="columns")
        self._table = Static(id="rows")

    def compose(self) -> ComposeResult:
        yield Static("Statistics", id="heading")
        yield self._columns
        with VerticalScroll(id="counted"):
            yield self._table
        yield KeyBar()

    # ---- counting

    def on_screen_resume(self) -> None:
        """Count the games again, since one may have been played in between."""
        self._show()
        self.background.run(
            "counting", lambda task: count(task.is_cancelled), self._counted, self._cannot_count
        )

    def _counted(self, counted: Statistics) -> None:
        self.counted = counted
        self._show()

    def _cannot_count(self, why: NumduelError) -> None:
        self._table.update(Content.styled(as_sentence(why), "$error"))

    # ---- showing

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        if self.counted is None:
            self._table.update(Content.styled("Loading your games …", "$quiet"))
            return
        self._columns.display = bool(self.counted.rows)
        width = self.app.size.width - 4  # 1 column on each side, and the scroll bar
        has_draws = any(row.drawn for row in self.counted.rows)
        table = StatisticsTable(width, self.app.settings.ascii, has_draws=has_draws)
        self._columns.update(table.heading())
        self._table.update(table.rows(self.counted))

    # ---- keys

    def action_scroll_table(self, direction: str) -> None:
        getattr(self.query_one("#counted"), f"scroll_{direction}")(animate=False)

    def action_replay(self) -> None:
        from .replay import ReplayScreen

        self.open(ReplayScreen())

    @property
    def legend(self) -> dict[str, str]:
        return {
            "win %": "percentage of games won",
            "streak": "current winning streak",
            "open": "unfinished games",
        }

"""The player's results by game and opponent, and the ratings with their curves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...errors import NumduelError, SetupError, as_sentence
from ...storage import files, json_files, practice, saves
from ...storage.statistics import Statistics, count
from ..background import Task
from ..parts.key_bar import KeyBar, effective_key
from ..parts.statistics_table import StatisticsTable
from .page import Page

if TYPE_CHECKING:
    from ...ratings.person import PersonInGame
    from ...ratings.reset import ResetPlan

TALL_ROWS = 36
"""Rows of a terminal from which curves are taller."""


class StatisticsScreen(Page):
    """A table of all saved games; a key shows the ratings instead.

    It has many methods because it has many keys, and most are those of every page.
    """

    CSS_PATH = "statistics.tcss"
    AUTO_FOCUS = "#counted"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_table('up')", show=False, tooltip="scroll"),
        Binding("down", "scroll_table('down')", show=False, tooltip="scroll"),
        Binding("pageup", "scroll_table('page_up')", show=False, tooltip="scroll by a page"),
        Binding("pagedown", "scroll_table('page_down')", show=False, tooltip="scroll by a page"),
        Binding("home", "scroll_table('home')", show=False, tooltip="scroll to the start or end"),
        Binding("end", "scroll_table('end')", show=False, tooltip="scroll to the start or end"),
        Binding("r", "ratings", "Ratings", tooltip="show your ratings"),
        Binding("r", "results", "Results", tooltip="show your results"),
        Binding("h,o", "replay", "History", key_display="h", tooltip="list your games"),
        Binding("e", "export", "Export", tooltip="write your statistics to a file"),
        Binding("x", "reset", "Reset", tooltip="start your statistics again"),
        *Page.KEYS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.counted: Statistics | None = None
        self.people: list[PersonInGame] | None = None
        """The ratings; None until they are known."""
        self.shows_ratings = False
        self._plan: ResetPlan | None = None
        """The reset that another press of its key confirms."""
        self._problem = ""
        """Why the games can't be counted, as a sentence."""
        self._heading = Static("Statistics", id="heading")
        self._columns = Static(id="columns")
        self._table = Static(id="rows")

    def compose(self) -> ComposeResult:
        yield self._heading
        yield self._columns
        with VerticalScroll(id="counted"):
            yield self._table
        yield KeyBar()

    # ---- counting

    def on_screen_resume(self) -> None:
        """Count the games again, since one may have been played in between."""
        self._show()
        self._count()

    def _count(self) -> None:
        self.background.run(
            "counting", lambda task: count(task.is_cancelled), self._counted, self._cannot_count
        )

    def _counted(self, counted: Statistics) -> None:
        self.counted, self._problem = counted, ""
        self._show()
        self.background.run("rating", _rate, self._rated, lambda why: None)

    def _cannot_count(self, why: NumduelError) -> None:
        self._problem = as_sentence(why)
        self._show()

    def _rated(self, people: list[PersonInGame]) -> None:
        self.people = people
        self._show()

    # ---- showing

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        """Show the question about a reset, the ratings, or the results."""
        part = "reset" if self._plan else "ratings" if self.shows_ratings else ""
        self._heading.update(f"Statistics: {part}" if part else "Statistics")
        width = self.app.size.width - 4  # 1 column on each side, and the scroll bar
        self._columns.display = False
        if self._plan is not None:
            self._table.update(self._draw_question(self._plan))
        elif self.shows_ratings:
            self._table.update(self._draw_ratings(width))
        elif self._problem:
            self._table.update(Content.styled(self._problem, "$error"))
        elif self.counted is None:
            self._table.update(Content.styled("Loading your games …", "$quiet"))
        else:
            self._columns.display = bool(self.counted.rows)
            has_draws = any(row.drawn for row in self.counted.rows)
            ratings = self._short_ratings()
            table = StatisticsTable(
                width, self.app.settings.ascii, has_draws=has_draws, ratings=ratings
            )
            self._columns.update(table.heading())
            self._table.update(table.rows(self.counted))

    def _draw_ratings(self, width: int) -> Content:
        from ...views.puzzle_text import puzzle_rating_lines
        from ..parts.ratings_list import draw_ratings

        if self.people is None:
            return Content.styled("Rating your games …", "$quiet")
        is_tall, is_ascii = self.app.size.height >= TALL_ROWS, self.app.settings.ascii
        puzzles = puzzle_rating_lines(practice.load())
        return draw_ratings(self.people, puzzles, width, is_tall=is_tall, is_ascii=is_ascii)

    def _short_ratings(self) -> dict[str, str]:
        """Return the ratings by game, beside the titles of the results."""
        from ..parts.ratings_list import short_ratings

        return short_ratings(self.people or [])

    def _draw_question(self, plan: ResetPlan) -> Content:
        from ...views.rating_text import describe_reset

        key = effective_key(self, "x")
        question = [f"Press {key} again to reset.", "Press any other key to cancel."]
        lines = ["Press any key to go back."] if plan.is_empty else question
        return Content("\n".join([*describe_reset(plan), "", *lines]))

    # ---- keys

    async def press(self, key: str) -> bool:
        """Run the action of a key; any key but that of the reset cancels its question."""
        if self._plan is not None and key != "x":
            self._plan = None
            self._show()
            return True
        return await super().press(key)

    def action_scroll_table(self, direction: str) -> None:
        getattr(self.query_one("#counted"), f"scroll_{direction}")(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the ratings beside the results, and the other way round."""
        if action in ("ratings", "results"):
            return self.shows_ratings == (action == "results")
        return super().check_action(action, parameters)

    def action_ratings(self) -> None:
        self._show_ratings(True)

    def action_results(self) -> None:
        self._show_ratings(False)

    def _show_ratings(self, shows_ratings: bool) -> None:
        self.shows_ratings = shows_ratings
        self._show()
        self.refresh_bindings()
        self.query_one("#counted").scroll_home(animate=False)

    def action_replay(self) -> None:
        from .replay import ReplayScreen

        self.open(ReplayScreen())

    def action_export(self) -> None:
        """Write the statistics to a new file in the data folder."""
        self.background.run("exporting", _export, self._exported, self._cannot_export)

    def _exported(self, path: str) -> None:
        text = f"Your statistics are in {saves.short_path(path)}."
        self.app.notify(text, timeout=10, markup=False)

    def _cannot_export(self, why: NumduelError) -> None:
        self.app.warn(as_sentence(why))

    def action_reset(self) -> None:
        """Ask, and on the second press start the statistics again."""
        from ...ratings.reset import plan_reset, reset
        from ...views.rating_text import describe_reset_done

        if self._plan is None or self._plan.is_empty:
            self._plan = plan_reset() if self._plan is None else None
            self._show()
            return
        plan, self._plan = self._plan, None
        try:
            folder = reset(plan)
        except SetupError as error:
            self.app.warn(as_sentence(error))
        else:
            text = describe_reset_done(saves.short_path(folder))
            self.app.notify(text, timeout=10, markup=False)
        self.counted = self.people = None
        self._show()
        self._count()

    @property
    def legend(self) -> dict[str, str]:
        return {
            "win %": "percentage of games won",
            "streak": "current winning streak",
            "open": "unfinished games",
        }


def _rate(task: Task) -> list[PersonInGame]:
    from ..parts.ratings_list import rate_games

    return rate_games(task)


def _export(task: Task) -> str:
    """Write all statistics to a file of today in the data folder; return its path."""
    from ...views.statistics_json import collect_statistics

    found = task.ask(lambda engine, _: collect_statistics(engine, task.is_cancelled))
    name = f"statistics-{time.strftime('%Y-%m-%d')}"
    try:
        json_files.keep(name, found)
    except OSError as error:
        why = files.reason(error)
        raise SetupError(f"{json_files.file(name)} cannot be written: {why}") from None
    return json_files.file(name)

"""The list of puzzles: the daily puzzle with its streak, and others by game and grade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static

from ...core import AnyGame
from ...errors import NumduelError, as_sentence
from ...storage import streak
from ...views.calendar import DAY_LABELS, LEGEND, WEEKDAYS, calendar_rows
from ..parts.ascii_text import to_display
from ..parts.game_list import GameList
from ..parts.key_bar import KeyBar
from ..parts.puzzle_search import SEARCHING, MissedWins, PuzzleSeries, grades, search
from .page import Page
from .puzzle import PuzzleScreen

if TYPE_CHECKING:
    from ...engine.teaching.puzzles import Puzzle

WEEKS, MORE_WEEKS = 3, 6
"""Number of weeks in the calendar, on small and on large terminals."""

POINTING = {
    "↑ ↓": "select a puzzle",
    "← →": "change the grade",
    "Enter": "start (or click)",
}


OWN = Content.assemble(
    ("Missed wins", "bold"), "\n", ("Wins you missed in games you lost.", "$quiet")
)


class Grade(Button, can_focus=False):
    """A button for a grade; its first letter is its key."""

    def __init__(self, grade: str | None) -> None:
        super().__init__(compact=True)
        self.grade = grade
        self.active_effect_duration = 0
        self.choose(False)

    def choose(self, is_chosen: bool) -> None:
        """Show whether this grade is chosen, without changing the width."""
        self.set_class(is_chosen, "-chosen")
        label = (self.grade or "any").capitalize()
        sign = to_display(self, "✓") if is_chosen else " "
        self.label = Content.assemble(sign, " ", (label[0], "underline"), label[1:], " ")


class PuzzleList(GameList):
    """The daily puzzle, any game, each game, and missed wins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.change_grade(-1)", "Grade", key_display="← →"),
        Binding("right", "screen.change_grade(1)", show=False),
    ]


class PuzzlesScreen(Page):
    """The daily puzzle and its streak, and puzzles of each game and grade.

    It has many methods because there are many ways to a puzzle: list, keys, mouse and grades.
    """

    CSS_PATH = "puzzles.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "daily", "Daily puzzle", tooltip="solve the daily puzzle"),
        Binding("o", "own", "Missed wins", tooltip="practise wins you missed"),
        Binding("a", "grade(0)", show=False, tooltip="puzzles of any grade"),
        Binding("e", "grade(1)", show=False, tooltip="easy puzzles"),
        Binding("m", "grade(2)", show=False, tooltip="medium puzzles"),
        Binding("h", "grade(3)", show=False, tooltip="hard puzzles"),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="list all keys"),
        Binding(
            "escape", "leave", "Back", key_display="Esc", tooltip="stop the search, or go back"
        ),
    ]

    def __init__(self, kind: type[AnyGame] | None = None) -> None:
        """`kind` is the game to select at first."""
        super().__init__()
        self.series = PuzzleSeries()
        self._first = kind
        self._day = streak.today()
        self.list = PuzzleList(id="puzzles")
        self._kinds: list[type[AnyGame]] = []
        self._is_searching = False

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static("Puzzles", id="heading")
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield self.list
                with Horizontal(id="grades"):
                    yield Static("Grade ")
                    for grade in grades():
                        yield Grade(grade)
                yield Static(id="message")
            with Vertical(id="side"):
                yield Static(id="streak")
                yield Static(_about(), id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        from ...engine.teaching.puzzles import with_puzzles

        self._kinds = with_puzzles()
        self.show()
        self.list.highlighted = 0
        if self._first in self._kinds:
            self.list.highlighted = 2 + self._kinds.index(self._first)
        self.set_focus(self.list)

    def on_screen_resume(self) -> None:
        self._day = streak.today()
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # ---- showing

    def show(self) -> None:
        """Update everything on the screen."""
        now, days = streak.load(), streak.calendar()
        games = [_game_line(kind) for kind in (None, *self._kinds)]
        entries = [self._today_line(days), *games, OWN]
        self.list.show(entries, is_spacious=self.has_class("-tall"))
        weeks = MORE_WEEKS if self.has_class("-tall") else WEEKS
        streak_lines = Content.assemble(
            ("Streak\n", "bold"),
            (now.label(self._day), "bold $accent"),
            ("\n\n" + WEEKDAYS, "$quiet"),
            "".join(f"\n{row}" for row in calendar_rows(days, self._day, weeks)),
            ("\n" + LEGEND, "$quiet"),
            "\n\nSolved in a row: ",
            (str(self.series.in_a_row), "bold $accent"),
        )
        self.query_one("#streak", Static).update(streak_lines)
        for grade in self.query(Grade):
            grade.choose(grade.grade == self.series.grade)

    def _today_line(self, days: Mapping[str, str]) -> Content:
        how = days.get(self._day)
        state = to_display(self, "✓ " if how == streak.FIRST else "") + DAY_LABELS[how]
        title = Content.styled("Daily puzzle", "bold $accent")
        return Content.assemble(title, "\n", (f"{self._day}, {state}", "$quiet"))

    def show_message(self, text: str, tone: str = "quiet") -> None:
        self.query_one("#message", Static).update(Content.styled(text, f"${tone}"))

    # ---- choosing

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        number = event.option_index
        if number == 0:
            self.action_daily()
        elif number == self.list.option_count - 1:
            self.action_own()
        else:
            self.series.kind = self._kinds[number - 2] if number > 1 else None
            self._search(f"Searching for {self.series}", self.series)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if isinstance(event.button, Grade):
            event.stop()
            self.action_grade(grades().index(event.button.grade))

    def action_grade(self, number: int) -> None:
        self.series.grade = grades()[number]
        self.show()

    def action_change_grade(self, by: int) -> None:
        self.series.change_grade(by)
        self.show()

    def action_daily(self) -> None:
        self._search("Loading the daily puzzle", self.series, self._day)

    def action_own(self) -> None:
        self._search("Searching the games you lost", MissedWins())

    def _search(self, what: str, series: PuzzleSeries, day: str | None = None) -> None:
        self._is_searching = True
        self.show_message(f"{what} … Press Esc to stop.")

        def open_puzzle(puzzle: Puzzle) -> None:
            self._stop_search("")
            self.open(PuzzleScreen(puzzle, day, series))

        is_own = isinstance(series, MissedWins)
        on_failed = self.none_missed if is_own else self.not_found
        search(self.background, series, open_puzzle, on_failed, day=day)

    def not_found(self, why: NumduelError) -> None:
        self._stop_search(f"{as_sentence(why)} Try another grade or game.", "error")

    def none_missed(self, why: NumduelError) -> None:
        """Show why no missed win is left to practise."""
        self._stop_search(as_sentence(why))

    def _stop_search(self, message: str, tone: str = "quiet") -> None:
        self.background.cancel(SEARCHING)
        self._is_searching = False
        self.show_message(message, tone)

    def action_leave(self) -> None:
        if self._is_searching:
            self._stop_search("Search stopped.")
        else:
            super().action_leave()

    @property
    def legend(self) -> dict[str, str]:
        return POINTING


def _game_line(kind: type[AnyGame] | None) -> Content:
    title = kind.title if kind else "Any game"
    summary = kind.summary if kind else "Puzzles from all games."
    return Content.assemble((title, "bold"), "\n", (summary, "$quiet"))


def _about() -> Content:
    from ...engine.teaching.puzzles import GRADES

    grades = [
        part
        for name, turns in GRADES.items()
        for part in ((f"\n{name.capitalize()}", "bold"), f": {turns[0]} to {turns[-1]} turns")
    ]
    return Content.assemble(
        "Find the only winning move.\n",
        *grades,
        "\n\nOnly your first daily try counts towards your streak.",
    )

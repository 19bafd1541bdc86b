"""The list of puzzles: today's puzzle and duel, the archive, and practice by game and grade."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Button, OptionList, Static

from ...core import AnyGame
from ...errors import NumduelError, as_sentence
from ...storage import streak
from ...views.calendar import LEGEND
from ..parts.ascii_text import to_display
from ..parts.key_bar import KeyBar
from ..parts.month_calendar import SMALL_WIDTH, MonthCalendar
from ..parts.panels import ReadOnlyScroll
from ..parts.puzzle_list import GAME, PuzzleList, PuzzleScores
from ..parts.puzzle_search import SEARCHING, MissedWins, PuzzleSeries, grades, search
from .dailies import open_duel, open_puzzle
from .page import Page
from .puzzle import PuzzleScreen

if TYPE_CHECKING:
    from ...engine.teaching.puzzles import Puzzle

POINTING = {
    "↑ ↓": "select an entry",
    "← →": "change the grade",
    "Enter": "start (or click)",
}


class Grade(Button, can_focus=False):
    """A button for a grade; its first letter is its key."""

    def __init__(self, grade: str | None) -> None:
        super().__init__(compact=True)
        self.grade = grade
        self.active_effect_duration = 0
        self.styles.line_pad = 0
        self.choose(False)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the label, without the padding of other buttons."""
        return len(str(self.label))

    def choose(self, is_chosen: bool) -> None:
        """Show whether this grade is chosen, without changing the width."""
        self.set_class(is_chosen, "-chosen")
        label = (self.grade or "auto").capitalize()
        sign = to_display(self, "✓") if is_chosen else " "
        self.label = Content.assemble(sign, (label[0], "underline"), label[1:], " ")


class PuzzlesScreen(Page):
    """Today's puzzle and duel with their streaks, and puzzles of each game and grade.

    It has many methods because there are many ways to a puzzle: list, keys, mouse and grades.
    """

    CSS_PATH = "puzzles.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-slim"), (72, "-usual"), (110, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "daily", "Daily puzzle", tooltip="solve the daily puzzle"),
        Binding("d", "duel", "Duel", tooltip="play the daily duel"),
        Binding("c", "archive", "Archive", tooltip="show the calendar of all days"),
        Binding("o", "own", "Missed wins", tooltip="practise wins you missed"),
        Binding("a", "grade(0)", show=False, tooltip="puzzles that fit you"),
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
        self._kinds: dict[str, type[AnyGame]] = {}
        self._month = MonthCalendar(width=SMALL_WIDTH, id="month")
        self._scores = PuzzleScores(id="scores")
        self._is_searching = False

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static("Puzzles", id="heading")
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield self.list
                with Horizontal(id="grades"):
                    yield Static("Grade")
                    for grade in grades():
                        yield Grade(grade)
                yield Static(id="message")
            with ReadOnlyScroll(id="side"):
                yield self._month
                yield Static(Content.styled(LEGEND, "$quiet"), id="legend")
                yield self._scores
                yield Static(_about(), id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        from ...engine.teaching.puzzles import with_puzzles

        self._kinds = {kind.id: kind for kind in with_puzzles()}
        self.show()
        first = self._first.id if self._first is not None else ""
        is_listed = first in self._kinds
        self.list.highlighted = self.list.get_option_index(GAME + first) if is_listed else 0
        self.set_focus(self.list)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._day = streak.today()
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # ---- showing

    def show(self) -> None:
        """Update everything on the screen."""
        is_tall = self.has_class("-tall")
        self.list.show(self._day, self._kinds, self.series.grade, is_tall=is_tall)
        self._month.show(self._day, self._day, streak.calendar(), {})
        self._scores.show(self._day, self.series.session)
        for grade in self.query(Grade):
            grade.choose(grade.grade == self.series.grade)

    def show_message(self, text: str, tone: str = "quiet") -> None:
        self.query_one("#message", Static).update(Content.styled(text, f"${tone}"))

    # ---- choosing

    @on(OptionList.OptionSelected)
    async def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        chosen = event.option.id or ""
        if not chosen.startswith(GAME):
            await self.run_action(chosen)
            return
        self.series.kind = self._kinds.get(chosen.removeprefix(GAME))
        self._start_search(f"Searching for {self.series}")
        search(self.background, self.series, self._open_puzzle, self.not_found)

    def _open_puzzle(self, puzzle: Puzzle) -> None:
        self._stop_search("")
        self.open(PuzzleScreen(puzzle, None, self.series))

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
        self._start_search("Loading the daily puzzle")
        open_puzzle(self, self._day, self._report, self.series)

    def action_duel(self) -> None:
        self._start_search("Loading the daily duel")
        open_duel(self, self._day, self._report)

    def action_archive(self) -> None:
        from .archive import ArchiveScreen

        self.open(ArchiveScreen())

    def action_own(self) -> None:
        own = MissedWins()
        self._start_search("Searching the games you lost")

        def show(puzzle: Puzzle) -> None:
            self._stop_search("")
            self.open(PuzzleScreen(puzzle, None, own))

        search(self.background, own, show, lambda why: self._report(as_sentence(why), "quiet"))

    # ---- searching

    def _start_search(self, what: str) -> None:
        self._is_searching = True
        self.show_message(f"{what} … Press Esc to stop.")

    def not_found(self, why: NumduelError) -> None:
        self._report(f"{as_sentence(why)} Try another grade or game.")

    def _report(self, problem: str, tone: str = "error") -> None:
        self._stop_search(problem, tone if problem else "quiet")

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


def _about() -> Content:
    from ...engine.teaching.puzzles import GRADES

    grades = [
        part
        for name, turns in GRADES.items()
        for part in (
            (f"\n{name.capitalize()}", "bold"),
            f": win in {turns[0]} to {turns[-1]} turns",
        )
    ]
    return Content.assemble(
        "Scores count the first try.",
        ("\nAuto", "bold"),
        ": fits your puzzle rating",
        *grades,
    )

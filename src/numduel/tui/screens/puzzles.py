"""The puzzles there are: today's with the streak, and endless ones by game and grade."""

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
from ...views.calendar import HEAD, LEGEND, STANDS, calendar_rows
from ..parts.game_list import GameList
from ..parts.key_bar import KeyBar
from ..parts.plain_letters import signs
from ..parts.puzzle_search import SEARCHING, OwnMistakes, PuzzleSeries, grades, search
from .page import Page
from .puzzle import PuzzleScreen

if TYPE_CHECKING:
    from ...engine.teaching.puzzles import Puzzle

WEEKS, MORE_WEEKS = 3, 6
"""Weeks of the calendar, where there is little room and where there is more."""

POINTING = {
    "↑ ↓": "today's puzzle, or a game",
    "← →": "another grade",
    "Enter": "start; a click does too",
}


OWN = Content.assemble(
    ("Your own mistakes", "bold"), "\n", ("Wins that you missed in games you lost.", "$quiet")
)


class Grade(Button, can_focus=False):
    """A grade that can be clicked on; its first letter is its key."""

    def __init__(self, grade: str | None) -> None:
        super().__init__(compact=True)
        self.grade = grade
        self.active_effect_duration = 0
        self.choose(False)

    def choose(self, is_chosen: bool) -> None:
        """Show whether it is the one that is wanted; it stays as wide as it is."""
        self.set_class(is_chosen, "-chosen")
        word = self.grade or "any"
        sign = signs(self, "✓") if is_chosen else " "
        self.label = Content.assemble(sign, " ", (word[0], "underline"), word[1:], " ")


class PuzzleList(GameList):
    """Today's puzzle, any game, and each game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.regrade(-1)", "Grade", key_display="← →"),
        Binding("right", "screen.regrade(1)", show=False),
    ]


class PuzzlesScreen(Page):
    """Today's puzzle and the streak; then the games, and a grade for what is found in them.

    It has many methods because there are many ways to a puzzle: by list, key, mouse and grade.
    """

    CSS_PATH = "puzzles.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "daily", "Today's", tooltip="today's puzzle"),
        Binding("o", "own", "Your own", tooltip="wins that you missed in games you lost"),
        Binding("a", "grade(0)", show=False, tooltip="puzzles of any grade"),
        Binding("e", "grade(1)", show=False, tooltip="easy puzzles"),
        Binding("m", "grade(2)", show=False, tooltip="medium puzzles"),
        Binding("h", "grade(3)", show=False, tooltip="hard puzzles"),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="all keys"),
        Binding("escape", "leave", "Back", key_display="Esc", tooltip="stop looking; back"),
    ]

    def __init__(self, kind: type[AnyGame] | None = None) -> None:
        """All puzzles, with the cursor on those of a game where one is given."""
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
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield self.list
                with Horizontal(id="grades"):
                    yield Static("Grade ")
                    for grade in grades():
                        yield Grade(grade)
                yield Static(id="said")
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
        """Everything as it is now."""
        now, days = streak.load(), streak.calendar()
        games = [_game_line(kind) for kind in (None, *self._kinds)]
        entries = [self._today_line(days), *games, OWN]
        self.list.show(entries, is_airy=self.has_class("-tall"))
        weeks = MORE_WEEKS if self.has_class("-tall") else WEEKS
        streak_lines = Content.assemble(
            ("Streak\n", "bold"),
            (now.label(self._day), "bold $accent"),
            ("\n\n" + HEAD, "$quiet"),
            "".join(f"\n{row}" for row in calendar_rows(days, self._day, weeks)),
            ("\n" + LEGEND, "$quiet"),
            "\n\nIn a row just now: ",
            (str(self.series.in_a_row), "bold $accent"),
        )
        self.query_one("#streak", Static).update(streak_lines)
        for grade in self.query(Grade):
            grade.choose(grade.grade == self.series.grade)

    def _today_line(self, days: Mapping[str, str]) -> Content:
        how = days.get(self._day)
        state = signs(self, "✓ " if how == streak.FIRST else "") + STANDS[how]
        title = Content.styled("Today's puzzle", "bold $accent")
        return Content.assemble(title, "\n", (f"{self._day}, {state}", "$quiet"))

    def say(self, text: str, tone: str = "quiet") -> None:
        self.query_one("#said", Static).update(Content.styled(text, f"${tone}"))

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
            self._look(f"Looking for {self.series}", self.series)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if isinstance(event.button, Grade):
            event.stop()
            self.action_grade(grades().index(event.button.grade))

    def action_grade(self, number: int) -> None:
        self.series.grade = grades()[number]
        self.show()

    def action_regrade(self, by: int) -> None:
        self.series.regrade(by)
        self.show()

    def action_daily(self) -> None:
        self._look("Looking up today's puzzle", self.series, self._day)

    def action_own(self) -> None:
        self._look("Looking through the games you lost", OwnMistakes())

    def _look(self, what: str, series: PuzzleSeries, day: str | None = None) -> None:
        self._is_searching = True
        self.say(f"{what} … Esc stops that.")

        def found(puzzle: Puzzle) -> None:
            self._stop_looking("")
            self.open(PuzzleScreen(puzzle, day, series))

        search(self.background, series, found, self.not_found, day=day)

    def not_found(self, why: NumduelError) -> None:
        self._stop_looking(f"{as_sentence(why)} Try another grade or another game.", "error")

    def _stop_looking(self, words: str, tone: str = "quiet") -> None:
        self.background.cancel(SEARCHING)
        self._is_searching = False
        self.say(words, tone)

    def action_leave(self) -> None:
        if self._is_searching:
            self._stop_looking("Stopped looking.")
        else:
            super().action_leave()

    @property
    def legend(self) -> dict[str, str]:
        return POINTING


def _game_line(kind: type[AnyGame] | None) -> Content:
    title = kind.title if kind else "Any game"
    summary = kind.summary if kind else "Whatever comes, one after another."
    return Content.assemble((title, "bold"), "\n", (summary, "$quiet"))


def _about() -> Content:
    from ...engine.teaching.puzzles import GRADES

    grades = [
        part
        for name, turns in GRADES.items()
        for part in ((f"\n{name}", "bold"), f": {turns[0]} to {turns[-1]} turns")
    ]
    return Content.assemble(
        "Exactly one move wins.\n",
        *grades,
        "\n\nToday's first try counts for the streak.",
    )

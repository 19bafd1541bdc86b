"""The list of lessons, one for each game, with the learner's progress."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from ...core import AnyGame
from ...errors import NumduelError, as_sentence
from ...games import offered
from ...learning.lessons import Lesson
from ...storage import lesson_progress
from ..background import Task
from ..parts.ascii_text import to_display
from ..parts.game_list import GameList
from ..parts.key_bar import KeyBar
from ..parts.panels import ReadOnlyScroll, TextPart, draw_gauge
from .lesson import LessonScreen
from .page import Page

WIDTH = 18
"""Width of a progress bar, in columns."""


class LearnScreen(Page):
    """The list of lessons."""

    CSS_PATH = "learn.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = Page.KEYS

    def __init__(self) -> None:
        super().__init__()
        self.list = GameList(id="lessons")
        self._kinds = offered()
        self._lessons: dict[str, Lesson | str] = {}
        """Lessons by game id; the error message for one that can't be loaded."""

    def compose(self) -> ComposeResult:
        yield Static("Learn a game", id="heading")
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield self.list
                yield Static(id="message")
            with ReadOnlyScroll(id="side"):
                yield Static(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show()
        self.list.highlighted = 0
        self.set_focus(self.list)
        self.background.run("reading", self._read)

    def on_screen_resume(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def _read(self, task: Task) -> None:
        from ...learning.lessons import lesson

        for kind in self._kinds:
            try:
                task.post(self._add, kind.id, lesson(kind.id))
            except NumduelError as error:
                task.post(self._add, kind.id, as_sentence(error))

    def _add(self, id: str, lesson: Lesson | str) -> None:
        """Add a lesson, or the reason why it can't be loaded."""
        self._lessons[id] = lesson
        self.show()

    # ---- showing

    def show(self) -> None:
        """Update everything on the screen."""
        done = lesson_progress.load()
        entries = [self._entry(kind, done.get(kind.id, 0)) for kind in self._kinds]
        self.list.show(entries, is_spacious=self.has_class("-tall"))
        self._show_about()

    def _entry(self, kind: type[AnyGame], done: int) -> Content:
        title = (kind.title, "bold")
        match self._lessons.get(kind.id):
            case None:
                return Content.assemble(title, ("\nLoading …", "$quiet"))
            case Lesson() as lesson:
                steps = len(lesson.steps)
                state = self._state(done, steps)
                room = self.list.content_size.width - len(state) - 4  # padding, and a gap
                width = WIDTH if room <= 0 else min(WIDTH, room)
                bar = to_display(self, draw_gauge(min(done, steps), steps, width))
                return Content.assemble(title, "\n", (bar, "$primary"), (f"  {state}", "$quiet"))
        return Content.assemble(title, ("\nThis lesson couldn't be loaded.", "$error"))

    def _state(self, done: int, steps: int) -> str:
        if done >= steps:
            return to_display(self, f"✓ finished, {steps} steps")
        return f"{done} of {steps} steps" if done else f"{steps} steps"

    @on(OptionList.OptionHighlighted)
    def _show_about(self) -> None:
        """Show the steps of the selected lesson."""
        kind = self._kinds[self.list.highlighted or 0]
        lesson, done = self._lessons.get(kind.id), lesson_progress.load().get(kind.id, 0)
        parts: list[TextPart] = [(f"{kind.title}\n\n", "bold $primary")]
        if isinstance(lesson, Lesson):
            parts.append(f"{lesson.opening}\n\n")
            for number, step in enumerate(lesson.steps):
                sign = to_display(self, "✓") if number < done else " "
                parts += [(f"{sign} ", "bold $success"), f"{step.title}\n"]
        else:
            parts += [f"{kind.summary}\n\n", (lesson or "", "$error")]
        self.query_one("#about", Static).update(Content.assemble(*parts))

    # ---- choosing

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        lesson = self._lessons.get(self._kinds[event.option_index].id)
        if isinstance(lesson, Lesson):
            self.show_message("")
            self.open(LessonScreen(lesson))
        elif lesson is None:
            self.show_message("Loading this lesson …")
        else:
            self.show_message(f"{lesson} To read the rules, press r during a game.", "error")

    def show_message(self, text: str, tone: str = "quiet") -> None:
        self.query_one("#message", Static).update(Content.styled(text, f"${tone}"))

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "select a game", "Enter": "start the lesson (or click)"}

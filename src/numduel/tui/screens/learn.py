"""The lessons there are, one for each game, and how far one has come in them."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from ...core import AnyGame
from ...errors import NumduelError, sentence
from ...games import offered
from ...learning.lessons import Lesson
from ...storage import lesson_progress
from ..background import Task
from ..parts.game_list import GameList
from ..parts.key_bar import KeyBar
from ..parts.panels import Part, Unfocused, gauge
from ..parts.plain_letters import signs
from .lesson import LessonScreen
from .page import Page

WIDTH = 18
"""Columns of a bar in the list."""


class LearnScreen(Page):
    """A lesson for each game, and how far one has come in it."""

    CSS_PATH = "learn.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = Page.KEYS

    def __init__(self) -> None:
        super().__init__()
        self.list = GameList(id="lessons")
        self._kinds = offered()
        self._lessons: dict[str, Lesson | str] = {}
        """By the games' ids; in the place of one that cannot be read, why not."""

    def compose(self) -> ComposeResult:
        yield Static("Learn a game", id="heading")
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield self.list
                yield Static(id="said")
            with Unfocused(id="side"):
                yield Static(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show()
        self.list.highlighted = 0
        self.set_focus(self.list)
        self.background.do("reading", self._read)

    def on_screen_resume(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def _read(self, task: Task) -> None:
        from ...learning.lessons import lesson

        for kind in self._kinds:
            try:
                task.tell(self._add, kind.id, lesson(kind.id))
            except NumduelError as error:
                task.tell(self._add, kind.id, sentence(error))

    def _add(self, id: str, lesson: Lesson | str) -> None:
        """A lesson has been read, or cannot be."""
        self._lessons[id] = lesson
        self.show()

    # ---- showing

    def show(self) -> None:
        """Everything as it is now."""
        done = lesson_progress.load()
        entries = [self._entry(kind, done.get(kind.id, 0)) for kind in self._kinds]
        self.list.show(entries, is_airy=self.has_class("-tall"))
        self._show_about()

    def _entry(self, kind: type[AnyGame], done: int) -> Content:
        title = (kind.title, "bold")
        match self._lessons.get(kind.id):
            case None:
                return Content.assemble(title, ("\nreading …", "$quiet"))
            case Lesson() as lesson:
                steps = len(lesson.steps)
                bar = signs(self, gauge(min(done, steps), steps, WIDTH))
                return Content.assemble(
                    title, "\n", (bar, "$primary"), (f"  {self._state(done, steps)}", "$quiet")
                )
        return Content.assemble(title, ("\nThis lesson cannot be given.", "$error"))

    def _state(self, done: int, steps: int) -> str:
        if done >= steps:
            return signs(self, f"✓ finished, {steps} steps")
        return f"{done} of {steps} steps" if done else f"{steps} steps"

    @on(OptionList.OptionHighlighted)
    def _show_about(self) -> None:
        """What the lesson under the cursor is about, step by step."""
        kind = self._kinds[self.list.highlighted or 0]
        lesson, done = self._lessons.get(kind.id), lesson_progress.load().get(kind.id, 0)
        parts: list[Part] = [(f"{kind.title}\n\n", "bold $primary")]
        if isinstance(lesson, Lesson):
            parts.append(f"{lesson.opening}\n\n")
            for number, step in enumerate(lesson.steps):
                sign = signs(self, "✓") if number < done else " "
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
            self.say("")
            self.open(LessonScreen(lesson))
        elif lesson is None:
            self.say("One moment: this lesson is being read …")
        else:
            self.say(f"{lesson} The rules can be read while you play, with r.", "error")

    def say(self, text: str, tone: str = "quiet") -> None:
        self.query_one("#said", Static).update(Content.styled(text, f"${tone}"))

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "another game", "Enter": "start; a click does too"}

"""The lessons there are, one for each game, and how far one has come in them."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from ...core import AnyGame
from ...errors import NumduelError, sentence
from ...games import offered
from ...learning.lessons import Lesson
from ...storage import lesson_progress
from ..engine_worker import Stopped
from ..parts.panels import Unfocused, gauge
from .lesson import LessonScreen
from .page import Page

__all__ = ["LearnScreen"]

WIDTH = 18
"""Columns of a bar in the list."""


class Entries(OptionList):
    """The list of games; it has the focus always."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Start", key_display="Enter"),
    ]


class LearnScreen(Page):
    """A lesson for each game, and how far one has come in it."""

    CSS_PATH = "learn.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        *Page.KEYS,
    ]

    class Read(Message):
        """A lesson has been read, or cannot be."""

        def __init__(self, id: str, lesson: Lesson | str) -> None:
            super().__init__()
            self.id = id
            self.lesson = lesson

    def __init__(self) -> None:
        super().__init__()
        self._kinds = offered()
        self._lessons: dict[str, Lesson | str] = {}
        """By the games' ids; in the place of one that cannot be read, why not."""

    def compose(self) -> ComposeResult:
        yield Static("Learn a game", id="heading")
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield Entries(*(Option("") for _ in self._kinds), id="lessons")
                yield Static(id="said")
            with Unfocused(id="side"):
                yield Static(id="about")
        yield Footer()

    def on_mount(self) -> None:
        listed = self.query_one(OptionList)
        listed.highlighted = 0
        self.set_focus(listed)
        self._read()

    def on_screen_resume(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    @work(thread=True, exclusive=True, group="reading")
    def _read(self) -> None:
        from ...learning.lessons import lesson

        for kind in self._kinds:
            read: Lesson | str
            try:
                read = self.app.engine.ask(
                    lambda engine, budget, id=kind.id: lesson(id)  # type: ignore[misc]
                )
            except Stopped:
                return
            except NumduelError as error:
                read = sentence(error)
            self.post_message(self.Read(kind.id, read))

    @on(Read)
    def _was_read(self, event: Read) -> None:
        self._lessons[event.id] = event.lesson
        self.show()

    # ---- showing

    def show(self) -> None:
        """Everything as it is now."""
        done, listed = lesson_progress.load(), self.query_one(OptionList)
        for number, kind in enumerate(self._kinds):
            line = self._line(kind, done.get(kind.id, 0))
            aired = Content.assemble("\n", line, "\n") if self.has_class("-tall") else line
            listed.replace_option_prompt_at_index(number, aired)
        self._show_about()

    @property
    def _tick(self) -> str:
        return "*" if self.app.settings.ascii else "✓"

    def _line(self, kind: type[AnyGame], done: int) -> Content:
        title = (kind.title, "bold")
        match self._lessons.get(kind.id):
            case None:
                return Content.assemble(title, ("\nreading …", "$quiet"))
            case Lesson() as lesson:
                steps = len(lesson.steps)
                bar = gauge(min(done, steps), steps, WIDTH, is_ascii=self.app.settings.ascii)
                return Content.assemble(
                    title, "\n", (bar, "$primary"), (f"  {self._state(done, steps)}", "$quiet")
                )
        return Content.assemble(title, ("\nThis lesson cannot be given.", "$error"))

    def _state(self, done: int, steps: int) -> str:
        if done >= steps:
            return f"{self._tick} finished, {steps} steps"
        return f"{done} of {steps} steps" if done else f"{steps} steps"

    @on(OptionList.OptionHighlighted)
    def _show_about(self) -> None:
        """What the lesson under the cursor is about, step by step."""
        kind = self._pointed
        lesson, done = self._lessons.get(kind.id), lesson_progress.load().get(kind.id, 0)
        parts: list[str | tuple[str, str]] = [(f"{kind.title}\n\n", "bold $primary")]
        if isinstance(lesson, Lesson):
            parts.append(f"{lesson.opening}\n\n")
            for number, step in enumerate(lesson.steps):
                sign = self._tick if number < done else " "
                parts += [(f"{sign} ", "bold $success"), f"{step.title}\n"]
        else:
            parts += [f"{kind.summary}\n\n", (lesson or "", "$error")]
        self.query_one("#about", Static).update(Content.assemble(*parts))

    @property
    def _pointed(self) -> type[AnyGame]:
        return self._kinds[self.query_one(OptionList).highlighted or 0]

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

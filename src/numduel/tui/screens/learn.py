"""The list of lessons, with the learner's progress."""

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
from ...learning.lessons import Lesson, Topic, lesson, lesson_id, topics
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
        self._listed = [(kind, topic) for kind in offered() for topic in topics(kind)]
        self._lessons: dict[str, Lesson | str] = {}
        """Lessons by id; the error message for one that can't be loaded."""

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
        for kind, topic in self._listed:
            id = lesson_id(kind.id, topic.id)
            try:
                task.post(self._add, id, lesson(id))
            except NumduelError as error:
                task.post(self._add, id, as_sentence(error))

    def _add(self, id: str, lesson: Lesson | str) -> None:
        """Add a lesson, or the reason why it can't be loaded."""
        self._lessons[id] = lesson
        self.show()

    # ---- showing

    def show(self) -> None:
        """Update everything on the screen."""
        done = lesson_progress.load()
        entries = [self._entry(kind, topic, done) for kind, topic in self._listed]
        is_spacious = self.list.size.height >= 4 * len(entries)  # two lines, and one on each side
        self.list.show(entries, is_spacious=is_spacious)
        self._show_about()

    def _entry(self, kind: type[AnyGame], topic: Topic, progress: dict[str, int]) -> Content:
        id = lesson_id(kind.id, topic.id)
        gap = "\n" if self._is_narrow else "  "
        title = Content.assemble((kind.title, "bold"), f"{gap}{topic.name}")
        match self._lessons.get(id):
            case None:
                return Content.assemble(
                    title, ("  …" if self._is_narrow else "\nLoading …", "$quiet")
                )
            case Lesson() as found:
                done, steps = min(progress.get(id, 0), len(found.steps)), len(found.steps)
                if self._is_narrow:
                    sign = to_display(self, "✓ ") if done == steps else ""
                    return Content.assemble(title, (f"  {sign}{done}/{steps}", "$quiet"))
                state = self._state(done, steps)
                room = self.list.content_size.width - len(state) - 4  # padding, and a gap
                width = WIDTH if room <= 0 else min(WIDTH, room)
                bar = to_display(self, draw_gauge(done, steps, width))
                return Content.assemble(title, "\n", (bar, "$primary"), (f"  {state}", "$quiet"))
        problem = "  not loaded" if self._is_narrow else "\nThis lesson couldn't be loaded."
        return Content.assemble(title, (problem, "$error"))

    @property
    def _is_narrow(self) -> bool:
        """Whether the longest title and topic don't fit on one line of the list."""
        room = self.list.content_size.width - 2  # padding
        longest = max(len(f"{kind.title}  {topic.name}") for kind, topic in self._listed)
        return 0 < room < longest

    def _state(self, done: int, steps: int) -> str:
        if done >= steps:
            return to_display(self, f"✓ finished, {steps} steps")
        return f"{done} of {steps} steps" if done else f"{steps} steps"

    @on(OptionList.OptionHighlighted)
    def _show_about(self) -> None:
        """Show the steps of the selected lesson."""
        kind, topic = self._listed[self.list.highlighted or 0]
        id = lesson_id(kind.id, topic.id)
        found, done = self._lessons.get(id), lesson_progress.load().get(id, 0)
        title = found.title if isinstance(found, Lesson) else kind.title
        parts: list[TextPart] = [(f"{title}\n\n", "bold $primary")]
        if isinstance(found, Lesson):
            parts.append(f"{found.opening}\n\n")
            for number, step in enumerate(found.steps):
                sign = to_display(self, "✓") if number < done else " "
                parts += [(f"{sign} ", "bold $success"), f"{step.title}\n"]
        else:
            parts += [f"{kind.summary}\n\n", (found or "", "$error")]
        self.query_one("#about", Static).update(Content.assemble(*parts))

    # ---- choosing

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        kind, topic = self._listed[event.option_index]
        found = self._lessons.get(lesson_id(kind.id, topic.id))
        if isinstance(found, Lesson):
            self.show_message("")
            self.open(LessonScreen(found))
        elif found is None:
            self.show_message("Loading this lesson …")
        else:
            self.show_message(f"{found} To read the rules, press r during a game.", "error")

    def show_message(self, text: str, tone: str = "quiet") -> None:
        self.query_one("#message", Static).update(Content.styled(text, f"${tone}"))

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "select a lesson", "Enter": "start the lesson (or click)"}

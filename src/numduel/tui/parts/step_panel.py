"""The panel of a lesson: its progress, and the text of the current step."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from ...learning.lesson_run import LessonRun
from ...learning.lessons import Lesson
from .ascii_text import to_display
from .panels import ReadOnlyScroll, draw_gauge


class StepPanel(ReadOnlyScroll):
    """The progress of the lesson, the rule, and the task."""

    def __init__(self, run: LessonRun) -> None:
        super().__init__(id="step")
        self._run = run
        self._text = Static(id="step-text")

    def compose(self) -> ComposeResult:
        yield self._text

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        run = self._run
        done = run.index + (run.is_done and not run.is_finished)
        width = max(8, self.size.width - 2)
        bar = to_display(self, draw_gauge(done, len(run.lesson.steps), width))
        if run.is_finished:
            title, text, task = "Well done!", _completion_text(run.lesson), "Press Enter to play."
        else:
            title = f"{run.index + 1}. {run.step.title}"
            text, task = run.step.text, run.step.task
        self._text.update(
            Content.assemble(
                (f"{bar}\n", "$primary"),
                (f"{title}\n", "bold"),
                f"{text}\n\n",
                (task, "bold $accent"),
            )
        )


def _completion_text(lesson: Lesson) -> str:
    return (
        f"You finished all {len(lesson.steps)} steps. Now you know the rules of {lesson.title}.\n\n"
        "Start with an easy computer level. Hints are always available."
    )

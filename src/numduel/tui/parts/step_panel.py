"""The panel of a lesson: its progress, and the text of the current step."""

from __future__ import annotations

from textwrap import wrap

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from ...learning.lesson_run import LessonRun
from ...learning.lessons import next_topic
from ...views.lesson_text import describe_gain
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
        """Show the step; on a screen that is too small, without the bar and the empty line."""
        run = self._run
        if run.is_finished:
            title, text = "Well done!", f"{describe_gain(run.lesson)}\n\n{run.lesson.topic.advice}"
            following = next_topic(run.lesson)
            task = "Press Enter to play."
            if following is not None:
                task = f"Press Enter for the next lesson, {following.name}."
        else:
            title = f"{run.index + 1}. {run.step.title}"
            text, task = run.step.text, run.step.task
        is_small = self._count_lines(title, text, task) + 2 > self.size.height
        self._text.update(
            Content.assemble(
                ("" if is_small else f"{self._draw_bar()}\n", "$primary"),
                (f"{title}\n", "bold"),
                f"{text}\n" if is_small else f"{text}\n\n",
                (task, "bold $accent"),
            )
        )

    def _draw_bar(self) -> str:
        run = self._run
        done = run.index + (run.is_done and not run.is_finished)
        width = max(8, self.size.width - 2)
        return to_display(self, draw_gauge(done, len(run.lesson.steps), width))

    def _count_lines(self, *texts: str) -> int:
        width = max(8, self.size.width)
        lines = (line for text in texts for line in text.split("\n"))
        return sum(len(wrap(line, width)) or 1 for line in lines)

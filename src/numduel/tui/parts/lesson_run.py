"""A lesson in progress: the current step, what has been done, and the step's text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from ...core import Move
from ...errors import MoveError
from ...learning.lessons import Lesson, Step, Verdict
from ...play.match import Match
from ...play.reading import move_error
from ...storage import lesson_progress
from ...views.positions import moves_without_tile, picture
from .ascii_text import to_display
from .panels import ReadOnlyScroll, draw_gauge

FAILURES_BEFORE_ANSWER = 2
"""Number of failures after which the answer can be shown."""


class LessonRun:
    """A lesson in progress, from the first step that hasn't been done."""

    match: Match
    """The position of the current step."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._reached = min(lesson_progress.load().get(lesson.id, 0), len(lesson.steps))
        self.go_to(self._reached if self._reached < len(lesson.steps) else 0)

    def go_to(self, index: int) -> None:
        """Go to a step, counted from 0; the number of steps means the end."""
        self.index = index
        self.is_done = False
        """Whether the task of this step has been done."""
        self._failures = 0
        if not self.is_finished:
            self.match = self.step.match()

    @property
    def is_finished(self) -> bool:
        return self.index == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The current step; after the end, the last one."""
        return self.lesson.steps[min(self.index, len(self.lesson.steps) - 1)]

    @property
    def can_advance(self) -> bool:
        return not self.is_finished and (self.is_done or self.index < self._reached)

    @property
    def can_show_answer(self) -> bool:
        return self._failures >= FAILURES_BEFORE_ANSWER and not self.is_done

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, and the forbidden move to try if it has no tile."""
        if self.is_done or self.is_finished:
            return ()
        tried = self.step.do if self.step.attempt else ()
        return (*self.match.moves, *moves_without_tile(picture(self.match), tried))

    def make(self, move: Move) -> Verdict:
        """Return the verdict on a move, and play it if it is right; MoveError if it is illegal."""
        if move not in self.match.moves:
            raise move_error(self.match.game, self.match.state, move)
        verdict = self._count(self.step.judge_move(move))
        if verdict.outcome == "done":
            self.match.play(move)
        return verdict

    def refuse(self, error: MoveError) -> Verdict:
        """Return the verdict on an illegal move."""
        return self._count(self.step.judge_error(error))

    def _count(self, verdict: Verdict) -> Verdict:
        if verdict.outcome != "done":
            self._failures += 1
            return verdict
        self.is_done = True
        self._reached = max(self._reached, self.index + 1)
        return verdict

    def save(self) -> None:
        """Save that this step is done; OSError if that fails."""
        lesson_progress.keep(self.lesson.id, self.index + 1)


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

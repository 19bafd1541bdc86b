"""A learner's way through a lesson: which step it is, what has been done, and the step's text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from ...core import Move
from ...errors import MoveError
from ...learning.lessons import Lesson, Step, Verdict
from ...play.match import Match
from ...play.reading import refusal
from ...storage import lesson_progress
from ...views.positions import picture, without_tile
from .panels import Unfocused, gauge
from .plain_letters import signs

FAILURES = 2
"""After so many the answer can be shown."""


class LessonRun:
    """A lesson, from the first step that has not been done."""

    match: Match
    """The position of the step, in which the learner acts."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._reached = min(lesson_progress.load().get(lesson.id, 0), len(lesson.steps))
        self.go(self._reached if self._reached < len(lesson.steps) else 0)

    def go(self, place: int) -> None:
        """To another step, counted from 0; as many as there are when all are done."""
        self.place = place
        self.is_done = False
        """Whether what this step asks for has been done."""
        self._failures = 0
        if not self.is_finished:
            self.match = self.step.match()

    @property
    def is_finished(self) -> bool:
        return self.place == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The step on the table; after the end the last one still lies there."""
        return self.lesson.steps[min(self.place, len(self.lesson.steps) - 1)]

    @property
    def can_go_on(self) -> bool:
        return not self.is_finished and (self.is_done or self.place < self._reached)

    @property
    def can_show_answer(self) -> bool:
        return self._failures >= FAILURES and not self.is_done

    @property
    def moves(self) -> tuple[Move, ...]:
        """What may be chosen, and the forbidden move that is to be tried, if no tile is for it."""
        if self.is_done or self.is_finished:
            return ()
        tried = self.step.do if self.step.attempt else ()
        return (*self.match.moves, *without_tile(picture(self.match), tried))

    def make(self, move: Move) -> Verdict:
        """Return what the lesson says to a move; the right one is made, MoveError if none is."""
        if move not in self.match.moves:
            raise refusal(self.match.game, self.match.state, move)
        verdict = self._counted(self.step.allowed(move))
        if verdict.outcome == "done":
            self.match.play(move)
        return verdict

    def refuse(self, error: MoveError) -> Verdict:
        """Return what the lesson says to something that is no legal move."""
        return self._counted(self.step.refused(error))

    def _counted(self, verdict: Verdict) -> Verdict:
        if verdict.outcome != "done":
            self._failures += 1
            return verdict
        self.is_done = True
        self._reached = max(self._reached, self.place + 1)
        return verdict

    def keep(self) -> None:
        """This step is done, also on disk; OSError if that cannot be written."""
        lesson_progress.keep(self.lesson.id, self.place + 1)


class StepPanel(Unfocused):
    """How far the lesson is, the rule, and what to do."""

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
        done = run.place + (run.is_done and not run.is_finished)
        width = max(8, self.size.width - 2)
        bar = signs(self, gauge(done, len(run.lesson.steps), width))
        if run.is_finished:
            title, text, task = "Well done!", _praise(run.lesson), "Enter plays it now."
        else:
            title = f"{run.place + 1}. {run.step.title}"
            text, task = run.step.text, run.step.task
        self._text.update(
            Content.assemble(
                (f"{bar}\n", "$primary"),
                (f"{title}\n", "bold"),
                f"{text}\n\n",
                (task, "bold $accent"),
            )
        )


def _praise(lesson: Lesson) -> str:
    return (
        f"You have done all {len(lesson.steps)} steps, and know the rules of {lesson.title}.\n\n"
        "Against the computer you can begin as gently as you like, and there is always a hint."
    )

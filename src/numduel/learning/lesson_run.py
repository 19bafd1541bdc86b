"""A lesson in progress: the current step, and what has been done."""

from __future__ import annotations

from ..core import AnyGame, Move
from ..errors import MoveError
from ..play.match import Match
from ..play.reading import move_error
from ..storage import lesson_progress
from .lessons import Lesson, Step, Verdict, lesson, lesson_ids

FAILURES_BEFORE_ANSWER = 2
"""Number of failures after which the answer can be shown."""


def current_lesson(kind: type[AnyGame]) -> Lesson:
    """Return a game's first lesson that isn't finished; its first one if all are."""
    lessons, done = list(map(lesson, lesson_ids(kind))), lesson_progress.load()
    unfinished = (each for each in lessons if done.get(each.id, 0) < len(each.steps))
    return next(unfinished, lessons[0])


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

    def make(self, move: Move) -> Verdict:
        """Return the verdict on a move, and play it if it is right; MoveError if it is illegal."""
        if move not in self.match.moves:
            raise move_error(self.match.game, self.match.state, move)
        verdict = self._count(self.step.judge_move(move))
        if verdict.outcome == "done":
            self.match.play(move)
        return verdict

    def answer(self, text: str) -> Verdict:
        """Return the verdict on a typed answer, and play the move if it is right."""
        try:
            return self.make(self.match.read(text))
        except MoveError as error:
            return self.refuse(error)

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

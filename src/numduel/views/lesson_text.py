"""Lessons as text and as JSON: progress, and what comes after the last step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..errors import counted
from ..games import find

if TYPE_CHECKING:
    from ..learning.lessons import Lesson
    from .shapes import reports


def describe_progress(lesson: Lesson, done: int) -> str:
    """Return how far a learner is: "3 of 7 steps done"."""
    steps = len(lesson.steps)
    if done >= steps:
        return f"all {steps} steps done"
    return f"{done} of {counted(steps, 'step')} done" if done else counted(steps, "step")


def describe_gain(lesson: Lesson) -> str:
    """Return what the learner has done after the last step, and knows now."""
    gain = lesson.topic.gain.format(title=find(lesson.game).title)
    return f"You finished all {len(lesson.steps)} steps. {gain}"


def lessons_json(lessons: Iterable[Lesson], done: Mapping[str, int]) -> reports.Lessons:
    """Return lessons as JSON: what each step teaches and asks, and how many steps are done."""
    return {
        "lessons": [
            {
                "id": lesson.id,
                "game": lesson.game,
                "name": lesson.topic.name,
                "title": lesson.title,
                "opening": lesson.opening,
                "done": min(done.get(lesson.id, 0), len(lesson.steps)),
                "steps": [
                    {"title": step.title, "text": step.text.split("\n\n"), "task": step.task}
                    for step in lesson.steps
                ],
            }
            for lesson in lessons
        ]
    }

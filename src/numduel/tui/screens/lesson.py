"""One lesson: rules step by step, each on a position in which the learner acts."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ...core import Move
from ...games import find
from ...learning.lessons import Lesson, Step, Verdict
from ...storage import lesson_progress
from ..parts.panels import Unfocused, gauge
from .table import Table

__all__ = ["LessonScreen"]

FAILURES = 2
"""After so many the answer can be shown."""


class LessonScreen(Table):
    """One step after the other: a rule, a position, and something to be done there."""

    CSS_PATH = "learn.tcss"
    BESIDE = "step"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "Go on", key_display="Enter", tooltip="the next step; n does too"),
        Binding("s", "show_answer", "Show me", tooltip="the right thing, done for you"),
        Binding("b", "back", "Step back", tooltip="the step before"),
        Binding("p", "play", "Play", key_display="Enter", tooltip="play this game; p does too"),
        Binding("z", "puzzle", "A puzzle", tooltip="puzzles of this game"),
        *Table.KEYS,
    ]

    def __init__(self, lesson: Lesson) -> None:
        """A lesson, from the first step that has not been done."""
        self.lesson = lesson
        self.place = 0
        """Which step it is, from 0; as many as there are when all are done."""
        self._reached = min(lesson_progress.load().get(lesson.id, 0), len(lesson.steps))
        if self._reached < len(lesson.steps):
            self.place = self._reached
        super().__init__(self.step.match())
        self.is_done = False
        """Whether what this step asks for has been done."""
        self._failures = 0

    @property
    def is_finished(self) -> bool:
        return self.place == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The step on the table; after the end the last one still lies there."""
        return self.lesson.steps[min(self.place, len(self.lesson.steps) - 1)]

    # ---- what is shown

    def compose_beside(self) -> ComposeResult:
        yield from super().compose_beside()
        with Unfocused(id="step"):
            yield Static(id="step-text")

    def on_mount(self) -> None:
        self.say(self.step.task, "accent")

    @property
    def heading(self) -> str:
        steps = len(self.lesson.steps)
        where = "finished" if self.is_finished else f"step {self.place + 1} of {steps}"
        return f"{self.lesson.title}  ·  a lesson  ·  {where}"

    @property
    def moves(self) -> tuple[Move, ...]:
        """What may be chosen, and the forbidden move that is to be tried, if no tile is for it."""
        if self.is_done or self.is_finished:
            return ()
        rows = self.match.game.picture(self.match.state).rows
        tiled = {tile.move for row in rows for tile in row}
        tried = self.step.do if self.step.attempt else ()
        return (*self.match.moves, *(move for move in tried if move not in tiled))

    @property
    def prompt(self) -> str:
        if self.is_finished:
            return ""
        return "Enter goes on." if self.is_done else super().prompt

    def instead(self) -> dict[str, str]:
        if self.is_finished:
            return {"p": "play it now", **({"z": "a puzzle"} if self._has_puzzles else {})}
        return {"n": "go on"} if self.is_done else {}

    def show(self) -> None:
        super().show()
        self._show_step()

    def on_resize(self) -> None:
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self._show_step()
        # Where the rule moves from below the board to beside it, the board is measured too early.
        self.board.refresh(layout=True)

    def _show_step(self) -> None:
        self.query_one("#step-text", Static).update(self._text())

    def _text(self) -> Content:
        steps = len(self.lesson.steps)
        done = self.place + (self.is_done and not self.is_finished)
        width = max(8, self.query_one("#step").size.width - 2)
        bar = gauge(done, steps, width, is_ascii=self.app.settings.ascii)
        if self.is_finished:
            title, text, task = "Well done!", _praise(self.lesson), "Enter plays it now."
        else:
            title = f"{self.place + 1}. {self.step.title}"
            text, task = self.step.text, self.step.task
        return Content.assemble(
            (f"{bar}\n\n", "$primary"),
            (f"{title}\n\n", "bold"),
            f"{text}\n\n",
            (task, "bold $accent"),
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play":
            return self.is_finished
        if action == "puzzle":
            return self.is_finished and self._has_puzzles
        if action == "next":
            return not self.is_finished and (self.is_done or self.place < self._reached)
        if action == "show_answer":
            return self._failures >= FAILURES and not self.is_done
        return action != "back" or self.place > 0

    # ---- doing what is asked

    def _takes(self, event: events.Key) -> bool:
        is_board = self.typed is None and self.focused in (self.board, None)
        if is_board and event.key in ("enter", "space") and (self.is_done or self.is_finished):
            if self.is_finished:
                self.action_play()
            else:
                self.action_next()
            return True
        return super()._takes(event)

    def choose(self, text: str, number: int | None = None) -> None:
        if self.is_finished:
            self.say("The lesson is over. Enter plays the game, Esc goes back.")
        elif self.is_done:
            self.say("That is done. Enter goes on.")
        else:
            verdict = self.step.judge(self.match, text)
            if number is None and verdict.move is not None:
                number = self.board.number_of(verdict.move)
            self._answer(verdict, number)

    def _answer(self, verdict: Verdict, number: int | None) -> None:
        if verdict.outcome == "done":
            self._go_on(verdict, number)
            return
        self._failures += 1
        more = " The answer comes with s." if self._failures >= FAILURES else ""
        if verdict.outcome == "refused":
            self.refuse(verdict.text + more, number)
        else:
            self.board.refuse(None)
            self.say(verdict.text + more, "warning")
        self._show_choices()  # s is a key of the screen's now
        self.refresh_bindings()

    def _go_on(self, verdict: Verdict, number: int | None) -> None:
        """What was asked for has been done: show what it has made of the position."""
        self.is_done = True
        if not self.step.attempt and verdict.move is not None:
            self.match.play(verdict.move)
        self._keep()
        self.show()
        if self.step.attempt:
            self.board.refuse(number)
        self.say(verdict.text, "success")
        self.refresh_bindings()

    def _keep(self) -> None:
        self._reached = max(self._reached, self.place + 1)
        try:
            lesson_progress.keep(self.lesson.id, self.place + 1)
        except OSError as error:
            why = error.strerror or str(error)
            self.app.warn(f"Your progress cannot be kept in {lesson_progress.file()}: {why}.")

    def action_show_answer(self) -> None:
        move = self.step.do[0]
        self._answer(self.step.judge(self.match, move), self.board.number_of(move))

    # ---- from step to step

    def action_next(self) -> None:
        if not self.is_finished:
            self._turn_to(self.place + 1)

    def action_back(self) -> None:
        self._turn_to(self.place - 1)

    def _turn_to(self, place: int) -> None:
        self.place, self.is_done, self._failures = place, False, 0
        if not self.is_finished:
            self.match = self.step.match()
        self.board.point(None)
        self.show()
        self.query_one("#step").scroll_home(animate=False)
        self.say(self.step.task if not self.is_finished else "That was the last step.", "accent")
        self.refresh_bindings()

    # ---- afterwards

    def action_play(self) -> None:
        from .setup import SetupScreen

        self.open(SetupScreen(find(self.lesson.id)))

    @cached_property
    def _has_puzzles(self) -> bool:
        from ...engine.teaching.puzzles import with_puzzles

        return find(self.lesson.id) in with_puzzles()

    def action_puzzle(self) -> None:
        from .puzzles import PuzzlesScreen

        self.open(PuzzlesScreen(find(self.lesson.id)))


def _praise(lesson: Lesson) -> str:
    return (
        f"You have done all {len(lesson.steps)} steps, and know the rules of {lesson.title}.\n\n"
        "Against the computer you can begin as gently as you like, and there is always a hint."
    )

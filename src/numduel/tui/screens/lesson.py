"""One lesson: rules step by step, each on a position in which the learner acts."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ...core import Move
from ...errors import MoveError
from ...games import find
from ...learning.lessons import Lesson, Verdict
from ...storage import files, lesson_progress
from ...views.match_view import MatchView
from ..parts.lesson_run import LessonRun, StepPanel
from ..parts.side_panel import SidePanel
from .board_page import BoardPage


class LessonScreen(BoardPage):
    """One step after the other: a rule, a position, and something to be done there.

    It has many methods, with those of a BoardPage: five of them are what one key does.
    """

    CSS_PATH = "learn.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "Go on", key_display="Enter", tooltip="the next step; n does too"),
        Binding("s", "show_answer", "Show me", tooltip="the right thing, done for you"),
        Binding("b", "back", "Step back", tooltip="the step before"),
        Binding("p", "play", "Play", key_display="Enter", tooltip="play this game; p does too"),
        Binding("z", "puzzle", "A puzzle", tooltip="puzzles of this game"),
        *BoardPage.KEYS,
    ]

    def __init__(self, lesson: Lesson) -> None:
        """A lesson, from the first step that has not been done."""
        self.run = LessonRun(lesson)
        self._step_panel = StepPanel(self.run)
        super().__init__(self.run.match, SidePanel(self._step_panel, first="step"))

    # ---- what is shown

    def on_mount(self) -> None:
        self.table.say(self.run.step.task, "accent")

    @property
    def heading(self) -> str:
        run, steps = self.run, len(self.run.lesson.steps)
        where = "finished" if run.is_finished else f"step {run.place + 1} of {steps}"
        return f"{run.lesson.title}  ·  a lesson  ·  {where}"

    def view(self) -> MatchView:
        seen = super().view()._replace(choices=self.run.moves)
        if self.run.is_finished:
            return seen._replace(prompt="")
        return seen._replace(prompt="Enter goes on.") if self.run.is_done else seen

    def buttons(self) -> dict[str, str]:
        if self.run.is_finished:
            puzzle = {"z": "a puzzle"} if self._has_puzzles else {}
            return {"p": "play it now", **puzzle}
        return {"n": "go on"} if self.run.is_done else {}

    def show(self) -> None:
        self.match = self.run.match
        super().show()
        self._step_panel.show()

    def on_resize(self) -> None:
        # Where the rule moves from below the board to beside it, the board is measured too early.
        self.call_after_refresh(self.board.refresh, layout=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play":
            return self.run.is_finished
        if action == "puzzle":
            return self.run.is_finished and self._has_puzzles
        if action == "next":
            return self.run.can_go_on
        if action == "show_answer":
            return self.run.can_show_answer
        return action != "back" or self.run.place > 0

    # ---- doing what is asked

    async def takes(self, event: events.Key) -> bool:
        if self.table.is_on_board and event.key in ("enter", "space"):
            if self.run.is_finished:
                self.action_play()
                return True
            if self.run.is_done:
                self.action_next()
                return True
        return await super().takes(event)

    @property
    def closed(self) -> str | None:
        if self.run.is_finished:
            return "The lesson is over. Enter plays the game, Esc goes back."
        return "That is done. Enter goes on." if self.run.is_done else None

    def make(self, move: Move) -> None:
        self._hear(self.run.make(move))

    def refuse(self, error: MoveError, tile: int | None = None) -> None:
        self._hear(self.run.refuse(error), tile)

    def _hear(self, verdict: Verdict, tile: int | None = None) -> None:
        """What the lesson says to something that was done."""
        if tile is None and verdict.move is not None:
            tile = self.board.number_of(verdict.move)
        more = " The answer comes with s." if self.run.can_show_answer else ""
        if verdict.outcome == "done":
            self._keep()
            self.show()
            if self.run.step.attempt:
                self.board.refuse(tile)
            self.table.say(verdict.text, "success")
        elif verdict.outcome == "refused":
            self.table.refuse(verdict.text + more, tile)
        else:
            self.board.refuse(None)
            self.table.say(verdict.text + more, "warning")
        self.refresh_bindings()

    def _keep(self) -> None:
        try:
            self.run.keep()
        except OSError as error:
            why = files.reason(error)
            self.app.warn(f"Your progress cannot be kept in {lesson_progress.file()}: {why}.")

    def action_show_answer(self) -> None:
        self.choose(self.run.step.do[0])

    # ---- from step to step

    def action_next(self) -> None:
        if not self.run.is_finished:
            self._turn_to(self.run.place + 1)

    def action_back(self) -> None:
        self._turn_to(self.run.place - 1)

    def _turn_to(self, place: int) -> None:
        self.run.go(place)
        self.board.point(None)
        self.show()
        self._step_panel.scroll_home(animate=False)
        words = "That was the last step." if self.run.is_finished else self.run.step.task
        self.table.say(words, "accent")
        self.refresh_bindings()

    # ---- afterwards

    def action_play(self) -> None:
        from .setup import SetupScreen

        self.open(SetupScreen(find(self.run.lesson.id)))

    @cached_property
    def _has_puzzles(self) -> bool:
        from ...engine.teaching.puzzles import with_puzzles

        return find(self.run.lesson.id) in with_puzzles()

    def action_puzzle(self) -> None:
        from .puzzles import PuzzlesScreen

        self.open(PuzzlesScreen(find(self.run.lesson.id)))

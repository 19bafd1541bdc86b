"""A lesson: one rule or idea at a time, each with a position to act in."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ...core import Move
from ...errors import MoveError, NumduelError, as_sentence
from ...games import find
from ...learning.lesson_run import LessonRun
from ...learning.lessons import Lesson, Verdict, lesson, lesson_id, next_topic
from ...storage import files, lesson_progress
from ...views.match_view import MatchView
from ...views.narration import Narration, Reader
from ...views.positions import moves_without_tile, picture
from ..parts.side_panel import SidePanel
from ..parts.step_panel import StepPanel
from .board_page import BoardPage


class LessonScreen(BoardPage):
    """The steps of a lesson: a rule, a position, and a task.

    It has many methods with those of BoardPage; six of them are actions of keys.
    """

    CSS_PATH = "learn.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next", "Next step", key_display="Enter", tooltip="next step (also n)"),
        Binding("s", "show_answer", "Show answer", tooltip="show the answer"),
        Binding("b", "back", "Previous step", tooltip="previous step"),
        Binding("l", "next_lesson", "Next lesson", tooltip="next lesson of this game"),
        Binding("p", "play", "Play", tooltip="play this game"),
        Binding("z", "puzzle", "Puzzles", tooltip="solve puzzles of this game"),
        *BoardPage.KEYS,
    ]

    def __init__(self, lesson: Lesson) -> None:
        """Start at the first step that hasn't been done."""
        self.run = LessonRun(lesson)
        self._step_panel = StepPanel(self.run)
        super().__init__(self.run.match, SidePanel(self._step_panel, first="step"))

    # ---- showing

    def on_mount(self) -> None:
        self.panel.show_message(self.run.step.task, "accent")

    @property
    def heading(self) -> str:
        run, steps = self.run, len(self.run.lesson.steps)
        where = "finished" if run.is_finished else f"step {run.index + 1} of {steps}"
        return f"{run.lesson.title}  ·  lesson  ·  {where}"

    def view(self) -> MatchView:
        view = super().view()._replace(choices=self.lesson_moves)
        if self.run.is_finished:
            return view._replace(prompt="")
        if self.run.is_done:
            return view._replace(prompt="Press Enter for the next step.")
        player = self.match.player  # the learner moves for both players
        reader = Reader.SHARED if player is None else Reader.of([player])
        return view._replace(prompt=Narration(self.match, reader=reader).prompt())

    @property
    def lesson_moves(self) -> tuple[Move, ...]:
        """The legal moves, and the forbidden move to try if it has no tile."""
        run = self.run
        if run.is_done or run.is_finished:
            return ()
        tried = run.step.do if run.step.attempt else ()
        return (*run.match.moves, *moves_without_tile(picture(run.match), tried))

    def buttons(self) -> dict[str, str]:
        if self.run.is_finished:
            puzzle = {"z": "Puzzles"} if self._has_puzzles else {}
            following = {"l": "Next lesson"} if next_topic(self.run.lesson) else {}
            return {**following, "p": "Play now", **puzzle}
        return {"n": "Next step"} if self.run.is_done else {}

    def show(self) -> None:
        self.match = self.run.match
        super().show()
        self._step_panel.show()

    def on_resize(self) -> None:
        # If the rule moves from below the board to beside it, the board is measured too early.
        self.call_after_refresh(self.board.refresh, layout=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play":
            return self.run.is_finished
        if action == "next_lesson":
            return self.run.is_finished and next_topic(self.run.lesson) is not None
        if action == "puzzle":
            return self.run.is_finished and self._has_puzzles
        if action == "next":
            return self.run.can_advance
        if action == "show_answer":
            return self.run.can_show_answer
        return action != "back" or self.run.index > 0

    # ---- doing the task

    async def process_key(self, event: events.Key) -> bool:
        if self.panel.is_on_board and event.key in ("enter", "space"):
            if self.run.is_finished:
                if next_topic(self.run.lesson):
                    self.action_next_lesson()
                else:
                    self.action_play()
                return True
            if self.run.is_done:
                self.action_next()
                return True
        return await super().process_key(event)

    @property
    def blocked_reason(self) -> str | None:
        if self.run.is_finished:
            return "The lesson is over. Press Enter to continue, Esc to go back."
        return "Done. Press Enter for the next step." if self.run.is_done else None

    def make(self, move: Move) -> None:
        self._show_verdict(self.run.make(move))

    def refuse(self, error: MoveError, tile: int | None = None) -> None:
        self._show_verdict(self.run.refuse(error), tile)

    def _show_verdict(self, verdict: Verdict, tile: int | None = None) -> None:
        """Show the lesson's verdict on a move."""
        if tile is None and verdict.move is not None:
            tile = self.board.tile_of_move(verdict.move)
        more = " Press s for the answer." if self.run.can_show_answer else ""
        if verdict.outcome == "done":
            self._save_progress()
            self.show()
            if self.run.step.attempt:
                self.board.mark_refused(tile)
            self.panel.show_message(verdict.text, "success")
        elif verdict.outcome == "refused":
            self.panel.refuse(verdict.text + more, tile)
        else:
            self.board.mark_refused(None)
            self.panel.show_message(verdict.text + more, "warning")
        self.refresh_bindings()

    def _save_progress(self) -> None:
        try:
            self.run.save()
        except OSError as error:
            why = files.reason(error)
            self.app.warn(f"Progress couldn't be saved to {lesson_progress.file()}: {why}.")

    def action_show_answer(self) -> None:
        self.choose(self.run.step.do[0])

    # ---- navigation

    def action_next(self) -> None:
        if not self.run.is_finished:
            self._go_to_step(self.run.index + 1)

    def action_back(self) -> None:
        self._go_to_step(self.run.index - 1)

    def _go_to_step(self, index: int) -> None:
        self.run.go_to(index)
        self.board.move_cursor(None)
        self.show()
        self._step_panel.scroll_home(animate=False)
        text = "That was the last step." if self.run.is_finished else self.run.step.task
        self.panel.show_message(text, "accent")
        self.refresh_bindings()

    # ---- afterwards

    def action_next_lesson(self) -> None:
        topic = next_topic(self.run.lesson)
        if topic is None:
            return
        try:
            following = lesson(lesson_id(self.run.lesson.game, topic.id))
        except NumduelError as error:  # a broken page
            self.panel.show_message(as_sentence(error), "error")
            return
        self.app.switch_screen(LessonScreen(following))

    def action_play(self) -> None:
        from .setup import SetupScreen

        self.open(SetupScreen(find(self.run.lesson.game)))

    @cached_property
    def _has_puzzles(self) -> bool:
        from ...engine.teaching.puzzles import with_puzzles

        return find(self.run.lesson.game) in with_puzzles()

    def action_puzzle(self) -> None:
        from .puzzles import PuzzlesScreen

        self.open(PuzzlesScreen(find(self.run.lesson.game)))

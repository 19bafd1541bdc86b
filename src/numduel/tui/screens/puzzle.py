"""A puzzle, solved move by move against best play; wrong moves are refuted on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ...core import Move, Player
from ...errors import NumduelError, as_sentence
from ...play.match import Match
from ...views.match_view import MatchView
from ...views.practice_text import format_session
from ..parts.playback import Playback
from ..parts.puzzle_run import MoveResult, PuzzleRun
from ..parts.puzzle_search import MissedWins, PuzzleSeries, search
from .board_page import BoardPage

if TYPE_CHECKING:
    from ...engine.teaching.puzzles import Puzzle


class PuzzleScreen(BoardPage):
    """A position to win, and its solution move by move.

    It has many methods because it has many keys; eight of them are actions of keys.
    """

    CSS_PATH = "puzzles.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "try_again", "Try again", tooltip="undo the wrong move"),
        Binding("h", "help", "Hint", tooltip="get a hint; again for a stronger one"),
        Binding("right", "forward", "Step", key_display="→", tooltip="next move of the line"),
        Binding("left", "backward", show=False, tooltip="previous move of the line"),
        Binding("p", "play_out", "Play line", tooltip="play the whole line, or stop"),
        Binding("a", "answer", "Answer", tooltip="show the answer; gives up an open puzzle"),
        Binding("n", "next", "Next", tooltip="next puzzle"),
        Binding("y", "copy", "Copy result", tooltip="copy the result of the daily puzzle"),
        Binding("g", "grade", "Grade", tooltip="change the grade of the next puzzles"),
        *BoardPage.KEYS,
    ]

    def __init__(
        self, puzzle: Puzzle, day: str | None = None, series: PuzzleSeries | None = None
    ) -> None:
        """`day` is the date of a daily puzzle; `series` finds the puzzles that follow."""
        super().__init__(Match.replay(puzzle.game, puzzle.moves))
        self.series = series or PuzzleSeries()
        self.playback = Playback(self, self._show_line)
        self._start(puzzle, day)

    def _start(self, puzzle: Puzzle, day: str | None) -> None:
        """Start a new puzzle."""
        self.run = PuzzleRun(puzzle, day)
        self.match = Match.replay(puzzle.game, puzzle.moves)
        self._is_waiting = self._is_confirming = False

    # ---- showing

    @property
    def heading(self) -> str:
        puzzle, session = self.run.puzzle, self.series.session
        what = f"daily puzzle, {self.run.day}" if self.run.day else "puzzle"
        parts = [puzzle.game.title, what, puzzle.grade]
        if session.tally.tried and not self.run.day:
            parts.append(format_session(session.tally, session.in_a_row))
        return "  ·  ".join(parts)

    def log_lines(self, view: MatchView) -> list[str]:
        return self.run.log

    def view(self) -> MatchView:
        view = super().view()
        if self._is_waiting:
            return view._replace(choices=())
        if not self.run.is_settled:
            return view._replace(prompt=self.run.address(view.prompt))
        playback = self.playback
        title = "Refutation" if self.run.refuted else "Solution"
        prompt = f"{title}: move {playback.index} of {len(playback.moves)}"
        if playback.index:
            ply = self.match.plies[-1]
            assert isinstance(ply.player, Player), "nothing is drawn in a puzzle"
            prompt += f", {ply.player.token} {ply.move}"
        return view._replace(choices=(), prompt=prompt)

    def buttons(self) -> dict[str, str]:
        if self._is_waiting or not self.run.is_settled:
            return {}
        if self.run.refuted:
            return {"t": "Try again", "right": "Next move"}
        return {"right": "Next move", "n": "Next puzzle"}

    def show(self) -> None:
        super().show()
        attempt = self.run.attempt
        if not (attempt.made or self.run.remarks or self.run.is_settled):
            self.panel.show_message(self.run.question, "accent")
        if attempt.is_over and not self.playback.index:
            self.panel.show_values(self.run.puzzle.report.moves)

    def _show_line(self) -> None:
        """Show the current position of the playback."""
        self.match = Match.replay(
            self.run.puzzle.game, (*self.run.puzzle.moves, *self.playback.played)
        )
        self.show()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "help":
            return not self.run.is_settled
        if action == "try_again":
            return self.run.refuted is not None
        if action == "play_out":
            return self.run.is_settled and self.app.settings.animation
        if action in ("forward", "backward", "next"):
            return self.run.is_settled
        if action == "copy":
            return bool(self.run.day) and self.run.attempt.is_solved
        return True

    # ---- keys

    async def process_key(self, event: events.Key) -> bool:
        if event.key != "p":
            self.playback.stop()
        if event.key != "a":
            self._is_confirming = False
        if self.run.is_settled and self.panel.is_on_board:
            if event.key in ("enter", "space"):
                self.action_try_again() if self.run.refuted else self.action_forward()
                return True
            if event.key in ("left", "right"):  # there is no move to select
                return await self.press(event.key)
        return await super().process_key(event)

    # ---- answering

    @property
    def blocked_reason(self) -> str | None:
        if self.run.attempt.is_over:
            return "This puzzle is over. Step through the moves, or press n for the next one."
        if self.run.refuted is not None:
            return "Your move doesn't win. Press t to try another."
        return "" if self._is_waiting else None

    def make(self, move: Move) -> None:
        self.match.play(move)
        run, made = self.run, (*self.run.attempt.made, move)
        self._is_waiting = True
        self.playback.follow(made, len(made))
        self.panel.show_message("Analysing …", "quiet")
        self.background.ask(
            "asking", lambda engine, budget: run.try_move(engine, move, budget), self._tried
        )

    def _tried(self, tried: MoveResult) -> None:
        answer, made = tried.answer, self.run.attempt.made
        counted = self.run.take(tried, self.series)
        self._is_waiting = False
        text = self.run.address(answer.text)
        if answer.is_right:
            made = self.run.attempt.made
            self.playback.follow(made, len(made))
            self.panel.show_message(f"{text} {counted}".strip(), "success")
        else:
            self.run.refuted = answer.move
            self.run.remarks += filter(None, [counted])
            self.playback.follow((*made, *tried.line), len(made) + 1 + len(answer.reply))
            self.panel.show_message(f"{text} Press t to try again.", "warning")

    def action_copy(self) -> None:
        self.app.copy_to_clipboard("\n".join(self.run.result))
        self.notify("Copied. The text doesn't reveal the solution.", timeout=3)

    def action_try_again(self) -> None:
        self.run.refuted = None
        self.playback.follow(self.run.attempt.made, len(self.run.attempt.made))
        self.panel.show_message("Another move wins for you. Which one?", "accent")

    # ---- help

    def action_help(self) -> None:
        if self._is_waiting:  # one after the other
            return
        self._is_waiting = True
        self.panel.show_message("Finding a hint …", "quiet")
        run, number = self.run, self.run.hints_given
        run.hints_given += 1

        def show_hint(text: str | None) -> None:
            from ...engine.teaching.solution import NO_MORE_HINTS

            self._is_waiting = False
            run.attempt.hints += text is not None
            hint = run.address(text or NO_MORE_HINTS)
            run.remarks += [hint] if text else []
            self.show()
            self.panel.show_message(hint, "primary")

        self.background.ask(
            "asking", lambda engine, budget: run.find_hint(engine, number, budget), show_hint
        )

    def action_answer(self) -> None:
        """Show the answer; giving up an open puzzle needs a confirmation."""
        run = self.run
        if not (run.attempt.is_over or self._is_confirming):
            self._is_confirming = True
            counts = " This counts as a wrong answer." if run.attempt.is_first_try else ""
            self.panel.show_message(f"Give up? Press a again to see the answer.{counts}", "warning")
            return
        if not run.attempt.is_over:
            run.give_up(self.series)
        run.refuted, self._is_waiting = None, True
        self.playback.follow((run.puzzle.answer,), 1)
        self.panel.show_message("Analysing …", "quiet")
        self.background.ask("asking", run.find_solution, self._answer)

    def _answer(self, found: tuple[list[str], tuple[Move, ...]]) -> None:
        texts, line = found
        first, *more = map(self.run.address, texts)
        self._is_waiting = False
        self.run.remarks += [remark for remark in more if remark not in self.run.remarks]
        self.playback.follow(line, 1)
        self.panel.show_message(first, "success")

    # ---- stepping through the line

    def action_forward(self) -> None:
        if not self.playback.step(1):
            self.panel.show_message("End of the line. Press n for the next puzzle.")

    def action_backward(self) -> None:
        self.playback.step(-1)

    def action_play_out(self) -> None:
        self.playback.toggle_playing()

    # ---- the next puzzle

    def action_grade(self) -> None:
        self.series.change_grade()
        self.panel.show_message(f"Next: {self.series}.", "primary")

    def action_next(self) -> None:
        self.playback.stop()
        self.panel.show_message(f"Searching for {self.series} …", "quiet")

        def show_puzzle(puzzle: Puzzle) -> None:
            self.background.cancel("asking")
            self._start(puzzle, None)
            self.board.move_cursor(None)
            self.show()
            self.refresh_bindings()

        search(self.background, self.series, show_puzzle, self.not_found)

    def not_found(self, why: NumduelError) -> None:
        advice = "" if isinstance(self.series, MissedWins) else " Press g for another grade."
        self.panel.refuse(f"{as_sentence(why)}{advice}")

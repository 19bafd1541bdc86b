"""A puzzle, solved move by move against best play; wrong moves are refuted on the board."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType

from ...budget import Budget
from ...core import Move, Player
from ...errors import NumduelError, as_sentence
from ...play.match import Match
from ...storage import streak
from ...views.daily_text import address_solver, first_question, puzzle_result
from ...views.match_view import MatchView
from ...views.narration import Narration
from ..parts.playback import Playback
from ..parts.puzzle_search import MissedWins, PuzzleSeries, search
from .board_page import BoardPage

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle
    from ...engine.teaching.solution import Answer, Attempt


class MoveResult(NamedTuple):
    """The engine's answer to a move."""

    answer: Answer
    line: tuple[Move, ...]
    """The refutation of a wrong move, to the end."""
    remarks: list[str]


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
        self._set_puzzle(puzzle, day)

    def _set_puzzle(self, puzzle: Puzzle, day: str | None) -> None:
        """Start a new puzzle."""
        from ...engine.teaching.solution import Attempt

        self.puzzle = puzzle
        self.day = day
        self.attempt = Attempt(puzzle)
        self.refuted: Move | None = None
        """The wrong move on the board, shown with its refutation."""
        self.match = Match.replay(puzzle.game, puzzle.moves)
        self._remarks: list[str] = []
        self._hints_given = 0
        """Number of hints given in this position."""
        self._is_waiting = self._is_confirming = False
        self._streak_notice = _streak_notice(day)

    # ---- showing

    @property
    def heading(self) -> str:
        puzzle, row = self.puzzle, self.series.in_a_row
        what = f"daily puzzle, {self.day}" if self.day else "puzzle"
        parts = [puzzle.game.title, what, puzzle.grade]
        return "  ·  ".join([*parts, f"{row} in a row"] if row else parts)

    @property
    def is_settled(self) -> bool:
        """Whether the player can step through a line, instead of answering."""
        return self.attempt.is_over or self.refuted is not None

    def log_lines(self, view: MatchView) -> list[str]:
        match = Match.replay(self.puzzle.game, self.attempt.moves)
        remarks = [line for remark in self._remarks for line in ("", remark)]
        return [*Narration(match).log(), *remarks]

    def view(self) -> MatchView:
        view = super().view()
        if self._is_waiting:
            return view._replace(choices=())
        if not self.is_settled:
            return view
        playback = self.playback
        title = "Refutation" if self.refuted else "Solution"
        prompt = f"{title}: move {playback.index} of {len(playback.moves)}"
        if playback.index:
            ply = self.match.plies[-1]
            assert isinstance(ply.player, Player), "nothing is drawn in a puzzle"
            prompt += f", {ply.player.token} {ply.move}"
        return view._replace(choices=(), prompt=prompt)

    def buttons(self) -> dict[str, str]:
        if self._is_waiting or not self.is_settled:
            return {}
        if self.refuted:
            return {"t": "Try again", "right": "Next move"}
        return {"right": "Next move", "n": "Next puzzle"}

    def show(self) -> None:
        super().show()
        if not (self.attempt.made or self._remarks or self.is_settled):
            question = first_question(self.puzzle)
            self.panel.show_message(f"{question}{self._streak_notice}", "accent")
        if self.attempt.is_over and not self.playback.index:
            self.panel.show_values(self.puzzle.report.moves)

    def _show_line(self) -> None:
        """Show the current position of the playback."""
        self.match = Match.replay(self.puzzle.game, (*self.puzzle.moves, *self.playback.played))
        self.show()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "help":
            return not self.is_settled
        if action == "try_again":
            return self.refuted is not None
        if action == "play_out":
            return self.is_settled and self.app.settings.animation
        if action in ("forward", "backward", "next"):
            return self.is_settled
        if action == "copy":
            return bool(self.day) and self.attempt.is_solved
        return True

    # ---- keys

    async def process_key(self, event: events.Key) -> bool:
        if event.key != "p":
            self.playback.stop()
        if event.key != "a":
            self._is_confirming = False
        if self.is_settled and self.panel.is_on_board:
            if event.key in ("enter", "space"):
                self.action_try_again() if self.refuted else self.action_forward()
                return True
            if event.key in ("left", "right"):  # there is no move to select
                return await self.press(event.key)
        return await super().process_key(event)

    # ---- answering

    @property
    def blocked_reason(self) -> str | None:
        if self.attempt.is_over:
            return "This puzzle is over. Step through the moves, or press n for the next one."
        if self.refuted is not None:
            return "Your move doesn't win. Press t to try another."
        return "" if self._is_waiting else None

    def make(self, move: Move) -> None:
        self.match.play(move)
        attempt, made = self.attempt, (*self.attempt.made, move)
        self._is_waiting = True
        self.playback.follow(made, len(made))
        self.panel.show_message("Analysing …", "quiet")
        self.background.ask(
            "asking", lambda engine, budget: _tried(engine, attempt, move, budget), self._tried
        )

    def _tried(self, tried: MoveResult) -> None:
        answer, attempt = tried.answer, self.attempt
        is_first, made, counted = attempt.is_first_try, attempt.made, ""
        attempt.take(answer)
        self._is_waiting, self._hints_given = False, 0
        self._remarks += map(self._address, tried.remarks)
        if answer.is_solved and self.day:
            self._remarks.append("\n".join(self._result()))
        if answer.is_solved or (is_first and not answer.is_right):
            counted = self._count(answer.is_solved, is_first)
        if answer.is_right:
            self.playback.follow(attempt.made, len(attempt.made))
            self.panel.show_message(f"{self._address(answer.text)} {counted}".strip(), "success")
        else:
            self.refuted = answer.move
            self._remarks += filter(None, [counted])
            self.playback.follow((*made, *tried.line), len(made) + 1 + len(answer.reply))
            text = f"{self._address(answer.text)} Press t to try again."
            self.panel.show_message(text, "warning")

    def _address(self, text: str) -> str:
        return address_solver(self.puzzle, text)

    def _result(self) -> list[str]:
        """Return the result of a solved daily puzzle, to share."""
        assert self.day is not None
        return puzzle_result(self.puzzle, self.day, self.attempt.marks, self.attempt.hints)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard("\n".join(self._result()))
        self.notify("Copied. The text doesn't reveal the solution.", timeout=3)

    def _count(self, right: bool, is_first: bool) -> str:
        """Count a try, and return a sentence on the streak if it is a daily puzzle."""
        if is_first:
            self.series.count(right)
        return "" if self.day is None else streak.count(self.day, right).words

    def action_try_again(self) -> None:
        self.refuted = None
        self.playback.follow(self.attempt.made, len(self.attempt.made))
        self.panel.show_message("Another move wins for you. Which one?", "accent")

    # ---- help

    def action_help(self) -> None:
        if self._is_waiting:  # one after the other
            return
        self._is_waiting = True
        self.panel.show_message("Finding a hint …", "quiet")
        attempt, number = self.attempt, self._hints_given
        self._hints_given += 1

        def show_hint(text: str | None) -> None:
            from ...engine.teaching.solution import NO_MORE_HINTS

            self._is_waiting = False
            attempt.hints += text is not None
            hint = self._address(text or NO_MORE_HINTS)
            self._remarks += [hint] if text else []
            self.show()
            self.panel.show_message(hint, "primary")

        self.background.ask(
            "asking", lambda engine, budget: _help(engine, attempt, number, budget), show_hint
        )

    def action_answer(self) -> None:
        """Show the answer; giving up an open puzzle needs a confirmation."""
        attempt = self.attempt
        if not (attempt.is_over or self._is_confirming):
            self._is_confirming = True
            is_counted = self.day and attempt.is_first_try
            counts = " This counts as a wrong answer." if is_counted else ""
            self.panel.show_message(f"Give up? Press a again to see the answer.{counts}", "warning")
            return
        if not attempt.is_over:
            if attempt.is_first_try:
                self._remarks += filter(None, [self._count(False, is_first=True)])
            attempt.give_up()
        self.refuted, self._is_waiting = None, True
        puzzle = self.puzzle
        self.playback.follow((puzzle.answer,), 1)
        self.panel.show_message("Analysing …", "quiet")
        self.background.ask(
            "asking", lambda engine, budget: _answer(engine, puzzle, budget), self._answer
        )

    def _answer(self, found: tuple[list[str], tuple[Move, ...]]) -> None:
        texts, line = found
        first, *more = map(self._address, texts)
        self._is_waiting = False
        self._remarks += [remark for remark in more if remark not in self._remarks]
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
            self._set_puzzle(puzzle, None)
            self.board.move_cursor(None)
            self.show()
            self.refresh_bindings()

        search(self.background, self.series, show_puzzle, self.not_found)

    def not_found(self, why: NumduelError) -> None:
        advice = "" if isinstance(self.series, MissedWins) else " Press g for another grade."
        self.panel.refuse(f"{as_sentence(why)}{advice}")


def _streak_notice(day: str | None) -> str:
    """Return a notice that the first try counts, if today's puzzle is still open."""
    is_open = day == streak.today() != streak.load().last
    return " Only your first try counts towards your streak." if is_open else ""


# ---- questions to the engine


def _help(engine: Engine, attempt: Attempt, number: int, budget: Budget) -> str | None:
    """Return the hint with this number, from 0; None after the last."""
    from ...engine.teaching.solution import Solution

    return next(islice(Solution(engine, attempt, budget).hints(), number, None), None)


def _tried(engine: Engine, attempt: Attempt, move: Move, budget: Budget) -> MoveResult:
    """Check a move, and find its refutation if it is wrong."""
    from ...engine.teaching.solution import Solution, explain_solution

    solution = Solution(engine, attempt, budget)
    answer = solution.answer(move)
    if answer.is_solved:
        first = (*attempt.made, move)[0]
        return MoveResult(answer, (), explain_solution(engine, attempt.puzzle, first, budget))
    return MoveResult(answer, () if answer.is_right else solution.refutation(move), [])


def _answer(engine: Engine, puzzle: Puzzle, budget: Budget) -> tuple[list[str], tuple[Move, ...]]:
    """Return the solution of a puzzle as sentences and as moves."""
    from ...engine.teaching.solution import Attempt, Solution

    solution = Solution(engine, Attempt(puzzle), budget)
    return solution.describe(), solution.line()

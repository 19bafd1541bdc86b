"""One puzzle, solved move by move against best resistance; wrong moves are refuted on the board."""

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
from ...views.daily_text import puzzle_question
from ...views.match_view import MatchView
from ...views.narration import Narration
from ..parts.line_of_moves import LineOfMoves
from ..parts.puzzle_search import PuzzleSeries, search
from .board_page import BoardPage

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle
    from ...engine.teaching.solution import Answer, Attempt


class Tried(NamedTuple):
    """What the engine says of a move."""

    answer: Answer
    line: tuple[Move, ...]
    """What follows on a wrong move, to the end."""
    remarks: list[str]


class PuzzleScreen(BoardPage):
    """A position, moves until it is won, and then what is behind it, move by move.

    It has many methods because it has many keys: eight of them are what one key does.
    """

    CSS_PATH = "puzzles.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "try_again", "Try again", tooltip="take the wrong move back"),
        Binding("h", "help", "Help", tooltip="something that helps; again, for more"),
        Binding("right", "forward", "Step", key_display="→", tooltip="the next move of the line"),
        Binding("left", "backward", show=False, tooltip="back by a move"),
        Binding("p", "play_out", "Play out", tooltip="the whole line by itself, or stop it"),
        Binding("a", "answer", "Answer", tooltip="see the answer: an open puzzle is given up"),
        Binding("n", "next", "Next", tooltip="the next puzzle"),
        Binding("g", "grade", "Grade", tooltip="another grade for the next puzzles"),
        *BoardPage.KEYS,
    ]

    def __init__(
        self, puzzle: Puzzle, day: str | None = None, series: PuzzleSeries | None = None
    ) -> None:
        """One puzzle, of a day or of none; `series` finds those that come after it."""
        super().__init__(Match.replay(puzzle.game, puzzle.moves))
        self.series = series or PuzzleSeries()
        self.line = LineOfMoves(self, self._show_line)
        self._take(puzzle, day)

    def _take(self, puzzle: Puzzle, day: str | None) -> None:
        """A new puzzle, on which nothing has been said."""
        from ...engine.teaching.solution import Attempt

        self.puzzle = puzzle
        self.day = day
        self.attempt = Attempt(puzzle)
        self.refuted: Move | None = None
        """The wrong move that is on the board now, with what refutes it."""
        self.match = Match.replay(puzzle.game, puzzle.moves)
        self._remarks: list[str] = []
        self._helps = 0
        """How many helps have been asked for in this position."""
        self._is_asking = self._is_sure = False
        self._stake = _stake(day)

    # ---- what is shown

    @property
    def heading(self) -> str:
        puzzle, row = self.puzzle, self.series.in_a_row
        what = f"the puzzle of {self.day}" if self.day else "a puzzle"
        parts = [puzzle.game.title, what, puzzle.grade]
        return "  ·  ".join([*parts, f"{row} in a row"] if row else parts)

    @property
    def is_settled(self) -> bool:
        """Whether there is a line to step through, and nothing to be answered."""
        return self.attempt.is_over or self.refuted is not None

    def log_lines(self, view: MatchView) -> list[str]:
        asked = Match.replay(self.puzzle.game, self.attempt.moves)
        remarks = [line for remark in self._remarks for line in ("", remark)]
        return [*Narration(asked).log(), *remarks]

    def view(self) -> MatchView:
        seen = super().view()
        if self._is_asking:
            return seen._replace(choices=())
        if not self.is_settled:
            return seen
        line = self.line
        prompt = (
            f"{'Why not' if self.refuted else 'The win'}: move {line.place} of {len(line.moves)}"
        )
        if line.place:
            ply = self.match.plies[-1]
            assert isinstance(ply.player, Player), "nothing is drawn in a puzzle"
            prompt += f", {ply.player.token} {ply.move}"
        return seen._replace(choices=(), prompt=prompt)

    def buttons(self) -> dict[str, str]:
        if self._is_asking or not self.is_settled:
            return {}
        if self.refuted:
            return {"t": "try again", "right": "step"}
        return {"right": "step", "n": "next"}

    def show(self) -> None:
        super().show()
        if not (self.attempt.made or self._remarks or self.is_settled):
            asked = puzzle_question(self.puzzle.report.player, is_first=True)
            self.table.say(f"{asked}{self._stake}", "accent")
        if self.attempt.is_over and not self.line.place:
            self.table.mark(self.puzzle.report.moves)

    def _show_line(self) -> None:
        """The position after as many moves of the line as are made."""
        self.match = Match.replay(self.puzzle.game, (*self.puzzle.moves, *self.line.made))
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
        return True

    # ---- keys

    async def takes(self, event: events.Key) -> bool:
        if event.key != "p":
            self.line.stop()
        if event.key != "a":
            self._is_sure = False
        if self.is_settled and self.table.is_on_board:
            if event.key in ("enter", "space"):
                self.action_try_again() if self.refuted else self.action_forward()
                return True
            if event.key in ("left", "right"):  # there is nothing left to be pointed at
                return await self.press(event.key)
        return await super().takes(event)

    # ---- answering

    @property
    def closed(self) -> str | None:
        if self.attempt.is_over:
            return "This puzzle is over. Step through the moves, or go on with n."
        if self.refuted is not None:
            return "That move is refuted. Take it back with t, and try another."
        return "" if self._is_asking else None

    def make(self, move: Move) -> None:
        self.match.play(move)
        attempt, made = self.attempt, (*self.attempt.made, move)
        self._is_asking = True
        self.line.follow(made, len(made))
        self.table.say("Working it out …", "quiet")
        self.background.ask(
            "asking", lambda engine, budget: _tried(engine, attempt, move, budget), self._tried
        )

    def _tried(self, tried: Tried) -> None:
        answer, attempt = tried.answer, self.attempt
        is_first, made, counted = attempt.is_first_try, attempt.made, ""
        attempt.take(answer)
        self._is_asking, self._helps = False, 0
        self._remarks += tried.remarks
        if answer.is_solved or (is_first and not answer.is_right):
            counted = self._count(answer.is_solved, is_first)
        if answer.is_right:
            self.line.follow(attempt.made, len(attempt.made))
            self.table.say(f"{answer.words} {counted}".strip(), "success")
        else:
            self.refuted = answer.move
            self._remarks += filter(None, [counted])
            self.line.follow((*made, *tried.line), len(made) + 1 + len(answer.reply))
            self.table.say(f"{answer.words} Try again with t.", "warning")

    def _count(self, right: bool, is_first: bool) -> str:
        """Write down how a try went; what that makes of the streak of a day."""
        if is_first:
            self.series.count(right)
        return "" if self.day is None else streak.count(self.day, right).words

    def action_try_again(self) -> None:
        self.refuted = None
        self.line.follow(self.attempt.made, len(self.attempt.made))
        self.table.say(f"{self.puzzle.report.player}: another move wins. Which?", "accent")

    # ---- help

    def action_help(self) -> None:
        if self._is_asking:  # one after the other
            return
        self._is_asking = True
        self.table.say("Thinking of something that helps …", "quiet")
        attempt, number = self.attempt, self._helps
        self._helps += 1

        def helped(text: str | None) -> None:
            from ...engine.teaching.solution import NO_MORE

            self._is_asking = False
            self._remarks += filter(None, [text])
            self.show()
            self.table.say(text or NO_MORE, "primary")

        self.background.ask(
            "asking", lambda engine, budget: _help(engine, attempt, number, budget), helped
        )

    def action_answer(self) -> None:
        """Give an open puzzle up, if that is meant; else what would have won."""
        attempt = self.attempt
        if not (attempt.is_over or self._is_sure):
            self._is_sure = True
            is_counted = self.day and attempt.is_first_try
            counts = "; that counts as a wrong one" if is_counted else ""
            self.table.say(f"Do you give up? Press a again to see the answer{counts}.", "warning")
            return
        if not attempt.is_over:
            if attempt.is_first_try:
                self._remarks += filter(None, [self._count(False, is_first=True)])
            attempt.give_up()
        self.refuted, self._is_asking = None, True
        puzzle = self.puzzle
        self.line.follow((puzzle.answer,), 1)
        self.table.say("Working it out …", "quiet")
        self.background.ask(
            "asking", lambda engine, budget: _answer(engine, puzzle, budget), self._answer
        )

    def _answer(self, found: tuple[list[str], tuple[Move, ...]]) -> None:
        (first, *more), line = found
        self._is_asking = False
        self._remarks += [remark for remark in more if remark not in self._remarks]
        self.line.follow(line, 1)
        self.table.say(first, "success")

    # ---- the line, move by move

    def action_forward(self) -> None:
        if not self.line.step(1):
            self.table.say("That is the end of it. The next puzzle comes with n.")

    def action_backward(self) -> None:
        self.line.step(-1)

    def action_play_out(self) -> None:
        self.line.toggle_playing()

    # ---- the next one

    def action_grade(self) -> None:
        self.series.regrade()
        self.table.say(f"The next one will be {self.series}.", "primary")

    def action_next(self) -> None:
        self.line.stop()
        self.table.say(f"Looking for {self.series} …", "quiet")

        def found(puzzle: Puzzle) -> None:
            self.background.cancel("asking")
            self._take(puzzle, None)
            self.board.point(None)
            self.show()
            self.refresh_bindings()

        search(self.background, self.series, found, self.not_found)

    def not_found(self, why: NumduelError) -> None:
        self.table.refuse(f"{as_sentence(why)} Try another grade with g.")


def _stake(day: str | None) -> str:
    """What a try of the puzzle of a day is good for, as long as it is."""
    is_open = day == streak.today() != streak.load().last
    return " Your first try counts for the streak." if is_open else ""


# ---- what the engine does for it


def _help(engine: Engine, attempt: Attempt, number: int, budget: Budget) -> str | None:
    """Return the help of this number, from 0; None after the last."""
    from ...engine.teaching.solution import Solution

    return next(islice(Solution(engine, attempt, budget).helps(), number, None), None)


def _tried(engine: Engine, attempt: Attempt, move: Move, budget: Budget) -> Tried:
    """All there is to say of a move."""
    from ...engine.teaching.solution import Solution, why_no_other

    solution = Solution(engine, attempt, budget)
    answer = solution.answer(move)
    if answer.is_solved:
        return Tried(answer, (), [why_no_other(engine, attempt.puzzle, budget)])
    return Tried(answer, () if answer.is_right else solution.refutation(move), [])


def _answer(engine: Engine, puzzle: Puzzle, budget: Budget) -> tuple[list[str], tuple[Move, ...]]:
    """The solution of a puzzle in words and in moves."""
    from ...engine.teaching.solution import Attempt, Solution

    solution = Solution(engine, Attempt(puzzle), budget)
    return solution.solution(), solution.line()

"""One puzzle: a position, an answer, and then what is behind it, move by move."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from ...budget import Budget
from ...core import Move, Player
from ...play.match import Match
from ...storage import streak
from ...views.sentences import Narration
from ..engine_worker import Stopped
from ..parts.values import LEGEND
from .puzzle_search import Endless, PuzzleSearch
from .table import Table

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle

__all__ = ["PuzzleScreen"]

PACE = 0.9
"""Seconds between two moves of a line that is played out."""

NO_MORE = "That is all the help there is."


class Telling(NamedTuple):
    """What the engine says of an answer."""

    lines: list[str]
    line: tuple[Move, ...]
    """What follows on the answer with best play, the answer first."""
    winning: tuple[Move, ...]
    """What follows on the right one."""


class PuzzleScreen(PuzzleSearch, Table):
    """A position, one answer, and then what is behind it, move by move."""

    CSS_PATH = "puzzles.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "help", "Help", tooltip="something that helps; again, for more"),
        Binding("right", "forward", "Step", key_display="→", tooltip="the next move of the line"),
        Binding("left", "backward", show=False, tooltip="back by a move"),
        Binding("p", "play_out", "Play out", tooltip="the whole line by itself, or stop it"),
        Binding("w", "why_not", "Why not", tooltip="what follows on your answer"),
        Binding("a", "answer", "Answer", tooltip="see the answer: an open puzzle is given up"),
        Binding("n", "next", "Next", tooltip="the next puzzle"),
        Binding("g", "grade", "Grade", tooltip="another grade for the next puzzles"),
        *Table.KEYS,
    ]

    class Told(Message):
        """The engine has something to say of a puzzle: a help, or all of an answer."""

        def __init__(self, puzzle: Puzzle, told: str | Telling) -> None:
            super().__init__()
            self.puzzle = puzzle
            self.told = told

    def __init__(
        self, puzzle: Puzzle, day: str | None = None, endless: Endless | None = None
    ) -> None:
        """One puzzle, of a day or of none; `endless` finds those that come after it."""
        super().__init__(_position(puzzle))
        self.endless = endless or Endless()
        self._playing: Timer | None = None
        self._take(puzzle, day)

    def _take(self, puzzle: Puzzle, day: str | None) -> None:
        """A new puzzle, on which nothing has been said."""
        self.puzzle = puzzle
        self.day = day
        self.is_answered = False
        self.answer: Move | None = None
        """What was chosen; None also when the puzzle was given up."""
        self.match = _position(puzzle)
        self._history = Narration(self.match).log()
        self._remarks: list[str] = []
        self._helps = 0
        self._is_asking = self._is_sure = False
        self._counted = ""
        self._stake = _stake(day)
        self._telling: Telling | None = None
        self._moves: tuple[Move, ...] = ()
        """The line that can be stepped through, and how many of its moves are made."""
        self._place = 0

    # ---- what is shown

    @property
    def heading(self) -> str:
        puzzle, row = self.puzzle, self.endless.in_a_row
        what = f"the puzzle of {self.day}" if self.day else "a puzzle"
        parts = [puzzle.game.title, what, puzzle.grade]
        return "  ·  ".join([*parts, f"{row} in a row"] if row else parts)

    @property
    def moves(self) -> tuple[Move, ...]:
        return () if self.is_answered else self.match.moves

    @property
    def prompt(self) -> str:
        if not self.is_answered:
            return super().prompt
        whose = "Best play" if self._moves[:1] == (self.puzzle.answer,) else "Why not"
        return f"{whose}: move {self._place} of {len(self._moves)}{self._last_move()}"

    def _last_move(self) -> str:
        if not self._place:
            return ""
        ply = self.match.plies[-1]
        assert isinstance(ply.player, Player), "nothing is drawn in a puzzle"
        return f", {ply.player.token} {ply.move}"

    def log_lines(self) -> list[str]:
        return [*self._history, *(line for remark in self._remarks for line in ("", remark))]

    def instead(self) -> dict[str, str]:
        if not self.is_answered:
            return {}
        other = {"a": "the answer"} if self._is_refuted else {}
        return {"right": "step", **other, "n": "next"}

    @property
    def _is_refuted(self) -> bool:
        """Whether a wrong answer is what there is to be understood."""
        return self.answer not in (None, self.puzzle.answer)

    def show(self) -> None:
        super().show()
        if not self.is_answered and not self._remarks:
            player = self.puzzle.report.player
            self.say(f"{player}: only one move wins. Which?{self._stake}", "accent")
        if self.is_answered and not self._place:
            self.mark(self.puzzle.report.moves)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "help":
            return not self.is_answered
        if action == "play_out":
            return self.is_answered and self.app.settings.animation
        if action == "why_not":
            return self.is_answered and self._is_refuted
        if action in ("forward", "backward", "next"):
            return self.is_answered
        return True

    @property
    def legend(self) -> dict[str, str]:
        return {**super().legend, **(LEGEND if self.is_answered else {})}

    # ---- keys

    def _takes(self, event: events.Key) -> bool:
        if event.key != "p":
            self._stop_playing()
        if event.key != "a":
            self._is_sure = False
        if self.is_answered and self.typed is None and self.focused in (self.board, None):
            if event.key in ("enter", "space"):
                self.action_forward()
                return True
            if event.key in ("left", "right"):  # there is nothing left to be pointed at
                return False
        return super()._takes(event)

    # ---- answering

    def choose(self, text: str, number: int | None = None) -> None:
        if self.is_answered:
            self.say("This puzzle is answered. Step through the moves, or go on with n.")
            return
        move = self.understood(text, number)
        if move is not None:
            self._settle(move)

    def _settle(self, move: Move | None) -> None:
        """The first answer, which counts; None is no answer but giving up."""
        right = move == self.puzzle.answer
        self.is_answered, self.answer = True, move
        self.endless.count(right)
        if self.day is not None:
            self._counted = streak.count(self.day, right).words
        self.say("Right!" if right else "Working it out …", "success" if right else "quiet")
        self._follow((self.puzzle.answer if move is None else move,), 1)
        self.refresh_bindings()
        self._work_out(self.puzzle, move)

    @work(thread=True, exclusive=True, group="asking")
    def _work_out(self, puzzle: Puzzle, move: Move | None) -> None:
        try:
            telling = self.app.engine.ask(
                lambda engine, budget: _telling(engine, puzzle, move, budget)
            )
        except Stopped:
            return
        self.post_message(self.Told(puzzle, telling))

    @on(Told)
    def _told(self, event: Told) -> None:
        if event.puzzle is not self.puzzle:
            return
        self._is_asking = False
        if isinstance(event.told, Telling):
            self._tell(event.told)
        elif not self.is_answered:
            if event.told != NO_MORE:
                self._remarks.append(event.told)
            self.show()
            self.say(event.told, "primary")

    def _tell(self, telling: Telling) -> None:
        self._telling = telling
        right = self.answer == self.puzzle.answer
        first = 2 if right else 1  # the others go beside the board
        said = [*telling.lines[:first], self._counted]
        self._remarks += [line for line in (*telling.lines[first:], self._counted) if line]
        self.say(" ".join(said).strip(), "success" if right else "warning")
        if len(self._moves) == 1:  # nobody has stepped on to something else meanwhile
            self._follow(telling.line, self._place)

    # ---- help

    def action_help(self) -> None:
        if not self._is_asking:  # one after the other
            self._is_asking = True
            self.say("Thinking of something that helps …", "quiet")
            self._help(self.puzzle, self._helps)
            self._helps += 1

    @work(thread=True, exclusive=True, group="asking")
    def _help(self, puzzle: Puzzle, number: int) -> None:
        try:
            text = self.app.engine.ask(
                lambda engine, budget: _nth_help(engine, puzzle, number, budget)
            )
        except Stopped:
            return
        self.post_message(self.Told(puzzle, text))

    def action_answer(self) -> None:
        """Give an open puzzle up, if that is meant; else the winning line."""
        if not self.is_answered and not self._is_sure:
            self._is_sure = True
            counts = "; that counts as a wrong one" if self.day else ""
            self.say(f"Do you give up? Press a again to see the answer{counts}.", "warning")
        elif not self.is_answered:
            self._settle(None)
        elif self._telling is not None:
            self._follow(self._telling.winning, 1)
            self.say(self._telling.lines[-2], "success")

    def action_why_not(self) -> None:
        if self._telling is not None:
            self._follow(self._telling.line, 1)
            self.say(self._telling.lines[0], "warning")

    # ---- the line, move by move

    def _follow(self, moves: tuple[Move, ...], place: int) -> None:
        """Show the position after so many moves of a line."""
        self._moves, self._place = moves, place
        self.match = _position(self.puzzle, moves[:place])
        self.show()

    def action_forward(self) -> None:
        if self._place < len(self._moves):
            self._follow(self._moves, self._place + 1)
        else:
            self.say("That is the end of it. The next puzzle comes with n.")

    def action_backward(self) -> None:
        if self._place:
            self._follow(self._moves, self._place - 1)

    def action_play_out(self) -> None:
        """The rest of the line by itself, from its beginning if nothing is left of it."""
        if self._playing is not None:
            self._stop_playing()
            return
        if self._place == len(self._moves):
            self._follow(self._moves, 0)
        self._playing = self.set_interval(PACE, self._play_on)

    def _play_on(self) -> None:
        if self._place < len(self._moves):
            self._follow(self._moves, self._place + 1)
        if self._place == len(self._moves):
            self._stop_playing()

    def _stop_playing(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    # ---- the next one

    def action_grade(self) -> None:
        self.endless.regrade()
        self.say(f"The next one will be {self.endless}.", "primary")

    def action_next(self) -> None:
        self._stop_playing()
        self.say(f"Looking for {self.endless} …", "quiet")
        self.search(self.endless)

    @on(PuzzleSearch.Found)
    def _found(self, event: PuzzleSearch.Found) -> None:
        if self.is_answered:  # an open puzzle is never taken away
            self._take(event.puzzle, event.day)
            self.board.point(None)
            self.show()
            self.refresh_bindings()

    @on(PuzzleSearch.NotFound)
    def _not_found(self, event: PuzzleSearch.NotFound) -> None:
        self.refuse(f"{event.why} Try another grade with g.")


def _stake(day: str | None) -> str:
    """What an answer to the puzzle of a day is good for, as long as it is."""
    is_open = day == streak.today() != streak.load().last
    return " Your first answer counts for the streak." if is_open else ""


def _position(puzzle: Puzzle, further: tuple[Move, ...] = ()) -> Match:
    return Match.replay(puzzle.game, (*puzzle.moves, *further))


def _nth_help(engine: Engine, puzzle: Puzzle, number: int, budget: Budget) -> str:
    from ...engine.teaching.solution import Solution

    return next(islice(Solution(engine, puzzle, budget).helps(), number, None), NO_MORE)


def _telling(engine: Engine, puzzle: Puzzle, move: Move | None, budget: Budget) -> Telling:
    """All there is to say of an answer, or of giving up."""
    from ...engine.teaching.solution import Solution

    solution = Solution(engine, puzzle, budget)
    winning = engine.line(puzzle.game, puzzle.state, budget)
    if move is None:
        return Telling(solution.solution(), winning, winning)
    if move == puzzle.answer:
        return Telling([*solution.others(), *solution.solution()], winning, winning)
    after: tuple[Move, ...] = ()
    if puzzle.report.moves[move].outcome == "loss":  # what never ends refutes nothing by moves
        after = engine.line(puzzle.game, puzzle.game.play(puzzle.state, move), budget)
    return Telling([*solution.wrong(move), *solution.solution()], (move, *after), winning)

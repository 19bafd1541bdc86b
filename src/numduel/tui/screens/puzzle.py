"""One puzzle: a position, an answer, and then what is behind it, move by move."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType

from ...budget import Budget
from ...core import Move, Player
from ...errors import NumduelError, sentence
from ...play.match import Match
from ...storage import streak
from ...views.sentences import Narration
from ..parts.line_of_moves import LineOfMoves
from ..parts.puzzle_search import PuzzleSeries, search
from ..parts.table import TableContent
from ..parts.values import LEGEND
from .board_page import BoardPage

if TYPE_CHECKING:
    from ...engine import Engine
    from ...engine.teaching.puzzles import Puzzle

__all__ = ["PuzzleScreen"]

NO_MORE = "That is all the help there is."


class Explanation(NamedTuple):
    """What the engine says of an answer."""

    sentences: list[str]
    line: tuple[Move, ...]
    """What follows on the answer with best play, the answer first."""
    winning: tuple[Move, ...]
    """What follows on the right one."""


class PuzzleScreen(BoardPage):
    """A position, one answer, and then what is behind it, move by move.

    It has many methods because it has many keys: eight of them are what one key does.
    """

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
        *BoardPage.KEYS,
    ]

    def __init__(
        self, puzzle: Puzzle, day: str | None = None, series: PuzzleSeries | None = None
    ) -> None:
        """One puzzle, of a day or of none; `series` finds those that come after it."""
        super().__init__(_position(puzzle))
        self.series = series or PuzzleSeries()
        self.line = LineOfMoves(self, self._show_line)
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
        """How many helps have been asked for."""
        self._is_asking = self._is_sure = False
        self._counted = ""
        self._stake = _stake(day)
        self._explanation: Explanation | None = None

    # ---- what is shown

    @property
    def heading(self) -> str:
        puzzle, row = self.puzzle, self.series.in_a_row
        what = f"the puzzle of {self.day}" if self.day else "a puzzle"
        parts = [puzzle.game.title, what, puzzle.grade]
        return "  ·  ".join([*parts, f"{row} in a row"] if row else parts)

    def content(self) -> TableContent:
        remarks = [line for remark in self._remarks for line in ("", remark)]
        content = TableContent.of(self.narration)._replace(log=[*self._history, *remarks])
        if not self.is_answered:
            return content
        line = self.line
        whose = "Best play" if line.moves[:1] == (self.puzzle.answer,) else "Why not"
        prompt = f"{whose}: move {line.place} of {len(line.moves)}"
        if line.place:
            ply = self.match.plies[-1]
            assert isinstance(ply.player, Player), "nothing is drawn in a puzzle"
            prompt += f", {ply.player.token} {ply.move}"
        other = {"a": "the answer"} if self._is_refuted else {}
        buttons = {"right": "step", **other, "n": "next"}
        return content._replace(moves=(), prompt=prompt, buttons=buttons)

    @property
    def _is_refuted(self) -> bool:
        """Whether a wrong answer is what there is to be understood."""
        return self.answer not in (None, self.puzzle.answer)

    def show(self) -> None:
        super().show()
        if not self.is_answered and not self._remarks:
            player = self.puzzle.report.player
            self.table.say(f"{player}: only one move wins. Which?{self._stake}", "accent")
        if self.is_answered and not self.line.place:
            self.table.mark(self.puzzle.report.moves)

    def _show_line(self) -> None:
        """The position after as many moves of the line as are made."""
        self.match = _position(self.puzzle, self.line.made)
        self.show()

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

    async def takes(self, event: events.Key) -> bool:
        if event.key != "p":
            self.line.stop()
        if event.key != "a":
            self._is_sure = False
        if self.is_answered and self.table.is_on_board:
            if event.key in ("enter", "space"):
                self.action_forward()
                return True
            if event.key in ("left", "right"):  # there is nothing left to be pointed at
                return await self.press(event.key)
        return await super().takes(event)

    # ---- answering

    def choose(self, text: str, tile: int | None = None) -> None:
        if self.is_answered:
            self.table.say("This puzzle is answered. Step through the moves, or go on with n.")
            return
        move = self.table.read(text, tile)
        if move is not None:
            self._settle(move)

    def _settle(self, move: Move | None) -> None:
        """The first answer, which counts; None is no answer but giving up."""
        right = move == self.puzzle.answer
        self.is_answered, self.answer = True, move
        self.series.count(right)
        if self.day is not None:
            self._counted = streak.count(self.day, right).words
        self.table.say("Right!" if right else "Working it out …", "success" if right else "quiet")
        self.line.follow((self.puzzle.answer if move is None else move,), 1)
        self.refresh_bindings()
        puzzle = self.puzzle
        self.background.ask(
            "asking",
            lambda engine, budget: _explanation(engine, puzzle, move, budget),
            self._explain,
        )

    def _explain(self, explanation: Explanation) -> None:
        self._explanation, self._is_asking = explanation, False
        right = self.answer == self.puzzle.answer
        first = 2 if right else 1  # the others go beside the board
        said = [*explanation.sentences[:first], self._counted]
        self._remarks += [line for line in (*explanation.sentences[first:], self._counted) if line]
        self.table.say(" ".join(said).strip(), "success" if right else "warning")
        if len(self.line.moves) == 1:  # nobody has stepped on to something else meanwhile
            self.line.follow(explanation.line, self.line.place)

    # ---- help

    def action_help(self) -> None:
        if not self._is_asking:  # one after the other
            self._is_asking = True
            self.table.say("Thinking of something that helps …", "quiet")
            puzzle, number = self.puzzle, self._helps
            self._helps += 1
            self.background.ask(
                "asking", lambda engine, budget: _help(engine, puzzle, number, budget), self._help
            )

    def _help(self, text: str) -> None:
        self._is_asking = False
        if text != NO_MORE:
            self._remarks.append(text)
        self.show()
        self.table.say(text, "primary")

    def action_answer(self) -> None:
        """Give an open puzzle up, if that is meant; else the winning line."""
        if not self.is_answered and not self._is_sure:
            self._is_sure = True
            counts = "; that counts as a wrong one" if self.day else ""
            self.table.say(f"Do you give up? Press a again to see the answer{counts}.", "warning")
        elif not self.is_answered:
            self._settle(None)
        elif self._explanation is not None:
            self.line.follow(self._explanation.winning, 1)
            self.table.say(self._explanation.sentences[-2], "success")

    def action_why_not(self) -> None:
        if self._explanation is not None:
            self.line.follow(self._explanation.line, 1)
            self.table.say(self._explanation.sentences[0], "warning")

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
        search(self.background, self.series, self._found, self.not_found)

    def _found(self, puzzle: Puzzle) -> None:
        self.background.cancel("asking")
        self._take(puzzle, None)
        self.board.point(None)
        self.show()
        self.refresh_bindings()

    def not_found(self, why: NumduelError) -> None:
        self.table.refuse(f"{sentence(why)} Try another grade with g.")


def _stake(day: str | None) -> str:
    """What an answer to the puzzle of a day is good for, as long as it is."""
    is_open = day == streak.today() != streak.load().last
    return " Your first answer counts for the streak." if is_open else ""


def _position(puzzle: Puzzle, further: tuple[Move, ...] = ()) -> Match:
    return Match.replay(puzzle.game, (*puzzle.moves, *further))


def _help(engine: Engine, puzzle: Puzzle, number: int, budget: Budget) -> str:
    """One help after so many others."""
    from ...engine.teaching.solution import Solution

    return next(islice(Solution(engine, puzzle, budget).helps(), number, None), NO_MORE)


def _explanation(engine: Engine, puzzle: Puzzle, move: Move | None, budget: Budget) -> Explanation:
    """All there is to say of an answer, or of giving up."""
    from ...engine.teaching.solution import Solution

    solution = Solution(engine, puzzle, budget)
    winning = engine.line(puzzle.game, puzzle.state, budget)
    if move is None:
        return Explanation(solution.solution(), winning, winning)
    if move == puzzle.answer:
        return Explanation([*solution.others(), *solution.solution()], winning, winning)
    after: tuple[Move, ...] = ()
    if puzzle.report.moves[move].outcome == "loss":  # what never ends refutes nothing by moves
        after = engine.line(puzzle.game, puzzle.game.play(puzzle.state, move), budget)
    return Explanation([*solution.wrong(move), *solution.solution()], (move, *after), winning)

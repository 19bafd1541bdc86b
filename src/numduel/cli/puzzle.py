"""`numduel puzzle`: find the one move that wins."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import islice
from typing import TYPE_CHECKING

from ..budget import Budget, Exhausted
from ..core import Move
from ..dice import Dice
from ..errors import MoveError, SetupError, as_sentence
from ..games import find
from ..play.match import Match
from ..storage import streak
from ..views.daily_text import puzzle_question
from ..views.narration import Narration, Reader
from .arguments import add_game, add_game_options, parse_options, parse_seed
from .console import Console, EndOfInput
from .dialogue import SHORT, Quit, board_lines, help_lines
from .output import print_json

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.teaching.puzzles import Puzzle
    from ..engine.teaching.solution import Answer, Solution

GRADES = ("easy", "medium", "hard")
"""Those of the engine, which is not loaded before there is something to look for."""

SECONDS = 60.0
"""How long a puzzle is looked for, and how long its answer may be thought about."""

NOT_COUNTED = "Only the puzzle of the day counts for the streak, not one of a game or a grade."

WEEKS = 6
"""Weeks of the calendar that are shown."""

COMMANDS = {
    "help": "what can be typed here",
    "board": "the position again",
    "hint": "something that helps; again, for more",
    "quit": "give up and see the answer",
}


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    command.add_argument("--grade", choices=GRADES, help="how far the win is")
    command.add_argument("--seed", metavar="N", help="the same puzzle every time")
    command.add_argument(
        "--daily",
        metavar="DATE",
        nargs="?",
        const=streak.TODAY,
        help="the puzzle of today, or of a date such as 2026-11-15; the same for everyone",
    )
    command.add_argument(
        "--own", action="store_true", help="a win that you missed in a game you lost"
    )
    command.add_argument(
        "--calendar", action="store_true", help="the streak, and how the last weeks went"
    )
    command.add_argument("--json", action="store_true", help="the puzzle and its answer")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    """Find a puzzle, put it, and check the answer."""
    if args.calendar:
        console.print(*_calendar())
        return 0
    if args.daily and args.seed is not None:
        raise SetupError("a daily puzzle has its seed from the date; leave out --seed")
    day = None if args.daily is None else streak.read_day(args.daily)
    from ..engine import Engine

    engine = Engine()
    try:
        puzzle = _own(engine, args) if args.own else _find(args, day)
    except Exhausted:
        raise SetupError(f"no puzzle was found within {SECONDS:g} seconds") from None
    if args.json:
        from ..views.as_json import puzzle_json

        print_json(console, puzzle_json(puzzle, day))
        return 0
    is_counted = not (args.game or args.grade)
    Asking(console, engine, puzzle, day, is_counted=is_counted, is_own=args.own).run()
    return 0


def _own(engine: Engine, args: Namespace) -> Puzzle:
    from ..daily.missed_wins import NONE_LEFT, own_puzzles

    found = (
        puzzle
        for puzzle in own_puzzles(engine, Budget(SECONDS))
        if args.game in (None, puzzle.game.id) and args.grade in (None, puzzle.grade)
    )
    puzzle = next(found, None)
    if puzzle is None:
        raise SetupError(NONE_LEFT)
    return puzzle


def _calendar() -> list[str]:
    from ..views.calendar import HEAD, LEGEND, calendar_rows

    kept, today = streak.load(), streak.today()
    rows = calendar_rows(streak.calendar(), today, WEEKS)
    return [f"Your streak: {kept.label(today)}.", "", HEAD, *rows, "", LEGEND]


def _find(args: Namespace, day: str | None) -> Puzzle:
    from ..daily.puzzle import daily
    from ..engine.teaching.puzzles import find_puzzle

    budget = Budget(SECONDS)
    options = parse_options(args)
    if options and not args.game:
        raise SetupError("options belong to a game: name one")
    if day is not None:
        return daily(day, budget, args.game or "", args.grade or "", options)
    kind = find(args.game) if args.game else None
    return find_puzzle(kind, options, Dice(parse_seed(args)), budget, args.grade)


# ---- asking


class Asking:
    """One puzzle at the prompt, until it is solved or given up."""

    def __init__(
        self,
        console: Console,
        engine: Engine,
        puzzle: Puzzle,
        day: str | None,
        *,
        is_counted: bool = True,
        is_own: bool = False,
    ) -> None:
        """`day` is the day that it is the puzzle of, if it is one's."""
        from ..engine.teaching.solution import Attempt

        self.console = console
        self.puzzle = puzzle
        self.day = day
        self._is_counted = is_counted
        self._is_own = is_own
        self._engine = engine
        self._attempt = Attempt(puzzle)
        self._helps = 0
        self._match = Match.replay(puzzle.game, puzzle.moves)
        self._reader = Reader.of([puzzle.report.player])

    def _solution(self) -> Solution:
        """All that can be said, with time for it from now on, however long somebody has thought."""
        from ..engine.teaching.solution import Solution

        return Solution(self._engine, self._attempt, Budget(SECONDS))

    def run(self) -> None:
        """Ask until it is solved, given up, or nothing more is typed."""
        self._open()
        try:
            while not self._attempt.is_over:
                prompt = f"{Narration(self._match, reader=self._reader).prompt()} "
                move = self._read(self.console.ask(prompt))
                if move is not None:
                    self._answer(self._solution().answer(move))
        except EndOfInput:
            return
        except Quit:
            self.console.print("", *self._solution().solution())
            if self._attempt.is_first_try:
                self._count(False)  # who has seen the answer has tried
            return
        from ..engine.teaching.solution import why_no_other

        self.console.print(why_no_other(self._engine, self.puzzle, Budget(SECONDS)))

    def _open(self) -> None:
        puzzle, console = self.puzzle, self.console
        when = f" of {self.day}" if self.day else ""
        console.print(console.styled(f"{puzzle.game.title}: a puzzle{when}, {puzzle.grade}", "bold"))
        self._do_board()
        console.print(puzzle_question(puzzle.report.player, is_first=True), "")

    def _answer(self, answer: Answer) -> None:
        """Show what a move comes to on the board; a wrong one is taken back after that."""
        was_first_try = self._attempt.is_first_try
        line = (*self._attempt.moves, answer.move, *answer.reply)
        self._attempt.take(answer)
        self._match, self._helps = Match.replay(self.puzzle.game, line), 0
        self._do_board()
        self.console.print(answer.words)
        if not answer.is_right:
            self._match = Match.replay(self.puzzle.game, self._attempt.moves)
            self.console.print("Try again:")
            self._do_board()
        if answer.is_solved or (was_first_try and not answer.is_right):
            self._count(answer.is_solved)

    def _count(self, right: bool) -> None:
        if self._is_own and right:
            from ..daily.missed_wins import count_solved

            count_solved(self.puzzle)
        if self.day is not None:
            counted = streak.count(self.day, right).words if self._is_counted else NOT_COUNTED
            self.console.print_err(counted)

    def _read(self, text: str) -> Move | None:
        """The move that was typed; None if the question stands."""
        command = SHORT.get(text.strip().lower(), text.strip().lower())
        if command in COMMANDS:
            getattr(self, f"_do_{command}")()
            return None
        try:
            return self._match.read(text)
        except MoveError as error:
            self.console.print(self.console.styled(as_sentence(error), "problem"))
            self.console.print(f"You may choose: {'  '.join(self._match.moves)}")
            return None

    def _do_quit(self) -> None:
        raise Quit

    def _do_board(self) -> None:
        self.console.print("", *board_lines(self.console, self._match))

    def _do_hint(self) -> None:
        from ..engine.teaching.solution import NO_MORE

        helps = islice(self._solution().helps(), self._helps, None)
        self._helps += 1
        self.console.print(next(helps, NO_MORE))

    def _do_help(self) -> None:
        self.console.print(f"Type {self.puzzle.game.expects(self._match.state)}.")
        self.console.print(*help_lines(Narration(self._match), COMMANDS))

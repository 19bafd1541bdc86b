"""`numduel puzzle`: find the only winning move."""

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
from ..storage import practice, streak
from ..views.daily_text import address_solver, first_question, puzzle_result
from ..views.narration import Narration, Reader
from .arguments import add_game, add_game_options, add_seed, parse_options, parse_seed
from .console import Console, EndOfInput
from .dialogue import ALIASES, Quit, board_lines, help_lines
from .output import print_json

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.teaching.puzzles import Puzzle
    from ..engine.teaching.solution import Answer, Solution

GRADES = ("easy", "medium", "hard")
"""The engine's grades, repeated here so that the parser does not load the engine."""

SEARCH_SECONDS = 60.0
"""Time limit for finding a puzzle, and for checking each answer."""

NOT_COUNTED = "Only the daily puzzle without a game or grade counts towards your streak."

SOLVE_EARLIER = (
    "To solve an earlier day's puzzle: numduel puzzle --daily DATE. "
    "It doesn't count towards your streak."
)

NEXT_PROMPT = "Press Enter for the next puzzle, or type q to stop: "

COMMANDS = {
    "help": "show this help",
    "board": "show the position again",
    "hint": "get a hint; repeat for more",
    "quit": "give up and show the answer",
}


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    group = command.add_argument_group("choosing a puzzle")
    group.add_argument(
        "--grade",
        choices=GRADES,
        help="difficulty, by the length of the win (default: any; with --practice, what fits you)",
    )
    group.add_argument(
        "--daily",
        metavar="DATE",
        nargs="?",
        const=streak.TODAY,
        help="daily puzzle, the same for everyone: today's, or that of a date such as 2026-11-15",
    )
    group.add_argument("--own", action="store_true", help="practise a win you missed")
    group.add_argument(
        "--practice", action="store_true", help="solve one puzzle after the other, with a score"
    )
    add_seed(group, "random seed, to get the same puzzle every time")
    group = command.add_argument_group("output")
    group.add_argument(
        "--calendar", action="store_true", help="show your streak, last month and this month"
    )
    group.add_argument(
        "--json", action="store_true", help="print the puzzle and its answer as JSON"
    )
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    """Find a puzzle, ask it, and check the answers."""
    if args.calendar:
        console.print_text(*_calendar())
        return 0
    if args.daily and args.seed is not None:
        raise SetupError("--seed doesn't work with --daily, which takes its seed from the date")
    if args.practice and (args.daily or args.own or args.json):
        raise SetupError("--practice doesn't work with --daily, --own or --json")
    day = None if args.daily is None else streak.read_past_day(args.daily)
    from ..engine import Engine

    engine, dice = Engine(), Dice(parse_seed(args))
    if args.practice:
        return _practise(engine, dice, args, console)
    puzzle = _find_puzzle(engine, dice, args, day)
    if args.json:
        from ..views.as_json import puzzle_json

        print_json(console, puzzle_json(puzzle, day))
        return 0
    is_counted = not (args.game or args.grade)
    PuzzlePrompt(console, engine, puzzle, day, is_counted=is_counted, is_own=args.own).run()
    return 0


def _practise(engine: Engine, dice: Dice, args: Namespace, console: Console) -> int:
    """Ask puzzles until the player stops, and print the score after each."""
    from ..views.practice_text import describe_session, format_tally

    session = practice.PracticeSession()
    try:
        while True:
            puzzle = _find_puzzle(engine, dice, args)
            prompt = PuzzlePrompt(console, engine, puzzle)
            prompt.run()
            if prompt.is_answered:
                session.count(prompt.is_solved_first)
            console.print_text("", describe_session(session.tally, session.in_a_row))
            if console.ask(NEXT_PROMPT).strip().lower() not in ("", "n", "next", "y", "yes"):
                break
    except EndOfInput:
        pass
    total = practice.load().of(args.game, args.grade)
    console.print_text(f"All your practice puzzles{_kind_words(args)}: {format_tally(total)}.")
    return 0


def _kind_words(args: Namespace) -> str:
    """Return the game and grade that were asked for: " of Number Maze, hard"."""
    words = [find(args.game).title] if args.game else []
    words += [args.grade] if args.grade else []
    return f" of {', '.join(words)}" if words else ""


def _find_puzzle(engine: Engine, dice: Dice, args: Namespace, day: str | None = None) -> Puzzle:
    """Return a puzzle of the chosen kind; SetupError if none is found in time."""
    try:
        return _find_missed_win(engine, args) if args.own else _search_puzzle(dice, args, day)
    except Exhausted:
        raise SetupError(f"no puzzle found within {SEARCH_SECONDS:g} s") from None


def _find_missed_win(engine: Engine, args: Namespace) -> Puzzle:
    from ..daily.missed_wins import find_own_puzzle

    def is_wanted(puzzle: Puzzle) -> bool:
        return args.game in (None, puzzle.game.id) and args.grade in (None, puzzle.grade)

    return find_own_puzzle(engine, Budget(SEARCH_SECONDS), is_wanted)


def _calendar() -> list[str]:
    from ..views.calendar import LEGEND, latest_months

    kept, today = streak.load(), streak.today()
    rows = latest_months(streak.calendar(), today)
    return [f"Your streak: {kept.label(today)}.", "", *rows, "", LEGEND, SOLVE_EARLIER]


def _search_puzzle(dice: Dice, args: Namespace, day: str | None) -> Puzzle:
    from ..daily.puzzle import daily_puzzle
    from ..engine.teaching.puzzles import find_puzzle

    budget = Budget(SEARCH_SECONDS)
    options = parse_options(args)
    if options and not args.game:
        raise SetupError("game options need a GAME")
    if day is not None:
        return daily_puzzle(day, budget, args.game or "", args.grade or "", options)
    kind = find(args.game) if args.game else None
    if args.practice and not args.grade:
        from ..ratings.puzzle_choice import find_fitting
        from ..ratings.puzzle_rating import saved_rating, start_rating

        def rating_of(game: str) -> float:
            return start_rating(saved_rating(game))

        return find_fitting(kind, options, dice, budget, rating_of).puzzle
    return find_puzzle(kind, options, dice, budget, args.grade)


# ---- asking


class PuzzlePrompt:
    """One puzzle at the prompt, until the player solves it or gives up."""

    def __init__(
        self,
        console: Console,
        engine: Engine,
        puzzle: Puzzle,
        day: str | None = None,
        *,
        is_counted: bool = True,
        is_own: bool = False,
    ) -> None:
        """`day` is the date of a daily puzzle; None for any other puzzle."""
        from ..engine.teaching.solution import Attempt

        self.console = console
        self.puzzle = puzzle
        self.day = day
        self._is_counted = is_counted
        self._is_own = is_own
        self._streak_words = ""
        """The sentence on the streak that was printed last."""
        self._save_failures = practice.SaveFailures()
        self._engine = engine
        self._attempt = Attempt(puzzle)
        self._hints_given = 0
        self._match = Match.replay(puzzle.game, puzzle.moves)
        self._reader = Reader.of([puzzle.report.player])

    def _solution(self) -> Solution:
        """Return the solution, with a new time limit that starts now."""
        from ..engine.teaching.solution import Solution

        return Solution(self._engine, self._attempt, Budget(SEARCH_SECONDS))

    def run(self) -> None:
        """Ask until the puzzle is solved, the player gives up, or input ends."""
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
            lines = self._solution().describe()
            self.console.print_text("", *(address_solver(self.puzzle, line) for line in lines))
            if self._attempt.is_first_try:
                self._count(False)  # seeing the answer counts as a try
            self._attempt.give_up()
            return
        self._explain()

    @property
    def is_answered(self) -> bool:
        """Whether the first try is over: solved, wrong or given up."""
        return self._attempt.is_over or not self._attempt.is_first_try

    @property
    def is_solved_first(self) -> bool:
        """Whether no move was wrong, and the answer wasn't shown."""
        return self._attempt.is_solved and self._attempt.is_first_try

    def _explain(self) -> None:
        """Print why the solution wins, and for a daily puzzle the result to share."""
        from ..engine.teaching.solution import explain_solution

        attempt = self._attempt
        found = explain_solution(self._engine, self.puzzle, attempt.made[0], Budget(SEARCH_SECONDS))
        self.console.print_text(*(address_solver(self.puzzle, text) for text in found))
        if self.day is not None:
            shared = puzzle_result(self.puzzle, self.day, attempt.marks, attempt.hints)
            self.console.print_text("", *shared)

    def _open(self) -> None:
        puzzle, console = self.puzzle, self.console
        when = f" for {self.day}" if self.day else ""
        console.print(console.styled(f"{puzzle.game.title} puzzle{when}, {puzzle.grade}", "bold"))
        self._do_board()
        from ..ratings.puzzle_difficulty import measure
        from ..views.puzzle_text import describe_difficulty

        console.print_text(first_question(puzzle), describe_difficulty(measure(puzzle)), "")

    def _answer(self, answer: Answer) -> None:
        """Show the result of a move on the board; undo a wrong move after that."""
        was_first_try = self._attempt.is_first_try
        line = (*self._attempt.moves, answer.move, *answer.reply)
        self._attempt.take(answer)
        self._match, self._hints_given = Match.replay(self.puzzle.game, line), 0
        self._do_board()
        self.console.print_text(address_solver(self.puzzle, answer.text))
        if answer.is_solved or (was_first_try and not answer.is_right):
            self._count(answer.is_solved, is_first_try=was_first_try)
        if not answer.is_right:
            self._match = Match.replay(self.puzzle.game, self._attempt.moves)
            self.console.print("Try again:")
            self._do_board()

    def _count(self, right: bool, *, is_first_try: bool = True) -> None:
        if self._is_own and right:
            from ..daily.missed_wins import record_solved

            with self._save_failures.reported_to(self.console.print_err):
                record_solved(self.puzzle)
        if self.day is None and not self._is_own and is_first_try:
            with self._save_failures.reported_to(self.console.print_err):
                practice.count(self.puzzle.game.id, self.puzzle.grade, right)
        if is_first_try and not self._is_own:
            with self._save_failures.reported_to(self.console.print_err):
                self._rate(right)
        if self.day is not None:
            words = streak.count(self.day, right).words if self._is_counted else NOT_COUNTED
            if words != self._streak_words:
                self.console.print_err(words)
            self._streak_words = words

    def _rate(self, right: bool) -> None:
        """Count the first try for the puzzle rating, and print it."""
        from ..ratings.puzzle_rating import count_try
        from ..views.puzzle_text import describe_after_puzzle

        hints = self._attempt.hints
        rating = count_try(self.puzzle, is_solved=right and not hints)
        if rating is not None:
            is_helped = right and hints > 0
            self.console.print_text(describe_after_puzzle(rating, is_helped=is_helped))

    def _read(self, text: str) -> Move | None:
        """Return the move that was typed; None for a command or an error."""
        command = ALIASES.get(text.strip().lower(), text.strip().lower())
        if command in COMMANDS:
            getattr(self, f"_do_{command}")()
            return None
        try:
            return self._match.read(text)
        except MoveError as error:
            self.console.print_problem(as_sentence(error))
            self.console.print_text(f"Legal moves: {'  '.join(self._match.moves)}")
            return None

    def _do_quit(self) -> None:
        raise Quit

    def _do_board(self) -> None:
        self.console.print("", *board_lines(self.console, self._match))

    def _do_hint(self) -> None:
        from ..engine.teaching.solution import NO_MORE_HINTS

        hints = islice(self._solution().hints(), self._hints_given, None)
        self._hints_given += 1
        hint = next(hints, None)
        self._attempt.hints += hint is not None
        self.console.print_text(address_solver(self.puzzle, hint or NO_MORE_HINTS))

    def _do_help(self) -> None:
        self.console.print_text(f"Type {self.puzzle.game.expects(self._match.state)}.")
        self.console.print(*help_lines(Narration(self._match), COMMANDS))

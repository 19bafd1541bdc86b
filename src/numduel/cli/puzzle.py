"""`numduel puzzle`: find the one move that wins."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import saves
from ..core import AnyGame, Move, Turn
from ..dice import Dice, read_seed
from ..errors import MoveError, SetupError, quoted, sentence
from ..games import find
from ..match import Match
from .console import Console, EndOfInput
from .dialogue import SHORT, Quit
from .draw import draw, legend
from .words import add_game, add_options, given_options

if TYPE_CHECKING:
    from ..engine.puzzles import Puzzle

__all__ = ["Streak", "add", "run"]

GRADES = ("easy", "medium", "hard")
TODAY = "today"
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
        const=TODAY,
        help="the puzzle of today, or of a date such as 2026-11-15; the same for everyone",
    )
    command.add_argument("--json", action="store_true", help="the puzzle and its answer")
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    """Find a puzzle, put it, and check the answer."""
    if asked.daily and asked.seed is not None:
        raise SetupError("a daily puzzle has its seed from the date; leave out --seed")
    day = None if asked.daily is None else read_day(asked.daily)
    puzzle = _find(asked, day)
    if asked.json:
        return _tell_json(puzzle, day, console)
    right = Asking(console, puzzle, day).run()
    if right is not None and day is not None:
        _count(day, right, console)
    return 0


def _find(asked: Namespace, day: str | None) -> Puzzle:
    from ..engine.puzzles import daily_seed, find_puzzle, with_puzzles

    options = given_options(asked)
    if options and not asked.game:
        raise SetupError("options belong to a game: name one")
    if day is not None:
        game, grade = asked.game or "", asked.grade or ""
        dice = Dice(daily_seed(day, game, grade, *(f"{k}={v}" for k, v in options.items())))
    else:
        dice = Dice(None if asked.seed is None else read_seed(asked.seed))
    kind: type[AnyGame] = find(asked.game) if asked.game else dice.choice(with_puzzles())
    return find_puzzle(kind, options, dice, asked.grade)


def read_day(text: str) -> str:
    """A date as it is written, 2026-11-15; today by the clock of Greenwich."""
    from datetime import UTC, date, datetime

    if text == TODAY:
        return datetime.now(UTC).date().isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise SetupError(f"{quoted(text)} is no date such as 2026-11-15") from None


def _tell_json(puzzle: Puzzle, day: str | None, console: Console) -> int:
    import json

    told: dict[str, Any] = {
        "game": puzzle.game.id,
        "options": puzzle.game.options.texts(),
        "board": puzzle.game.board,
        "moves": list(puzzle.moves),
        "player": puzzle.report.player + 1,
        "choices": list(puzzle.report.moves),
        "turns": puzzle.turns,
        "grade": puzzle.grade,
        "answer": puzzle.answer,
        "day": day,
    }
    console.say(json.dumps(told, indent=2))
    return 0


# ---- asking


class Asking:
    """One puzzle at the prompt."""

    def __init__(self, console: Console, puzzle: Puzzle, day: str | None) -> None:
        self.console = console
        self.puzzle = puzzle
        self.day = day
        self._hints = self._helps()
        self._match = Match(puzzle.game)
        for move in puzzle.moves:
            self._match.play(move)

    def run(self) -> bool | None:
        """Whether the answer was right; None if there was none, and none was shown."""
        self._open()
        *heading, prompt = self.puzzle.game.ask(self.puzzle.state)
        self.console.say(*heading)
        try:
            while (move := self._read(self.console.ask(prompt))) is None:
                pass
        except EndOfInput:
            return None
        except Quit:
            self.console.say("", *self._solution())
            return False  # who has seen the answer has answered
        right = move == self.puzzle.answer
        self.console.say("", *(self._others() if right else self._wrong(move)), *self._solution())
        return right

    def _open(self) -> None:
        puzzle, console = self.puzzle, self.console
        when = f" of {self.day}" if self.day else ""
        console.say(console.styled(f"{puzzle.game.title}: a puzzle{when}, {puzzle.grade}", "bold"))
        self._show()
        console.say(f"{puzzle.report.player} is to move. Only one move wins: which?", "")

    def _show(self) -> None:
        console, match = self.console, self._match
        picture = match.game.picture(match.state)
        room = console.height - 8  # what is asked below it wants to be seen too
        console.say("")
        lines = draw(picture, match.moves, width=console.width, height=room, styled=console.styled)
        console.say(*lines, "")

    def _read(self, text: str) -> Move | None:
        """The move that was typed; None if the question stands."""
        command = SHORT.get(text.strip().lower(), text.strip().lower())
        if command in COMMANDS:
            getattr(self, f"_do_{command}")()
            return None
        try:
            self._match.play(text)
        except MoveError as error:
            self.console.say(self.console.styled(sentence(error), "problem"))
            self.console.say(f"You may choose: {'  '.join(self._match.moves)}")
            return None
        return self._match.plies[-1].move

    def _do_quit(self) -> None:
        raise Quit

    def _do_board(self) -> None:
        self._show()

    def _do_hint(self) -> None:
        self.console.say(next(self._hints, "That is all the help there is."))

    def _do_help(self) -> None:
        game, state = self.puzzle.game, self.puzzle.state
        self.console.say(f"Type {game.expects(state)}.")
        for mark, meaning in legend(game.picture(state)).items():
            self.console.say(f"  {mark:<6} {meaning}")
        for command, what in COMMANDS.items():
            self.console.say(f"  {command:<6} {what}")
        self.console.say(f"All the rules: numduel rules {game.id}")

    # ---- saying why

    def _helps(self) -> Iterator[str]:
        """First how far the win is; then wrong moves one by one, until two are left."""
        puzzle = self.puzzle
        wrong = [move for move in puzzle.report.moves if move != puzzle.answer]
        yield f"With best play of both, it is won in {puzzle.turns} turns."
        for move in wrong[:-1]:
            yield f"Not {move}: {self._refuted(move)}"

    def _refuted(self, move: Move) -> str:
        """What is wrong with a move, without a word on the right one."""
        from ..engine.lines import best_line

        puzzle = self.puzzle
        after = puzzle.game.play(puzzle.state, move)
        value = puzzle.report.moves[move]
        if value.outcome == "endless":
            return "nobody can force a win then."
        line = best_line(puzzle.game, after)
        told = "; ".join(_with_players(puzzle.game, after, line))
        return f"{puzzle.report.player.other} wins by {told}." if line else "it loses at once."

    def _wrong(self, move: Move) -> list[str]:
        return [f"No. {self._reason(move)}", f"After {move}, {self._refuted(move)}"]

    def _others(self) -> list[str]:
        """Why the best of the other moves does not win."""
        worths = self.puzzle.report.moves
        others = [move for move in worths if move != self.puzzle.answer]
        nearest = max(others, key=lambda move: worths[move].rank())
        return ["Right!", f"No other move wins. {self._reason(nearest)}"]

    def _reason(self, move: Move) -> str:
        from ..engine.reasons import explain

        reason = explain(self.puzzle.game, self.puzzle.state, move)
        assert reason is not None, "every other move is worse"
        return f"{reason.text[:1].upper()}{reason.text[1:]}"

    def _solution(self) -> list[str]:
        from ..engine.lines import best_line

        puzzle = self.puzzle
        line = best_line(puzzle.game, puzzle.state)
        told = "; ".join(_with_players(puzzle.game, puzzle.state, line))
        return [
            f"The one move that wins is {puzzle.answer}, in {puzzle.turns} turns.",
            f"Best play goes on: {told}.",
        ]


def _with_players(game: AnyGame, state: Any, line: tuple[Move, ...]) -> list[str]:
    """The moves of a line, with who makes them."""
    told = []
    for move in line:
        status = game.status(state)
        assert isinstance(status, Turn)
        told.append(f"{status.player.token} {move}")
        state = game.play(state, move)
    return told


# ---- the streak


class Streak(NamedTuple):
    """How many days in a row the daily puzzle was solved.

    >>> Streak().after("2026-11-14", True).after("2026-11-15", True)
    Streak(last='2026-11-15', days=2, best=2)
    """

    last: str = ""
    """The day that was answered last, right or wrong; the first answer of a day counts."""
    days: int = 0
    best: int = 0

    def after(self, day: str, right: bool) -> Streak:
        if day == self.last:
            return self
        days = (self.days if _is_next(self.last, day) else 0) + 1 if right else 0
        return Streak(day, days, max(days, self.best))


def _is_next(before: str, day: str) -> bool:
    from datetime import date, timedelta

    return bool(before) and date.fromisoformat(before) + timedelta(1) == date.fromisoformat(day)


def streak_file() -> str:
    return os.path.join(os.path.dirname(saves.folder()), "streak.json")


def load_streak() -> Streak:
    """The streak on disk; a spoilt file is no streak."""
    import json
    from datetime import date

    try:
        with open(streak_file(), encoding="utf-8") as file:
            told = json.loads(file.read(1000))
        streak = Streak(str(told["last"]), int(told["days"]), int(told["best"]))
        whole = date.fromisoformat(streak.last).isoformat() == streak.last
    except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return Streak()
    return streak if whole and 0 <= streak.days <= streak.best else Streak()


def _count(day: str, right: bool, console: Console) -> None:
    """Write today's answer down, and say how the streak stands."""
    import json

    if day != read_day(TODAY):
        console.tell("Only the puzzle of today counts for the streak.")
        return
    before = load_streak()
    if day == before.last:
        console.tell("Today's first answer is counted already.")
        return
    streak = before.after(day, right)
    try:
        os.makedirs(os.path.dirname(streak_file()), exist_ok=True)
        saves.write(streak_file(), json.dumps(streak._asdict()) + "\n")
    except OSError as error:
        console.tell(f"The streak cannot be kept in {streak_file()}: {error.strerror or error}.")
        return
    days = "1 day" if streak.days == 1 else f"{streak.days} days"
    console.tell(f"Your streak: {days} (best {streak.best}).")

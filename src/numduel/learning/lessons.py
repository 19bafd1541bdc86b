"""Lessons: the rules of a game one by one, each on a position in which the learner acts.

A lesson is a page of docs/lessons that people can read as it stands:

    # Sum Battle

    What the lesson is about, in a sentence.

    ## The title of a step

    A rule.

    What to do, in the last paragraph before the position.

    ```
    [Game "sum"]

    1. 7
    ```

    - do: 1 or 9
    - right: What is said after that.
    - wrong: What is said after another allowed move; this line may be missing.

The position is a record. `do: any` asks for any allowed move, and `try: 8` in the place of `do`
for a forbidden one, so that the learner hears why it is. A game without a page gets a lesson
made from its own words.
"""

from __future__ import annotations

import os
import re
from itertools import islice
from typing import NamedTuple, NoReturn

from ..budget import Budget, Exhausted
from ..core import AnyGame, HiddenBoard, Move
from ..dice import Dice
from ..errors import IllegalMove, MoveError, RecordError, SetupError, as_sentence, quoted
from ..games import find
from ..play.match import Match
from ..storage.record import dumps, loads

_HERE = os.path.dirname(__file__)
FOLDERS = [
    os.path.join(_HERE, "..", "lesson_pages"),
    os.path.join(_HERE, "..", "..", "..", "docs", "lessons"),
]
"""Where pages are looked for."""

SEED = 1
"""What a lesson leaves open is dealt from this, so that it is the same for everybody."""

STARTS = 20
"""Boards that are dealt until there is one on which somebody can move."""

POSITIONS = 1_000_000
"""Positions that are looked at for it, at most."""

GAMES = 300
"""Games that are looked through for a puzzle; a learner does not wait for more."""

WRONG = "That is allowed, but not what is asked."
WRONG_TRY = "That is allowed; this time try the move that is not."


class Verdict(NamedTuple):
    """What a lesson says to something the learner did."""

    outcome: str
    """"done", "other" for an allowed move that is not asked for, or "refused"."""
    text: str
    move: Move | None = None
    """The move that was meant; None where none was."""


class Step(NamedTuple):
    """One rule, and a position in which to use it."""

    title: str
    text: str
    """The rule, in one paragraph or several with an empty line between."""
    task: str
    """What to do."""
    record: str
    """The position, with what is hidden in it: a screen shows `match()` and not this."""
    do: tuple[Move, ...]
    """The right moves."""
    attempt: bool
    """Whether they are forbidden, and to be tried."""
    right: str
    wrong: str

    def match(self) -> Match:
        """The position, each time a new one; it has nothing hidden that play has not shown."""
        return _position(self.record)

    def judge(self, match: Match, text: str) -> Verdict:
        """What is to be said when this is typed in the position; nothing is played.

        >>> step = lesson("sum").steps[0]
        >>> step.judge(step.match(), "7").outcome, step.judge(step.match(), "12").text
        ('done', "'12' isn't a move. Type a number from 1 to 9.")
        """
        try:
            return self.allowed(match.read(text))
        except MoveError as error:
            return self.refused(error)

    def allowed(self, move: Move) -> Verdict:
        """Return the verdict on a legal move."""
        if self.attempt or move not in self.do:
            return Verdict("other", self.wrong, move)
        return Verdict("done", self.right, move)

    def refused(self, error: MoveError) -> Verdict:
        """Return the verdict on an answer that isn't a legal move."""
        move = error.move if isinstance(error, IllegalMove) else None
        if self.attempt and move in self.do:
            return Verdict("done", f"{as_sentence(error)} {self.right}", move)
        return Verdict("refused", as_sentence(error), move)


class Lesson(NamedTuple):
    """The rules of one game, step by step."""

    id: str
    title: str
    opening: str
    """What the game is about."""
    steps: tuple[Step, ...]


def lesson(id: str) -> Lesson:
    """The lesson of a game; SetupError says on which line a page cannot be used, and why.

    >>> lesson("maze").title, lesson("maze").steps[0].do
    ('Number Maze', ('0,0',))
    """
    kind = find(id)
    page = _page(kind.id)
    return _derived(kind) if page is None else _Page(kind, page).lesson()


def _position(text: str) -> Match:
    """The match of a record, on the board of the record, of which nothing is known but by play.

    A record tells a hidden board to whoever reads it; a learner is to find it hidden.
    """
    match = loads(text, dice=Dice(SEED))
    game = match.game.on(match.board) if isinstance(match.game, HiddenBoard) else match.game
    moves = [ply.move for ply in match.plies if ply.player is not None]
    drawn = [ply.move for ply in match.plies if ply.player is None]
    return Match.replay(game, moves, dice=Dice(SEED), drawn=drawn)


# ---- a page


def _page(id: str) -> str | None:
    for folder in FOLDERS:
        path = os.path.join(folder, f"{id}.md")
        if os.path.exists(path):
            try:
                with open(path, encoding="utf-8") as file:
                    return file.read()
            except (OSError, UnicodeError):
                raise SetupError(f"the lesson page {id} cannot be read") from None
    return None


class _Page:
    """The lines of a page, read from the first to the last."""

    def __init__(self, kind: type[AnyGame], text: str) -> None:
        self._kind = kind
        self._lines = text.split("\n")
        self._at = 0
        """How many lines have been read: the number of the last of them."""

    def lesson(self) -> Lesson:
        title = self._heading("# ")
        opening = " ".join(self._paragraphs())
        steps: list[Step] = []
        while self._next():
            steps.append(self._step())
        if not steps:
            self._fail(len(self._lines), "there is no step; one begins with ## and its title")
        return Lesson(self._kind.id, title, opening, tuple(steps))

    def _step(self) -> Step:
        title = self._heading("## ")
        first = self._at
        *text, task = self._paragraphs() or [""]
        if not text:
            self._fail(first, "a step has a paragraph for the rule and one that says what to do")
        record, match = self._record()
        said = self._said()
        attempt = "try" in said
        if attempt == ("do" in said):
            self._fail(first, "a step has either a line - do: or a line - try:")
        if "right" not in said:
            self._fail(first, "a step has a line - right:")
        line, moves = said["try" if attempt else "do"]
        do = self._moves(match, moves, line, attempt)
        _, wrong = said.get("wrong", (0, WRONG_TRY if attempt else WRONG))
        return Step(title, "\n\n".join(text), task, record, do, attempt, said["right"][1], wrong)

    # ---- its parts, in the order in which they stand

    def _heading(self, sign: str) -> str:
        line = self._next()
        self._at += 1
        title = line.removeprefix(sign).strip()
        if not title or not line.startswith(sign):
            self._fail(self._at, f"a title with {sign.strip()} should stand here")
        return title

    def _paragraphs(self) -> list[str]:
        paragraphs: list[str] = []
        while (line := self._next()) and not line.startswith(("#", "```", "- ")):
            words: list[str] = []
            while line.strip():
                words += line.split()
                self._at += 1
                line = self._line()
            paragraphs.append(" ".join(words))
        return paragraphs

    def _record(self) -> tuple[str, Match]:
        line = self._next()
        self._at += 1
        first = self._at
        if not line.startswith("```"):
            self._fail(first, "a position should stand here, between two lines of ```")
        while self._at < len(self._lines) and not self._line().startswith("```"):
            self._at += 1
        if self._at == len(self._lines):
            self._fail(first, "this position is never closed with ```")
        record = "\n".join(self._lines[first : self._at])
        self._at += 1
        return record, self._checked(record, first)

    def _checked(self, record: str, first: int) -> Match:
        try:
            match = _position(record)
        except RecordError as error:
            self._fail(first + error.line, error.problem)
        if type(match.game) is not self._kind:
            self._fail(first, f"this is a position of {match.game.title}")
        if match.is_over:
            self._fail(first, "the game is over in this position")
        return match

    def _said(self) -> dict[str, tuple[int, str]]:
        """What the list below a position says, by its first words, and on which lines."""
        said: dict[str, tuple[int, str]] = {}
        while (line := self._next()).startswith("- "):
            self._at += 1
            number = self._at
            name, _, rest = line.removeprefix("- ").partition(":")
            words = rest.split()
            while self._line().startswith("  "):
                words += self._line().split()
                self._at += 1
            if name not in ("do", "try", "right", "wrong") or name in said or not words:
                self._fail(number, f"{quoted(line)} is not do, try, right or wrong, said once")
            said[name] = number, " ".join(words)
        return said

    def _moves(self, match: Match, text: str, line: int, attempt: bool) -> tuple[Move, ...]:
        if text == "any" and not attempt:
            return match.moves
        words = re.split(r"\s+or\s+", text)
        return tuple(self._move(match, word, line, attempt) for word in words)

    def _move(self, match: Match, word: str, line: int, attempt: bool) -> Move:
        try:
            move = match.read(word)
        except MoveError as error:
            if attempt and isinstance(error, IllegalMove) and error.move is not None:
                return error.move
            self._fail(line, str(error))
        if attempt:
            self._fail(line, f"{move} is allowed here")
        return move

    # ---- its lines

    def _line(self) -> str:
        """The line to be read next; an empty one behind the last."""
        return self._lines[self._at] if self._at < len(self._lines) else ""

    def _next(self) -> str:
        """The next line that is not empty, or an empty one if there is none."""
        while self._at < len(self._lines) and not self._line().strip():
            self._at += 1
        return self._line()

    def _fail(self, line: int, problem: str) -> NoReturn:
        where = min(line, len(self._lines))  # what is missing at the end is missed on the last line
        raise SetupError(f"the lesson page {self._kind.id}, line {where}: {problem}")


# ---- a lesson without a page


def _derived(kind: type[AnyGame]) -> Lesson:
    start = _start(kind)
    made = (_first_move(start), _forbidden(start), _winning(kind))
    steps = tuple(step for step in made if step is not None)
    return Lesson(kind.id, kind.title, kind.summary, steps)


def _start(kind: type[AnyGame]) -> Match:
    for seed in range(SEED, SEED + STARTS):
        match = Match(kind.setup({}, None, Dice(seed)), dice=Dice(seed))
        if not match.is_over:
            return match
    raise SetupError(f"there is no lesson for {kind.title}: nobody could move on any board")


def _first_move(start: Match) -> Step:
    return Step(
        title="A first move",
        text=start.game.summary,
        task=f"Make any move. You can type {start.game.expects(start.state)}.",
        record=dumps(start),
        do=start.moves,
        attempt=False,
        right="That was a move. Look at what it has changed.",
        wrong=WRONG,
    )


def _forbidden(start: Match) -> Step | None:
    game, state = start.game, start.state
    closed = tuple(move for move in game.vocabulary if game.objection(state, move) is not None)
    if not closed:
        return None
    return Step(
        title="What is not allowed",
        text="A move that is not allowed is refused with a reason, and nothing changes.",
        task=f"Try {closed[0]}.",
        record=dumps(start),
        do=closed[:1],
        attempt=True,
        right="You are still to move.",
        wrong=WRONG_TRY,
    )


def _winning(kind: type[AnyGame]) -> Step | None:
    # Here, since the games that have a page do without.
    from ..engine.teaching.puzzles import puzzles

    try:
        games = puzzles(kind, {}, Dice(SEED), Budget(positions=POSITIONS))
        found = next(filter(None, islice(games, GAMES)), [])
    except (Exhausted, SetupError):  # chance has a say, or the game is too large
        return None
    if not found:
        return None
    puzzle = min(found, key=lambda puzzle: puzzle.turns)
    match = Match.replay(puzzle.game, puzzle.moves)
    return Step(
        title="Find the winning move",
        text="Here one move wins, whatever your opponent does, and no other move does.",
        task=f"You are {match.player}. Find it.",
        record=dumps(match),
        do=(puzzle.answer,),
        attempt=False,
        right=f"That wins in {puzzle.turns} turns, yours and your opponent's counted.",
        wrong="That move lets the win slip. Try another.",
    )

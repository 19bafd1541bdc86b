"""Lessons: a rule or an idea at a time, each with a position in which the learner plays.

A game can have one lesson for each topic: first its rules, then how to win. The id of a lesson is
the game's id, for later topics with the topic: sum, sum-strategy. A lesson is a readable page with
that name in docs/lessons:

    # Sum Battle

    The topic of the lesson, in a sentence.

    ## The title of a step

    A rule.

    The task, in the last paragraph before the position.

    ```
    [Game "sum"]

    1. 7
    ```

    - do: 1 or 9
    - right: The reply to that.
    - wrong: The reply to another legal move (optional).

The position is a record. `do: any` asks for any legal move. `try: 8` instead of `do` asks for an
illegal move, to show the learner why it is refused. A game from a file brings its lessons beside
it: chomp.lesson.md and chomp.strategy.md. A game without a page for its rules gets a lesson
generated from its own texts.
"""

from __future__ import annotations

import os
import re
from itertools import islice, pairwise
from typing import NamedTuple, NoReturn

from ..budget import Budget, Exhausted
from ..core import AnyGame, HiddenBoard, Move
from ..dice import Dice
from ..errors import (
    GameMissing,
    IllegalMove,
    MoveError,
    RecordError,
    SetupError,
    UnknownLesson,
    as_sentence,
    listed,
    quoted,
)
from ..game_files import find_page, read_page
from ..games import find
from ..play.match import Match
from ..storage.record import dumps, loads

_HERE = os.path.dirname(__file__)
FOLDERS = [
    os.path.join(_HERE, "..", "lesson_pages"),
    os.path.join(_HERE, "..", "..", "..", "docs", "lessons"),
]
"""Folders searched for pages."""

SEED = 1
"""Seed for what a lesson leaves open, so that everyone gets the same."""

MAX_DEALS = 20
"""Boards dealt to find one with a legal move."""

MAX_POSITIONS = 1_000_000
"""Positions searched for a puzzle."""

MAX_GAMES = 300
"""Games searched for a puzzle: a learner won't wait for more."""

WRONG_MESSAGE = "That move is legal, but not the one asked for."
WRONG_TRY_MESSAGE = "That move is legal. This time, try the one that isn't."


class Topic(NamedTuple):
    """The subject of a lesson."""

    id: str
    name: str
    """The name in lists of lessons."""
    ending: str
    """The ending of its page beside the file of a game."""
    gain: str
    """The learner's gain, as a sentence; {title} is the game's."""
    advice: str
    """Advice for afterwards, as sentences."""
    opponent: str
    """The level to play next."""


RULES = Topic(
    "rules",
    "The rules by playing",
    ".lesson.md",
    "Now you know the rules of {title}.",
    "Start with an easy computer level. Hints are always available.",
    "beginner",
)
STRATEGY = Topic(
    "strategy",
    "How to win",
    ".strategy.md",
    "Now you know the ideas that win {title}.",
    "Try them against a stronger level, and review the game afterwards.",
    "skilled",
)
TOPICS = (RULES, STRATEGY)
"""The topics of lessons, in order. Every game has a lesson on the first, its rules."""


class Verdict(NamedTuple):
    """The reply of a lesson to an answer."""

    outcome: str
    """"done", "other" for a legal move that isn't asked for, or "refused"."""
    text: str
    move: Move | None = None
    """The move that was meant, if any."""


class Step(NamedTuple):
    """One rule, and a position in which to use it."""

    title: str
    text: str
    """The rule: paragraphs separated by empty lines."""
    task: str
    """The task, as a sentence."""
    record: str
    """The position, including hidden numbers; show `match()` instead."""
    do: tuple[Move, ...]
    """The moves asked for."""
    attempt: bool
    """Whether these moves are illegal: the learner tries one and sees why."""
    right: str
    wrong: str

    def match(self) -> Match:
        """Return a new match at the position, without hidden numbers."""
        return _load_position(self.record)

    def judge(self, match: Match, text: str) -> Verdict:
        """Return the verdict on a typed answer, without playing it.

        >>> step = lesson("sum").steps[0]
        >>> step.judge(step.match(), "7").outcome, step.judge(step.match(), "12").text
        ('done', "'12' isn't a move. Type a number from 1 to 9.")
        """
        try:
            return self.judge_move(match.read(text))
        except MoveError as error:
            return self.judge_error(error)

    def judge_move(self, move: Move) -> Verdict:
        """Return the verdict on a legal move."""
        if self.attempt or move not in self.do:
            return Verdict("other", self.wrong, move)
        return Verdict("done", self.right, move)

    def judge_error(self, error: MoveError) -> Verdict:
        """Return the verdict on an answer that isn't a legal move."""
        move = error.move if isinstance(error, IllegalMove) else None
        if self.attempt and move in self.do:
            return Verdict("done", f"{as_sentence(error)} {self.right}", move)
        return Verdict("refused", as_sentence(error), move)


class Lesson(NamedTuple):
    """A topic of one game, step by step."""

    game: str
    """The id of the game."""
    topic: Topic
    title: str
    opening: str
    """The goal of the game, or of the lesson."""
    steps: tuple[Step, ...]

    @property
    def id(self) -> str:
        """The name of the lesson in addresses, progress and pages."""
        return lesson_id(self.game, self.topic.id)


def lesson_id(game: str, topic: str) -> str:
    """Return the id of a game's lesson on a topic, both given by their ids.

    >>> lesson_id("sum", "rules"), lesson_id("sum", "strategy")
    ('sum', 'sum-strategy')
    """
    return game if topic == RULES.id else f"{game}-{topic}"


def topics(kind: type[AnyGame]) -> tuple[Topic, ...]:
    """Return the topics on which a game has a lesson, in order.

    >>> [topic.name for topic in topics(find("sum"))]
    ['The rules by playing', 'How to win']
    """
    return tuple(topic for topic in TOPICS if topic is RULES or _has_page(kind, topic))


def lesson_ids(kind: type[AnyGame]) -> tuple[str, ...]:
    """Return the ids of a game's lessons, in order.

    >>> lesson_ids(find("sum"))
    ('sum', 'sum-strategy')
    """
    return tuple(lesson_id(kind.id, topic.id) for topic in topics(kind))


def next_topic(lesson: Lesson) -> Topic | None:
    """Return the topic of the lesson to take after another; None after the last.

    >>> next_topic(lesson("sum")).name, next_topic(lesson("sum-strategy"))
    ('How to win', None)
    """
    found = topics(find(lesson.game))
    return dict(pairwise(found)).get(lesson.topic)


def find_lesson(id: str) -> tuple[type[AnyGame], Topic]:
    """Return the game and the topic of a lesson; UnknownGame or UnknownLesson if there is none."""
    kind = find(id.partition("-")[0])
    found = {lesson_id(kind.id, topic.id): topic for topic in topics(kind)}
    topic = found.get(id.strip().lower())
    if topic is None:
        raise UnknownLesson(f"{quoted(id)} isn't a lesson. Choose {listed(list(found))}")
    return kind, topic


def lesson(id: str) -> Lesson:
    """Return a lesson by its id; SetupError names the line of a problem in its page.

    >>> lesson("maze").title, lesson("maze").steps[0].do
    ('Number Maze', ('0,0',))
    """
    kind, topic = find_lesson(id)
    page = _read_page(kind, topic)
    if page is None:
        return _generate_lesson(kind)
    return _PageParser(kind, topic, page).parse()


def _load_position(text: str) -> Match:
    """Return the match of a record, on its board, showing only what play has revealed.

    A record of a finished game contains the hidden board, which the learner mustn't see.
    """
    match = loads(text, dice=Dice(SEED))
    game = match.game.on(match.board) if isinstance(match.game, HiddenBoard) else match.game
    moves = [ply.move for ply in match.plies if ply.player is not None]
    drawn = [ply.move for ply in match.plies if ply.player is None]
    return Match.replay(game, moves, dice=Dice(SEED), drawn=drawn)


# ---- lesson pages


def _find_page(id: str) -> str | None:
    """Return the path of a page of the package; None if there is none."""
    paths = (os.path.join(folder, f"{id}.md") for folder in FOLDERS)
    return next(filter(os.path.exists, paths), None)


def _has_page(kind: type[AnyGame], topic: Topic) -> bool:
    found = _find_page(lesson_id(kind.id, topic.id)) or find_page(kind, topic.ending)
    return found is not None


def _read_page(kind: type[AnyGame], topic: Topic) -> str | None:
    """Return the page of a lesson; None if there is none."""
    id = lesson_id(kind.id, topic.id)
    path = _find_page(id)
    if path is None:
        return read_page(kind, topic.ending)
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeError):
        raise SetupError(f"the lesson page {id} cannot be read") from None


class _PageParser:
    """A parser of a page, line by line."""

    def __init__(self, kind: type[AnyGame], topic: Topic, text: str) -> None:
        self._kind = kind
        self._topic = topic
        self._lines = text.split("\n")
        self._at = 0
        """Number of lines read, which is the number of the last one."""

    def parse(self) -> Lesson:
        title = self._read_heading("# ")
        opening = " ".join(self._read_paragraphs())
        steps: list[Step] = []
        while self._skip_empty():
            steps.append(self._read_step())
        if not steps:
            self._fail(len(self._lines), "the page has no step, which starts with ## and its title")
        return Lesson(self._kind.id, self._topic, title, opening, tuple(steps))

    def _read_step(self) -> Step:
        title = self._read_heading("## ")
        first = self._at
        *text, task = self._read_paragraphs() or [""]
        if not text:
            self._fail(first, "a step needs a paragraph for the rule and one for the task")
        record, match = self._read_record()
        items = self._read_items()
        attempt = "try" in items
        if attempt == ("do" in items):
            self._fail(first, "a step needs either a line - do: or a line - try:")
        if "right" not in items:
            self._fail(first, "a step needs a line - right:")
        line, moves = items["try" if attempt else "do"]
        do = self._parse_moves(match, moves, line, attempt)
        _, wrong = items.get("wrong", (0, WRONG_TRY_MESSAGE if attempt else WRONG_MESSAGE))
        return Step(title, "\n\n".join(text), task, record, do, attempt, items["right"][1], wrong)

    # ---- the parts of a page, in order

    def _read_heading(self, sign: str) -> str:
        line = self._skip_empty()
        self._at += 1
        title = line.removeprefix(sign).strip()
        if not title or not line.startswith(sign):
            self._fail(self._at, f"expected a title with {sign.strip()} here")
        return title

    def _read_paragraphs(self) -> list[str]:
        paragraphs: list[str] = []
        while (line := self._skip_empty()) and not line.startswith(("#", "```", "- ")):
            words: list[str] = []
            while line.strip():
                words += line.split()
                self._at += 1
                line = self._line()
            paragraphs.append(" ".join(words))
        return paragraphs

    def _read_record(self) -> tuple[str, Match]:
        line = self._skip_empty()
        self._at += 1
        first = self._at
        if not line.startswith("```"):
            self._fail(first, "expected a position here, between two lines of ```")
        while self._at < len(self._lines) and not self._line().startswith("```"):
            self._at += 1
        if self._at == len(self._lines):
            self._fail(first, "this position isn't closed with ```")
        record = "\n".join(self._lines[first : self._at])
        self._at += 1
        return record, self._check_record(record, first)

    def _check_record(self, record: str, first: int) -> Match:
        try:
            match = _load_position(record)
        except RecordError as error:
            self._fail(first + error.line, error.problem)
        except GameMissing as error:
            self._fail(first + 1, str(error))
        if type(match.game) is not self._kind:
            self._fail(first, f"this is a position of {match.game.title}")
        if match.is_over:
            self._fail(first, "the game is over in this position")
        return match

    def _read_items(self) -> dict[str, tuple[int, str]]:
        """Return the items of the list below a position by name, with their line numbers."""
        items: dict[str, tuple[int, str]] = {}
        while (line := self._skip_empty()).startswith("- "):
            self._at += 1
            number = self._at
            name, _, rest = line.removeprefix("- ").partition(":")
            words = rest.split()
            while self._line().startswith("  "):
                words += self._line().split()
                self._at += 1
            if name not in ("do", "try", "right", "wrong") or name in items or not words:
                self._fail(number, f"{quoted(line)} isn't do, try, right or wrong, each used once")
            items[name] = number, " ".join(words)
        return items

    def _parse_moves(self, match: Match, text: str, line: int, attempt: bool) -> tuple[Move, ...]:
        if text == "any" and not attempt:
            return match.moves
        words = re.split(r"\s+or\s+", text)
        return tuple(self._parse_move(match, word, line, attempt) for word in words)

    def _parse_move(self, match: Match, word: str, line: int, attempt: bool) -> Move:
        try:
            move = match.read(word)
        except MoveError as error:
            if attempt and isinstance(error, IllegalMove) and error.move is not None:
                return error.move
            self._fail(line, str(error))
        if attempt:
            self._fail(line, f"{move} is legal here")
        return move

    # ---- lines

    def _line(self) -> str:
        """Return the next line to read, or an empty one after the last."""
        return self._lines[self._at] if self._at < len(self._lines) else ""

    def _skip_empty(self) -> str:
        """Skip empty lines; return the next line, or an empty one after the last."""
        while self._at < len(self._lines) and not self._line().strip():
            self._at += 1
        return self._line()

    def _fail(self, line: int, problem: str) -> NoReturn:
        where = min(line, len(self._lines))  # something missing at the end: name the last line
        page = lesson_id(self._kind.id, self._topic.id)
        raise SetupError(f"the lesson page {page}, line {where}: {problem}")


# ---- generated lessons


def _generate_lesson(kind: type[AnyGame]) -> Lesson:
    start = _find_start(kind)
    generated = (_first_move_step(start), _illegal_move_step(start), _winning_step(kind))
    steps = tuple(step for step in generated if step is not None)
    return Lesson(kind.id, RULES, kind.title, kind.summary, steps)


def _find_start(kind: type[AnyGame]) -> Match:
    for seed in range(SEED, SEED + MAX_DEALS):
        match = Match(kind.setup({}, None, Dice(seed)), dice=Dice(seed))
        if not match.is_over:
            return match
    raise SetupError(f"{kind.title} has no lesson: none of {MAX_DEALS} boards has a legal move")


def _first_move_step(start: Match) -> Step:
    return Step(
        title="A first move",
        text=start.game.summary,
        task=f"Make any move. You can type {start.game.expects(start.state)}.",
        record=dumps(start),
        do=start.moves,
        attempt=False,
        right="That was your first move. See what it changed.",
        wrong=WRONG_MESSAGE,
    )


def _illegal_move_step(start: Match) -> Step | None:
    game, state = start.game, start.state
    illegal = tuple(move for move in game.vocabulary if game.objection(state, move) is not None)
    if not illegal:
        return None
    return Step(
        title="Illegal moves",
        text="If you try an illegal move, you see why it isn't allowed, and nothing changes.",
        task=f"Try {illegal[0]}.",
        record=dumps(start),
        do=illegal[:1],
        attempt=True,
        right="It's still your turn.",
        wrong=WRONG_TRY_MESSAGE,
    )


def _winning_step(kind: type[AnyGame]) -> Step | None:
    from ..engine.teaching.puzzles import puzzles  # games with a page don't need the engine

    try:
        games = puzzles(kind, {}, Dice(SEED), Budget(positions=MAX_POSITIONS))
        found = next(filter(None, islice(games, MAX_GAMES)), [])
    except (Exhausted, SetupError):  # a game with chance, or too large to solve
        return None
    if not found:
        return None
    puzzle = min(found, key=lambda puzzle: puzzle.turns)
    match = Match.replay(puzzle.game, puzzle.moves)
    return Step(
        title="Find the winning move",
        text="Exactly one move wins here, against any defence.",
        task=f"You play {match.player}. Find the winning move.",
        record=dumps(match),
        do=(puzzle.answer,),
        attempt=False,
        right=f"That wins in {puzzle.turns} turns, counting both players'.",
        wrong="That move misses the win. Try another.",
    )

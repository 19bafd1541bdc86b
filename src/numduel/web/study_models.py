"""The shapes of what those ask and hear who study: reviews, lessons, puzzles, rules."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from .models import Asking, Game, Moves, Number, Ply, Position, Seating, Status, Value, Whole

Text = Annotated[str, Field(max_length=60_000)]
Share = str | None
"""A fraction as "p/q"."""


# ---- a match


class Hint(BaseModel):
    step: int
    text: str
    move: str | None
    """The move that it names."""


class Reason(BaseModel):
    text: str
    move: str | None
    line: list[str]


class ReviewedPly(Ply):
    seen_by: Number
    before: Value
    after: Value
    luck: Share
    regret: Share
    mark: str | None
    reason: str | None
    line: list[str]
    best: list[str]
    moves: dict[str, Value]
    deed: str
    slip: str | None
    words: str


class ReviewedPlayer(BaseModel):
    player: Number
    moves: int
    decisions: int
    kept: int
    accuracy: Share
    turns_lost: int
    marks: dict[str, int]
    regret: str
    average_regret: Share
    luck: Share


class Review(BaseModel):
    game: Game
    tags: dict[str, str]
    status: Status
    result: str
    exact: bool
    now: Value | None
    plies: list[ReviewedPly]
    players: list[ReviewedPlayer]
    names: list[str]
    start: str
    verdict: list[str]
    course: list[float]
    """How well Player 1 stood, from 0 to 1: at the start and after every ply."""


class Result(BaseModel):
    day: str
    game: str
    level: str
    outcome: Literal["won", "lost", "stopped"]
    turns: int
    decisions: int
    kept: int
    help: int
    course: str
    text: str


class Branch(Seating):
    """A match that goes on from a position of another."""

    ply: Annotated[Whole, Field(ge=0)]
    round: Annotated[Whole, Field(ge=1)] | None = None


class NewRecord(Seating):
    """A match that goes on where a record ends, or from one of its plies."""

    record: Text
    ply: Annotated[Whole, Field(ge=0)] | None = None


class Record(Asking):
    record: Text


# ---- learning


class Run(BaseModel):
    kind: Literal["plain", "strong", "emphasis", "code"]
    text: str


class Block(BaseModel):
    """A part of a page; only a table has more than one cell in a row."""

    kind: Literal["heading", "text", "list", "code", "table"]
    level: int
    rows: list[list[list[Run]]]


class Blocks(BaseModel):
    title: str
    blocks: list[Block]


class Section(Blocks):
    game: str | None
    """The game that it is about."""


class Facts(BaseModel):
    sections: list[Section]


class Step(BaseModel):
    title: str
    text: list[str]
    task: str
    attempt: bool
    """Whether a forbidden move is to be tried."""
    moves: list[str]
    """What may be chosen, and what is to be tried where no tile stands for it."""
    position: Position


class Lesson(BaseModel):
    id: str
    title: str
    opening: str
    steps: list[Step]


class Answer(Asking):
    """What a learner does in a step, counted from 0; None asks to be shown."""

    step: Annotated[Whole, Field(ge=0, le=1000)]
    move: Annotated[str | None, Field(max_length=200)] = None


class Verdict(BaseModel):
    outcome: Literal["done", "other", "refused"]
    text: str
    move: str | None
    position: Position


# ---- puzzles


class GameName(BaseModel):
    id: str
    title: str


class Puzzles(BaseModel):
    games: list[GameName]
    grades: list[str]


class Puzzle(BaseModel):
    id: str
    day: str | None
    grade: str
    turns: int
    player: Number
    position: Position


Id = Annotated[str, Field(max_length=200)]


class Which(Asking):
    puzzle: Id


class PuzzleTry(Which):
    made: Moves
    move: Annotated[str, Field(max_length=200)]


class PuzzleHelp(Which):
    made: Moves
    number: Annotated[Whole, Field(ge=0, le=1000)] = 0


class Tried(BaseModel):
    is_right: bool
    is_solved: bool
    said: list[str]
    made: list[str]
    positions: list[Position]
    """From the one that was asked about to the end of what follows."""


class Help(BaseModel):
    text: str
    is_last: bool


class Solution(BaseModel):
    answer: str
    said: list[str]
    positions: list[Position]


class DuelOfTheDay(BaseModel):
    day: str
    game: str
    title: str
    level: str
    seat: Number

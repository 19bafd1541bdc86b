"""The shapes of what is asked and answered, as they are checked and described to programs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ..dice import SEEDS
from ..play.session import LONGEST_NAME
from .table import ACTIONS


def _number(value: object) -> object:
    """JSON's true is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("this is no number")
    return value


Whole = Annotated[int, BeforeValidator(_number)]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$", description="the seat: a secret")]
Moves = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=500)]
Name = Annotated[str | None, Field(max_length=LONGEST_NAME)]


# ---- asked


class Asking(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Seating(Asking):
    """Whom somebody wants to play against, and from which seat."""

    opponent: Annotated[str, Field(max_length=100)]
    seat: Annotated[Whole, Field(ge=1, le=2)] | None = None
    name: Name = None
    token: Token


class New(Seating):
    """A match that somebody wants."""

    game: Annotated[str, Field(max_length=100)]
    options: Annotated[dict[str, bool | int | str], Field(max_length=50)] = {}
    board: Annotated[str | None, Field(max_length=4000)] = None
    seed: Annotated[Whole, Field(ge=0, lt=SEEDS)] | None = None


class Join(Asking):
    invite: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,64}$")]
    name: Name = None
    token: Token


class Duel(Asking):
    name: Name = None
    token: Token


class Action(Asking):
    seq: Annotated[Whole, Field(ge=0)]
    do: Literal[ACTIONS]  # type: ignore[valid-type]
    move: Annotated[str | None, Field(max_length=200)] = None


# ---- answered

Number = Literal[1, 2]


class Option(BaseModel):
    name: str
    kind: Literal["whole", "choice", "flag"]
    help: str
    default: bool | int | str | None
    low: int | None = None
    high: int | None = None
    words: list[str] | None = None


class OfferedGame(BaseModel):
    id: str
    title: str
    summary: str
    hidden: bool
    boards: bool
    options: list[Option]


class Games(BaseModel):
    games: list[OfferedGame]
    levels: list[str]


class About(BaseModel):
    version: str
    url: str
    local: bool


class Game(BaseModel):
    id: str
    title: str
    options: dict[str, bool | int | str]
    board: str | None


class Person(BaseModel):
    name: str
    who: str
    joined: bool
    here: bool


class Status(BaseModel):
    kind: Literal["waiting", "turn", "over"]
    player: Number | None
    moves: list[str]
    winner: Number | None
    reason: str | None
    fault: str | None


class Tag(BaseModel):
    mark: str
    meaning: str
    player: Number | None


class Tile(BaseModel):
    label: str
    tokens: list[Number]
    tags: list[Tag]
    move: str | None


class Fact(BaseModel):
    label: str
    value: int | str
    player: Number | None
    limit: int | None


class Picture(BaseModel):
    rows: list[list[Tile]]
    facts: list[Fact]
    player: Number | None
    winner: Number | None
    first: int | None


class Ply(BaseModel):
    player: Number | None
    move: str
    turn: int


class Offer(BaseModel):
    do: Literal["takeback", "rematch", "stop"]
    by: Number


class Sealed(BaseModel):
    commit: str
    salt: str | None
    board: str | None


class View(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str
    seq: int
    game: Game
    round: int
    wins: Annotated[list[int], Field(min_length=2, max_length=2)]
    players: Annotated[list[Person], Field(min_length=2, max_length=2)]
    status: Status
    picture: Picture
    last: int | None
    trails: Annotated[list[list[int]], Field(min_length=2, max_length=2)]
    said: list[str]
    prompt: str
    plies: list[Ply]
    words: dict[str, Any]
    offer: Offer | None
    sealed: Sealed | None


class Side(BaseModel):
    name: str
    who: str


class Position(BaseModel):
    """What is seen of a position, of whatever match or of none."""

    game: Game
    round: int
    players: list[Side]
    status: Status
    picture: Picture
    last: int | None
    trails: list[list[int]]
    said: list[str]
    prompt: str
    plies: list[Ply]


class Seen(BaseModel):
    you: list[Number]
    view: View


class Created(Seen):
    invite: str | None


class Value(BaseModel):
    outcome: Literal["win", "loss", "endless", "chance", "unknown"]
    turns: int | None
    chance: str
    chance_float: float


class Analysis(BaseModel):
    player: Number
    value: Value
    moves: dict[str, Value]
    best: list[str]
    how: str


class Problem(BaseModel):
    type: str
    title: str
    status: int
    code: str
    detail: str
    you: list[Number] | None = None
    view: View | None = None

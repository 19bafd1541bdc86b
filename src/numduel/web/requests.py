"""The types of requests: the parameters of addresses, and bodies."""

from typing import Annotated, Literal, NotRequired, TypedDict

from ..dice import SEEDS
from ..play.session import LONGEST_NAME
from ..views.shapes.basics import Pattern, Seat, Within
from .table import ACTIONS

Token = Annotated[str, Pattern("[A-Za-z0-9_-]{43}"), "the seat: a secret that the client makes"]
Name = Annotated[str, Within(0, LONGEST_NAME)]
GameId = Annotated[str, Within(0, 100)]
Move = Annotated[str, Within(0, 200)]
Seed = Annotated[int, Within(0, SEEDS - 1), "the same seed gives the same"]
Board = Annotated[str, Within(0, 4000)]
GameOptions = Annotated[dict[str, bool | int | str], Within(0, 50)]
Ply = Annotated[int, Within(0), "after how many moves and draws; without it, now"]
Round = Annotated[int, Within(1), "which round; without it, the present one"]
RecordText = Annotated[str, Within(0, 60_000), "a record, as text"]

# ---- parameters


class OfMatch(TypedDict):
    """Which match."""

    id: Annotated[str, "the id of a match"]


class OfRound(OfMatch):
    """Which round of which match."""

    round: NotRequired[Round]


class OfPosition(OfRound):
    """Which position of a match."""

    ply: NotRequired[Ply]


class OfHint(OfPosition):
    """An amount of help in a position."""

    step: NotRequired[
        Annotated[int, Within(1, 3), "1 (default): a nudge; 2: a good move; 3: what follows on it"]
    ]


class OfMove(OfPosition):
    """Which move in which position."""

    move: NotRequired[Annotated[Move, "the move; without it, the last mistake"]]


class OfGame(TypedDict):
    """Which game."""

    game: Annotated[GameId, "the id of a game"]


class OfDay(TypedDict):
    """Which day."""

    day: NotRequired[Annotated[str, Within(0, 20), 'such as 2026-11-16 (default: "today")']]


class OfPractice(OfGame):
    """Which puzzle to practise with."""

    grade: NotRequired[Annotated[str, Within(0, 20), "easy (default), medium or hard"]]
    seed: NotRequired[Seed]


class OfDrawing(OfGame):
    """Which position to draw; all other parameters are options of the game."""

    board: NotRequired[Board]
    moves: NotRequired[Annotated[str, Within(0, 4000), "moves with spaces between"]]
    seed: NotRequired[Seed]


class OfFile(TypedDict):
    """Which file of the page."""

    path: str


# ---- bodies


class _Seating(TypedDict):
    opponent: Annotated[str, Within(0, 100), "friend (by link), here (one screen), or a level"]
    seat: NotRequired[Annotated[Seat | None, "null for a coin"]]
    name: NotRequired[Name | None]
    token: Token


class NewMatch(_Seating):
    """A match that someone wants."""

    game: GameId
    options: NotRequired[GameOptions]
    board: NotRequired[Annotated[Board | None, 'a board as text, "fair" or "book"']]
    seed: NotRequired[Seed | None]


class Join(TypedDict):
    """Someone who takes the other seat."""

    invite: Annotated[str, Pattern("[A-Za-z0-9_-]{1,64}")]
    name: NotRequired[Name | None]
    token: Token


class Action(TypedDict):
    """Something that a player does."""

    seq: Annotated[int, Within(0), "the seq of the view that it answers"]
    do: Literal[ACTIONS]  # type: ignore[valid-type]
    move: NotRequired[Annotated[Move | None, "of do: move, and of nothing else"]]


class NewDuel(TypedDict):
    """Someone who plays the duel of the day."""

    name: NotRequired[Name | None]
    token: Token


class Branch(_Seating):
    """A match that continues from a position of another."""

    ply: Ply
    round: NotRequired[Round | None]


class NewRecord(_Seating):
    """A match that continues where a record ends, or from one of its plies."""

    record: RecordText
    ply: NotRequired[Ply | None]


class Record(TypedDict):
    """A record to review."""

    record: RecordText


class LessonAnswer(TypedDict):
    """A learner's answer in a step of a lesson."""

    step: Annotated[int, Within(0, 1000), "counted from 0"]
    move: NotRequired[Annotated[Move | None, "null asks for the answer"]]


PuzzleId = Annotated[str, Within(0, 200), "the id of a puzzle"]
Made = Annotated[list[Move], Within(0, 500), "the right moves and their answers so far"]


class WhichPuzzle(TypedDict):
    """A puzzle."""

    puzzle: PuzzleId


class PuzzleTry(WhichPuzzle):
    """A move in a puzzle."""

    made: Made
    move: Move


class PuzzleHelp(WhichPuzzle):
    """An amount of help with a puzzle."""

    made: Made
    number: NotRequired[Annotated[int, Within(0, 1000), "how much was given before (default: 0)"]]


class Setup(TypedDict):
    """A game that someone thinks of playing."""

    game: GameId
    options: NotRequired[GameOptions]
    board: NotRequired[Annotated[Board, 'a board as text, "playable" (default) or "book"']]


class QrText(TypedDict):
    """A text for a QR code."""

    text: Annotated[str, Within(1, 1000)]

"""The types of requests: path and query parameters, and bodies."""

from typing import Annotated, Literal, NotRequired, TypedDict

from ..dice import SEED_LIMIT
from ..play.session import MAX_NAME_CHARS
from ..storage.record.letter import MAX_LETTER_CHARS
from ..views.shapes.basics import Pattern, Seat, Within
from ..views.shapes.ratings import MAX_LINE_CHARS, RatedTry
from .stored_match import ACTIONS

Token = Annotated[
    str, Pattern("[A-Za-z0-9_-]{43}"), "your seat: a secret that the client generates"
]
Name = Annotated[str, Within(0, MAX_NAME_CHARS)]
GameId = Annotated[str, Within(0, 100)]
Move = Annotated[str, Within(0, 200)]
Seed = Annotated[int, Within(0, SEED_LIMIT - 1), "random seed; the same seed gives the same result"]
Board = Annotated[str, Within(0, 4000)]
GameOptions = Annotated[dict[str, bool | int | str], Within(0, 50)]
Ply = Annotated[int, Within(0), "number of plies played (default: all)"]
Round = Annotated[int, Within(1), "number of the round (default: the current one)"]
RecordText = Annotated[str, Within(0, 60_000), "a record, as text"]

MAX_EXAM_ANSWERS = 3000
"""Answers to an exam that a person can send."""

QuestionId = Annotated[str, Within(0, 40)]

# ---- parameters


class MatchParams(TypedDict):
    """A match."""

    id: Annotated[str, "the id of a match"]


class RoundParams(MatchParams):
    """A round of a match."""

    round: NotRequired[Round]


class PositionParams(RoundParams):
    """A position of a match."""

    ply: NotRequired[Ply]


class HintParams(PositionParams):
    """A position, and how much help to give."""

    step: NotRequired[
        Annotated[
            int, Within(1, 3), "1: an idea; 2: a good move; 3: how play continues (default: 1)"
        ]
    ]


class MoveParams(PositionParams):
    """A move in a position."""

    move: NotRequired[Annotated[Move, "a move (default: the last mistake)"]]


class GameParams(TypedDict):
    """A game."""

    game: Annotated[GameId, "the id of a game"]


class LessonParams(TypedDict):
    """A lesson."""

    lesson: Annotated[str, Within(0, 120), "the id of a lesson: sum, sum-strategy"]


DayText = Annotated[str, Within(0, 20), 'a day such as 2026-11-16 (default: "today")']


class DayParams(TypedDict):
    """A day."""

    day: NotRequired[DayText]


class PracticeParams(TypedDict):
    """A practice puzzle."""

    game: NotRequired[Annotated[GameId, "the id of a game (default: any game with puzzles)"]]
    grade: NotRequired[Annotated[str, Within(0, 20), "easy, medium or hard (default: easy)"]]
    seed: NotRequired[Seed]


class ExamParams(TypedDict):
    """An exam in parts."""

    size: NotRequired[
        Annotated[int, Within(1, MAX_EXAM_ANSWERS), "questions in a part (default: 25)"]
    ]


class QuestionParams(TypedDict):
    """A question of the exam."""

    question: Annotated[QuestionId, "the id of a question: maze-01"]


class DrawingParams(GameParams):
    """A position to draw; all other parameters are options of the game."""

    board: NotRequired[Board]
    moves: NotRequired[Annotated[str, Within(0, 4000), "moves, separated by spaces"]]
    seed: NotRequired[Seed]


class FileParams(TypedDict):
    """A file of the page."""

    path: str


# ---- bodies


class _SeatChoice(TypedDict):
    opponent: Annotated[
        str, Within(0, 100), "friend (by link), here (same screen), letter, a level or a character"
    ]
    seat: NotRequired[Annotated[Seat | None, "1, 2, or null for random"]]
    name: NotRequired[Name | None]
    token: Token


class NewMatch(_SeatChoice):
    """A match to create."""

    game: GameId
    options: NotRequired[GameOptions]
    board: NotRequired[
        Annotated[Board | None, 'a board as text, "fair" or "book" (default: random)']
    ]
    seed: NotRequired[Seed | None]


class Join(TypedDict):
    """A player who takes the second seat."""

    invite: Annotated[str, Pattern("[A-Za-z0-9_-]{1,64}")]
    name: NotRequired[Name | None]
    token: Token


class Action(TypedDict):
    """A player's action."""

    seq: Annotated[int, Within(0), "the seq of the view that you act on"]
    do: Literal[ACTIONS]  # type: ignore[valid-type]
    move: NotRequired[Annotated[Move | None, 'required if do is "move", otherwise not allowed']]


class NewDuel(TypedDict):
    """A player who starts a daily duel."""

    day: NotRequired[DayText]
    name: NotRequired[Name | None]
    token: Token


class Branch(_SeatChoice):
    """A new match that continues from a position of another."""

    ply: Annotated[Ply, "number of plies played before the position"]
    round: NotRequired[Round | None]


class NewRecord(_SeatChoice):
    """A new match that continues from the end of a record, or from one of its plies."""

    record: RecordText
    ply: NotRequired[Ply | None]


class Record(TypedDict):
    """A record to review."""

    record: RecordText


LetterText = Annotated[str, Within(1, MAX_LETTER_CHARS), "a match by letter: what follows #game="]


class Letter(TypedDict):
    """A letter for a match that exists."""

    letter: LetterText


class NewLetter(Letter):
    """A letter that starts a match here."""

    seat: NotRequired[Annotated[Seat | None, "1 or 2 (default: the player to move)"]]
    name: NotRequired[Name | None]
    token: Token


class LessonAnswer(TypedDict):
    """A learner's answer to a step of a lesson."""

    step: Annotated[int, Within(0, 1000), "number of the step, from 0"]
    move: NotRequired[Annotated[Move | None, "a move; null shows the answer"]]


MovesSoFar = Annotated[list[Move], Within(0, 500), "the correct moves and replies so far"]


class PuzzleReference(TypedDict):
    """A puzzle."""

    puzzle: Annotated[str, Within(0, 200), "the id of a puzzle"]


class PuzzleTry(PuzzleReference):
    """A move in a puzzle."""

    made: MovesSoFar
    move: Move
    marks: NotRequired[
        Annotated[
            str, Pattern("[+.-]{0,500}"), "the signs of the moves so far: see PuzzleMoveResult"
        ]
    ]
    hints: NotRequired[Annotated[int, Within(0, 1000), "number of hints so far (default: 0)"]]


class PuzzleHelp(PuzzleReference):
    """A request for a hint in a puzzle."""

    made: MovesSoFar
    number: NotRequired[
        Annotated[int, Within(0, 1000), "number of hints given before (default: 0)"]
    ]
    distance: NotRequired[
        Annotated[bool, "whether a hint may say how far the win is (default: true)"]
    ]


MAX_PUZZLE_TRIES = 400
"""First tries at puzzles that a browser can send."""

PuzzleTries = Annotated[list[RatedTry], Within(0, MAX_PUZZLE_TRIES), "oldest first"]


class KeptTries(TypedDict):
    """The first tries at puzzles that a browser keeps."""

    tries: PuzzleTries
    is_helped: NotRequired[
        Annotated[bool, "whether the latest puzzle was solved with hints (default: false)"]
    ]


class FittingPuzzle(TypedDict):
    """A request for a practice puzzle that fits the player of these tries."""

    tries: PuzzleTries
    game: NotRequired[Annotated[GameId, "the id of a game (default: any game with puzzles)"]]
    seed: NotRequired[Seed]


class ExamAnswers(TypedDict):
    """A person's answers to questions of the exam."""

    answers: Annotated[dict[str, Move], Within(1, MAX_EXAM_ANSWERS), "moves, by question"]
    name: NotRequired[Annotated[Name, 'the name in the result (default: "me")']]


class Setup(TypedDict):
    """A game setup to preview."""

    game: GameId
    options: NotRequired[GameOptions]
    board: NotRequired[
        Annotated[Board, 'a board as text, "playable" or "book" (default: playable)']
    ]


class Explored(TypedDict):
    """A position to explore."""

    game: GameId
    options: NotRequired[GameOptions]
    board: NotRequired[
        Annotated[
            Board,
            'a board as text, "playable", "book" or "fair" (default: playable); not if hidden',
        ]
    ]
    moves: NotRequired[
        Annotated[list[Move], Within(0, 500), "moves, and outcomes where chance decides"]
    ]


class Rules(TypedDict):
    """A game with its rules."""

    game: GameId
    options: NotRequired[GameOptions]


class QrText(TypedDict):
    """Text for a QR code."""

    text: Annotated[str, Within(1, 1000)]


# ---- ratings

MAX_KEPT_GAMES = 300
"""Games that a browser can send for a rating."""


class KeptGame(TypedDict):
    """A game that a browser keeps for the rating."""

    line: Annotated[
        str,
        Within(0, MAX_LINE_CHARS),
        "as the review of the match gave it; lines of other versions don't count",
    ]
    at: Annotated[int, Within(0, 2**40), "when it was played, in seconds since 1970; 0 if unknown"]


class KeptGames(TypedDict):
    """The games of a player."""

    games: Annotated[list[KeptGame], Within(0, MAX_KEPT_GAMES)]

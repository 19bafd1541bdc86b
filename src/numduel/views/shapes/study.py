"""The shapes of studying: records, reviews, hints, puzzles, lessons and rule pages."""

from typing import Annotated, TypedDict

from .basics import (
    Analysis,
    Count,
    Day,
    Game,
    Grade,
    OneOf,
    Seat,
    Share,
    ShownValue,
    Value,
    Values,
    Within,
)
from .match import Ply, Position, ShownPosition, Status
from .words import Pair

Result = Annotated[str, OneOf(("1-0", "0-1", "1/2-1/2", "*"))]
Mark = Annotated[str, OneOf(("??", "?", "?!"))]

# ---- a match as it was played


class Recorded(TypedDict):
    """A match as a whole."""

    game: Game
    tags: dict[str, str]
    status: Status
    result: Annotated[Result, "that of the rules"]


class RecordedPly(Ply):
    """A ply of a record."""

    remark: str | None


class Replay(Recorded):
    """A match as it is recorded: `numduel replay --json`."""

    remark: Annotated[str | None, "what stands before the first move"]
    plies: list[RecordedPly]


class Analysed(Analysis):
    """A position and its analysis: `numduel analyse --json`."""

    position: Position
    line: Annotated[list[str], "best play from here"]
    positions: Annotated[Count, "how many were looked at"]


# ---- reviews


class ReviewedPlayer(TypedDict):
    """The figures of one player."""

    player: Seat
    moves: Count
    decisions: Annotated[Count, "moves in whose place another would have given something away"]
    kept: Annotated[Count, "decisions that gave nothing away"]
    accuracy: Annotated[Share | None, "kept of decisions"]
    turns_lost: Count
    marks: Annotated[dict[Mark, Count], "how many moves carry each mark"]
    regret: Share
    average_regret: Share | None
    luck: Share | None


class _ReviewedPly(Ply):
    seen_by: Annotated[Seat, "who sees the values before and after"]
    before: Value
    after: Value
    luck: Share | None
    regret: Annotated[Share | None, "null for what chance drew"]
    mark: Mark | None
    reason: Annotated[str | None, "why it was a mistake"]
    line: Annotated[list[str], "what follows on it with best play"]
    best: list[str]


class ReviewedPly(_ReviewedPly):
    """A ply with its values."""

    moves: Values


class ToldPly(_ReviewedPly):
    """A ply with its values and sentences."""

    moves: dict[str, ShownValue]
    deed: str
    slip: Annotated[str | None, "what was given away"]
    words: str


class ToldPlayer(ReviewedPlayer):
    """The figures of one player, with sentences."""

    words: Annotated[str, '"accuracy 67%"']
    more: Annotated[str, '"2 of 3 decisions right"; empty where there was none']


class Decided(TypedDict):
    """The move or the luck that decided a match."""

    mark: Annotated[str | None, "of the move that did"]
    lead: Annotated[str, '"Turn 5 decided it."; empty where no turn did']
    text: str


class _Reviewed(Recorded):
    exact: Annotated[bool, "whether no value is an estimate"]
    now: Annotated[Value | None, "what the last position is worth; null at the end"]


class Review(_Reviewed):
    """A match with what every ply was worth: `numduel review --json`."""

    plies: list[ReviewedPly]
    players: Annotated[list[ReviewedPlayer], Within(2, 2)]


class ToldReview(_Reviewed):
    """A review with its words, for its reader."""

    plies: list[ToldPly]
    players: Annotated[list[ToldPlayer], Within(2, 2)]
    names: Annotated[list[str], Within(2, 2)]
    labels: Annotated[Pair, "what each player is called beside figures"]
    better: Annotated[Pair, '"better for you", above and below the chart']
    chart: Annotated[str, "what the chart shows"]
    decided: Decided | None
    note: Annotated[str | None, "that some values are estimates"]
    start: Annotated[str, "how the game stood before the first move"]
    verdict: list[str]
    course: Annotated[list[float], "how well Player 1 stood, 0 to 1, at the start and every ply"]


class Hint(TypedDict):
    """Help in a position."""

    step: Annotated[int, "1: a nudge; 2: a good move; 3: what follows on it"]
    text: str
    move: Annotated[str | None, "the move that the text names"]


class Reason(TypedDict):
    """Why a move is worse than another."""

    text: str
    move: str | None
    line: Annotated[list[str], "what follows on it"]


# ---- puzzles


class SolvedPuzzle(TypedDict):
    """A puzzle with its answer: `numduel puzzle --json`."""

    position: Position
    analysis: Analysis
    answer: str
    turns: Annotated[int, Within(3, 9)]
    grade: Grade
    day: Annotated[Day | None, "the day whose puzzle it is"]


class GameName(TypedDict):
    """The name of a game."""

    id: str
    title: str


class Puzzles(TypedDict):
    """Which games have puzzles, and of which grades."""

    games: list[GameName]
    grades: list[Grade]


class PuzzleWords(TypedDict):
    """The sentences about a puzzle before it is solved."""

    heading: Annotated[str, '"Win in 3 turns"']
    question: Annotated[str, '"You are Player 1. Only one move wins. Which?"']
    summary: Annotated[str, '"Number Maze: win in 3 turns."']


class Puzzle(TypedDict):
    """A puzzle without its answer."""

    id: str
    day: Annotated[Day | None, "the day whose puzzle it is"]
    grade: Grade
    turns: Annotated[int, "turns of both players until the win"]
    player: Annotated[Seat, "who is to move and wins"]
    position: ShownPosition
    words: PuzzleWords


class Tried(TypedDict):
    """The result of a move in a puzzle."""

    is_right: bool
    is_solved: bool
    said: list[str]
    lines: Annotated[list[str], "the same without the word that it is solved"]
    question: Annotated[str | None, "the next question; null where there is none"]
    made: Annotated[list[str], "the right moves and their answers so far"]
    positions: Annotated[list[ShownPosition], "from the one asked about to the end of what follows"]


class Help(TypedDict):
    """A piece of help with a puzzle."""

    text: str
    is_last: bool


class Solution(TypedDict):
    """The answer to a puzzle."""

    answer: str
    said: list[str]
    positions: list[ShownPosition]


# ---- the duel of the day


class DuelWords(TypedDict):
    """The sentences about a duel before it is played."""

    title: Annotated[str, '"Sum Battle against Casual"']
    seat: Annotated[str, '"You are Player 1. …"']


class Duel(TypedDict):
    """A duel without its board."""

    day: Day
    game: str
    title: str
    level: str
    seat: Seat
    words: DuelWords


class DuelResult(TypedDict):
    """How a duel ended."""

    day: Day
    game: str
    level: str
    outcome: Annotated[str, OneOf(("won", "lost", "drew", "stopped"))]
    turns: Count
    decisions: Count
    kept: Count
    help: Annotated[Count, "hints, analyses and moves taken back"]
    course: Annotated[str, "a sign for each move: + kept all, - gave something away, . no matter"]
    text: Annotated[str, "what can be shown to others: it does not give the board away"]
    lines: Annotated[list[str], "the same, line by line"]


# ---- rules and lessons


class Run(TypedDict):
    """Letters of one kind."""

    kind: Annotated[str, OneOf(("plain", "strong", "emphasis", "code"))]
    text: str


class Block(TypedDict):
    """A part of a page; only a table has more than one cell in a row."""

    kind: Annotated[str, OneOf(("heading", "text", "list", "code", "table"))]
    level: Annotated[Count, "of a heading; 0 for other blocks"]
    rows: list[list[list[Run]]]


class Page(TypedDict):
    """A page of text."""

    title: str
    blocks: list[Block]


class Section(Page):
    """A part of the facts."""

    game: Annotated[str | None, "the game that it is about"]


class Facts(TypedDict):
    """Results of perfect play in the games."""

    sections: list[Section]


class Step(TypedDict):
    """One rule, and a position in which to use it."""

    title: str
    text: Annotated[list[str], "paragraphs"]
    task: str
    attempt: Annotated[bool, "whether the task is to try a forbidden move"]
    moves: Annotated[list[str], "the legal moves, and forbidden ones to try that have no tile"]
    position: ShownPosition


class Lesson(TypedDict):
    """The rules of a game, step by step."""

    id: str
    title: str
    opening: str
    steps: list[Step]


class Verdict(TypedDict):
    """The answer of a lesson to a move."""

    outcome: Annotated[
        str, OneOf(("done", "other", "refused")), "other: allowed, but not asked for"
    ]
    text: str
    move: Annotated[str | None, "the move that was meant"]
    position: ShownPosition

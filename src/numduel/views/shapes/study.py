"""The shapes of studying: records, reviews, hints, puzzles, lessons and rule pages."""

from typing import Annotated, TypedDict

from .basics import (
    Analysis,
    Count,
    Day,
    Game,
    Grade,
    LessonId,
    LessonName,
    OneOf,
    Seat,
    Share,
    ShownAnalysis,
    ShownValue,
    Value,
    Values,
    Within,
)
from .match import Ply, Position, ShownPosition, Status
from .ratings import GameCounts, PuzzleDifficulty
from .words import Pair

Result = Annotated[str, OneOf(("1-0", "0-1", "1/2-1/2", "*"))]
Mark = Annotated[str, OneOf(("??", "?", "?!"))]

# ---- a match as it was played


class Recorded(TypedDict):
    """A whole match."""

    game: Game
    tags: dict[str, str]
    status: Status
    result: Annotated[Result, "result by the rules"]


class RecordedPly(Ply):
    """A ply of a record."""

    remark: str | None


class Replay(Recorded):
    """A match as it is recorded: `numduel replay --json`."""

    remark: Annotated[str | None, "comment before the first move"]
    plies: list[RecordedPly]


class AnalysedPosition(Analysis):
    """A position and its analysis: `numduel analyse --json`."""

    position: Position
    line: Annotated[list[str], "best play from here"]
    positions: Annotated[Count, "number of positions examined"]


# ---- reviews


class ReviewedPlayer(TypedDict):
    """The figures of one player."""

    player: Seat
    moves: Count
    decisions: Annotated[
        Count, "real choices: moves for which another was worse, and resigning if not lost"
    ]
    kept: Annotated[Count, "correct decisions"]
    accuracy: Annotated[Share | None, "correct decisions ÷ decisions"]
    turns_lost: Count
    marks: Annotated[dict[Mark, Count], "number of moves with each mark"]
    regret: Share
    average_regret: Share | None
    luck: Share | None


class _ReviewedPly(Ply):
    seen_by: Annotated[Seat, "the player whose values these are"]
    before: Value
    after: Value
    luck: Share | None
    regret: Annotated[Share | None, "null for a chance event"]
    mark: Mark | None
    reason: Annotated[str | None, "why it was a mistake"]
    line: Annotated[list[str], "best play after it"]
    best: list[str]


class ReviewedPly(_ReviewedPly):
    """A ply with its values."""

    moves: Values


class ShownPly(_ReviewedPly):
    """A ply with its values and sentences."""

    moves: dict[str, ShownValue]
    deed: str
    slip: Annotated[str | None, "the sentence about a mistake"]
    words: str
    standing: Annotated[str, '"You win in 3 turns.", after the ply']
    why: Annotated[str | None, "why it was a mistake, without the better move"]
    better: Annotated[str | None, "the sentence that names the better move"]


class ShownPlayer(ReviewedPlayer):
    """The figures of one player, with sentences."""

    words: Annotated[str, '"accuracy 67%"']
    more: Annotated[str, '"2 of 3 real choices correct"; empty if there were none']
    explained: Annotated[str, '"Accuracy 67%: 2 of your 3 real choices were correct."']


class KeyMoment(TypedDict):
    """A moment that changed a match."""

    ply: Annotated[Count, "number of plies up to and including it"]
    kind: Annotated[str, OneOf(("mistake", "decisive", "luck", "resigned"))]
    mark: Mark | None
    player: Seat
    title: Annotated[str, '"Turn 4: you threw away a win"']


class Decided(TypedDict):
    """The move or luck that decided a match."""

    mark: Annotated[str | None, "mark of the deciding move"]
    lead: Annotated[str, '"Turn 5 decided the game."; empty if no turn did']
    text: str


class _Reviewed(Recorded):
    exact: Annotated[bool, "whether no value is an estimate"]
    now: Annotated[Value | None, "value of the last position; null at the end"]
    given_up: Annotated[
        Value | None, "value of the last position for the player who resigned; null if none did"
    ]


class Review(_Reviewed):
    """A match with the value of every ply: `numduel review --json`."""

    plies: list[ReviewedPly]
    players: Annotated[list[ReviewedPlayer], Within(2, 2)]


class ShownReview(_Reviewed):
    """A review with sentences for one reader."""

    plies: list[ShownPly]
    players: Annotated[list[ShownPlayer], Within(2, 2)]
    names: Annotated[list[str], Within(2, 2)]
    labels: Annotated[Pair, "labels of the players beside figures"]
    you: Annotated[list[Seat], "the players the reader moves for; empty for spectators"]
    better: Annotated[Pair, '"better for you", above and below the chart']
    axis: Annotated[Pair, '"You win", above and below the chart']
    chart: Annotated[str, "description of the chart"]
    moments: Annotated[list[KeyMoment], "mistakes, luck and a bad resignation, in order"]
    no_moments: Annotated[str, "why `moments` is empty; empty if it isn't"]
    decided: Decided | None
    note: Annotated[str | None, "a note if some values are estimates"]
    start: Annotated[str, "sentence about the first position"]
    verdict: list[str]
    course: Annotated[
        list[float], "progress chart: Player 1's standing, 0 to 1, at the start and after every ply"
    ]
    rating: Annotated[GameCounts, "whether the game counts for the reader's rating"]


class Hint(TypedDict):
    """A hint for a position."""

    step: Annotated[int, "1: an idea; 2: a good move; 3: the line that follows"]
    text: str
    move: Annotated[str | None, "the move that the text names"]
    is_last: Annotated[bool, "whether further steps say the same"]


class LineStep(TypedDict):
    """A position of a line that was not played, and the move that would lead there."""

    said: Annotated[str, '"Bob would play 7."; empty for the first position']
    position: ShownPosition


class Reason(TypedDict):
    """Why a move is worse than another, or why it is correct."""

    text: str
    move: str | None
    line: Annotated[list[str], "the line that follows"]
    why: Annotated[str, "the text without the better move"]
    is_correct: Annotated[bool, "whether the move isn't a mistake"]
    steps: Annotated[
        list[LineStep],
        "the position before the move, and those of the line while no chance decides",
    ]


# ---- puzzles


class SolvedPuzzle(TypedDict):
    """A puzzle with its answer: `numduel puzzle --json`."""

    position: Position
    analysis: Analysis
    answer: str
    turns: Annotated[int, Within(1)]
    grade: Grade
    day: Annotated[Day | None, "date of a daily puzzle"]
    difficulty: PuzzleDifficulty


class GameName(TypedDict):
    """The name of a game."""

    id: str
    title: str


class GameWithoutPuzzles(GameName):
    """A game that has no puzzles."""

    reason: Annotated[str, "a sentence that says why"]


class Puzzles(TypedDict):
    """The games that have puzzles, and the grades."""

    games: list[GameName]
    grades: list[Grade]
    without: Annotated[list[GameWithoutPuzzles], "games that have no puzzles"]
    first_day: Annotated[Day, "day of the first daily puzzle and duel"]


class PuzzleWords(TypedDict):
    """The sentences about a puzzle before it is solved."""

    heading: Annotated[str, '"Win in 3 turns"']
    question: Annotated[str, '"You are Player 1. Find the only winning move."']
    summary: Annotated[str, '"Number Maze: win in 3 turns."']


class Puzzle(TypedDict):
    """A puzzle without its answer."""

    id: str
    day: Annotated[Day | None, "date of a daily puzzle"]
    grade: Grade
    turns: Annotated[int, "turns (both players') until the win"]
    player: Annotated[Seat, "the player who moves and wins"]
    position: ShownPosition
    words: PuzzleWords
    difficulty: PuzzleDifficulty


class PuzzleMoveResult(TypedDict):
    """The result of a move in a puzzle."""

    is_right: bool
    is_solved: bool
    said: list[str]
    lines: Annotated[list[str], "the same without the line that says it is solved"]
    question: Annotated[str | None, "the next question; null at the end"]
    made: Annotated[list[str], "correct moves and replies so far"]
    positions: Annotated[list[ShownPosition], "from the question to the end of the line"]
    marks: Annotated[str, "a sign for each move so far: + best, . fine, - mistake"]
    result: Annotated[
        list[str] | None, "lines to share about a solved daily puzzle; they don't reveal it"
    ]


class Help(TypedDict):
    """A hint for a puzzle."""

    text: str
    is_last: bool


class Solution(TypedDict):
    """The answer to a puzzle."""

    answer: str
    said: list[str]
    positions: list[ShownPosition]


# ---- the daily duel


class DuelWords(TypedDict):
    """The sentences about a duel before it is played."""

    title: Annotated[str, '"Sum Battle against Casual"']
    seat: Annotated[str, '"You are Player 1. …"']
    counts: Annotated[str, "which games count for the streak"]


class Duel(TypedDict):
    """A daily duel before it starts."""

    day: Day
    game: str
    title: str
    level: str
    seat: Seat
    words: DuelWords
    position: Annotated[ShownPosition, "the first position"]


class DuelResult(TypedDict):
    """How a duel ended."""

    day: Day
    game: str
    level: str
    outcome: Annotated[str, OneOf(("won", "lost", "drew", "stopped"))]
    turns: Count
    decisions: Count
    kept: Count
    help: Annotated[Count, "number of hints, analyses and undone moves"]
    course: Annotated[str, "a sign for each move: + correct, - mistake, . no real choice"]
    marks: Annotated[str, "a sign for each of your turns: + best, . fine, - mistake"]
    text: Annotated[str, "text to share; it doesn't reveal the board"]
    lines: Annotated[list[str], "the same, line by line"]


# ---- rules and lessons


class Run(TypedDict):
    """A piece of text in one style."""

    kind: Annotated[str, OneOf(("plain", "strong", "emphasis", "code"))]
    text: str


class Block(TypedDict):
    """A part of a page; only tables have several cells per row."""

    kind: Annotated[str, OneOf(("heading", "text", "list", "code", "table"))]
    level: Annotated[Count, "of a heading; 0 for other blocks"]
    rows: list[list[list[Run]]]


class Page(TypedDict):
    """A page of text."""

    title: str
    blocks: list[Block]


class Section(Page):
    """A section of the facts."""

    game: Annotated[str | None, "the game of this section"]


class Facts(TypedDict):
    """Known results of perfect play."""

    sections: list[Section]


class Step(TypedDict):
    """One rule or idea, and a position to try it."""

    title: str
    text: Annotated[list[str], "paragraphs"]
    task: str
    attempt: Annotated[bool, "whether the task is to try an illegal move"]
    moves: Annotated[list[str], "the legal moves, and illegal moves to try that have no tile"]
    position: ShownPosition


class LessonLink(TypedDict):
    """A lesson that comes next."""

    id: LessonId
    name: LessonName


class Lesson(TypedDict):
    """The rules of a game, or how to win it, step by step."""

    id: LessonId
    game: str
    name: LessonName
    title: str
    opening: str
    steps: list[Step]
    gain: Annotated[str, "what you have done and know after the last step"]
    advice: Annotated[str, "what to do then"]
    next: Annotated[LessonLink | None, "the game's next lesson"]


class LessonEntry(TypedDict):
    """A lesson in the list of all lessons."""

    id: LessonId
    game: str
    name: LessonName
    steps: Annotated[int, "number of steps"]


class LessonList(TypedDict):
    """The lessons of all games, for each game in the order in which to take them."""

    lessons: list[LessonEntry]


class Verdict(TypedDict):
    """A lesson's response to a move."""

    outcome: Annotated[str, OneOf(("done", "other", "refused")), "other: legal, but not the task"]
    text: str
    move: Annotated[str | None, "the move that was tried"]
    position: ShownPosition


# ---- the explorer


class ExploredChoice(TypedDict):
    """A move, or an outcome of chance, in an explored position."""

    move: str
    name: str
    value: Annotated[ShownValue, "for the player who moves, or who made the last move"]
    is_best: Annotated[bool, "false for an outcome of chance"]
    odds: Annotated[str, 'how likely an outcome of chance is: "1/9 (11.1%)"; empty for a move']


class BoardClass(TypedDict):
    """Boards with the same winner and number of turns."""

    name: Annotated[str, '"Player 1 wins in 5 turns"']
    share: Annotated[float, "of all boards"]
    text: Annotated[str, '"18.69%"']
    is_here: Annotated[bool, "whether this board is one of them"]


class BoardCensus(TypedDict):
    """How common boards such as this one are."""

    words: str
    classes: list[BoardClass]


class Exploration(TypedDict):
    """A position of the explorer, with the value of every move."""

    position: Annotated[ShownPosition, "before the last move, if chance decides after it"]
    moves: Annotated[list[str], "the legal moves and outcomes that lead here"]
    steps: Annotated[list[str], "a sentence for each of them"]
    problem: Annotated[str, "why some moves were left out; empty if all are legal"]
    pending: Annotated[str | None, "the last move, if chance decides after it"]
    choices: Annotated[list[ExploredChoice], "in the order of the rules; empty at the end"]
    standing: Annotated[str, "who wins from here"]
    analysis: Annotated[ShownAnalysis | None, "null if no player is to move"]
    refusals: Annotated[dict[str, str], "why each other tile can't be chosen, by its move"]
    line: Annotated[list[str], "best play from here; it ends where chance decides"]
    census: Annotated[BoardCensus | None, "of the first position; null if boards aren't counted"]

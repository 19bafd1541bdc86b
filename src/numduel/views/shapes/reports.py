"""The shapes of reports: boards, variants, censuses, tournaments, exams and datasets."""

from typing import Annotated, Literal, TypedDict

from .basics import Count, Game, OneOf, Options, Outcome, Pattern, Seat, Share, Value, Within

Interval = Annotated[list[float], Within(2, 2)]

# ---- boards and variants


class CorrectMoves(TypedDict):
    """The number of correct first moves on a board."""

    moves: Count
    of: Count


class Board(TypedDict):
    """A board that was found."""

    game: Game
    value: Value
    winner: Seat | None
    keeping: CorrectMoves
    imperfect: Annotated[dict[str, Count], "results of games between imperfect players"]
    grade: str | None
    fair: bool


class Boards(TypedDict):
    """Boards that were found, and counts of the search: `numduel board --json`."""

    game: Game
    boards: list[Board]
    looked_at: Count
    over_before_the_first_move: Count
    won: Annotated[list[Count], Within(2, 2), "by Player 1 and by Player 2"]
    draws: Count
    endless: Count
    won_by_one_seat: Annotated[Seat | None, "the seat that wins all boards, if one does"]


class Variant(TypedDict):
    """A set of options, and its results."""

    options: Options
    boards: Count
    won_by_player1: Annotated[Count | None, "number of boards; null if chance decides"]
    won_by_player2: Annotated[Count | None, "number of boards; null if chance decides"]
    value: Value | None
    share_of_player1: float


class Variants(TypedDict):
    """Options that make a game fairer: `numduel board --handicap --json`."""

    game: Game
    has_boards: bool
    value: Annotated[Value | None, "of the current game, if it has no boards"]
    tried: Count
    second_wins: Annotated[list[Variant], "Player 2 wins every board"]
    second_wins_some: Annotated[list[Variant], "Player 2 wins some boards"]
    nearest_to_even: Annotated[list[Variant], "the others, nearest to even first"]


# ---- a census


class CensusRow(TypedDict):
    """A set of options, and its value for Player 1."""

    options: Options
    value: Value


class OutcomeCount(TypedDict):
    """The number of boards with one outcome."""

    boards: Count
    share: Share
    interval: Annotated[Interval | None, "null if all boards were counted"]
    mean: Annotated[Share | None, "mean chance, if chance decides"]


class DepthCount(TypedDict):
    """The number of boards with one outcome after the same number of turns."""

    outcome: str
    turns: Count | None
    boards: Count


class LevelScore(TypedDict):
    """The score of perfect play against a level."""

    options: Options
    level: str
    matches: Count
    won: Count
    lost: Count
    drawn: Count
    unfinished: Count
    share: Annotated[float, "wins per match; a draw is half a win"]
    interval: Interval


class Census(TypedDict):
    """The outcomes of many boards: `numduel census --json`."""

    game: Game
    how: Annotated[str, OneOf(("options", "all", "sample"))]
    solved: Count
    boards: Count
    seed: Count | None
    rows: list[CensusRow]
    outcomes: dict[Outcome, OutcomeCount]
    counts: list[DepthCount]
    perfect_against: list[LevelScore]


# ---- tournaments and exams


class Measure(TypedDict):
    """A figure with its interval."""

    value: float
    low: float | None
    high: float | None


class Standing(TypedDict):
    """Results of a player in one game, or in all games; a figure without data is null."""

    game: str
    player: str
    matches: Count
    won: Count
    drawn: Count
    lost: Count
    cut: Count
    faults: Count
    win_rate: Annotated[Measure | None, "a draw is half a win"]
    draw_rate: Measure | None
    elo: Measure | None
    accuracy: Measure | None
    regret: Measure | None
    turns_lost: Measure | None
    luck_adjusted: Measure | None
    seconds_a_move: Measure | None


class Meeting(TypedDict):
    """Results of a pair of players in one game."""

    game: str
    players: Annotated[list[str], Within(2, 2)]
    won: Count
    drawn: Count
    lost: Count
    cut: Count


class Blunder(TypedDict):
    """One of the worst moves, and where to find it."""

    match: Count
    ply: Count
    game: str
    player: str
    seat: Seat
    regret: Share
    regret_float: float


class Arena(TypedDict):
    """A tournament: `numduel arena --json`."""

    tournament: str
    seed: Count
    players: list[str]
    games: list[str]
    boards: Count
    matches: Count
    rows: list[Standing]
    pairs: list[Meeting]
    blunders: list[Blunder]


class ExamMarks(TypedDict):
    """The marks for some questions."""

    of: Annotated[
        str, OneOf(("game", "outcome", "depth", "all")), "what the questions have in common"
    ]
    name: str
    questions: Count
    kept: Count
    faults: Count
    guessing: Annotated[float, "the accuracy of random choices"]
    accuracy: Measure | None
    regret: Measure | None
    turns_lost: Measure | None


class ExamAnswer(TypedDict):
    """A player's answer."""

    id: str
    move: str | None
    fault: str | None


class Exam(TypedDict):
    """A player's marks, and every answer: `numduel exam --json`."""

    version: Count
    player: str
    seed: Count
    rows: list[ExamMarks]
    answers: list[ExamAnswer]


# ---- a dataset

Probability = Annotated[float, Within(0, 1)]


class DatasetValue(TypedDict):
    """A value in a dataset."""

    outcome: Annotated[str, OneOf(("win", "loss", "draw", "endless", "chance"))]
    turns: Annotated[int, Within(1)] | None
    worth: Share
    worth_float: Probability


class DatasetMove(DatasetValue):
    """A move; its action is its index in the vocabulary."""

    action: Count


class DatasetLine(DatasetValue):
    """A position with the value of every move: a line of `numduel dataset`, see dataset.md."""

    id: Annotated[str, Pattern("[a-z][a-z0-9]*-[0-9a-f]{16}")]
    version: Literal[1]
    game: str
    options: Options
    player: Seat
    board: str
    depth: Count
    moves: Annotated[dict[str, DatasetMove], Within(1)]
    keep: Annotated[list[str], Within(1)]
    best: Annotated[list[str], Within(1)]
    features: dict[str, int | list[int]]
    record: str


# ---- saved games and lessons


class PlayedBy(TypedDict):
    """A player of a saved game."""

    name: str
    who: Annotated[str, '"human", a level, or the name of a program']


class PlayedGame(TypedDict):
    """A saved game, finished or not."""

    name: Annotated[str, "name of the save, for replay, review and resume"]
    changed: Annotated[str, 'local date and time of the last move: "2026-11-15 18:30"']
    game: Game
    players: Annotated[list[PlayedBy], Within(2, 2)]
    finished: bool
    winner: Seat | None
    result: Annotated[str, '"Ann won", "draw", "no winner" or "unfinished, turn 3"']
    turn: Count


class History(TypedDict):
    """Saved games, newest first."""

    games: list[PlayedGame]


class StatisticsRow(TypedDict):
    """Results against one opponent."""

    game: Annotated[str | None, "id of the game; null for all games"]
    one: Annotated[str | None, "whose wins are counted; null for you"]
    opponent: Annotated[str, 'a level, a name, or "all"']
    played: Annotated[int, "finished games"]
    won: Count
    lost: Count
    drawn: Count
    unfinished: Count
    streak: Annotated[int, "latest games won in a row"]
    helped: Annotated[int, "games won with hints, analysis or undo"]
    last: Annotated[str, "local date of the latest game"]


class Statistics(TypedDict):
    """Results of the saved games, of puzzles and of duels."""

    rows: Annotated[list[StatisticsRow], "by game and opponent"]
    totals: Annotated[list[StatisticsRow], "over all games against the computer"]
    between_programs: Count
    unreadable: Annotated[int, "files that can't be read as games"]
    puzzle_streak: Annotated[int, "days in a row with the daily puzzle solved on the first try"]
    best_puzzle_streak: Count
    duels: Annotated[dict[str, str], "result of the daily duel by day"]


class LessonStep(TypedDict):
    """One rule of a lesson."""

    title: str
    text: Annotated[list[str], "paragraphs"]
    task: str


class LessonProgress(TypedDict):
    """A lesson, and how far you are."""

    game: str
    title: str
    opening: str
    done: Annotated[int, "number of steps done"]
    steps: list[LessonStep]


class Lessons(TypedDict):
    """All lessons, or the one asked for."""

    lessons: list[LessonProgress]

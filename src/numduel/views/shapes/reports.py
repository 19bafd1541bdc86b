"""The shapes of reports: boards, variants, censuses, tournaments, exams, datasets and games."""

from typing import Annotated, Literal, TypedDict

from .basics import (
    Count,
    Game,
    LessonId,
    LessonName,
    OneOf,
    Options,
    Outcome,
    Pattern,
    Seat,
    Share,
    Value,
    Values,
    Within,
)
from .exams import Cost, Measure
from .ratings import GameRating, PuzzleRating

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
    unanswered: Annotated[int, Within(0), "matches that a failing endpoint left without a result"]
    calls: Annotated[int, Within(0), "questions to a model"]
    tokens_in: Count
    tokens_out: Count
    cost: Cost | None
    win_rate: Annotated[Measure | None, "a draw is half a win"]
    draw_rate: Measure | None
    elo: Measure | None
    skill: Annotated[Measure | None, "1 − regret ÷ regret of random choices"]
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
    unanswered: Count


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


# ---- comparisons

Probability = Annotated[float, Within(0, 1)]
TwoNames = Annotated[list[str], Within(2, 2), "the first and the second player"]
FigureName = Annotated[str, OneOf(("skill", "accuracy", "result", "regret"))]


class PairedDifference(TypedDict):
    """The difference between two players by one figure, first minus second."""

    figure: FigureName
    game: Annotated[str, 'the id, or "all"']
    groups: Annotated[int, Within(0), "questions or boards"]
    differing: Annotated[int, Within(0), "groups in which the players differ"]
    first: Annotated[float, "the figure of the first player"]
    second: float
    difference: Measure
    p: Annotated[Probability, "the p-value of the sign-flip test"]
    better: Annotated[Seat | None, "the better player, first or second; null if equal"]
    settled: Annotated[bool, "whether the interval leaves out 0 and p is below 0.05"]
    needed: Annotated[Count | None, "groups that would settle it; null if unknown"]


class Comparison(TypedDict):
    """Two players on the same questions or boards: `numduel compare --json`."""

    kind: Annotated[str, OneOf(("exam", "tournament"))]
    about: Annotated[str, "the exam or tournament, as a sentence"]
    unit: Annotated[str, OneOf(("question", "board")), "what is paired"]
    names: TwoNames
    left_out: Annotated[int, Within(0), "questions or matches that a player left unanswered"]
    rows: list[PairedDifference]


class DetectableDifference(TypedDict):
    """The smallest difference that a run can settle, 80% of the time."""

    figure: FigureName
    game: Annotated[str, 'the id, or "all"']
    size: Annotated[int, Within(1), "questions or boards"]
    share: Annotated[Probability | None, "questions on which the players differ; null with files"]
    deviation: Annotated[float | None, "standard deviation of a difference; null without files"]
    difference: Annotated[float | None, "null if none is large enough"]


class PowerForecast(TypedDict):
    """Differences that a run can settle: `numduel compare --power --json`."""

    unit: Annotated[str, OneOf(("question", "board")), "what is paired"]
    names: Annotated[TwoNames | None, "the players in the files; null without files"]
    size: Annotated[int, Within(1), "questions or boards"]
    rows: list[DetectableDifference]


# ---- a dataset


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
    group: Annotated[str, Pattern("[0-9a-f]{16}"), "positions that must not be divided"]
    split: Annotated[str, OneOf(("train", "test"))]
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


class Results(TypedDict):
    """Results of the saved games, of daily puzzles and of duels."""

    rows: Annotated[list[StatisticsRow], "by game and opponent"]
    totals: Annotated[list[StatisticsRow], "over all games against the computer"]
    between_programs: Count
    unreadable: Annotated[int, "files that can't be read as games"]
    puzzle_streak: Annotated[int, "days in a row with the daily puzzle solved on the first try"]
    best_puzzle_streak: Count
    duels: Annotated[dict[str, str], "result of the daily duel by day"]


class Statistics(Results):
    """Results and ratings."""

    ratings: Annotated[list[GameRating], "your rating in each game, from games without help"]
    puzzle_ratings: Annotated[list[PuzzleRating], "your rating with the puzzles of each game"]


class LessonStep(TypedDict):
    """One rule or idea of a lesson."""

    title: str
    text: Annotated[list[str], "paragraphs"]
    task: str


class LessonProgress(TypedDict):
    """A lesson, and how far you are."""

    id: LessonId
    game: str
    name: LessonName
    title: str
    opening: str
    done: Annotated[int, "number of steps done"]
    steps: list[LessonStep]


class Lessons(TypedDict):
    """All lessons, or those asked for."""

    lessons: list[LessonProgress]


# ---- games of your own


class BoardCounts(TypedDict):
    """The results of perfect play on all boards, or on a sample."""

    how: Annotated[str, OneOf(("one", "all", "sample")), '"one" without a visible deal']
    boards: Count
    won: Annotated[list[Count], Within(2, 2), "boards that Player 1 and Player 2 win"]
    draws: Count
    endless: Count
    chance: Annotated[Count, "boards on which chance decides"]
    unknown: Annotated[Count, "boards that were not solved"]


class SeatShare(TypedDict):
    """Player 1's results between two players of the same level."""

    level: str
    won: Annotated[float, "wins plus half the draws"]
    games: Annotated[Count, "finished games"]
    unfinished: Count
    share: float | None
    low: float
    high: float


class LadderStep(TypedDict):
    """The results of a level against the next weaker one."""

    stronger: str
    weaker: str
    won: Annotated[float, "wins of the stronger level plus half the draws"]
    games: Annotated[Count, "finished games"]
    unfinished: Count
    low: float
    high: float


class GameTurns(TypedDict):
    """The length of games between casual players, in turns."""

    mean: float
    low: float | None
    high: float | None
    shortest: Count | None
    longest: Count | None
    perfect: Annotated[float | None, "mean turns with perfect play, on boards that a player wins"]
    counts: Annotated[dict[str, Count], "finished games by their turns"]


class AllPositions(TypedDict):
    """Counts over every position of a small game."""

    positions: Count
    decisions: Annotated[float, "share of positions in which the choice matters"]


class FoundPosition(TypedDict):
    """A position, how to reach it, and its values."""

    board: str | None
    moves: Annotated[list[str], "moves and chance outcomes from the start"]
    player: Seat
    value: Value
    values: Values
    correct: Annotated[list[str], "moves that keep the worth"]


class SurprisingPosition(FoundPosition):
    """The position in which skilled players lose most by their choice."""

    tries: Annotated[Count, "choices of skilled players"]
    found: Annotated[Count, "correct choices among them"]
    lost: Annotated[float, "mean share of a win that was lost"]


class VerdictSentence(TypedDict):
    """A sentence about a game and the figure that it follows from."""

    figure: str
    value: float | None
    text: str


class GameReport(TypedDict):
    """The measurements of a game: `numduel game report --json`."""

    game: Annotated[str, "the id"]
    title: str
    options: Options
    games: Annotated[Count, "games of each kind"]
    seed: Count
    headline: Annotated[str, "the verdict in one line"]
    verdict: list[VerdictSentence]
    solved: Annotated[bool, "whether every board was solved"]
    boards: BoardCounts
    first_player_worth: Annotated[
        float, "Player 1's worth with perfect play; if not solved, between skilled players"
    ]
    first_player_exact: Annotated[Share | None, "the same if all boards were solved"]
    seats: list[SeatShare]
    turns: GameTurns
    plies: float
    branching: Annotated[float | None, "legal moves per position"]
    forced: Annotated[float | None, "share of positions with one legal move"]
    decisions: Annotated[float | None, "share of positions in which the choice matters"]
    decisions_per_game: float | None
    lead_changes: Annotated[float | None, "per game"]
    comebacks: Annotated[float | None, "share of winners who once stood at a worth of at most ¼"]
    draws: Annotated[float | None, "share of finished games"]
    unfinished: Annotated[float, "share of games stopped at the turn limit"]
    known: Annotated[float, "share of the positions whose value is known"]
    intervals: Annotated[dict[str, list[float] | None], "95% intervals of these figures"]
    endings: Annotated[dict[str, float], "share of each reason in finished games"]
    dead_reasons: Annotated[list[str], "reasons that never occur"]
    dead_reasons_exact: Annotated[bool, "whether every position was examined"]
    ladder: list[LadderStep]
    all_positions: AllPositions | None
    longest_win: FoundPosition | None
    surprise: SurprisingPosition | None


class TunedVariant(TypedDict):
    """A variant of a game and its figures; all are null if the options can't be combined."""

    options: Options
    score: Annotated[float | None, "fairness times depth"]
    fairness: Annotated[float | None, "1 if both seats win equally often, 0 if one always wins"]
    depth: Annotated[float | None, "from 0 to 1, from the real choices in a game"]
    first_player_share: Annotated[float | None, "between casual players"]
    low: float | None
    high: float | None
    first_player_worth: Annotated[float | None, "with perfect play, if that is known"]
    decisions: float | None
    decisions_per_game: float | None
    turns: float | None
    unfinished: float | None
    problem: Annotated[str | None, "why it could not be measured"]


class Tuning(TypedDict):
    """Variants of a game, best first: `numduel game tune --json`."""

    game: Annotated[str, "the id"]
    options: Annotated[Options, "options that are fixed"]
    varied: Annotated[dict[str, list[bool | int | str]], "the values of each varied option"]
    games: Annotated[Count, "games for each variant"]
    seed: Count
    variants: list[TunedVariant]


class RuleVector(TypedDict):
    """A line of `numduel game vectors`: a position and what the rules say about it."""

    game: Annotated[str, "the id"]
    options: Options
    board: Annotated[str | None, "the board, of a hidden one what was revealed"]
    moves: Annotated[list[str], "moves and chance outcomes from the start"]
    player: Annotated[Seat | None, "the player to move; null when over"]
    legal: Annotated[list[str], "the legal moves"]
    winner: Annotated[Seat | None, "null before the end, and for a draw"]
    reason: Annotated[str | None, "null before the end"]


class BrokenLaw(TypedDict):
    """A law that a game breaks, with an example."""

    law: str
    message: Annotated[str, "one sentence"]
    options: Annotated[Options, "options of the variant, and its board if it has one"]
    moves: Annotated[list[str], "moves and chance outcomes from the start, as few as were found"]
    position: Annotated[str, "the position after them, drawn; empty if no position is at fault"]


class Warned(TypedDict):
    """Something about a game that may be a mistake."""

    law: str
    message: Annotated[str, "one sentence"]


class CheckedVariant(TypedDict):
    """The examined part of a variant."""

    options: Annotated[Options, "its options, and its board if it has one"]
    positions: Count
    complete: Annotated[bool, "whether these are all its positions"]


class GameCheck(TypedDict):
    """The laws that a game breaks: `numduel game check --json`."""

    game: Annotated[str, "the id"]
    ok: Annotated[bool, "whether it breaks no law"]
    complete: Annotated[bool, "whether every position of every variant was examined"]
    broken: list[BrokenLaw]
    warnings: list[Warned]
    variants: list[CheckedVariant]

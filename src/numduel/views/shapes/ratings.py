"""The shapes of ratings: how well a person plays each game, on the scale of the opponents."""

from typing import Annotated, TypedDict

from .basics import Count, Options, Pattern, Within

MAX_LINE_CHARS = 200
"""Characters of a game as a line, more than it can have."""

CountedLine = Annotated[
    str,
    Within(1, MAX_LINE_CHARS),
    Pattern("[!-~]+ [^ ]+ (won|lost|drawn)( [0-9]{1,2}=[0-9]{1,3}/[0-9.]{1,7}){0,8}"),
    'game, opponent, result, and decisions: "maze casual won 0=3/2" has 3 decisions one turn '
    "before the win, of which 2 were right",
]
Points = Annotated[int, "points on the scale; Casual has 1000"]


class GameCounts(TypedDict):
    """Whether a finished game counts for the reader's rating."""

    line: Annotated[CountedLine | None, "the game for a page to keep; null if it doesn't count"]
    why: Annotated[
        str, "why it doesn't count, or that it changes nothing; empty if it counts or isn't yours"
    ]


class RatingPoint(TypedDict):
    """A rating after a game."""

    at: Annotated[Count, "when it was played, in seconds since 1970; 0 if unknown"]
    value: Points
    low: Points
    high: Points
    text: Annotated[str, '"Game 12 on 2026-11-18: about 1080 (1010–1150)"']


class RatedOpponent(TypedDict):
    """An opponent on the scale of a game."""

    id: str
    name: str
    value: Points
    low: Points
    high: Points


class SuggestedOpponent(TypedDict):
    """The opponent to try next."""

    id: str
    name: str
    text: Annotated[str, '"You beat Casual 7 of 10: try Skilled."']


class OpponentResults(TypedDict):
    """A person's results against one opponent, in games that count."""

    id: str
    name: str
    won: Count
    drawn: Count
    lost: Count
    text: Annotated[str, '"7 won, 3 lost"']


class GameRating(TypedDict):
    """A person's rating in one game."""

    game: Annotated[str, "id of the game"]
    title: str
    options: Annotated[Options, "the rules that the rating is for, where they aren't the default"]
    value: Annotated[int | None, "points on the scale; null without real choices"]
    low: Annotated[int | None, "the lower end of the 95% interval"]
    high: int | None
    is_wide: Annotated[bool, "whether it needs more games: show the interval, not the value"]
    games: Annotated[Count, "the latest games that make up the rating"]
    decisions: Annotated[Count, "real choices in them"]
    text: Annotated[str, '"About 1080, between 1010 and 1150, from 24 games."']
    strength: Annotated[str, '"Between Casual and Skilled."; empty without a rating']
    after: Annotated[
        str, "after the latest game: 'Your rating in Number Maze: about 1080 (1010–1150), up 20.'"
    ]
    chart: Annotated[str, "description of the curve"]
    points: Annotated[list[RatingPoint], "the rating after each game, oldest first"]
    suggestion: SuggestedOpponent | None
    results: Annotated[list[OpponentResults], "by opponent, weakest first"]
    opponents: Annotated[list[RatedOpponent], "all opponents of the scale, weakest first"]


class Ratings(TypedDict):
    """A person's ratings in all games with a scale that they played."""

    ratings: list[GameRating]
    none: Annotated[str, "what to do without ratings; empty if you have some"]
    method: Annotated[str, "how ratings are made, in short"]


# ---- puzzles

Finds = Annotated[
    list[Annotated[int, Within(0, 30)]],
    Within(6, 6),
    "how often of 30 times random moves, beginner, casual, skilled, expert and perfect find "
    "the winning move",
]


class PuzzleDifficulty(TypedDict):
    """The measured difficulty of a puzzle."""

    key: Annotated[str, Pattern("[0-9a-f]{12}"), "the same for the same puzzle, which counts once"]
    rating: Annotated[
        int | None, "the rating at which a player solves it half of the time; null without a scale"
    ]
    finds: Finds
    text: Annotated[str, '"Difficulty 1060. Casual finds the move 3 of 10 times, Expert 9 of 10."']


class RatedTry(TypedDict):
    """The first try at a puzzle, as a page keeps it."""

    game: Annotated[str, Within(0, 100), "id of the game"]
    finds: Annotated[Finds, "as in the difficulty of the puzzle"]
    is_solved: Annotated[bool, "on the first try, without hints"]


class PuzzleRating(TypedDict):
    """A person's rating with the puzzles of one game."""

    game: Annotated[str, "id of the game"]
    title: str
    value: Points
    low: Annotated[Points, "the lower end of the 95% interval"]
    high: Points
    is_wide: Annotated[bool, "whether it needs more puzzles: show the interval, not the value"]
    tries: Annotated[Count, "the latest puzzles that make up the rating"]
    change: Annotated[int | None, "by the latest puzzle; null for the first one"]
    text: Annotated[str, '"about 1040 (960–1120), from 24 puzzles"']
    after: Annotated[str, '"Your rating in Number Maze puzzles: about 1040 (960–1120), up 15."']


class PuzzleRatings(TypedDict):
    """A person's puzzle ratings, in all games with a scale that they solved puzzles of."""

    ratings: list[PuzzleRating]
    none: Annotated[str, "a sentence while ratings are missing; otherwise empty"]

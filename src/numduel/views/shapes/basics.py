"""Parts of all shapes: players, shares, games, values, and constraints on JSON."""

from typing import Annotated, Literal, NamedTuple, TypedDict


class Within(NamedTuple):
    """Bounds of a number, or of the length of a string, list or object."""

    low: int | None = None
    high: int | None = None


class Pattern(NamedTuple):
    """A regular expression that matches the whole string."""

    regex: str


class OneOf(NamedTuple):
    """The only possible strings, if the Python type is just `str`."""

    texts: tuple[str, ...]


Seat = Literal[1, 2]
Count = Annotated[int, Within(0)]
Share = Annotated[str, Pattern("-?[0-9]+(/[0-9]+)?"), "an exact share, as p/q"]
Day = Annotated[str, Pattern("[0-9]{4}-[0-9]{2}-[0-9]{2}")]
Options = dict[str, bool | int | str]
Outcome = Literal["win", "loss", "draw", "endless", "chance", "unknown"]
LessonId = Annotated[str, "of the game; after its first lesson, with the topic: sum-strategy"]
LessonName = Annotated[str, "what it teaches: The rules by playing, How to win"]
Grade = Annotated[str, OneOf(("easy", "medium", "hard"))]


class Game(TypedDict):
    """A game with its options."""

    id: str
    title: str
    options: Options
    board: Annotated[str | None, "row by row, with ? for hidden numbers; null if there is no board"]


class Value(TypedDict):
    """The value of a position for the player to move."""

    outcome: Outcome
    turns: Annotated[Count | None, "turns (both players') until the end"]
    chance: Annotated[
        Share,
        "chance to win: exact, or an estimate if the outcome is unknown; "
        "if chance decides, a draw counts half",
    ]
    chance_float: Annotated[float, "the same as a number"]


class ShownValue(Value):
    """A value as screens show it."""

    sign: Annotated[str, 'on a tile: "W3", "L2", "D", "=", "62%" or "~62%"']
    kind: Annotated[
        str, OneOf(("win", "loss", "draw", "endless", "chance")), "the colour of the sign"
    ]
    words: Annotated[str, '"wins in 3 turns"']


class Sign(TypedDict):
    """A sign on tiles and its meaning."""

    kind: Annotated[str, OneOf(("win", "loss", "draw", "endless", "chance"))]
    sign: str
    words: str


Values = Annotated[dict[str, Value], "the value of each move, for the player who makes it"]


class _Analysed(TypedDict):
    player: Annotated[Seat, "the player to move; values are for this player"]
    best: Annotated[list[str], "the best moves"]
    how: Annotated[str, '"exact", or how it was estimated']


class Analysis(_Analysed):
    """The values of a position and its moves."""

    value: Value
    moves: Values


class ShownAnalysis(_Analysed):
    """The values of a position and its moves, with signs and text."""

    value: ShownValue
    moves: Annotated[dict[str, ShownValue], "the value of each move, for the player who makes it"]
    words: Annotated[str, '"Best: 8 or 5. Each wins in 1 turn."']
    legend: Annotated[list[Sign], "the meaning of the signs in these values"]

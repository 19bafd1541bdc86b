"""The shapes of a match: its position, its picture, what each side sees of it, and refusals."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .basics import Count, Game, OneOf, Seat, Within
from .words import Words


class Side(TypedDict):
    """A player of a position."""

    name: str
    who: Annotated[str, "human, or the level or program that plays here"]


class Person(Side):
    """A player at a server."""

    joined: Annotated[bool, "whether someone has taken the seat"]
    here: Annotated[bool, "whether they are connected now"]


class Status(TypedDict):
    """Whose turn it is, or how the match ended."""

    kind: Annotated[Literal["waiting", "turn", "over"], "waiting: for a friend to join"]
    player: Annotated[Seat | None, "who is to move"]
    moves: Annotated[list[str], "the legal moves"]
    winner: Seat | None
    draw: Annotated[bool, "whether the rules ended it without a winner"]
    reason: Annotated[str | None, "one of the game's, or resigned, stopped or forfeited"]
    fault: Annotated[str | None, "what a program did that forfeited"]


class Tag(TypedDict):
    """Something that a tile shows beside its number."""

    mark: str
    meaning: str
    player: Seat | None


class Tile(TypedDict):
    """One square of a picture."""

    label: str
    tokens: Annotated[list[Seat], "the players of the tokens here; a player can have several"]
    tags: list[Tag]
    move: Annotated[str | None, "what pointing at this tile means, allowed or not"]


class Fact(TypedDict):
    """A figure beside the board."""

    label: str
    value: int | str
    player: Seat | None
    limit: Annotated[int | None, "what the value counts up to"]


class Picture(TypedDict):
    """A position as any screen draws it."""

    rows: list[list[Tile]]
    facts: list[Fact]
    player: Annotated[Seat | None, "who is to move"]
    winner: Annotated[Seat | None, "who has won by the rules"]
    first: Annotated[Count | None, "the number of the first row and column; null for none"]


class Ply(TypedDict):
    """A move, or what chance drew."""

    player: Annotated[Seat | None, "null for chance"]
    move: str
    turn: Annotated[int, Within(1)]


class Link(TypedDict):
    """A part of a trail, in units where a tile is 100 wide and 109 from the next."""

    player: Seat
    start: Annotated[Count, "the tile that it leads from"]
    end: Annotated[Count, "the tile that it leads to"]
    jump: Annotated[bool, "whether the tiles are apart"]
    doubled: Annotated[bool, "whether the other player went the same way"]
    x: Annotated[float, "where the line begins: the middle of its first tile"]
    y: float
    angle: Annotated[float, "by which the line is turned around its beginning, in degrees"]
    aside: Annotated[float, "how far the pieces are beside the line"]
    length: float
    thick: float
    round: Annotated[float, "the radius of the corners of a piece"]
    pieces: Annotated[list[Annotated[list[float], Within(2, 2)]], "start and length of each"]
    dots: Annotated[list[float], "where the dots of Player 2 are on the line"]


class Drawn(TypedDict):
    """The additions of a screen to a position: sentences, and where things are drawn."""

    words: Words
    tiles: Annotated[list[Count | None], "the tile of each ply; null for none"]
    columns: Annotated[int, Within(1), "how many tiles stand side by side"]
    owners: Annotated[list[list[Seat]], "for each tile the players on whose trail it is"]
    links: list[Link]


class _Shown(TypedDict):
    game: Game
    round: Annotated[int, Within(1)]
    status: Status
    picture: Picture
    last: Annotated[Count | None, "the tile chosen last, counted row by row from 0"]
    trails: Annotated[
        list[list[Count]],
        Within(2, 2),
        "the tiles that each player chose; empty for one who has had several tokens at once",
    ]
    said: Annotated[list[str], "the lines of the last turn, and at the end the verdict"]
    prompt: Annotated[str, "what is asked now; empty at the end"]
    plies: list[Ply]


class Position(_Shown):
    """All that a screen shows of a match."""

    players: Annotated[list[Side], Within(2, 2)]


class ShownPosition(Position, Drawn):
    """A position as a screen shows it."""


# ---- at a server


class Offer(TypedDict):
    """An offer of one player to the other."""

    do: Annotated[str, OneOf(("takeback", "rematch", "stop"))]
    by: Seat


class Sealed(TypedDict):
    """The commitment to a hidden board: commit is the SHA-256 of salt + ":" + board, in hex."""

    commit: str
    salt: Annotated[str | None, "null until the end"]
    board: Annotated[str | None, "null until the end"]


class View(_Shown, Drawn):
    """A match at a server."""

    id: str
    seq: Annotated[Count, "how many events are stored"]
    players: Annotated[list[Person], Within(2, 2)]
    wins: Annotated[list[Count], Within(2, 2), "by seat of the present round"]
    offer: Offer | None
    sealed: Annotated[Sealed | None, "null where no numbers are hidden"]


class Seen(TypedDict):
    """A match as the holder of a token sees it."""

    you: Annotated[list[Seat], "the players this token moves for; empty for those who watch"]
    view: View


class Created(Seen):
    """A new match."""

    invite: Annotated[str | None, "what a friend joins with; null for other opponents"]


class Problem(TypedDict):
    """A refusal (application/problem+json)."""

    type: str
    title: str
    status: int
    code: Annotated[str, "a word for programs"]
    detail: Annotated[str, "a sentence for people"]
    you: NotRequired[list[Seat]]
    view: NotRequired[Annotated[View, "the match as it is, where that helps"]]


# ---- before a match


class Option(TypedDict):
    """An option of a game; low and high are of a whole number, words of a choice."""

    name: str
    kind: Literal["whole", "choice", "flag"]
    help: str
    default: bool | int | str | None
    low: NotRequired[int]
    high: NotRequired[int]
    words: NotRequired[list[str]]


class OfferedGame(TypedDict):
    """A game that can be played here."""

    id: str
    title: str
    summary: str
    hidden: Annotated[bool, "whether numbers are hidden in it"]
    draws: Annotated[bool, "whether it can end as a draw"]
    boards: Annotated[bool, "whether it has boards to search for, such as fair ones"]
    options: list[Option]


class Games(TypedDict):
    """Every game with its options, and the levels that play it."""

    games: list[OfferedGame]
    levels: list[str]


class About(TypedDict):
    """A server."""

    version: str
    url: Annotated[str, "where people find the page"]
    local: Annotated[bool, "whether only this machine reaches it"]


class Samples(TypedDict):
    """A position of each game, by its id."""

    samples: dict[str, ShownPosition]


class Squares(TypedDict):
    """A QR code."""

    rows: Annotated[list[str], "a 1 for every dark square, a 0 for every bright one"]

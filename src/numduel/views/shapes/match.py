"""The shapes of a match: positions, pictures, views of a server, and refusals."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .basics import Count, Game, OneOf, Seat, Within
from .words import Words


class PlayerInfo(TypedDict):
    """A player of a position."""

    name: str
    who: Annotated[str, "human, or the level or external player"]


class ServerPlayer(PlayerInfo):
    """A player at a server."""

    joined: Annotated[bool, "whether a person has taken the seat"]
    here: Annotated[bool, "whether they are connected now"]


class Status(TypedDict):
    """Whose turn it is, or how the match ended."""

    kind: Annotated[Literal["waiting", "turn", "over"], "waiting: until a friend joins"]
    player: Annotated[Seat | None, "the player to move"]
    moves: Annotated[list[str], "the legal moves"]
    winner: Seat | None
    draw: Annotated[bool, "whether the game is a draw by the rules"]
    reason: Annotated[str | None, "one of the game's reasons, resigned, stopped or forfeited"]
    fault: Annotated[str | None, "the error of a program that forfeited"]


class Tag(TypedDict):
    """A mark on a tile, beside its number."""

    mark: str
    meaning: str
    player: Seat | None


class Tile(TypedDict):
    """One square of a picture."""

    label: str
    tokens: Annotated[list[Seat], "the owners of the tokens here; a player can have several"]
    tags: list[Tag]
    move: Annotated[str | None, "the move of this tile, legal or not"]


class Fact(TypedDict):
    """A figure beside the board."""

    label: str
    value: int | str
    player: Seat | None
    limit: Annotated[int | None, "the target of the value"]


class Picture(TypedDict):
    """A position as every screen draws it."""

    rows: list[list[Tile]]
    facts: list[Fact]
    player: Annotated[Seat | None, "the player to move"]
    winner: Annotated[Seat | None, "the winner by the rules"]
    first: Annotated[Count | None, "number of the first row and column; null without coordinates"]


class Ply(TypedDict):
    """A move, or a chance event."""

    player: Annotated[Seat | None, "null for chance"]
    move: str
    turn: Annotated[int, Within(1)]


class Link(TypedDict):
    """A part of a trail; a tile is 100 units wide and 109 units from the next."""

    player: Seat
    start: Annotated[Count, "its first tile"]
    end: Annotated[Count, "its last tile"]
    jump: Annotated[bool, "whether the tiles are not neighbours"]
    doubled: Annotated[bool, "whether the other player went the same way"]
    x: Annotated[float, "start of the line, the middle of its first tile"]
    y: float
    angle: Annotated[float, "rotation of the line around its start, in degrees"]
    aside: Annotated[float, "distance of the pieces from the line"]
    length: float
    thick: float
    round: Annotated[float, "corner radius of a piece"]
    pieces: Annotated[list[Annotated[list[float], Within(2, 2)]], "start and length of each"]
    dots: Annotated[list[float], "positions of Player 2's dots on the line"]


class ScreenAdditions(TypedDict):
    """A screen's additions to a position: sentences and geometry."""

    words: Words
    tiles: Annotated[list[Count | None], "the tile of each ply; null for none"]
    columns: Annotated[int, Within(1), "number of tiles side by side"]
    owners: Annotated[list[list[Seat]], "for each tile, the players whose trail crosses it"]
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
        "the tiles each player chose; empty for a player with several tokens",
    ]
    said: Annotated[list[str], "the lines of the last turn, and at the end the verdict"]
    prompt: Annotated[str, "the question to the player to move; empty at the end"]
    plies: list[Ply]


class Position(_Shown):
    """Everything that a screen shows of a match."""

    players: Annotated[list[PlayerInfo], Within(2, 2)]


class ShownPosition(Position, ScreenAdditions):
    """A position as a screen shows it."""


class SetupPreview(ShownPosition):
    """The first position of a setup."""

    unrated: Annotated[str, "why these rules have no ratings; empty if they have"]


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


class View(_Shown, ScreenAdditions):
    """A match at a server."""

    id: str
    seq: Annotated[Count, "number of stored events"]
    players: Annotated[list[ServerPlayer], Within(2, 2)]
    wins: Annotated[list[Count], Within(2, 2), "by seat of the current round"]
    ended: Annotated[
        list[Count | None], "when each round ended, in Unix seconds; null for a round in progress"
    ]
    offer: Offer | None
    sealed: Annotated[Sealed | None, "null if no numbers are hidden"]
    letter: NotRequired[Annotated[str, "the letter to send; only in a match by letter"]]


class SeenMatch(TypedDict):
    """A match as the holder of a token sees it."""

    you: Annotated[list[Seat], "the players this token moves for; empty for spectators"]
    view: View


class Created(SeenMatch):
    """A new match."""

    invite: Annotated[str | None, "the token a friend joins with; null for other opponents"]


class Problem(TypedDict):
    """A refusal (application/problem+json)."""

    type: str
    title: str
    status: int
    code: Annotated[str, "an identifier for programs"]
    detail: Annotated[str, "a sentence for people"]
    you: NotRequired[list[Seat]]
    view: NotRequired[Annotated[View, "the current match, if useful"]]


# ---- before a match


class Option(TypedDict):
    """An option of a game; a whole number has low and high, a choice has words."""

    name: str
    kind: Literal["whole", "choice", "flag"]
    help: str
    default: bool | int | str | None
    low: NotRequired[int]
    high: NotRequired[int]
    words: NotRequired[list[str]]


class RuleChoice(TypedDict):
    """A choice of rules to put beside the others, none of them emphasised."""

    label: Annotated[str, '"With Stand: skill decides"']
    options: Annotated[dict[str, bool | int | str], "the options to set"]


class OfferedGame(TypedDict):
    """A game that this server offers."""

    id: str
    title: str
    summary: str
    hidden: Annotated[bool, "whether it hides numbers"]
    draws: Annotated[bool, "whether it can end in a draw"]
    boards: Annotated[bool, "whether boards can be searched for, such as fair ones"]
    options: list[Option]
    luck: Annotated[str, "a sentence if luck alone decides by the book, otherwise empty"]
    no_letters: Annotated[str, "why it can't be played by letter; empty if it can"]
    rules: Annotated[list[RuleChoice], "equal choices for the set-up; none if skill decides"]


class OpponentRating(TypedDict):
    """The measured rating of a computer opponent in a game, with its 95% interval."""

    value: int
    low: int
    high: int
    text: Annotated[str, '"Rating 1054 (979–1137)"']


class FaceShape(TypedDict):
    """A path of a face, with the attributes of SVG; ends and corners of lines are round."""

    d: str
    fill: Annotated[str, 'a colour, or "none"']
    stroke: Annotated[str, 'a colour, or "none"']
    width: Annotated[float, "of the line; 0 without one"]
    transform: Annotated[str, "empty if there is none"]


class Character(TypedDict):
    """A computer opponent with a style."""

    id: Annotated[str, "the opponent of a new match"]
    name: str
    portrait: Annotated[str, "a sentence on how it plays"]
    style: Annotated[str, 'what it prefers, as a short phrase: "leaves you few moves"']
    face: Annotated[list[FaceShape], "from back to front, in a box of 100 by 100"]
    ratings: Annotated[dict[str, OpponentRating], "by game"]


class Games(TypedDict):
    """Every game with its options, the computer levels, and the characters."""

    games: list[OfferedGame]
    levels: list[str]
    level_notes: Annotated[dict[str, str], 'what each level does: "Sees 1–2 turns ahead"']
    level_ratings: Annotated[dict[str, dict[str, OpponentRating]], "of each level, by game"]
    characters: Annotated[list[Character], "weakest first, on average over the games"]


class About(TypedDict):
    """A server."""

    version: str
    url: Annotated[str, "public address of the page"]
    local: Annotated[bool, "whether only this machine can reach it"]


class Handicap(TypedDict):
    """Rules that make a game fairer."""

    options: Annotated[dict[str, bool | int | str], "the options to set"]
    words: Annotated[str, "a sentence on who wins with them"]


class Handicaps(TypedDict):
    """Rules that make a game fairer, the most even first."""

    handicaps: list[Handicap]
    none: Annotated[str, "a sentence if there are none"]
    before: Annotated[str, "a sentence when your own rules come back"]


class Samples(TypedDict):
    """A position of each game, by its id."""

    samples: dict[str, ShownPosition]


class QrCode(TypedDict):
    """A QR code."""

    rows: Annotated[list[str], "1 for each dark square, 0 for each light one"]

"""The shapes that agents are sent: answers to assistants, and messages to bots."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .basics import Count, Game, Seat, ShownAnalysis, Within
from .match import Position, Side, Status
from .study import Result

# ---- assistants (MCP)


class AssistantMatch(TypedDict):
    """A match as an assistant sees it."""

    match: Annotated[str, "the id that all other tools want"]
    you: Annotated[list[Seat], "the players whose moves you make"]
    game: Game
    players: Annotated[list[Side], Within(2, 2)]
    status: Status
    said: Annotated[list[str], "what has just happened"]
    prompt: str
    drawing: Annotated[str, "the board, for a font of one width"]
    legend: dict[str, str]
    turn: int
    plies: Annotated[Count, "moves and draws so far"]


class AssistantHint(TypedDict):
    """Help for the player to move."""

    match: str
    step: int
    text: str
    how: Annotated[str, '"exact", or how the moves were estimated']


class AssistantAnalysis(ShownAnalysis):
    """The value of every move with best play of both, exact or estimated."""

    match: str
    ply: Count


class AssistantRecord(TypedDict):
    """A match as text."""

    match: str
    record: Annotated[str, "the record, which numduel can read again"]
    result: Annotated[Result, "* where the rules have not ended it"]


# ---- bots


class Hello(TypedDict):
    """The first message, and the bot's answer to it."""

    type: Literal["hello"]
    protocol: int
    name: NotRequired[Annotated[str, "what a bot calls itself, in its answer"]]


class BotGame(TypedDict):
    """A game begins or is resumed."""

    type: Literal["game"]
    game: Game
    player: Annotated[Seat, "which player the bot is"]
    vocabulary: Annotated[list[str], "all moves there can ever be, in a fixed order"]


class BotTurn(TypedDict):
    """The bot is to move."""

    type: Literal["turn"]
    view: Position
    moves: list[str]
    seconds: Annotated[float, "how long it may think"]


class BotOver(TypedDict):
    """The game has ended, or is broken off: then winner and reason are null."""

    type: Literal["over"]
    winner: Seat | None
    draw: Annotated[bool, "whether the rules ended it without a winner"]
    reason: str | None
    view: Position


class BotMove(TypedDict):
    """A bot's answer to its turn."""

    type: Literal["move"]
    move: str


BotMessage = Hello | BotGame | BotTurn | BotOver | BotMove

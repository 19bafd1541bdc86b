"""The shapes for agents: answers to assistants, and messages of the bot protocol."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .basics import Count, Game, Seat, ShownAnalysis, Within
from .match import PlayerInfo, Position, Status
from .study import Result

# ---- assistants (MCP)


class AssistantMatch(TypedDict):
    """A match as an assistant sees it."""

    match: Annotated[str, "the id to pass to other tools"]
    you: Annotated[list[Seat], "the players whose moves you make"]
    game: Game
    players: Annotated[list[PlayerInfo], Within(2, 2)]
    status: Status
    said: Annotated[list[str], "sentences about the last turn"]
    prompt: str
    drawing: Annotated[str, "the board, for a fixed-width font"]
    legend: dict[str, str]
    turn: int
    plies: Annotated[Count, "moves and chance events so far"]


class AssistantHint(TypedDict):
    """A hint for the player to move."""

    match: str
    step: int
    text: str
    how: Annotated[str, '"exact", or how the moves were estimated']


class AssistantAnalysis(ShownAnalysis):
    """The value of every move with best play, exact or estimated."""

    match: str
    ply: Count


class AssistantRecord(TypedDict):
    """A match as a record."""

    match: str
    record: Annotated[str, "the record; numduel can read it back"]
    result: Annotated[Result, "* if the rules have not ended it"]


# ---- bots


class Hello(TypedDict):
    """The first message, and the bot's answer to it."""

    type: Literal["hello"]
    protocol: int
    name: NotRequired[Annotated[str, "the bot's name, in its answer"]]


class BotGame(TypedDict):
    """A game starts or resumes."""

    type: Literal["game"]
    game: Game
    player: Annotated[Seat, "the player the bot plays"]
    vocabulary: Annotated[list[str], "every possible move, in a fixed order"]


class BotTurn(TypedDict):
    """The bot is to move."""

    type: Literal["turn"]
    view: Position
    moves: list[str]
    seconds: Annotated[float, "time limit for this move"]


class BotOver(TypedDict):
    """The game ended, or was interrupted: then winner and reason are null."""

    type: Literal["over"]
    winner: Seat | None
    draw: Annotated[bool, "whether the game is a draw by the rules"]
    reason: str | None
    view: Position


class BotMove(TypedDict):
    """A bot's answer to its turn."""

    type: Literal["move"]
    move: str


BotMessage = Hello | BotGame | BotTurn | BotOver | BotMove

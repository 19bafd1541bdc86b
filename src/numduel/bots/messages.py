"""The messages of the bot protocol, and the parser for a bot's answers."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..core import Player
from ..errors import PlayerError, quoted
from ..options import short_repr
from ..play.match import Match
from ..play.players import public_copy
from ..views.as_json import Json, game_json, number_of, position_json, seat_of
from ..views.shapes.agents import BotGame, BotOver, BotTurn, Hello

VERSION = 1
"""Protocol version; increased for changes that older bots wouldn't understand."""


# ---- to a bot


def hello() -> Hello:
    """Return the first message."""
    return {"type": "hello", "protocol": VERSION}


def game(match: Match, player: Player) -> BotGame:
    """Return the message that announces a new or resumed game, with the bot's seat."""
    return {
        "type": "game",
        "game": game_json(match.game, match.board),
        "player": seat_of(player),
        "vocabulary": list(match.game.vocabulary),
    }


def turn(match: Match, seconds: float) -> BotTurn:
    """Return the message that asks for a move."""
    return {
        "type": "turn",
        "view": position_json(match),
        "moves": list(match.moves),
        "seconds": round(seconds, 3),
    }


def over(match: Match) -> BotOver:
    """Return the message that ends a game; winner and reason are null if it was stopped."""
    ending = match.ending
    winner, reason = ending or (None, None)
    return {
        "type": "over",
        "winner": number_of(winner),
        "draw": ending is not None and ending.is_draw,
        "reason": reason,
        "view": position_json(public_copy(match)),
    }


def encode_line(message: Mapping[str, object]) -> bytes:
    """Return a message as one line of ASCII, without line feed."""
    return json.dumps(message, separators=(",", ":")).encode()


# ---- from a bot; errors are PlayerErrors whose text starts with "it"


def read(line: bytes, type: str) -> Json:
    """Return the message of this type in a line."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        where = f"at byte {error.start + 1}"
        raise PlayerError(f"it wrote {_quote_line(line)}, which is not UTF-8 {where}") from None
    try:
        message: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        problem = "nested too deep" if isinstance(error, RecursionError) else "not JSON"
        where = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
        raise PlayerError(f"it wrote {_quote_line(line)}, which is {problem}{where}") from None
    if not isinstance(message, dict):
        raise PlayerError(f"it wrote {_quote_line(line)}, which is JSON but not an object")
    if message.get("type") != type:
        raise PlayerError(f"it wrote {_quote_line(line)}, but a message of type {type} was due")
    return message


def name_in(message: Json) -> str:
    """Return the name in a bot's hello, empty if there is none."""
    if message.get("protocol") != VERSION:
        spoken = short_repr(message.get("protocol"))
        raise PlayerError(f"it speaks protocol version {spoken}, but this is version {VERSION}")
    name = message.get("name", "")
    if not isinstance(name, str):
        raise PlayerError(f"it gave the name {short_repr(name)}, but a name is text")
    return name


def move_in(message: Json) -> str:
    """Return the move in a bot's answer."""
    if not isinstance(move := message.get("move"), str):
        raise PlayerError(f"it gave the move {short_repr(move)}, but a move is text")
    return move


def _quote_line(line: bytes) -> str:
    return quoted(line.decode(errors="replace"))

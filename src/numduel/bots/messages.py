"""The messages of the bot protocol: what each says, and how a bot's answers are read."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..core import Player
from ..errors import PlayerError, quoted
from ..options import shown
from ..play.match import Match
from ..play.players import public
from ..views.as_json import Json, game_json, number_of, position_json, seat_of
from ..views.shapes.agents import BotGame, BotOver, BotTurn, Hello

VERSION = 1
"""Counted up when a bot of before would not understand."""


# ---- to a bot


def hello() -> Hello:
    return {"type": "hello", "protocol": VERSION}


def game(match: Match, player: Player) -> BotGame:
    """A game begins, or is gone on with, in which the bot plays for this player."""
    return {
        "type": "game",
        "game": game_json(match.game, match.board),
        "player": seat_of(player),
        "vocabulary": list(match.game.vocabulary),
    }


def turn(match: Match, seconds: float) -> BotTurn:
    """The bot is to move."""
    return {
        "type": "turn",
        "view": position_json(match),
        "moves": list(match.moves),
        "seconds": round(seconds, 3),
    }


def over(match: Match) -> BotOver:
    """The game has ended, or is broken off: then nobody has won, for no reason."""
    ending = match.ending
    winner, reason = ending or (None, None)
    return {
        "type": "over",
        "winner": number_of(winner),
        "draw": ending is not None and ending.is_draw,
        "reason": reason,
        "view": position_json(public(match)),
    }


def line_of(message: Mapping[str, object]) -> bytes:
    """A message as it is sent: ASCII, on one line, without its line feed."""
    return json.dumps(message, separators=(",", ":")).encode()


# ---- from a bot; what is wrong is a PlayerError that says so, of "it"


def read(line: bytes, type: str) -> Json:
    """The message in a line, which is of this type."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        where = f"at byte {error.start + 1}"
        raise PlayerError(f"it wrote {_cut(line)}, which is no UTF-8 {where}") from None
    try:
        message: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        problem = "too deep" if isinstance(error, RecursionError) else "no JSON"
        where = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
        raise PlayerError(f"it wrote {_cut(line)}, which is {problem}{where}") from None
    if not isinstance(message, dict):
        raise PlayerError(f"it wrote {_cut(line)}, which is JSON but no object")
    if message.get("type") != type:
        raise PlayerError(f"it wrote {_cut(line)}, and a message of type {type} was due")
    return message


def name_in(message: Json) -> str:
    """What a bot calls itself, from its hello; nothing where it does not say."""
    if message.get("protocol") != VERSION:
        spoken = shown(message.get("protocol"))
        raise PlayerError(f"it speaks version {spoken} of the protocol, and this is {VERSION}")
    name = message.get("name", "")
    if not isinstance(name, str):
        raise PlayerError(f"it calls itself {shown(name)}, and a name is text")
    return name


def move_in(message: Json) -> str:
    """The move that a bot makes, from its answer to a turn."""
    if not isinstance(move := message.get("move"), str):
        raise PlayerError(f"it moved {shown(move)}, and a move is text")
    return move


def _cut(line: bytes) -> str:
    return quoted(line.decode(errors="replace"))

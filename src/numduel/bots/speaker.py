"""The other end of the bot protocol: one of our own players, as a program that speaks it."""

from __future__ import annotations

import json
from collections.abc import Callable

from ..budget import Budget
from ..core import HiddenBoard, Player
from ..dice import Dice
from ..errors import SetupError, quoted
from ..games import find
from ..play.match import Match
from ..play.players import Chooser, ask_in_match
from ..views.as_json import Json
from ..views.shapes.agents import BotMessage
from .messages import VERSION, line_of

SHARE = 0.8
"""How much of the time that it has a player thinks; the rest is for the way."""


class Speaker:
    """A player that hears messages and answers them, game after game."""

    def __init__(self, name: str, seated: Callable[[int], Chooser]) -> None:
        """`seated` gives the player of a game from its number, counted from 1."""
        self._name = name
        self._seated = seated
        self._games = 0
        self._player: Player | None = None
        self._chooser: Chooser | None = None

    def answer(self, line: str) -> str | None:
        """What is to be said to a line, if anything; SetupError for what is no message."""
        try:
            said = self._answer(json.loads(line))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            problem = f"{quoted(line.strip())} is no message of the bot protocol"
            raise SetupError(problem) from None
        return None if said is None else line_of(said).decode()

    def _answer(self, message: Json) -> BotMessage | None:
        if message["type"] == "hello":
            return {"type": "hello", "protocol": VERSION, "name": self._name}
        if message["type"] == "game":
            self._games, self._chooser = self._games + 1, None
            self._player = Player(message["player"] - 1)
        if message["type"] == "turn":
            match = match_of(message["view"])
            budget = Budget(SHARE * message["seconds"])
            return {"type": "move", "move": ask_in_match(self._seat(match), match, budget)}
        return None

    def _seat(self, match: Match) -> Chooser:
        if self._player is None:
            raise ValueError("a turn comes after the game")
        if self._chooser is None:
            self._chooser = self._seated(self._games)
            self._chooser.begin(match.game, self._player)
        return self._chooser


def match_of(view: Json) -> Match:
    """The match that a view tells of, as far as its players know it."""
    told = view["game"]
    game = find(told["id"]).setup(told["options"], told["board"], Dice()).public()
    if isinstance(game, HiddenBoard):
        game = game.on(told["board"])
    moves = [ply["move"] for ply in view["plies"] if ply["player"] is not None]
    drawn = [ply["move"] for ply in view["plies"] if ply["player"] is None]
    return Match.replay(game, moves, drawn=drawn, shown=told["board"] or "")

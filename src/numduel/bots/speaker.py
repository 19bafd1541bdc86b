"""The bot's end of the protocol: a numduel player as a bot."""

from __future__ import annotations

import json
from collections.abc import Callable

from ..budget import Budget
from ..core import HiddenBoard, Player
from ..dice import Dice
from ..errors import SetupError, quoted
from ..games import find
from ..json_numbers import read_amount
from ..play.match import Match
from ..play.players import Chooser, ask_in_match
from ..views.as_json import Json
from ..views.shapes.agents import BotMessage
from .messages import VERSION, encode_line

THINKING_SHARE = 0.8
"""The share of its time that a player thinks; the rest is for transmission."""


class Speaker:
    """A player that answers messages over any number of games."""

    def __init__(self, name: str, make_player: Callable[[int], Chooser]) -> None:
        """Call `make_player` with the number of each game, from 1, to get its player."""
        self._name = name
        self._make_player = make_player
        self._games = 0
        self._player: Player | None = None
        self._chooser: Chooser | None = None

    def answer(self, line: str) -> str | None:
        """Return the answer to a line, None if none is due; raise SetupError for other text."""
        try:
            answer = self._answer(json.loads(line))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            problem = f"{quoted(line.strip())} isn't a message of the bot protocol"
            raise SetupError(problem) from None
        return None if answer is None else encode_line(answer).decode()

    def _answer(self, message: Json) -> BotMessage | None:
        if message["type"] == "hello":
            return {"type": "hello", "protocol": VERSION, "name": self._name}
        if message["type"] == "game":
            self._games, self._chooser = self._games + 1, None
            self._player = Player(message["player"] - 1)
        if message["type"] == "turn":
            match = match_from_view(message["view"])
            budget = Budget(THINKING_SHARE * read_amount(message["seconds"]))
            return {
                "type": "move",
                "move": ask_in_match(self._current_chooser(match), match, budget),
            }
        return None

    def _current_chooser(self, match: Match) -> Chooser:
        if self._player is None:
            raise ValueError("a turn must come after a game message")
        if self._chooser is None:
            self._chooser = self._make_player(self._games)
            self._chooser.begin(match.game, self._player)
        return self._chooser


def match_from_view(view: Json) -> Match:
    """Return the match in a view, with what its players know."""
    data = view["game"]
    game = find(data["id"]).setup(data["options"], data["board"], Dice()).public()
    if isinstance(game, HiddenBoard):
        game = game.on(data["board"])
    moves = [ply["move"] for ply in view["plies"] if ply["player"] is not None]
    drawn = [ply["move"] for ply in view["plies"] if ply["player"] is None]
    return Match.replay(game, moves, drawn=drawn, shown=data["board"] or "")

"""What is said to a program that was started, and what it must answer, game after game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..budget import Budget
from ..core import Move, Player
from ..errors import PlayerError, quoted
from ..play.match import Match
from ..play.reading import refusal
from ..views.as_json import Json
from ..views.shapes.agents import BotMessage
from . import messages
from .process import Process


class Conversation:
    """With one process; a fault is a PlayerError, and then its process is good for nothing.

    Where it is asked, `seconds` is what it was given in all, to be told where that was too little.
    """

    def __init__(self, command: Sequence[str], is_unwanted: Callable[[], bool]) -> None:
        self.process = Process(command, is_unwanted)
        self.name = ""
        """What the program calls itself, if it says so."""

    def greet(self, budget: Budget, seconds: float) -> None:
        self.name = messages.name_in(self._ask(messages.hello(), "hello", budget, seconds))

    def begin(self, match: Match, player: Player) -> None:
        """A match begins, or is gone on with."""
        self.process.tell(messages.line_of(messages.game(match, player)))

    def move(self, match: Match, budget: Budget, seconds: float) -> Move:
        """The move that it makes, which is a legal one."""
        answer = self._ask(messages.turn(match, budget.seconds), "move", budget, seconds)
        move = messages.move_in(answer)
        if move not in match.moves:
            why = refusal(match.game, match.state, move)
            raise PlayerError(f"it chose {quoted(move)}: {why}")
        return move

    def end(self, match: Match) -> None:
        """A match is over, or broken off."""
        self.process.tell(messages.line_of(messages.over(match)))

    def _ask(self, message: BotMessage, answer: str, budget: Budget, seconds: float) -> Json:
        line = self.process.ask(messages.line_of(message), budget, seconds)
        return messages.read(line, answer)

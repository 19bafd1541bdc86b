"""A conversation with a running program over any number of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..budget import Budget
from ..core import Move, Player
from ..errors import PlayerError, quoted
from ..play.match import Match
from ..play.reading import move_error
from ..views.as_json import Json
from ..views.shapes.agents import BotMessage
from . import messages
from .process import Process


class Conversation:
    """Messages to one process; after a fault, a PlayerError, the process can't be used any more.

    `seconds` is the total time limit, used only in the message about a late answer.
    """

    def __init__(self, command: Sequence[str], is_cancelled: Callable[[], bool]) -> None:
        self.process = Process(command, is_cancelled)
        self.name = ""
        """The program's name for itself, if it gives one."""

    def greet(self, budget: Budget, seconds: float) -> None:
        """Exchange hello messages."""
        self.name = messages.name_in(self._ask(messages.hello(), "hello", budget, seconds))

    def begin(self, match: Match, player: Player) -> None:
        """Announce a match that starts or continues."""
        self.process.send_later(messages.encode_line(messages.game(match, player)))

    def move(self, match: Match, budget: Budget, seconds: float) -> Move:
        """Ask for a move; raise PlayerError if it is illegal."""
        answer = self._ask(messages.turn(match, budget.seconds), "move", budget, seconds)
        move = messages.move_in(answer)
        if move not in match.moves:
            why = move_error(match.game, match.state, move)
            raise PlayerError(f"it chose {quoted(move)}: {why}")
        return move

    def end(self, match: Match) -> None:
        """Announce the end of a match."""
        self.process.send_later(messages.encode_line(messages.over(match)))

    def _ask(self, message: BotMessage, answer: str, budget: Budget, seconds: float) -> Json:
        line = self.process.ask(messages.encode_line(message), budget, seconds)
        return messages.read(line, answer)

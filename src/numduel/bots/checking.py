"""A check of a bot for its author: several games, and everything that goes wrong in them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..budget import Budget
from ..core import Player
from ..dice import Dice
from ..errors import PlayerError, quoted
from ..games import find
from ..play.match import Match
from ..play.players import RandomPlayer, public_copy
from .conversation import Conversation
from .messages import encode_line
from .program import parse_command

BOARDS_PER_GAME = 2
"""Number of boards of each game, each played from both seats."""

MAX_TURNS = 60
"""Turns after which a game is stopped, so that bots meet this case too."""

UNKNOWN_MESSAGE = {"type": "checking", "about": "a bot ignores messages of unknown types"}


class CheckResult(NamedTuple):
    """The result of one game, or of the start or end of the program."""

    about: str
    """The game and the bot's seat."""
    fault: str
    """The program's fault, starting with "it"; empty if there was none."""
    line: int
    """The line of its output where that happened, or should have."""
    match: Match | None = None
    seconds: float = 0.0
    """The time of its slowest move in seconds."""


class Check:
    """Games of one program against random moves."""

    def __init__(self, command: str, games: Sequence[str], seconds: float, dice: Dice) -> None:
        """Prepare games with a time limit per move in seconds."""
        self._command = parse_command(command)
        self._games = games
        self._seconds = seconds
        self._dice = dice
        self._conversation: Conversation | None = None

    def run(self) -> Iterator[CheckResult]:
        """Yield results one by one; restart the program after a fault, unless its hello fails."""
        games = [find(id) for id in self._games for _ in range(BOARDS_PER_GAME)]
        try:
            greeted = self._greet()
            yield greeted
            if greeted.fault:
                return
            for kind in games:
                game = kind.setup({}, None, self._dice)
                for player in Player:
                    if self._conversation is None:  # killed after its last fault
                        greeted = self._greet()
                        if greeted.fault:
                            yield greeted
                            return
                    yield self._play(Match(game, dice=self._dice), player)
            yield self._check_exit()
        finally:
            self._kill()

    def _greet(self) -> CheckResult:
        """Start the program and exchange hello messages."""
        try:
            self._conversation = Conversation(self._command, lambda: False)
            self._conversation.greet(Budget(self._seconds), self._seconds)
        except PlayerError as error:
            self._kill()
            return CheckResult("hello", str(error), 1)
        name = self._conversation.name
        return CheckResult(f"hello from {quoted(name)}" if name else "hello", "", 1)

    def _play(self, match: Match, player: Player) -> CheckResult:
        """Play a game with the program in this seat."""
        conversation, rival = self._conversation, RandomPlayer(self._dice)
        assert conversation is not None, "the program was started"
        result = CheckResult(f"{match.game.id}, as {player}", "", 0, match)
        conversation.begin(public_copy(match), player)
        conversation.process.send_later(encode_line(UNKNOWN_MESSAGE))
        try:
            while match.player is not None and match.turn <= MAX_TURNS:
                if match.player is not player:
                    match.play(rival.choose(match.state, match.moves, Budget()))
                    continue
                start, result = (
                    time.monotonic(),
                    result._replace(line=conversation.process.lines + 1),
                )
                match.play(
                    conversation.move(public_copy(match), Budget(self._seconds), self._seconds)
                )
                result = result._replace(seconds=max(result.seconds, time.monotonic() - start))
        except PlayerError as error:
            self._kill()
            return result._replace(fault=str(error))
        conversation.end(match)
        return result

    def _check_exit(self) -> CheckResult:
        """Check that the program ends with its input and wrote nothing unasked."""
        about = "after the last game"
        if self._conversation is None:
            return CheckResult(about, "", 0)
        process, self._conversation = self._conversation.process, None
        fault = "" if process.close() else "it did not exit when its input ended, and was killed"
        if left := process.unexpected_output():
            fault = f"it wrote {left} without being asked"
        return CheckResult(about, fault, process.lines + 1)

    def _kill(self) -> None:
        if self._conversation is not None:
            self._conversation.process.kill()
            self._conversation = None

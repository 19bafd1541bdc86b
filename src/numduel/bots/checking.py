"""A program tried out for its author: some games of every kind, and all that goes wrong in them."""

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
from ..play.players import RandomPlayer, public
from .conversation import Conversation
from .messages import line_of
from .program import command_of

BOARDS = 2
"""How many boards of each game are played, from both seats."""

LONGEST = 60
"""Turns after which a game is broken off, so that this is seen too."""

UNKNOWN = {"type": "checking", "about": "a bot passes over messages of types that it does not know"}


class Tried(NamedTuple):
    """What became of one game, or of what comes before and after all of them."""

    about: str
    """Which game, and in whose place."""
    fault: str
    """What the program did wrong, of "it"; nothing where all went well."""
    line: int
    """Which line of its output that is, or would have been."""
    match: Match | None = None
    seconds: float = 0.0
    """The time of its slowest move."""


class Check:
    """Games of one program against one that plays anything."""

    def __init__(self, command: str, games: Sequence[str], seconds: float, dice: Dice) -> None:
        """`seconds` is what a move may take."""
        self._command = command_of(command)
        self._games = games
        self._seconds = seconds
        self._dice = dice
        self._conversation: Conversation | None = None

    def run(self) -> Iterator[Tried]:
        """One thing after the other; after a fault it is begun anew, unless it says no hello."""
        games = [find(id) for id in self._games for _ in range(BOARDS)]
        try:
            greeted = self._greet()
            yield greeted
            if greeted.fault:
                return
            for kind in games:
                game = kind.setup({}, None, self._dice)
                for player in Player:
                    if self._conversation is None:  # it is gone since its last fault
                        greeted = self._greet()
                        if greeted.fault:
                            yield greeted
                            return
                    yield self._play(Match(game, dice=self._dice), player)
            yield self._let_go()
        finally:
            self._kill()

    def _greet(self) -> Tried:
        """Start it, and hear what it calls itself."""
        try:
            self._conversation = Conversation(self._command, lambda: False)
            self._conversation.greet(Budget(self._seconds), self._seconds)
        except PlayerError as error:
            self._kill()
            return Tried("hello", str(error), 1)
        name = self._conversation.name
        return Tried(f"hello from {quoted(name)}" if name else "hello", "", 1)

    def _play(self, match: Match, player: Player) -> Tried:
        """A game in which it sits there."""
        talk, rival = self._conversation, RandomPlayer(self._dice)
        assert talk is not None, "it has been greeted"
        tried = Tried(f"{match.game.id}, as {player}", "", 0, match)
        talk.begin(public(match), player)
        talk.process.tell(line_of(UNKNOWN))
        try:
            while match.player is not None and match.turn <= LONGEST:
                if match.player is not player:
                    match.play(rival.choose(match.state, match.moves, Budget()))
                    continue
                began, tried = time.monotonic(), tried._replace(line=talk.process.lines + 1)
                match.play(talk.move(public(match), Budget(self._seconds), self._seconds))
                tried = tried._replace(seconds=max(tried.seconds, time.monotonic() - began))
        except PlayerError as error:
            self._kill()
            return tried._replace(fault=str(error))
        talk.end(match)
        return tried

    def _let_go(self) -> Tried:
        """It ends by itself when nothing more comes, and has said nothing unasked."""
        about = "after the last game"
        if self._conversation is None:
            return Tried(about, "", 0)
        process, self._conversation = self._conversation.process, None
        fault = "" if process.close() else "it did not end when its input ended, and was killed"
        if left := process.unasked():
            fault = f"it wrote {left}, and nothing was asked"
        return Tried(about, fault, process.lines + 1)

    def _kill(self) -> None:
        if self._conversation is not None:
            self._conversation.process.kill()
            self._conversation = None

"""A program as a player: started for one match, killed after a fault."""

from __future__ import annotations

import os
import shlex
import shutil
from threading import Lock
from typing import Any

from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dice import Dice
from ..errors import SetupError, printable, quoted
from ..play.match import Match
from ..play.players import SECONDS
from .conversation import Conversation


def seat(command: str, dice: Dice) -> Program:
    """Return a player that starts this command for its first move.

    Raise SetupError if the command can't be started.
    """
    return Program(command)


def parse_command(text: str) -> list[str]:
    """Split a command into words; raise SetupError if it can't be started."""
    if os.name != "posix":
        raise SetupError("bots need process groups, which this system doesn't have")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SetupError(f"{quoted(text)} isn't a command: {str(error).lower()}") from None
    if not words or not text.isprintable():
        raise SetupError(f"{quoted(text)} isn't a command. Write a command such as ./mybot.py")
    words[0] = os.path.expanduser(words[0])
    if shutil.which(words[0]) is None:
        raise SetupError(f"the program {quoted(words[0])} {_explain_unusable(words[0])}")
    return words


def _explain_unusable(file: str) -> str:
    """Return why a file can't be started as a program, and what works."""
    if not os.path.isfile(file):
        return "does not exist"
    if os.access(file, os.X_OK):
        return f"is not on the PATH. Write ./{file}"
    return "is not executable. Run chmod +x on it, or write its interpreter first, such as python3"


def called(text: str) -> str:
    """Return the default name of a program: its file name without folder or suffix.

    >>> called("./mybot.py"), called("python3 -u bots/deep.py --depth 3"), called("gnubot -x")
    ('mybot', 'deep', 'gnubot')
    """
    words = shlex.split(text)
    file = next((word for word in words if os.path.splitext(word)[1]), words[0])
    return printable(os.path.splitext(os.path.basename(file))[0]) or "program"


class Program:
    """A program that plays one match; a fault raises PlayerError and kills the program."""

    def __init__(self, command: str) -> None:
        self._command = parse_command(command)
        self._conversation: Conversation | None = None
        """Started for the first move."""
        self._lock = Lock()
        self._is_ended = False

    def begin(self, game: AnyGame, player: Player) -> None:
        self._player = player

    def follow(self, match: Match) -> None:
        self._match = match

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        with self._lock:
            try:
                return self._answer(budget.part(SECONDS))
            except BaseException:  # also if cancelled: a late answer must not count
                if self._conversation is not None:
                    self._conversation.process.kill()
                    self._conversation = None
                raise

    def _answer(self, budget: Budget) -> Move:
        seconds = budget.seconds  # includes the start of the program
        if self._conversation is None:
            self._conversation = Conversation(self._command, lambda: self._is_ended)
            self._conversation.greet(budget, seconds)
            self._conversation.begin(self._match, self._player)
        return self._conversation.move(self._match, budget, seconds)

    def end(self, match: Match) -> None:
        """Tell the program the result, if it was started, and close it."""
        self._is_ended = True
        with self._lock:
            if self._conversation is not None:
                self._conversation.end(match)
                self._conversation.process.close()
                self._conversation = None

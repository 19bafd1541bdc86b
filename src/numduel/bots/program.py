"""A program as a player: started for one match, asked for its moves, killed when it fails."""

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
    """Return a player that starts this command when it is first asked; SetupError if it cannot."""
    return Program(command)


def command_of(text: str) -> list[str]:
    """The words of a command; SetupError where no program can be started so."""
    if os.name != "posix":
        raise SetupError("programs that play need process groups, which this system has not")
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SetupError(f"{quoted(text)} is no command: {str(error).lower()}") from None
    if not words or not text.isprintable():
        raise SetupError(f"{quoted(text)} is no command; one looks like ./mybot.py")
    words[0] = os.path.expanduser(words[0])
    if shutil.which(words[0]) is None:
        raise SetupError(f"the program {quoted(words[0])} {_why_not(words[0])}")
    return words


def _why_not(file: str) -> str:
    """Why a file cannot be started as a program, and what would help."""
    if not os.path.isfile(file):
        return "is not there"
    if os.access(file, os.X_OK):
        return f"is none that the system finds by this name: write ./{file}"
    return "may not be run: chmod +x lets it, or write what runs it before it, such as python3"


def called(text: str) -> str:
    """What a program is called: after its file, without the folder and the ending.

    >>> called("./mybot.py"), called("python3 -u bots/deep.py --depth 3"), called("gnubot -x")
    ('mybot', 'deep', 'gnubot')
    """
    words = shlex.split(text)
    file = next((word for word in words if os.path.splitext(word)[1]), words[0])
    return printable(os.path.splitext(os.path.basename(file))[0]) or "program"


class Program:
    """Plays one match; a fault of the program is a PlayerError, and ends it."""

    def __init__(self, command: str) -> None:
        self._command = command_of(command)
        self._conversation: Conversation | None = None
        """Begun when it is first asked, and no sooner."""
        self._asked = Lock()
        self._is_ended = False

    def begin(self, game: AnyGame, player: Player) -> None:
        self._player = player

    def follow(self, match: Match) -> None:
        self._match = match

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        with self._asked:
            try:
                return self._answer(budget.part(SECONDS))
            except BaseException:  # also where nobody waits: what it still says is no answer
                if self._conversation is not None:
                    self._conversation.process.kill()
                    self._conversation = None
                raise

    def _answer(self, budget: Budget) -> Move:
        seconds = budget.seconds  # also for its start, if it is not there yet
        if self._conversation is None:
            self._conversation = Conversation(self._command, lambda: self._is_ended)
            self._conversation.greet(budget, seconds)
            self._conversation.begin(self._match, self._player)
        return self._conversation.move(self._match, budget, seconds)

    def end(self, match: Match) -> None:
        """Tell it how the match ended, if it has had a part in it, and let it go."""
        self._is_ended = True
        with self._asked:
            if self._conversation is not None:
                self._conversation.end(match)
                self._conversation.process.close()
                self._conversation = None

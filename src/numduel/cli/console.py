"""The terminal as the dialogue sees it: lines in and out, colour where there is some."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from ..errors import printable

__all__ = ["Console", "EndOfInput", "terminal_size"]

LONGEST = 10_000
"""Characters of one line of input that are kept; nobody types more."""

STYLES = {
    "bold": "1",
    "dim": "2",
    "one": "1;36",
    "two": "1;33",
    "legal": "1;32",
    "problem": "31",
}


class EndOfInput(Exception):
    """Nobody is there to answer any more."""


class Console:
    """Standard input, output and error."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        self.interactive = sys.stdin.isatty()
        self.watched = self.interactive and sys.stdout.isatty()
        if self.interactive:
            with suppress(ImportError):  # where there is none, lines are typed without editing
                import readline  # noqa: F401
        self.colour = _has_colour(sys.stdout)
        self._last = ""

    @property
    def width(self) -> int:
        return terminal_size()[0]

    @property
    def height(self) -> int:
        """Lines of the terminal; endless where nobody has to see them at once."""
        return terminal_size()[1]

    def styled(self, text: str, style: str) -> str:
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.colour and style else text

    def say(self, *lines: str) -> None:
        """To standard output: the game itself."""
        for line in lines:
            print(line)
            self._last = line

    def gap(self) -> None:
        """An empty line, unless there is one already."""
        if self._last:
            self.say("")

    def tell(self, *lines: str) -> None:
        """To standard error: what is said about the game."""
        sys.stdout.flush()
        for line in lines:
            print(line, file=sys.stderr)

    def ask(self, prompt: str) -> str:
        """What somebody answers; EndOfInput when nobody does."""
        sys.stdout.flush()
        self._last = prompt
        try:
            return input(prompt) if self.interactive else self._piped(prompt)
        except EOFError:
            print()
            raise EndOfInput from None
        except KeyboardInterrupt:
            print()
            raise

    def _piped(self, prompt: str) -> str:
        """A line that nobody sees being typed, so it is shown after its prompt."""
        print(prompt, end="", flush=True)
        line = sys.stdin.readline(LONGEST)
        if not line:
            raise EOFError
        more = line
        while len(more) == LONGEST and not more.endswith("\n"):
            more = sys.stdin.readline(LONGEST)
        line = line.rstrip("\r\n")
        print(printable(line))
        return line


def terminal_size() -> tuple[int, int]:
    """Columns and lines of what we write to."""
    try:
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        columns, lines = 0, 0
    return columns or 80, lines or 10_000  # some terminals say they have none


def _has_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (
        stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    )

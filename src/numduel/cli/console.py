"""The terminal as the dialogue sees it: the one gate through which lines go in and out."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from ..errors import printable

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

MARKS = {style: chr(0xD800 + number) for number, style in enumerate(STYLES)}
"""What a style begins with until it has passed the gate: half of a character, which is in no
text that was read from a file, a command line or a keyboard, so that nobody else can colour."""

END = chr(0xD800 + len(STYLES))
CODES = {**{MARKS[style]: f"\x1b[{code}m" for style, code in STYLES.items()}, END: "\x1b[0m"}


class EndOfInput(Exception):
    """Nobody is there to answer any more."""


class Lost(Exception):
    """Standard input or output has failed; the console knows why, and tells it at the end."""


class Console:
    """Standard input, output and error, whatever has become of them.

    Nothing else writes to them, and all that is written has passed `safe`.
    """

    def __init__(self) -> None:
        _open_closed()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        self.interactive = sys.stdin.isatty()
        self.watched = self.interactive and sys.stdout.isatty()
        if self.watched:
            with suppress(ImportError):  # where there is none, lines are typed without editing
                import readline  # noqa: F401
        self.colour = _has_colour(sys.stdout)
        self._last = ""
        self._problem = ""
        """What has become of standard input or output."""
        self._is_unheard = False
        """Whether something told on standard error is lost."""

    @property
    def width(self) -> int:
        return terminal_size()[0]

    @property
    def height(self) -> int:
        """Lines of the terminal; endless where nobody has to see them at once."""
        return terminal_size()[1]

    def styled(self, text: str, style: str) -> str:
        return f"{MARKS[style]}{text}{END}" if self.colour and style else text

    def say(self, *lines: str) -> None:
        """To standard output: the game itself."""
        for line in lines:
            self._write(f"{safe(line)}\n")
            self._last = line

    def complain(self, line: str) -> None:
        """To standard output: why something cannot be done."""
        width = self.width if sys.stdout.isatty() else 0
        self.say(*(self.styled(part, "problem") for part in folded(line, width)))

    def gap(self) -> None:
        """An empty line, unless there is one already."""
        if self._last:
            self.say("")

    def tell(self, *lines: str) -> None:
        """To standard error: what is said about the game."""
        try:
            self._flush()
        finally:
            width = terminal_size()[0] if sys.stderr.isatty() else 0
            for line in lines:
                self._tell("".join(f"{safe(part)}\n" for part in folded(line, width)))

    def tell_over(self, line: str) -> None:
        """To standard error, over what stands in the line there."""
        self._tell(f"\r{safe(line)}")

    def ask(self, prompt: str) -> str:
        """What somebody answers; EndOfInput when nobody does."""
        self._flush()
        self._last = prompt
        try:
            return input(safe(prompt)) if self.watched else self._read(prompt)
        except EOFError:
            self._write("\n")
            raise EndOfInput from None
        except KeyboardInterrupt:
            self._write("\n")
            raise
        except OSError as error:
            self._problem = f"standard input cannot be read: {error.strerror or error}"
            raise Lost from None

    def hear(self) -> str | None:
        """A line from a program, however long; None at the end of what it says."""
        self._flush()
        try:
            return sys.stdin.readline() or None
        except OSError as error:
            self._problem = f"standard input cannot be read: {error.strerror or error}"
            raise Lost from None

    def deliver(self) -> None:
        """See that all is out that was said so far; Lost if it is not."""
        self._flush()

    def finish(self, status: int) -> int:
        """All is said; the exit status, which is not 0 where something was lost."""
        with suppress(Lost):
            self._flush()
        if self._problem:
            self._tell(f"numduel: {safe(self._problem)}\n")
        return status or int(bool(self._problem) or self._is_unheard)

    # ---- the streams

    def _read(self, prompt: str) -> str:
        """A line; where nobody sees it being typed, it is shown after its prompt."""
        self._write(safe(prompt))
        self._flush()
        line = sys.stdin.readline(LONGEST)
        if not line:
            raise EOFError
        more = line
        while len(more) == LONGEST and not more.endswith("\n"):
            more = sys.stdin.readline(LONGEST)
        line = line.rstrip("\r\n")
        if not self.interactive:
            self._write(f"{safe(line)}\n")
        return line

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
        except OSError as error:
            self._lose(error)

    def _flush(self) -> None:
        try:
            sys.stdout.flush()
        except OSError as error:
            self._lose(error)

    def _lose(self, error: OSError) -> None:
        """Nothing more is said; nor is there a word about it to who has stopped listening."""
        _let_go(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            self._problem = f"standard output cannot be written: {error.strerror or error}"
        raise Lost from None

    def _tell(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError as error:
            _let_go(sys.stderr)
            self._is_unheard = not isinstance(error, BrokenPipeError)


def folded(line: str, width: int) -> list[str]:
    """A line in parts that have room, broken between words; whole where there is no width.

    >>> folded("there is no game 'mazee'; did you mean maze?", 30)
    ["there is no game 'mazee'; did", 'you mean maze?']
    """
    if not width or len(line) < width:
        return [line]
    parts = [""]
    for word in line.split(" "):
        if parts[-1].strip() and len(parts[-1]) + 1 + len(word) >= width:
            parts.append(word)
        else:
            parts[-1] += f" {word}" if parts[-1] or not word else word
    return parts


def safe(line: str) -> str:
    """A line as it may reach a terminal: with our colours, and all else that steers it escaped."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else CODES.get(c) or printable(c) for c in line)


def _open_closed() -> None:
    """Something in place of streams that are closed, before a file could be opened as one of them.

    To read or write it fails as it should, but what is told to nobody vanishes.
    """
    for name, flags, mode in (
        ("stdin", os.O_WRONLY, "r"),
        ("stdout", os.O_RDONLY, "w"),
        ("stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            setattr(sys, name, open(opened, mode, encoding="utf-8"))  # noqa: SIM115


def _let_go(stream: TextIO) -> None:
    """What is still to be written there goes nowhere, also when Python writes it at exit."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


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

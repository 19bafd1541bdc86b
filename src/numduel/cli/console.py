"""Standard input, output and error: all text goes in and out through `Console`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from ..errors import printable

MAX_LINE_CHARS = 10_000
"""Maximum characters of one line of input; the rest of the line is dropped."""

STYLES = {
    "bold": "1",
    "dim": "2",
    "one": "1;36",
    "two": "1;33",
    "legal": "1;32",
    "problem": "31",
}

STYLE_MARKS = {style: chr(0xD800 + number) for number, style in enumerate(STYLES)}
"""The character that starts a style, until `sanitise` replaces it with an ANSI code.

These are lone surrogates. Text from files, command lines and keyboards never contains them, so
input can't add colours.
"""

STYLE_END = chr(0xD800 + len(STYLES))
ANSI_CODES = {
    **{STYLE_MARKS[style]: f"\x1b[{code}m" for style, code in STYLES.items()},
    STYLE_END: "\x1b[0m",
}


class EndOfInput(Exception):
    """The end of standard input: no more answers will come."""


class StreamLost(Exception):
    """Standard input or output has failed; `Console.finish` prints why."""


class Console:
    """Standard input, output and error, even if closed or broken.

    Nothing else writes to these streams. Every line goes through `sanitise`.
    """

    def __init__(self) -> None:
        _replace_closed_streams()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        self.is_input_terminal = sys.stdin.isatty()
        self.is_terminal = self.is_input_terminal and sys.stdout.isatty()
        if self.is_terminal:
            with suppress(ImportError):  # without readline, you can't edit a line
                import readline  # noqa: F401
        self.has_colour = _supports_colour(sys.stdout)
        self._last = ""
        self._problem = ""
        """The error that ended standard input or output."""
        self._is_err_lost = False
        """Whether text for standard error was lost."""

    @property
    def width(self) -> int:
        return get_terminal_size()[0]

    @property
    def height(self) -> int:
        """The number of lines of the terminal; a large number if output is not a terminal."""
        return get_terminal_size()[1]

    def styled(self, text: str, style: str) -> str:
        return f"{STYLE_MARKS[style]}{text}{STYLE_END}" if self.has_colour and style else text

    def print(self, *lines: str) -> None:
        """Write lines to standard output."""
        for line in lines:
            self._write(f"{sanitise(line)}\n")
            self._last = line

    def print_text(self, *paragraphs: str) -> None:
        """Write sentences to standard output, wrapped between words in a terminal."""
        for paragraph in paragraphs:
            self.print(*self.wrap(paragraph))

    def print_problem(self, line: str) -> None:
        """Write an error to standard output, highlighted and wrapped."""
        self.print(*(self.styled(part, "problem") for part in self.wrap(line)))

    def wrap(self, line: str, indent: int = 0) -> list[str]:
        """Return a line as parts that fit the terminal beside an indent; whole without one."""
        return wrap_line(line, max(20, self.width - indent) if sys.stdout.isatty() else 0)

    def ensure_gap(self) -> None:
        """Write an empty line, unless the last line was empty."""
        if self._last:
            self.print("")

    def print_err(self, *lines: str) -> None:
        """Write lines to standard error: notices, problems and progress."""
        try:
            self._flush()
        finally:
            width = get_terminal_size()[0] if sys.stderr.isatty() else 0
            for line in lines:
                self._write_err("".join(f"{sanitise(part)}\n" for part in wrap_line(line, width)))

    def overwrite_err(self, line: str) -> None:
        """Write over the current line of standard error."""
        self._write_err(f"\r{sanitise(line)}")

    def ask(self, prompt: str) -> str:
        """Return the next line of input; raise EndOfInput if there is none."""
        self._flush()
        self._last = prompt
        try:
            return input(sanitise(prompt)) if self.is_terminal else self._read(prompt)
        except EOFError:
            self._write("\n")
            raise EndOfInput from None
        except KeyboardInterrupt:
            self._write("\n")
            raise
        except OSError as error:
            self._problem = f"standard input cannot be read: {error.strerror or error}"
            raise StreamLost from None

    def read_line(self) -> str | None:
        """Return a line of any length, as a program sends it; None at the end of input."""
        self._flush()
        try:
            return sys.stdin.readline() or None
        except OSError as error:
            self._problem = f"standard input cannot be read: {error.strerror or error}"
            raise StreamLost from None

    def flush(self) -> None:
        """Flush standard output; raise StreamLost if it fails."""
        self._flush()

    def finish(self, status: int) -> int:
        """Flush, print the last problem, and return the exit status: not 0 if output was lost."""
        with suppress(StreamLost):
            self._flush()
        if self._problem:
            self._write_err(f"numduel: {sanitise(self._problem)}\n")
        return status or int(bool(self._problem) or self._is_err_lost)

    # ---- the streams

    def _read(self, prompt: str) -> str:
        """Return a line; if input is not a terminal, also write it after the prompt."""
        self._write(sanitise(prompt))
        self._flush()
        line = sys.stdin.readline(MAX_LINE_CHARS)
        if not line:
            raise EOFError
        more = line
        while len(more) == MAX_LINE_CHARS and not more.endswith("\n"):
            more = sys.stdin.readline(MAX_LINE_CHARS)
        line = line.rstrip("\r\n")
        if not self.is_input_terminal:
            self._write(f"{sanitise(line)}\n")
        return line

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
        except OSError as error:
            self._handle_write_error(error)

    def _flush(self) -> None:
        try:
            sys.stdout.flush()
        except OSError as error:
            self._handle_write_error(error)

    def _handle_write_error(self, error: OSError) -> None:
        """Stop writing and raise StreamLost; a broken pipe is not reported as a problem."""
        _redirect_to_null(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            self._problem = f"standard output cannot be written: {error.strerror or error}"
        raise StreamLost from None

    def _write_err(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError as error:
            _redirect_to_null(sys.stderr)
            self._is_err_lost = not isinstance(error, BrokenPipeError)


def wrap_line(line: str, width: int) -> list[str]:
    """Return a line as parts shorter than `width`, split between words; whole if `width` is 0.

    All parts have the indent of the line.

    >>> wrap_line("'mazee' isn't a game. Did you mean maze?", 30)
    ["'mazee' isn't a game. Did you", 'mean maze?']
    >>> wrap_line("    Your rating is about 1000.", 20)
    ['    Your rating is', '    about 1000.']
    """
    if not width or len(line) < width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    first, *others = line[len(indent) :].split(" ")
    parts = [indent + first]
    for word in others:
        if parts[-1].strip() and len(parts[-1]) + 1 + len(word) >= width:
            parts.append(indent + word)
        else:
            parts[-1] += f" {word}"
    return parts


def sanitise(line: str) -> str:
    """Return a line that is safe to print: our colours as ANSI codes, other controls escaped."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else ANSI_CODES.get(c) or printable(c) for c in line)


def _replace_closed_streams() -> None:
    """Open a null device for each closed stream, so that no file gets its descriptor.

    Reading or writing it fails, except that standard error accepts text and drops it.
    """
    for name, flags, mode in (
        ("stdin", os.O_WRONLY, "r"),
        ("stdout", os.O_RDONLY, "w"),
        ("stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            setattr(sys, name, open(opened, mode, encoding="utf-8"))  # noqa: SIM115


def _redirect_to_null(stream: TextIO) -> None:
    """Send the rest of the output to the null device, so that flushing at exit cannot fail."""
    with open(os.devnull, "wb") as null:
        os.dup2(null.fileno(), stream.fileno())


def get_terminal_size() -> tuple[int, int]:
    """Return the columns and lines of the terminal that standard output writes to."""
    try:
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        columns, lines = 0, 0
    return columns or 80, lines or 10_000  # some terminals report 0


def _supports_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (
        stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    )

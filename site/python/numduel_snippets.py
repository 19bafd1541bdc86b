"""Run Python text of a reader statement by statement, as at Python's prompt.

This module runs in the reader's browser, in the sandbox. Questions and answers are JSON.
"""

from __future__ import annotations

import ast
import io
import json
import linecache
import signal
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import groupby
from traceback import TracebackException
from typing import Any, NamedTuple

__all__ = ["Runner", "Session", "Statement", "split"]

NAME = "<example {}>"
"""Name of the reader's texts in tracebacks, which are counted."""

MAX_CHARS = 20_000
"""Maximum number of characters that are kept of a statement, its output and its error, each."""

MAX_MESSAGE_CHARS = 100_000
"""Number of characters after which no further statement is added to a message."""

CUT = "\n… the rest is left out.\n"
"""End of a text that was longer."""


class Statement(NamedTuple):
    """A part of a text that runs at once: one statement, or several on one line."""

    source: str
    body: ast.Interactive


class Output(io.StringIO):
    """A text that stops growing just above the limit of what is kept."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, MAX_CHARS + 1 - self.tell())])
        return len(text)


class Session:
    """A namespace in which texts run one after the other.

    >>> session = Session()
    >>> list(session.run("number = 6\\nnumber * 7"))
    [('number = 6', '', ''), ('number * 7', '42\\n', '')]
    """

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}
        self._texts = 0

    def run(self, text: str) -> Iterator[tuple[str, str, str]]:
        """Run a text; yield the source, the output and the error of each statement.

        After an error the next statement runs, as at the prompt. A text that can't be parsed has
        one statement, with an error.
        """
        self._texts += 1
        name = NAME.format(self._texts)
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        try:
            statements = list(split(text, name))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # deep nesting, \0
            yield _cut(text), "", _describe(error)
            return
        for statement in statements:
            yield _cut(statement.source), *self._run(statement.body, name)

    def _run(self, body: ast.Interactive, name: str) -> tuple[str, str]:
        """Run a statement; return its output and its error."""
        output, error = Output(), ""
        with redirect_stdout(output), redirect_stderr(output):
            try:
                exec(compile(body, name, "single", dont_inherit=True), self._names)
            except BaseException as raised:
                error = _describe(raised)
        return _cut(output.getvalue()), error


class Runner:
    """Runs the texts of a page in one session after the other.

    It sends statements that have run several times a second, because the sandbox passes on few
    messages. The sandbox's worker sends SIGINT as often.
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._session = Session()
        self._statements: list[list[Any]] = []
        self._done = 0
        self._is_sending = False
        signal.signal(signal.SIGINT, self._tick)

    def ask(self, question: str) -> str:
        """Run texts, in a new session if the page says so. Return an empty answer at the end."""
        asked = json.loads(question)
        if asked["is_new"]:
            self._session = Session()
        self._done = 0
        for text in asked["texts"]:
            for statement in self._session.run(text):
                self._statements.append([self._done, *statement])
            self._done += 1
        while self._statements:
            self._send_progress()
        return json.dumps({"answer": None})

    def _tick(self, *_: object) -> None:
        if not self._is_sending:
            self._send_progress()

    def _send_progress(self) -> None:
        """Send the number of texts that have run, and the next statements with their texts."""
        self._is_sending = True
        try:
            found: list[list[Any]] = []
            chars = 0
            for statement in self._statements:
                found.append(statement)
                chars += sum(map(len, statement[1:]))
                if chars > MAX_MESSAGE_CHARS:
                    break
            message = {"progress": self._done, "statements": found}
            self._send(json.dumps(message, ensure_ascii=False))
            del self._statements[: len(found)]
        finally:
            self._is_sending = False


def split(text: str, name: str = NAME) -> Iterator[Statement]:
    """Yield the statements of a text; those on one line are one.

    >>> [statement.source for statement in split("a = 1; b = 2\\nif a:\\n    print(b)")]
    ['a = 1; b = 2', 'if a:\\n    print(b)']
    """
    lines = text.splitlines(keepends=True)
    for first, group in groupby(ast.parse(text, name).body, _first_line):
        body = list(group)
        source = "".join(lines[first - 1 : body[-1].end_lineno]).rstrip()
        yield Statement(source, ast.Interactive(body=body))


def _first_line(node: ast.stmt) -> int:
    """Return the number of a statement's first line, which may be a decorator's."""
    parts: list[ast.stmt | ast.expr] = [node, *getattr(node, "decorator_list", [])]
    return min(part.lineno for part in parts)


def _describe(error: BaseException) -> str:
    """Return a traceback with the reader's own lines only."""
    found = TracebackException.from_exception(error, compact=True)
    known: list[TracebackException | None] = [found]
    for one in known:
        if one is not None:
            one.stack[:] = [frame for frame in one.stack if frame.filename.startswith("<example ")]
            known += [one.__cause__, one.__context__]
    return _cut("".join(found.format()))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_CHARS else text[:MAX_CHARS] + CUT

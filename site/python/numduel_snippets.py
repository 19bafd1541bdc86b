"""Run Python text of a reader statement by statement, as at Python's prompt.

This module runs in the reader's browser, with the Python of the site.
"""

from __future__ import annotations

import ast
import io
import json
import linecache
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import groupby
from traceback import TracebackException
from typing import Any, NamedTuple

__all__ = ["Session", "Statement", "split"]

NAME = "<example {}>"
"""Name of the reader's texts in tracebacks, which are counted."""

MAX_CHARS = 20_000
"""Maximum number of characters that are kept of the output of a statement."""


class Statement(NamedTuple):
    """A part of a text that runs at once: one statement, or several on one line."""

    source: str
    body: ast.Interactive


class Output(io.StringIO):
    """A text that stops growing at its limit."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, MAX_CHARS - self.tell())])
        return len(text)


class Session:
    """A namespace in which texts run one after the other.

    >>> session = Session()
    >>> session.run("number = 6\\nnumber * 7", print)
    ["number = 6", "", ""]
    ["number * 7", "42\\n", ""]
    """

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}
        self._texts = 0

    def run(self, text: str, report: Callable[[str], object]) -> None:
        """Run a text; report the source, the output and the error of each statement as JSON.

        After an error the next statement runs, as at the prompt. A text that can't be parsed has
        one statement, with an error.
        """
        self._texts += 1
        name = NAME.format(self._texts)
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        try:
            statements = list(split(text, name))
        except (SyntaxError, ValueError) as error:  # the latter: a null character
            report(json.dumps([text, "", _describe(error)]))
            return
        for statement in statements:
            report(json.dumps([statement.source, *self._run(statement.body, name)]))

    def _run(self, body: ast.Interactive, name: str) -> tuple[str, str]:
        """Run a statement; return its output and its error."""
        output, error = Output(), ""
        with redirect_stdout(output), redirect_stderr(output):
            try:
                exec(compile(body, name, "single", dont_inherit=True), self._names)
            except BaseException as raised:
                error = _describe(raised)
        cut = "\n… the rest is left out.\n" if output.tell() >= MAX_CHARS else ""
        return output.getvalue() + cut, error


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
    return "".join(found.format())

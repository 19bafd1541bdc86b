"""Records in a file of JSON lines, as an arena writes them: each line has one under `record`."""

from __future__ import annotations

import json
from typing import BinaryIO

from ..errors import NumduelError, SetupError, quoted
from ..play.match import Match
from . import files, record
from .saves import LARGEST


def holds_lines(name: str, opened: BinaryIO | None = None) -> bool:
    """Whether a file is one of these, by how it begins; `opened` can be looked into ahead."""
    try:
        if opened is not None:
            return bool(opened.peek(1)[:1] == b"{")  # type: ignore[attr-defined]
        with open(name, "rb") as file:
            return file.read(1) == b"{"
    except (AttributeError, OSError, ValueError):
        return False


def read(name: str, number: int, opened: BinaryIO | None = None) -> Match:
    """The match in the line of this number, from 1; SetupError where there is none."""
    try:
        if opened is not None:
            line = _line(opened, number)
        else:
            with open(name, "rb") as file:
                line = _line(file, number)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(name)} cannot be read: {files.reason(error)}") from None
    if not line:
        raise SetupError(f"{quoted(name)} has no match {number}")
    where = f"{quoted(name)}, line {number}"
    if len(line) > LARGEST:
        raise SetupError(f"{where}, is too long to hold a record")
    try:
        text = json.loads(line)["record"]
    except (LookupError, RecursionError, TypeError, ValueError):
        raise SetupError(f"{where}, holds no record") from None
    try:
        return record.loads(text)
    except NumduelError as error:
        raise SetupError(f"{where}: {error}") from None


def _line(file: BinaryIO, number: int) -> bytes:
    """The line of this number, or nothing; no more of it than one byte too many."""
    line = b""
    for _ in range(number):
        line = file.readline(LARGEST + 1)
        if not line or len(line) > LARGEST:
            break
    return line

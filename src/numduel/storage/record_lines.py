"""Records in a JSON Lines file, as the arena writes it: one per line, under `record`."""

from __future__ import annotations

import json
from typing import BinaryIO

from ..errors import GameMissing, NumduelError, SetupError, quoted
from ..play.match import Match
from . import files, record
from .saves import MAX_RECORD_BYTES


def is_jsonl(name: str, opened: BinaryIO | None = None) -> bool:
    """Return whether a file starts like JSON Lines; `opened` must support `peek`."""
    try:
        if opened is not None:
            return bool(opened.peek(1)[:1] == b"{")  # type: ignore[attr-defined]
        with open(name, "rb") as file:
            return file.read(1) == b"{"
    except (AttributeError, OSError, ValueError):
        return False


def read(name: str, number: int, opened: BinaryIO | None = None) -> Match:
    """Return the match in a line, counted from 1; raise SetupError if there is none."""
    try:
        if opened is not None:
            line = _read_line(opened, number)
        else:
            with open(name, "rb") as file:
                line = _read_line(file, number)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(name)} cannot be read: {files.reason(error)}") from None
    if not line:
        raise SetupError(f"{quoted(name)} has no match {number}")
    where = f"{quoted(name)}, line {number}"
    if len(line) > MAX_RECORD_BYTES:
        raise SetupError(f"{where}: this line is too long for a record")
    try:
        text = json.loads(line)["record"]
    except (LookupError, RecursionError, TypeError, ValueError):
        raise SetupError(f"{where}: this line has no record") from None
    try:
        return record.loads(text)
    except GameMissing as error:
        raise GameMissing(error.game, where) from None
    except NumduelError as error:
        raise SetupError(f"{where}: {error}") from None


def _read_line(file: BinaryIO, number: int) -> bytes:
    """Return a line, empty if there is none; of a line that is too long, one byte too many."""
    line = b""
    for _ in range(number):
        line = file.readline(MAX_RECORD_BYTES + 1)
        if not line or len(line) > MAX_RECORD_BYTES:
            break
    return line

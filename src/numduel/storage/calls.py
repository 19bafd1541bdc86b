"""Transcripts of calls to language models: one JSON line per call, and their usage."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ..errors import SetupError, quoted
from . import files

ENDING = ".calls.jsonl"
"""How the name of a transcript ends."""

MASK = "[key]"
"""The text in a transcript that replaces a secret."""

Json = dict[str, Any]


class Usage(NamedTuple):
    """Usage of calls to models: tokens, time and retries.

    >>> Usage(1, 100, 10, 4, 0.5, 0).plus(Usage(1, 80, 5)).as_json()["tokens_in"]
    180
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    """Tokens in answers, including reasoning."""
    tokens_reasoning: int = 0
    seconds: float = 0.0
    """Seconds that the endpoint took, without pauses and requests that failed."""
    retries: int = 0

    def plus(self, other: Usage) -> Usage:
        """Return the sum of two usages."""
        sums: Any = (mine + more for mine, more in zip(self, other, strict=True))
        return Usage(*sums)

    def as_json(self) -> dict[str, int | float]:
        """Return it as JSON data; `from_json` reads it."""
        return {**self._asdict(), "seconds": round(self.seconds, 3)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Usage:
        """Return the usage in JSON data; missing numbers are 0."""
        return cls(**{name: data[name] for name in cls._fields if name in data})

    @classmethod
    def of(cls, call: Mapping[str, Any]) -> Usage:
        """Return the usage of one call, as in a line of a transcript."""
        used = cls.from_json({name: number for name, number in call.items() if number})
        return used._replace(calls=1, seconds=call.get("latency_s") or 0.0)


# ---- writing


class CallLog:
    """The calls made for one question or match: where they are written, and their usage."""

    def __init__(self, path: str | None, about: Mapping[str, object]) -> None:
        self.usage = Usage()
        self._path = path
        self._about = dict(about)

    def append(self, call: Mapping[str, Any], secrets: Sequence[str] = ()) -> None:
        """Count a call and write its line; raise SetupError if that isn't possible."""
        self.usage = self.usage.plus(Usage.of(call))
        if self._path is None:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = mask({"time": now, **self._about, **call}, secrets)
        try:
            files.append_line(self._path, json.dumps(line).encode())
        except (OSError, ValueError) as error:
            problem = f"{quoted(self._path, 200)} cannot be written: {files.reason(error)}"
            raise SetupError(problem) from None


_current: ContextVar[CallLog | None] = ContextVar("current log of calls", default=None)


@contextmanager
def recording(path: str | None, about: Mapping[str, object]) -> Iterator[CallLog]:
    """Record the calls of this thread: append a line for each to `path`, and add up the usage.

    Args:
        path: The transcript; None to add up the usage only.
        about: Keys that every line gets, such as the exam and the question.
    """
    log = CallLog(path, about)
    token = _current.set(log)
    try:
        yield log
    finally:
        _current.reset(token)


def append(call: Mapping[str, Any], secrets: Sequence[str] = ()) -> None:
    """Record a call, if calls are recorded in this thread; `secrets` are masked everywhere."""
    if log := _current.get():
        log.append(call, secrets)


def mask(value: Any, secrets: Sequence[str]) -> Any:
    """Return JSON data with a mask in place of secrets, in keys and values at every level.

    >>> mask({"said": ["my key is hunter22"]}, ["hunter22"])
    {'said': ['my key is [key]']}
    """
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, MASK)
        return value
    if isinstance(value, dict):
        return {mask(key, secrets): mask(inner, secrets) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [mask(inner, secrets) for inner in value]
    return value


def calls_path(out: str) -> str:
    """Return the path of the transcript beside an output file.

    >>> calls_path("runs/exam.json"), calls_path("arena.jsonl"), calls_path("result")
    ('runs/exam.calls.jsonl', 'arena.calls.jsonl', 'result.calls.jsonl')
    """
    stem, ending = os.path.splitext(out)
    return (stem if ending in (".json", ".jsonl") else out) + ENDING


# ---- reading


class Transcript(NamedTuple):
    """The calls in a file."""

    calls: list[Json]
    damaged: list[int]
    """The numbers of lines that can't be read, such as half a line of a killed program."""


def read(path: str) -> Transcript:
    """Return the calls in a transcript; raise SetupError if the file can't be read.

    A line that isn't a call is left out, and its number is in `damaged`.
    """
    calls: list[Json] = []
    damaged: list[int] = []
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                if (call := _parse(line)) is not None:
                    calls.append(call)
                elif line.strip():
                    damaged.append(number)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(path, 200)} cannot be read: {files.reason(error)}") from None
    return Transcript(calls, damaged)


def _parse(line: bytes) -> Json | None:
    try:
        call = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return call if isinstance(call, dict) and "messages" in call else None

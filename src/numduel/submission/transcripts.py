"""The transcripts of a submission: which calls led to each answer, and giving them again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from ..adapters.model import Model
from ..adapters.model_client import Answer, Message
from ..adapters.model_endpoint import Exchange, UsageCounts
from ..adapters.model_settings import PREFIX, parse_spec
from ..budget import Budget
from ..errors import SetupError, Unanswered
from .sources import Source, read_lines

MAX_LINE_BYTES = 2**24
"""Maximum size of a line in bytes: a prompt, an answer and its reasoning."""

Key = tuple[object, ...]
"""The subject of a call: a question, or a match by game, board and players."""

Call = dict[str, Any]


class ReplayError(SetupError):
    """A transcript that doesn't lead to the answers of a submission."""


class Line(NamedTuple):
    """A line of a transcript."""

    number: int
    """From 1."""
    text: bytes

    def parse(self) -> Call:
        """Return the call of the line."""
        call: Call = json.loads(self.text)
        return call


class Transcript(NamedTuple):
    """The calls of a part of a run, by what they are about."""

    name: str
    """The name of the file."""
    attempts: dict[Key, list[Line]]
    """The calls of the last attempt: an interrupted run asks again."""
    repeated: int
    """Attempts that came to an end and were made again."""


def read_transcript(source: Source, name: str) -> Transcript:
    """Return the calls in a file; raise SetupError for a line that isn't one."""
    attempts: dict[Key, list[Line]] = {}
    last: dict[Key, Call] = {}
    repeated = 0
    for line, call in _read_calls(source, name):
        try:
            key, place = key_of(call), _place(call)
            before = last.get(key)
            is_new = before is None or place <= _place(before)
        except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
            raise ReplayError(f"{name}: line {line.number} isn't a call") from None
        if is_new:
            repeated += before is not None and before["move"] is not None
            attempts[key] = []
        attempts[key].append(line)
        last[key] = {name: call[name] for name in ("ply", "messages", "move")}
    return Transcript(name, attempts, repeated)


def _read_calls(source: Source, name: str) -> Iterator[tuple[Line, Call]]:
    """Yield the calls of a file; half a line, which a killed program left, isn't a call."""
    for number, text in enumerate(read_lines(source, name, MAX_LINE_BYTES), 1):
        line = Line(number, text)
        with suppress(ValueError, RecursionError):
            yield line, line.parse()


def key_of(call: Call) -> Key:
    """Return what a call is about."""
    if "question" in call:
        return (str(call["question"]),)
    one, two = call["match"]
    return str(call["game"]), int(call["board"]), str(one), str(two)


def _place(call: Call) -> tuple[int, int]:
    """Return the place of a call in its attempt: later calls have later places."""
    return int(call["ply"]), len(call["messages"])


# ---- giving the answers again


class ReplayedAnswers:
    """An answerer that gives the answers of a transcript again, to the same messages."""

    def __init__(self, player: str, calls: Iterable[Line], what: str, fault: str | None) -> None:
        """Take the calls about `what`; `fault` is the reason of an unanswered call."""
        self.settings = parse_spec(player.removeprefix(PREFIX)).sent
        self.secrets = ()
        self.counts = UsageCounts()
        self._calls = list(calls)
        self._what = what
        self._fault = fault

    def ask(self, messages: list[Message], budget: Budget) -> Exchange:
        """Return the next answer; raise ReplayError if it isn't one to these messages."""
        if not self._calls:
            raise ReplayError(f"has no call for {self._what} that leads to the answer")
        line = self._calls.pop(0)
        call = line.parse()
        if json.loads(json.dumps(messages)) != call["messages"]:
            raise ReplayError(f"line {line.number} has other messages than the protocol's")
        try:
            exchange = _make_exchange(call, self._fault)
        except (LookupError, TypeError, ValueError):
            raise ReplayError(f"line {line.number} isn't a call") from None
        self.counts.add(exchange)
        return exchange


def _make_exchange(call: Call, fault: str | None) -> Exchange:
    failures, latency = list(call["failures"]), float(call["latency_s"])
    if call["answer"] is None:
        return Exchange(None, Unanswered(fault or "it did not answer"), latency, failures)
    answer = Answer(
        _text(call["answer"]),
        reasoning=_text(call["reasoning"]),
        finish_reason=call["finish_reason"],
        tool_calls=tuple({**one, "id": one["id"]} for one in call["tool_calls"]),
        **{name: _count(call[name]) for name in ("tokens_in", "tokens_out", "tokens_reasoning")},
    )
    return Exchange(answer, None, latency, failures)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _count(value: Any) -> int | None:
    if value is not None and (type(value) is not int or value < 0):
        raise TypeError
    return value


def replayed_model(player: str, calls: Iterable[Line], what: str, fault: str | None) -> Model:
    """Return a model that gives the answers of a transcript again."""
    answers = ReplayedAnswers(player, calls, what, fault)
    return Model(player.removeprefix(PREFIX), answers)

"""Lines from bots, assistants and the endpoints of language models."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import numduel
from numduel import Match
from numduel.adapters import mcp_stdio, model_client, model_prompt
from numduel.bots import messages
from numduel.bots.speaker import Speaker
from numduel.play.players import RandomPlayer

from .refusals import refusals

__all__ = ["fuzz_message"]

INVALID_ANSWERS = (ValueError, TypeError, AttributeError, LookupError, model_client.AttemptFailed)
"""Errors that `model_client.Client.request` reports as an invalid answer."""


def _read_from_bot(text: bytes) -> None:
    for kind in ("hello", "move"):
        with refusals():
            message = messages.read(text, kind)
            (messages.name_in if kind == "hello" else messages.move_in)(message)


def _read_as_bot(text: bytes) -> None:
    speaker = Speaker("fuzz", lambda number: RandomPlayer(numduel.Dice(number)))
    for line in text.decode(errors="replace").split("\n")[:10]:
        with refusals():
            answer = speaker.answer(line)
            assert answer is None or json.loads(answer)


def _read_model_answer(text: bytes) -> None:
    answer = text.decode(errors="replace")
    match = _match()
    named = model_prompt.find_move(answer)
    with refusals():
        assert match.read(named) in match.moves
    found = model_prompt.only_mention(match, answer)
    assert found is None or found in match.moves


@cache
def _match() -> Match:
    return Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))


def _read_endpoint(text: bytes) -> None:
    lines = text.decode(errors="replace").split("\n")
    try:
        parts = model_client._read_events(lines, ["secret-key"])
        answer = model_client._clean_answer(parts, ["secret-key"])
    except INVALID_ANSWERS:
        return
    assert "secret-key" not in json.dumps(answer)
    json.dumps(answer, ensure_ascii=False).encode()


def _read_from_assistant(text: bytes) -> None:
    found = mcp_stdio.refusal(text.decode(errors="replace"))
    assert found is None or json.loads(found.model_dump_json())


READERS: dict[bytes, Callable[[bytes], None]] = {
    b"bot": _read_from_bot,
    b"speaker": _read_as_bot,
    b"model": _read_model_answer,
    b"endpoint": _read_endpoint,
    b"assistant": _read_from_assistant,
}


def fuzz_message(data: bytes) -> None:
    """Read lines as the reader that the first line names."""
    name, _, text = data.partition(b"\n")
    if name in READERS:
        READERS[name](text)

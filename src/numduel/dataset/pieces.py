"""A data set in pieces of work: positions found, and lines checked, in whatever process."""

from __future__ import annotations

import json
from base64 import b85decode, b85encode
from collections.abc import Iterable
from typing import NamedTuple
from zlib import compress, decompress

from ..engine import Engine
from .choosing import Kind, kind_of
from .lines import line, problem
from .positions import Source


class Found(NamedTuple):
    """Positions of some boards: of each its id and kind, and all lines together, packed."""

    ids: list[str]
    kinds: list[Kind]
    packed: str


class Checked(NamedTuple):
    """What came of some lines: their ids, and of each that is wrong its place and why."""

    ids: list[str | None]
    wrong: list[tuple[int, str]]


def find(source: Source, boards: tuple[int, int]) -> Found:
    """The positions of the boards from one number up to another."""
    found = [
        line(match, report)
        for number in range(*boards)
        for match, report in source.labelled(number)
    ]
    texts = [json.dumps(one, ensure_ascii=False) for one in found]
    return Found([one["id"] for one in found], [kind_of(one) for one in found], pack(texts))


def check(packed: str) -> Checked:
    """Work some lines out anew."""
    engine, checked = Engine(), Checked([], [])
    for place, text in enumerate(unpack(packed)):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if wrong := problem(data, engine):
            checked.wrong.append((place, wrong))
        checked.ids.append(data["id"] if isinstance(data, dict) and not wrong else None)
    return checked


# ---- lines that take little room


def pack(lines: Iterable[str]) -> str:
    return b85encode(compress("\n".join(lines).encode())).decode()


def unpack(packed: str) -> list[str]:
    return decompress(b85decode(packed)).decode().split("\n")

"""Pieces of work for a dataset: find positions or check lines, in any process."""

from __future__ import annotations

import json
from base64 import b85decode, b85encode
from collections.abc import Iterable
from typing import NamedTuple
from zlib import compress, decompress

from ..engine import Engine
from .choosing import Kind, kind_of
from .lines import build_line, find_problem
from .positions import Source


class FoundPositions(NamedTuple):
    """Positions of some boards: ids, kinds, and all lines in one compressed text."""

    ids: list[str]
    kinds: list[Kind]
    packed: str


class CheckedLines(NamedTuple):
    """Results of a check: ids of the lines, and index and problem of each wrong one."""

    ids: list[str | None]
    wrong: list[tuple[int, str]]


def find_positions(source: Source, boards: tuple[int, int]) -> FoundPositions:
    """Find the positions of boards from one number up to, not including, another."""
    found = [
        build_line(match, report)
        for number in range(*boards)
        for match, report in source.labelled(number)
    ]
    texts = [json.dumps(one, ensure_ascii=False) for one in found]
    return FoundPositions(
        [one["id"] for one in found], [kind_of(one) for one in found], pack(texts)
    )


def check_lines(packed: str) -> CheckedLines:
    """Check compressed lines by recomputing them."""
    engine, checked = Engine(), CheckedLines([], [])
    for index, text in enumerate(unpack(packed)):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if problem := find_problem(data, engine):
            checked.wrong.append((index, problem))
        checked.ids.append(data["id"] if isinstance(data, dict) and not problem else None)
    return checked


# ---- compression


def pack(lines: Iterable[str]) -> str:
    return b85encode(compress("\n".join(lines).encode())).decode()


def unpack(packed: str) -> list[str]:
    return decompress(b85decode(packed)).decode().split("\n")

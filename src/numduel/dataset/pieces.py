"""Pieces of work for a dataset: find positions or check lines, in any process."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol
from zlib import compress, decompress

from ..compiled import loaded
from ..engine import Engine
from .choosing import kind_code, kind_of
from .lines import build_line, find_problem
from .positions import Source
from .rows import BoardRows, row_maker


class FoundPositions(NamedTuple):
    """Positions of some boards, as JSON data."""

    ids: str
    """8 bytes for each position, packed."""
    kinds: str
    """A byte for each position, packed: see `choosing.kind_code`."""
    boards: list[BoardRows] | None
    """The boards of rows; None if the positions are lines."""
    packed: str
    """The rows or lines, packed."""


class CheckedLines(NamedTuple):
    """Results of a check: ids of the lines, and index and problem of each wrong one."""

    ids: list[str | None]
    wrong: list[tuple[int, str]]


def find_positions(source: Source, as_rows: bool, boards: tuple[int, int]) -> FoundPositions:
    """Find the positions of boards from one number up to, not including, another.

    Only the compiled core can read rows, so a process may be asked for lines that has the core.
    """
    maker = row_maker(source)
    if maker is None:
        return _find_lines(source, range(*boards))
    found = maker.find(range(*boards))
    ids, kinds = pack(found.ids), pack(found.kinds)
    if as_rows:
        return FoundPositions(ids, kinds, found.boards, pack(found.rows))
    return FoundPositions(ids, kinds, None, pack_lines(maker.write_lines(found)))


def _find_lines(source: Source, boards: range) -> FoundPositions:
    """Find positions as lines, without the compiled core."""
    found = [build_line(*one) for number in boards for one in source.labelled(number)]
    ids = b"".join(bytes.fromhex(one["id"].rpartition("-")[2]) for one in found)
    kinds = bytes(kind_code(kind_of(one)) for one in found)
    texts = (json.dumps(one, ensure_ascii=False) for one in found)
    return FoundPositions(pack(ids), pack(kinds), None, pack_lines(texts))


class KnownIds(Protocol):
    """The ids of all positions found so far."""

    def __len__(self) -> int: ...

    def add_new(self, ids: bytes) -> Sequence[int]:
        """Add ids of 8 bytes each; return the numbers of those that weren't known."""


def known_ids() -> KnownIds:
    """Return an empty set of ids."""
    compiled = loaded()
    ids: KnownIds = compiled.IdSet() if compiled else _PythonIds()
    return ids


class _PythonIds:
    """Known ids in a Python set."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def __len__(self) -> int:
        return len(self._known)

    def add_new(self, ids: bytes) -> Sequence[int]:
        numbers = []
        for number in range(len(ids) // 8):
            id = ids[8 * number : 8 * number + 8]
            if id not in self._known:
                self._known.add(id)
                numbers.append(number)
        return numbers


def check_lines(packed: str) -> CheckedLines:
    """Check compressed lines by recomputing them."""
    engine, checked = Engine(), CheckedLines([], [])
    for index, text in enumerate(unpack_lines(packed)):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if problem := find_problem(data, engine):
            checked.wrong.append((index, problem))
        checked.ids.append(data["id"] if isinstance(data, dict) and not problem else None)
    return checked


# ---- packing


def pack(data: bytes) -> str:
    return b64encode(data).decode()


def unpack(packed: str) -> bytes:
    return b64decode(packed)


def pack_lines(lines: Iterable[str]) -> str:
    return pack(compress("\n".join(lines).encode()))


def unpack_lines(packed: str) -> list[str]:
    return decompress(unpack(packed)).decode().split("\n")

"""Contents of dataset files: the chosen positions, as lines of JSON or as tables."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, Protocol

from .pieces import FoundPositions, unpack, unpack_lines
from .positions import Source
from .rows import RowMaker, row_maker

CHUNK_BYTES = 1 << 20
"""Approximate size of the lines that are written at a time."""

ROWS_PER_TABLE = 10_000
"""Rows of a table, and of a row group in a Parquet file."""


class Part(NamedTuple):
    """The chosen positions of a piece of work, by number in ascending order."""

    found: FoundPositions
    taken: Sequence[int]

    @property
    def kinds(self) -> bytes:
        """The kind of each chosen position: see `choosing.kind_code`."""
        kinds = unpack(self.found.kinds)
        return kinds if len(self.taken) == len(kinds) else bytes(kinds[one] for one in self.taken)


class Content(Protocol):
    """The content of a file."""

    def chunks(self) -> Iterator[bytes]:
        """Yield the lines of JSON, any number at a time."""

    def tables(self) -> Iterator[Any]:
        """Yield the lines as tables of `pyarrow`, each of the same size but the last."""


def content_of(source: Source, parts: Iterable[Part], as_rows: bool) -> Content:
    """Return the content of a file with these positions, which are rows or lines."""
    maker = row_maker(source) if as_rows else None
    if maker is None:
        return TextLines(line for part in parts for line in _choose_lines(part))
    return RowLines(maker, parts)


def _choose_lines(part: Part) -> Iterator[str]:
    texts = unpack_lines(part.found.packed)
    return (texts[number] for number in part.taken)


class TextLines:
    """Content from lines of JSON."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines

    def chunks(self) -> Iterator[bytes]:
        return (f"{line}\n".encode() for line in self._lines)

    def tables(self) -> Iterator[Any]:
        from . import columns

        rows: Iterator[dict[str, Any]] = map(json.loads, self._lines)
        if (first := next(rows, None)) is None:
            return
        schema = columns.schema_of(first)
        rows = chain([first], rows)
        while batch := list(islice(rows, ROWS_PER_TABLE)):
            yield columns.table_of_lines(batch, schema)


class RowLines:
    """Content from rows, by the compiled core."""

    def __init__(self, maker: RowMaker, parts: Iterable[Part]) -> None:
        self._maker = maker
        self._lines = maker.lines
        self._parts = parts

    def chunks(self) -> Iterator[bytes]:
        for rows, ids, taken in self._boards():
            if self._lines.json_lines(rows, ids, taken) >= CHUNK_BYTES:
                yield self._lines.take_json()
        yield self._lines.take_json()

    def tables(self) -> Iterator[Any]:
        from .columns import RowColumns

        columns: RowColumns | None = None
        missing = ROWS_PER_TABLE
        for rows, ids, taken in self._boards():
            if columns is None:
                columns = RowColumns(self._maker.game, self._first_line(rows, ids, taken))
            while len(taken) >= missing:
                self._lines.column_rows(rows, ids, taken[:missing])
                yield columns.table(ROWS_PER_TABLE, *self._lines.take_columns())
                taken, missing = taken[missing:], ROWS_PER_TABLE
            self._lines.column_rows(rows, ids, taken)
            missing -= len(taken)
        if columns is not None and missing < ROWS_PER_TABLE:
            yield columns.table(ROWS_PER_TABLE - missing, *self._lines.take_columns())

    def _boards(self) -> Iterator[tuple[bytes, bytes, Sequence[int]]]:
        """Yield the rows of each board, their ids, and the numbers of the chosen ones."""
        for found, taken in self._parts:
            rows, ids, at, first, index = unpack(found.packed), unpack(found.ids), 0, 0, 0
            for number, count, size in found.boards or ():
                after, last = first + count, bisect_left(taken, first + count, index)
                if last > index:
                    self._maker.place(number)
                    chosen = [one - first for one in taken[index:last]]
                    yield rows[at : at + size], ids[8 * first : 8 * after], chosen
                at, first, index = at + size, after, last

    def _first_line(self, rows: bytes, ids: bytes, taken: Sequence[int]) -> dict[str, Any]:
        self._lines.json_lines(rows, ids, taken[:1])
        line: dict[str, Any] = json.loads(self._lines.take_json())
        return line

"""Columns of a Parquet file, from lines or from the compiled core."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import pyarrow

from ..core import AnyGame

OUTCOMES = ("loss", "endless", "win")
WORTHS = ("0", "1/2", "1")
"""By the code of an outcome in the compiled core."""

Line = dict[str, Any]


def schema_of(line: Line) -> pyarrow.Schema:
    """Return the names and types of all columns; moves are a map, which keeps their order."""
    value = next(iter(line["moves"].values()))
    fields = [(name, _column_type(name, found)) for name, found in value.items()]
    moves = pyarrow.map_(pyarrow.string(), pyarrow.struct(fields))
    return pyarrow.schema(
        [(name, moves if name == "moves" else _column_type(name, line[name])) for name in line]
    )


def _column_type(name: str, value: Any) -> Any:
    match value:
        case dict() if not value:  # Parquet has no struct without fields
            return pyarrow.map_(pyarrow.string(), pyarrow.string())
        case dict():
            return pyarrow.struct([(key, _column_type(key, one)) for key, one in value.items()])
        case list():
            return pyarrow.list_(_column_type(name, value[0] if value else ""))
        case bool():
            return pyarrow.bool_()
        case float():
            return pyarrow.float64()
        case str():
            return pyarrow.string()
    return pyarrow.int32()  # a whole number or None


def table_of_lines(lines: Sequence[Line], schema: pyarrow.Schema) -> pyarrow.Table:
    """Return lines as a table."""
    rows = [{**line, "moves": list(line["moves"].items())} for line in lines]
    return pyarrow.Table.from_pylist(rows, schema)


# ---- from the compiled core


class RowColumns:
    """A maker of tables from the columns of the compiled core."""

    def __init__(self, game: AnyGame, line: Line) -> None:
        """Take the schema from a line of the same game."""
        self.schema = schema_of(line)
        self._constants = {name: line[name] for name in ("version", "game", "options")}
        self._repeated: dict[str, pyarrow.Array] = {}
        self._id_length = len(line["id"])
        self._moves = pyarrow.array(game.vocabulary)
        self._has_chance = game.chance
        self._is_endless = game.endless
        (rows, columns), layout = game.layout()
        self._tiles = [rows * columns if one.per_tile else 0 for one in layout]

    def table(
        self, count: int, named: Mapping[str, bytes], features: Sequence[bytes]
    ) -> pyarrow.Table:
        """Return a table of `count` rows: what `Lines.take_columns` returned."""
        found = dict(self._constant_columns(count))
        found["id"] = _texts(_ends(count, self._id_length), named["ids"])
        found["group"] = _texts(_ends(count, 16), named["groups"])
        found["split"] = pyarrow.array(["train", "test"]).take(_small(named["sides"]))
        found["player"] = _small(named["players"]).cast(pyarrow.int32())
        found["board"] = _texts(_from_zero(named["board_ends"]), named["boards"])
        found["record"] = _texts(_from_zero(named["record_ends"]), named["records"])
        found["depth"] = _whole(named["depths"])
        found |= self._values(named, "")
        found["moves"] = self._move_column(named)
        for name in ("keep", "best"):
            moves = self._moves.take(_small(named[name]))
            found[name] = _lists(_from_zero(named[f"{name}_ends"]), moves)
        found["features"] = self._feature_column(count, features)
        return pyarrow.Table.from_arrays(
            [found[name] for name in self.schema.names], schema=self.schema
        )

    def _constant_columns(self, count: int) -> dict[str, pyarrow.Array]:
        """Return the columns whose values are all the same; most tables have the same size."""
        if not self._repeated or len(self._repeated["game"]) != count:
            for name, value in self._constants.items():
                constant = pyarrow.scalar(value, self.schema.field(name).type)
                self._repeated[name] = pyarrow.repeat(constant, count)
        return self._repeated

    def _values(self, named: Mapping[str, bytes], whose: str) -> dict[str, pyarrow.Array]:
        """Return the columns of values: of positions, or of moves if `whose` is "move_"."""
        if self._has_chance:
            worths = _texts(_from_zero(named[f"{whose}worth_ends"]), named[f"{whose}worths"])
            return {
                "outcome": pyarrow.repeat(pyarrow.scalar("chance"), len(worths)),
                "turns": pyarrow.nulls(len(worths), pyarrow.int32()),
                "worth": worths,
                "worth_float": _floats(named[f"{whose}worth_floats"]),
            }
        codes, turns = _small(named[f"{whose}outcomes"]), _whole(named[f"{whose}turns"])
        return {
            "outcome": pyarrow.array(OUTCOMES).take(codes),
            "turns": _without_zeros(turns) if self._is_endless else turns,
            "worth": pyarrow.array(WORTHS).take(codes),
            "worth_float": pyarrow.array([0.0, 0.5, 1.0]).take(codes),
        }

    def _move_column(self, named: Mapping[str, bytes]) -> pyarrow.Array:
        kind = self.schema.field("moves").type
        actions = _small(named["actions"])
        values = self._values(named, "move_")
        values["action"] = actions.cast(pyarrow.int32())
        fields = list(kind.item_type)
        items = pyarrow.StructArray.from_arrays([values[one.name] for one in fields], fields=fields)
        ends = _whole(_from_zero(named["move_ends"]))
        return pyarrow.MapArray.from_arrays(ends, self._moves.take(actions), items)

    def _feature_column(self, count: int, features: Sequence[bytes]) -> pyarrow.Array:
        fields = list(self.schema.field("features").type)
        arrays = [
            _lists(_ends(count, tiles), _whole(data)) if tiles else _whole(data)
            for tiles, data in zip(self._tiles, features, strict=True)
        ]
        return pyarrow.StructArray.from_arrays(arrays, fields=fields)


def _without_zeros(distances: pyarrow.Array) -> pyarrow.Array:
    """Return distances with None for endless play."""
    from pyarrow import compute

    none = pyarrow.scalar(None, pyarrow.int32())
    return compute.if_else(compute.equal(distances, 0), none, distances)


def _small(data: bytes) -> pyarrow.Array:
    return pyarrow.Array.from_buffers(pyarrow.int8(), len(data), [None, pyarrow.py_buffer(data)])


def _whole(data: bytes) -> pyarrow.Array:
    buffers = [None, pyarrow.py_buffer(data)]
    return pyarrow.Array.from_buffers(pyarrow.int32(), len(data) // 4, buffers)


def _floats(data: bytes) -> pyarrow.Array:
    buffers = [None, pyarrow.py_buffer(data)]
    return pyarrow.Array.from_buffers(pyarrow.float64(), len(data) // 8, buffers)


def _texts(ends: bytes, data: bytes) -> pyarrow.Array:
    buffers = [None, pyarrow.py_buffer(ends), pyarrow.py_buffer(data)]
    return pyarrow.Array.from_buffers(pyarrow.string(), len(ends) // 4 - 1, buffers)


def _lists(ends: bytes, values: pyarrow.Array) -> pyarrow.Array:
    return pyarrow.ListArray.from_arrays(_whole(ends), values)


def _from_zero(ends: bytes) -> bytes:
    """Return the ends of some values with the start of the first before them."""
    return bytes(4) + ends


@lru_cache(maxsize=16)
def _ends(count: int, length: int) -> bytes:
    """Return the bounds of `count` values of the same length."""
    return array("i", range(0, count * length + 1, length)).tobytes()

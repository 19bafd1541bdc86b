"""A data set in a file: JSON lines, the same compressed, or Parquet."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import IO, Any

from ..errors import SetupError, quoted
from ..storage import files

ENDINGS = (".jsonl", ".jsonl.gz", ".parquet")

ROWS = 10_000
"""Rows of Parquet that are written together."""


def ready(path: str) -> None:
    """SetupError if a file of this name could not be written or read: by its ending."""
    if not path.endswith(ENDINGS):
        raise SetupError(f"a data set's file ends in {', '.join(ENDINGS)}, not {quoted(path)}")
    if path.endswith(".parquet"):
        try:
            import pyarrow.parquet  # noqa: F401
        except ModuleNotFoundError:
            problem = "Parquet needs some packages: pip install 'numduel[dataset]'"
            raise SetupError(problem) from None


def write(path: str, lines: Iterable[str]) -> None:
    """Put lines of JSON into a file, whole or not at all; the same lines give the same bytes."""
    try:
        with files.writing(path) as file:
            if path.endswith(".parquet"):
                _write_parquet(file, lines)
            elif path.endswith(".gz"):
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    packed.writelines(f"{line}\n".encode() for line in lines)
            else:
                file.writelines(f"{line}\n".encode() for line in lines)
    except OSError as error:
        raise SetupError(f"{quoted(path)} cannot be written: {files.reason(error)}") from None


def read(path: str) -> Iterator[str]:
    """The lines of a file, as they were written."""
    try:
        if path.endswith(".parquet"):
            yield from _read_parquet(path)
            return
        opened = gzip.open if path.endswith(".gz") else open
        with opened(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield line.rstrip("\n")
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(path)} cannot be read: {files.reason(error)}") from None
    except (EOFError, TypeError, zlib.error) as error:
        raise SetupError(f"{quoted(path)} cannot be read: {error}") from None


# ---- Parquet


def _write_parquet(file: IO[bytes], lines: Iterable[str]) -> None:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    rows: Iterator[dict[str, Any]] = (_row(json.loads(line)) for line in lines)
    first = next(rows, None)
    if first is None:
        raise SetupError("there are no positions to write")
    schema = pyarrow.schema(_columns(first))
    rows = chain([first], rows)
    with ParquetWriter(file, schema) as writer:
        while some := list(islice(rows, ROWS)):
            writer.write_table(pyarrow.Table.from_pylist(some, schema))


def _row(line: dict[str, Any]) -> dict[str, Any]:
    return {**line, "moves": list(line["moves"].items())}


def _columns(row: dict[str, Any]) -> list[tuple[str, Any]]:
    """The type of every column; moves are a map, which keeps their order."""
    import pyarrow

    value = dict(row["moves"][0][1])
    told = {name: _type(name, found) for name, found in value.items()}
    moves = pyarrow.map_(pyarrow.string(), pyarrow.struct(list(told.items())))
    return [(name, moves if name == "moves" else _type(name, row[name])) for name in row]


def _type(name: str, value: Any) -> Any:
    import pyarrow

    match value:
        case dict() if not value:  # Parquet has no struct without fields
            return pyarrow.map_(pyarrow.string(), pyarrow.string())
        case dict():
            return pyarrow.struct([(key, _type(key, one)) for key, one in value.items()])
        case list():
            return pyarrow.list_(_type(name, value[0] if value else ""))
        case bool():
            return pyarrow.bool_()
        case float():
            return pyarrow.float64()
        case str():
            return pyarrow.string()
    return pyarrow.int32()  # a whole number, or none where no number is true


def _read_parquet(path: str) -> Iterator[str]:
    from pyarrow import types
    from pyarrow.lib import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            maps = {column.name for column in file.schema_arrow if types.is_map(column.type)}
            for some in file.iter_batches(ROWS):
                for row in some.to_pylist():
                    told = {n: row[n] for n in maps | {"moves"} if isinstance(row.get(n), list)}
                    row |= {name: dict(pairs) for name, pairs in told.items()}
                    yield json.dumps(row, ensure_ascii=False)
    except ArrowException as error:
        raise ValueError(str(error)) from None

"""Dataset files: JSON lines, compressed JSON lines, or Parquet."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import IO, Any

from ..errors import SetupError, listed, quoted
from ..storage import files

ENDINGS = (".jsonl", ".jsonl.gz", ".parquet")

ROWS_PER_BATCH = 10_000
"""Rows of Parquet written or read at a time."""


def check_path(path: str) -> None:
    """Raise SetupError if the ending of a path isn't supported."""
    if not path.endswith(ENDINGS):
        raise SetupError(
            f"{quoted(path)} isn't a dataset file. Its name must end in {listed(ENDINGS)}"
        )
    if path.endswith(".parquet"):
        try:
            import pyarrow.parquet  # noqa: F401
        except ModuleNotFoundError:
            problem = "Parquet needs more packages: pip install 'numduel[dataset]'"
            raise SetupError(problem) from None


def write(path: str, lines: Iterable[str]) -> None:
    """Write lines of JSON to a file, atomically; the same lines give the same bytes."""
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
    """Yield the lines of a file."""
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

    rows: Iterator[dict[str, Any]] = (_to_row(json.loads(line)) for line in lines)
    first = next(rows, None)
    if first is None:
        raise SetupError("there are no positions to write")
    schema = pyarrow.schema(_columns(first))
    rows = chain([first], rows)
    with ParquetWriter(file, schema) as writer:
        while batch := list(islice(rows, ROWS_PER_BATCH)):
            writer.write_table(pyarrow.Table.from_pylist(batch, schema))


def _to_row(line: dict[str, Any]) -> dict[str, Any]:
    return {**line, "moves": list(line["moves"].items())}


def _columns(row: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the type of every column; moves are a map, which keeps their order."""
    import pyarrow

    value = dict(row["moves"][0][1])
    fields = [(name, _column_type(name, found)) for name, found in value.items()]
    moves = pyarrow.map_(pyarrow.string(), pyarrow.struct(fields))
    return [(name, moves if name == "moves" else _column_type(name, row[name])) for name in row]


def _column_type(name: str, value: Any) -> Any:
    import pyarrow

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


def _read_parquet(path: str) -> Iterator[str]:
    from pyarrow import types
    from pyarrow.lib import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            maps = {column.name for column in file.schema_arrow if types.is_map(column.type)}
            for batch in file.iter_batches(ROWS_PER_BATCH):
                for row in batch.to_pylist():
                    pairs = {n: row[n] for n in maps | {"moves"} if isinstance(row.get(n), list)}
                    row |= {name: dict(values) for name, values in pairs.items()}
                    yield json.dumps(row, ensure_ascii=False)
    except ArrowException as error:
        raise ValueError(str(error)) from None

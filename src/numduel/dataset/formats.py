"""Dataset files: JSON lines, compressed JSON lines, or Parquet."""

from __future__ import annotations

import gzip
import json
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import IO, Any

from ..errors import SetupError, listed, quoted
from ..storage import files
from .contents import Content

ENDINGS = (".jsonl", ".jsonl.gz", ".parquet")

ROWS_PER_BATCH = 10_000
"""Rows of Parquet read at a time."""


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


def write(path: str, content: Content) -> None:
    """Write a file, atomically; the same content gives the same bytes."""
    try:
        with files.writing(path) as file:
            if path.endswith(".parquet"):
                _write_parquet(file, content.tables())
            elif path.endswith(".gz"):
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    packed.writelines(content.chunks())
            else:
                file.writelines(content.chunks())
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

UNIQUE = ("id", "group", "board", "record")
"""Columns whose values rarely repeat, so that a dictionary of values wouldn't help."""

STATISTICS = ("split", "player", "outcome", "turns", "worth_float", "depth")
"""Columns with the lowest and highest value of each row group, to read only some of them."""

STREAM_BYTES = 1 << 22
"""Bytes of a Parquet file that are written at a time: a thread waits for Python each time."""

MAX_WAITING_TABLES = 12
"""Tables that wait to be written, each of a few megabytes."""


def _write_parquet(file: IO[bytes], tables: Iterable[Any]) -> None:
    from concurrent.futures import Future, ThreadPoolExecutor

    from pyarrow import BufferedOutputStream, PythonFile
    from pyarrow.parquet import ParquetWriter

    rest = iter(tables)
    if (first := next(rest, None)) is None:
        raise SetupError("there are no positions to write")
    paths = [path for path in _leaf_paths(first.schema) if path not in UNIQUE]
    settings = {"use_dictionary": paths, "write_statistics": list(STATISTICS)}
    stream = BufferedOutputStream(PythonFile(_KeptOpen(file), "w"), STREAM_BYTES)
    with (
        ParquetWriter(stream, first.schema, **settings) as writer,
        ThreadPoolExecutor(1) as thread,  # it writes while more positions are found
    ):
        waiting: deque[Future[None]] = deque()
        for table in chain([first], rest):
            if len(waiting) == MAX_WAITING_TABLES:
                waiting.popleft().result()
            waiting.append(thread.submit(writer.write_table, table, row_group_size=len(table)))
        for written in waiting:
            written.result()
    stream.flush()


class _KeptOpen:
    """A file that `pyarrow` writes and can't close."""

    closed = False

    def __init__(self, file: IO[bytes]) -> None:
        self.write = file.write
        self.flush = file.flush
        self.tell = file.tell

    def close(self) -> None:
        """Do nothing: the owner closes the file."""


def _leaf_paths(schema: Any) -> list[str]:
    """Return the names that Parquet gives the columns inside of columns."""
    from pyarrow import BufferOutputStream
    from pyarrow.parquet import ParquetFile, ParquetWriter

    stream = BufferOutputStream()
    ParquetWriter(stream, schema).close()
    columns = ParquetFile(stream.getvalue()).schema
    return [columns.column(index).path for index in range(len(columns))]


def read_columns(path: str, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield some columns of each row of a Parquet file."""
    from pyarrow.lib import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            for batch in file.iter_batches(ROWS_PER_BATCH, columns=list(names)):
                yield from zip(*(batch.column(name).to_pylist() for name in names), strict=True)
    except (OSError, ArrowException, KeyError) as error:
        raise SetupError(f"{quoted(path)} cannot be read: {error}") from None


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

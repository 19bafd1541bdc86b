"""The files of a submission, in a folder or an archive: read within limits, never run."""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import BinaryIO, Protocol

from ..errors import SetupError, quoted
from ..storage import files

MAX_FILES = 16
"""Maximum number of files; the protocol has fewer."""

MAX_BYTES = 2**29
"""Maximum size of all files together, in bytes."""

MAX_DIRECTORY_BYTES = 2**13
"""Maximum size of the directory of an archive, in bytes."""

CHUNK_BYTES = 2**20

DATE = (1980, 1, 1, 0, 0, 0)
"""The date of files in an archive, so that the same files make the same archive."""


class Source(Protocol):
    """Files by name."""

    sizes: dict[str, int]
    """The size of each file in bytes."""

    def open(self, name: str) -> BinaryIO:
        """Open a file; raise OSError or SetupError if that fails."""
        ...


def read_source(path: str) -> Source:
    """Return the files in a folder or an archive; raise SetupError if it isn't safe to read."""
    try:
        source = FolderSource(path) if os.path.isdir(path) else ArchiveSource(path)
    except (OSError, ValueError) as error:
        raise SetupError(f"it cannot be read: {files.reason(error)}") from None
    if len(source.sizes) > MAX_FILES:
        raise SetupError(f"it has {len(source.sizes)} files, but at most {MAX_FILES} are allowed")
    total = sum(source.sizes.values())
    if total > MAX_BYTES:
        raise SetupError(f"its files have {total:,} bytes, but at most {MAX_BYTES:,} are allowed")
    return source


class FolderSource:
    """The files in a folder."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.sizes: dict[str, int] = {}
        with os.scandir(path) as found:
            for entry in found:
                _check_name(entry.name)
                if entry.is_symlink() or not entry.is_file(follow_symlinks=False):
                    raise SetupError(f"{quoted(entry.name)} isn't a regular file")
                self.sizes[entry.name] = entry.stat(follow_symlinks=False).st_size
                if len(self.sizes) > MAX_FILES:
                    return

    def open(self, name: str) -> BinaryIO:
        descriptor = os.open(os.path.join(self.path, name), os.O_RDONLY | files.SAFE_OPEN_FLAGS)
        return open(descriptor, "rb")


class ArchiveSource:
    """The files in a ZIP archive, which isn't unpacked."""

    def __init__(self, path: str) -> None:
        _check_directory(path)
        try:
            self._archive = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, NotImplementedError):
            raise SetupError("it isn't a ZIP archive") from None
        self.sizes: dict[str, int] = {}
        for one in self._archive.infolist():
            _check_name(one.filename)
            if stat.S_ISLNK(one.external_attr >> 16):
                raise SetupError(f"{quoted(one.filename)} isn't a regular file")
            if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise SetupError(f"{quoted(one.filename)} is packed in a way that isn't allowed")
            if one.filename in self.sizes:
                raise SetupError(f"it has {quoted(one.filename)} twice")
            self.sizes[one.filename] = one.file_size

    def open(self, name: str) -> BinaryIO:
        try:
            return self._archive.open(name)  # type: ignore[return-value]
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError):
            raise SetupError(f"{quoted(name)} cannot be unpacked") from None


def _check_name(name: str) -> None:
    """Raise SetupError for a name that could lead to another folder or hide something."""
    if not name.isprintable() or name.startswith(".") or {"/", "\\", ":"} & set(name):
        raise SetupError(f"{quoted(name)} isn't a plain name of a file")


def _check_directory(path: str) -> None:
    """Raise SetupError unless an archive ends with a small directory, before it is read."""
    with open(path, "rb") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - 42))
        tail = file.read()
    locator, record = tail[-42:-22], tail[-22:]
    is_small = (
        record[:4] == b"PK\5\6"
        and locator[:4] != b"PK\6\7"  # an archive of more than 4 GB
        and int.from_bytes(record[12:16], "little") <= MAX_DIRECTORY_BYTES
    )
    if not is_small:
        raise SetupError("it is neither a folder nor a plain ZIP archive")


# ---- reading


@contextmanager
def reading(source: Source, name: str) -> Iterator[BinaryIO]:
    """Open a file; raise SetupError if it can't be read to its end."""
    try:
        with source.open(name) as file:
            yield file
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        problem = files.reason(error) if isinstance(error, OSError) else "it is damaged"
        raise SetupError(f"{name} cannot be read: {problem}") from None


def read_bytes(source: Source, name: str, max_bytes: int) -> bytes:
    """Return the content of a file; raise SetupError if it is too large."""
    if source.sizes[name] > max_bytes:
        problem = f"{source.sizes[name]:,} bytes, but at most {max_bytes:,} are allowed"
        raise SetupError(f"{name} has {problem}")
    with reading(source, name) as file:
        return file.read(max_bytes)


def read_lines(source: Source, name: str, max_bytes: int) -> Iterator[bytes]:
    """Yield the lines of a file; raise SetupError for one longer than `max_bytes`."""
    with reading(source, name) as file:
        while line := file.readline(max_bytes + 1):
            if len(line) > max_bytes:
                raise SetupError(f"{name} has a line of more than {max_bytes:,} bytes")
            yield line


def digest_of(source: Source, name: str) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    found = sha256()
    with reading(source, name) as file:
        while chunk := file.read(CHUNK_BYTES):
            found.update(chunk)
    return found.hexdigest()


# ---- writing


def write_archive(path: str, source: Source, names: list[str]) -> None:
    """Pack files of a source; the same files make the same archive."""
    with files.writing(path) as out, zipfile.ZipFile(out, "w") as archive:
        for name in sorted(names):
            about = zipfile.ZipInfo(name, DATE)
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = (stat.S_IFREG | 0o644) << 16
            about.file_size = source.sizes[name]
            with reading(source, name) as file, archive.open(about, "w") as packed:
                while chunk := file.read(CHUNK_BYTES):
                    packed.write(chunk)

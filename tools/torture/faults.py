"""Calls of programs on the files of one folder, which fail on purpose: see faults.c."""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["DATABASE_ERRORS", "FILE_ERRORS", "SHORT", "Fault", "Faults", "list_faults"]

KINDS = (
    *("open", "create", "read", "write", "sync", "truncate", "close", "lock", "stat", "list"),
    *("rename", "delete", "mkdir", "chmod", "map", "socket", "connect", "send", "receive"),
)
"""The kinds of calls, in the order of faults.c."""

SHORT = "short"
"""The error of a read or write that does only half of its work, which is allowed."""

FILE_ERRORS = {
    "EIO": KINDS[: KINDS.index("socket")],
    "ENOSPC": ("create", "write", "sync", "truncate", "rename", "mkdir"),
    "EINTR": ("open", "create", "read", "write", "sync", "truncate"),
    "EMFILE": ("open", "create", "list"),
    "EACCES": ("open", "create", "stat", "list", "rename", "delete", "mkdir", "chmod"),
    SHORT: ("read", "write"),
}
"""The errors of calls on files, and the kinds of calls that fail with them.

Signals interrupt neither closing a file on a disk nor taking a lock without waiting.
"""

DATABASE_ERRORS = {
    "ECONNREFUSED": ("connect",),
    "ECONNRESET": ("send", "receive"),
    "EINTR": ("send", "receive"),
    "EMFILE": ("socket",),
}
"""The errors of calls on sockets."""

LASTING = ("EIO", "ENOSPC", "ECONNREFUSED", "ECONNRESET")
"""Errors that can last: a broken disk, a full one, and a database that is away."""

LAYOUT = "5q"
"""The fields of the control file: seen, first, last, kinds, error."""


class Fault(NamedTuple):
    """An error of one call, or of all calls from one on."""

    error: str
    kinds: Sequence[str]
    """The kinds of calls that count."""
    number: int
    """The number of the call among those of its kinds, from 1."""
    is_lasting: bool = False

    def __str__(self) -> str:
        return f"{self.error} {'from call' if self.is_lasting else 'at call'} {self.number}"

    @property
    def reason(self) -> str:
        """The system's words for the error."""
        return "" if self.error == SHORT else os.strerror(getattr(errno, self.error))

    @property
    def is_harmless(self) -> bool:
        """Whether a program must retry the call."""
        return self.error in ("EINTR", SHORT)


def list_faults(calls: Sequence[str], errors: dict[str, tuple[str, ...]]) -> Iterator[Fault]:
    """Yield all faults of a run that made these calls, given as kinds."""
    for error, kinds in errors.items():
        for number in range(1, sum(kind in kinds for kind in calls) + 1):
            yield Fault(error, kinds, number)
            if error in LASTING:
                yield Fault(error, kinds, number, is_lasting=True)


class Faults:
    """Control over the calls of programs that run in `environment`."""

    def __init__(self, scratch: str, folder: str) -> None:
        """Compile the library in `scratch`; calls on files in `folder` can fail."""
        os.makedirs(scratch, exist_ok=True)
        self.scratch = scratch
        library, control = os.path.join(scratch, "faults.so"), os.path.join(scratch, "control")
        self._log = Path(scratch, "log")
        self.environment = {
            "LD_PRELOAD": _compile(library),
            "NUMDUEL_FAULTS_FOLDER": os.path.realpath(folder),
            "NUMDUEL_FAULTS_CONTROL": control,
            "NUMDUEL_FAULTS_LOG": str(self._log),
        }
        Path(control).write_bytes(bytes(struct.calcsize(LAYOUT)))
        with open(control, "r+b") as file:
            self._control = mmap.mmap(file.fileno(), 0)
        self.count()

    def count(self) -> None:
        """Let all calls succeed, and write them to the log from now on."""
        self._set(0, -1, KINDS, 0)

    def arm(self, fault: Fault) -> None:
        """Let calls fail from now on."""
        last = 2**62 if fault.is_lasting else fault.number
        number = 0 if fault.error == SHORT else getattr(errno, fault.error)
        self._set(fault.number, last, fault.kinds, number)

    def disarm(self) -> None:
        """Let all calls succeed, without a log."""
        self._set(0, -1, (), 0, keep_log=True)

    @property
    def calls(self) -> list[str]:
        """The kinds of calls in the log."""
        return [line[1] for line in self._lines]

    @property
    def failed(self) -> str:
        """The first call that failed, with its path; empty if none did."""
        return next((f"{line[1]} {line[3]}" for line in self._lines if line[2] == "1"), "")

    @property
    def has_spoiled_file(self) -> bool:
        """Whether the first call that failed was one without which a file isn't safe on disk."""
        return self.failed.startswith(("write ", "sync ", "rename "))

    @property
    def _lines(self) -> list[list[str]]:
        text = self._log.read_text(errors="replace") if self._log.exists() else ""
        return [line.split(" ", 3) for line in text.splitlines()]

    def _set(
        self, first: int, last: int, kinds: Sequence[str], error: int, *, keep_log: bool = False
    ) -> None:
        if not keep_log:
            self._log.unlink(missing_ok=True)
        mask = sum(1 << KINDS.index(kind) for kind in kinds)
        self._control[:] = struct.pack(LAYOUT, 0, first, last, mask, error)


def _compile(library: str) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("A C compiler is missing. Install it: apt-get install gcc")
    source = str(Path(__file__).with_name("faults.c"))
    flags = ("-std=c11", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror")
    subprocess.run([compiler, *flags, "-o", library, source, "-ldl"], check=True)
    return library

"""A private PostgreSQL for tests, attacks and benchmarks, which can stop and start again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob

__all__ = ["Postgres", "postgres", "programs"]

DEBIAN = "/usr/lib/postgresql/*/bin"


class Postgres:
    """A running server that listens on a socket in a folder."""

    def __init__(self, folder: str, programs: str, is_safe: bool) -> None:
        self.folder = folder
        self._programs = programs
        self._fsync = "on" if is_safe else "off"
        self._made = 0

    def url(self, database: str) -> str:
        return f"postgresql://numduel@/{database}?host={self.folder}"

    @property
    def socket(self) -> str:
        """Path of the socket that it listens on."""
        return f"{self.folder}/.s.PGSQL.5432"

    def new(self) -> str:
        """Create an empty database and return its URL."""
        self._made += 1
        name = f"test{self._made}"
        self.run("createdb", "-h", self.folder, "-U", "numduel", name)
        return self.url(name)

    def make(self) -> None:
        how = ("-U", "numduel", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        self.run("initdb", "-D", self._data, *how)

    def start(self) -> None:
        options = f"-c unix_socket_directories={self.folder} -c fsync={self._fsync}"
        options += " -c listen_addresses=''"
        self._control("start", "-l", f"{self.folder}/log", "-o", options)

    def stop(self) -> None:
        """Stop at once, as if it had been killed."""
        self._control("stop", "-m", "immediate")

    def _control(self, *words: str) -> None:
        self.run("pg_ctl", "-D", self._data, "-w", *words)

    @property
    def _data(self) -> str:
        return f"{self.folder}/data"

    def run(self, program: str, *words: str) -> None:
        """Run a program of PostgreSQL; these refuse to run as root."""
        by = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        command = [*by, os.path.join(self._programs, program), *words]
        with open(f"{self.folder}/output", "ab") as output:
            subprocess.run(command, stdout=output, stderr=output, cwd="/", check=True, timeout=60)


def programs() -> str | None:
    """Return the folder of PostgreSQL's programs, if any; Debian keeps them off the path."""
    found = shutil.which("initdb", path=os.pathsep.join(sorted(glob(DEBIAN))))
    found = found or shutil.which("initdb")
    return found and os.path.dirname(os.path.realpath(found))


@contextmanager
def postgres(*, is_safe: bool = True) -> Iterator[Postgres]:
    """Create, start and finally remove a server; without `is_safe` it is faster but not durable."""
    where = programs()
    if where is None:
        raise SystemExit("PostgreSQL is missing. Install it: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="numduel-pg-") as folder:
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        found = Postgres(folder, where, is_safe)
        found.make()
        found.start()
        try:
            yield found
        finally:
            found.stop()

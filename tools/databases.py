"""A private PostgreSQL for tests, attacks and benchmarks, which can stop and start again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob

__all__ = ["Disk", "Postgres", "postgres", "programs", "small_disk"]

DEBIAN = "/usr/lib/postgresql/*/bin"


class Postgres:
    """A running server that listens on a socket in a folder."""

    def __init__(self, folder: str, programs: str, is_safe: bool, disk: str | None = None) -> None:
        """`folder` is for the socket and the log; the data are on `disk`, if there is one."""
        self.folder = folder
        self._disk = disk
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
        how = ["-U", "numduel", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
        how += ["--wal-segsize=1"] if self._disk else []
        self.run("initdb", "-D", self._data, *how)

    def start(self) -> None:
        options = f"-c unix_socket_directories={self.folder} -c fsync={self._fsync}"
        options += " -c listen_addresses=''"
        options += " -c max_wal_size=4MB -c min_wal_size=2MB" if self._disk else ""
        self._control("start", "-l", f"{self.folder}/log", "-o", options)

    def stop(self) -> None:
        """Stop at once, as if it had been killed."""
        self._control("stop", "-m", "immediate")

    @property
    def is_running(self) -> bool:
        """Whether the main process runs; it may still be recovering."""
        try:
            self._control("status")
        except subprocess.CalledProcessError:
            return False
        return True

    def _control(self, *words: str) -> None:
        self.run("pg_ctl", "-D", self._data, "-w", *words)

    @property
    def _data(self) -> str:
        return f"{self._disk or self.folder}/data"

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


class Disk:
    """A small disk, in memory."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._ballast = f"{folder}/ballast"

    def fill(self) -> None:
        """Use all space that is left."""
        with open(self._ballast, "ab", buffering=0) as ballast, suppress(OSError):
            while True:
                ballast.write(bytes(4096))

    def free(self) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._ballast)


@contextmanager
def small_disk(megabytes: int) -> Iterator[Disk | None]:
    """Mount a small disk, and remove it in the end; yield None where that isn't allowed."""
    with tempfile.TemporaryDirectory(prefix="numduel-disk-") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
        if subprocess.run(mount, capture_output=True).returncode:
            yield None
            return
        try:
            yield Disk(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def postgres(*, is_safe: bool = True, disk: Disk | None = None) -> Iterator[Postgres]:
    """Create, start and finally remove a server; without `is_safe` it is faster but not durable.

    With a disk, the data are there, with a log of changes in files of 1 MB instead of 16 MB.
    """
    where = programs()
    if where is None:
        raise SystemExit("PostgreSQL is missing. Install it: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="numduel-pg-") as folder:
        if os.getuid() == 0:
            for path in (folder, disk.folder) if disk else (folder,):
                shutil.chown(path, "postgres")
        found = Postgres(folder, where, is_safe, disk.folder if disk else None)
        found.make()
        found.start()
        try:
            yield found
        finally:
            if found.is_running:
                found.stop()

"""Games on disk: where they are kept, and written so that a killed process loses nothing."""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from contextlib import suppress
from typing import BinaryIO

from ..errors import NumduelError, SetupError, quoted
from ..play.match import Match
from ..play.series import Series
from . import record

__all__ = [
    "Save",
    "folder",
    "home",
    "is_open",
    "kept",
    "latest_open",
    "read",
    "short_path",
    "spoilt",
    "write",
    "write_copy",
]

ENDING = ".numduel"

LARGEST = 2**20
"""Bytes of a record that are read; no game needs so many."""


def home() -> str:
    """Where all is kept: $NUMDUEL_HOME, or where the platform keeps what users make.

    The rule is written out here, because playing needs no other package.
    """
    if home := os.environ.get("NUMDUEL_HOME"):
        return os.path.expanduser(home)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(base, "numduel")


def folder() -> str:
    """Where games are kept."""
    return os.path.join(home(), "games")


def short_path(path: str) -> str:
    """A path as people write it, with ~ for their home folder.

    >>> short_path(os.path.join(os.path.expanduser("~"), "numduel"))
    '~/numduel'
    """
    home = os.path.expanduser("~")
    return f"~{path[len(home) :]}" if path.startswith(os.path.join(home, "")) else path


def write(path: str, text: str) -> None:
    """Put a text into a file whole or not at all, and on the disk before returning."""
    draft = f"{path}.{os.getpid()}.part"
    try:
        with open(draft, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        if os.path.exists(draft):
            os.unlink(draft)
        raise
    if hasattr(os, "O_DIRECTORY"):  # the name, too, must survive a crash
        place = os.open(os.path.dirname(path) or ".", os.O_DIRECTORY)
        try:
            os.fsync(place)
        finally:
            os.close(place)


def write_copy(path: str, text: str) -> None:
    """As `write`, but never over a file that is something else than a record."""
    path = os.path.realpath(path)
    if os.path.exists(path):
        is_record = os.path.isfile(path) and _text(path).startswith("[Game ")
        if not is_record or not os.access(path, os.W_OK):
            raise FileExistsError(errno.EEXIST, "there is another file of that name")
    write(path, text)


def _text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _open_file(path: str, flags: int) -> int:
    """Open a regular file and nothing else: no pipe to wait for, no device without an end."""
    if not os.path.isfile(path) and os.path.exists(path):
        raise OSError(errno.EINVAL, "this is no file")
    return os.open(path, flags)


class Save:
    """The file of one match, rewritten after every move."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._held = ""
        """What the file held when we last read or wrote it."""

    @property
    def path(self) -> str:
        return os.path.join(folder(), self.name + ENDING)

    @classmethod
    def fresh(cls, game: str) -> Save:
        """A name that no other game has, not even one being started elsewhere."""
        return cls(f"{time.strftime('%Y%m%d-%H%M%S')}-{game}-{os.getpid()}")

    def next_round(self) -> Save:
        """Where the round after this one is kept."""
        if numbered := re.fullmatch("(.*-round)([0-9]{1,4})", self.name):
            return Save(f"{numbered[1]}{int(numbered[2]) + 1}")
        return Save(f"{self.name}-round2")

    def keep(self, match: Match) -> None:
        """The match on disk; under a new name if somebody else has gone on with this one."""
        os.makedirs(folder(), exist_ok=True)
        while os.path.exists(self.path) and _text(self.path) != self._held:
            self.name = f"{self.name}-{os.getpid()}"
        self._held = record.dumps(match)
        write(self.path, self._held)

    def load(self) -> Match:
        """The match as it was; SetupError if the file is gone or spoilt."""
        try:
            with open(self.path, encoding="utf-8", opener=_open_file) as file:
                self._held = file.read(LARGEST)
            return record.loads(self._held)
        except FileNotFoundError:
            raise SetupError(f"there is no saved game {quoted(self.name)}") from None
        except OSError as error:
            why = error.strerror or error
            raise SetupError(f"the saved game {self.name} cannot be read: {why}") from None
        except UnicodeDecodeError:
            raise SetupError(f"the saved game {self.name} is no text") from None
        except NumduelError as error:
            raise SetupError(f"the saved game {self.name} is spoilt, {error}") from None


def read(name: str, opened: BinaryIO | None = None) -> Match:
    """The match in a file, or in a saved game of that name.

    `opened` is the file, where it is no matter of opening one: standard input, say.
    """
    if opened is None and not os.path.exists(name) and os.path.exists(Save(name).path):
        return Save(name).load()
    text = _bytes(name, opened)
    if len(text) > LARGEST:
        raise SetupError(f"{quoted(name)} is too long to be a record")
    try:
        return record.loads(text.decode())
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise SetupError(f"{quoted(name)}, line {line}: this is not UTF-8 text") from None
    except NumduelError as error:
        raise SetupError(f"{quoted(name)}, {error}") from None


def _bytes(name: str, opened: BinaryIO | None) -> bytes:
    """What a file holds, or one byte more than it may."""
    try:
        if opened is not None:
            return opened.read(LARGEST + 1)
        with open(name, "rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SetupError(f"{quoted(name)} cannot be read: {why}") from None


def kept() -> list[Save]:
    """All saved games, the last played first."""
    try:
        names = [name for name in os.listdir(folder()) if name.endswith(ENDING)]
    except OSError:
        return []
    dated = []
    for name in names:
        with suppress(OSError):  # gone in the meantime, or a link that leads nowhere
            save = Save(name.removesuffix(ENDING))
            dated.append((os.stat(save.path).st_mtime_ns, save.name, save))
    return [save for _, _, save in sorted(dated, reverse=True)]


def latest_open() -> Save | None:
    """The last played game that somebody can go on with."""
    return next((save for save in kept() if is_open(save)), None)


def spoilt() -> str:
    """What is wrong with the last saved game that cannot be read; nothing if all can."""
    for save in kept():
        try:
            save.load()
        except SetupError as error:
            return str(error)
    return ""


def is_open(save: Save, match: Match | None = None) -> bool:
    """Whether there is something left to play, in this game or in its series.

    `match` is what the save holds, where it is loaded already.
    """
    try:
        match = match or save.load()
    except SetupError:
        return False
    if not match.is_finished:
        return True
    series = Series.of(match)
    return series.round < series.rounds and not os.path.exists(save.next_round().path)

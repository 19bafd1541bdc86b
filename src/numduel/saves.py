"""Games on disk: where they are kept, and written so that a killed process loses nothing."""

from __future__ import annotations

import os
import sys
import time

from . import record
from .errors import NumduelError, SetupError, quoted
from .match import Match
from .series import Series

__all__ = ["Save", "folder", "is_open", "kept", "latest_open", "write"]

ENDING = ".numduel"


def folder() -> str:
    """Where games are kept: $NUMDUEL_HOME, or where the platform keeps what users make.

    The rule is written out here, because playing needs no other package.
    """
    if home := os.environ.get("NUMDUEL_HOME"):
        return os.path.join(os.path.expanduser(home), "games")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(base, "numduel", "games")


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


class Save:
    """The file of one match, rewritten after every move."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.path = os.path.join(folder(), name + ENDING)

    @classmethod
    def fresh(cls, game: str) -> Save:
        """A name that no other game has, not even one being started elsewhere."""
        return cls(f"{time.strftime('%Y%m%d-%H%M%S')}-{game}-{os.getpid()}")

    def next_round(self) -> Save:
        """Where the round after this one is kept."""
        stem, mark, number = self.name.rpartition("-round")
        return Save(f"{stem}-round{int(number) + 1}" if mark else f"{self.name}-round2")

    def keep(self, match: Match) -> None:
        os.makedirs(folder(), exist_ok=True)
        write(self.path, record.dumps(match))

    def load(self) -> Match:
        """The match as it was; SetupError if the file is gone or spoilt."""
        try:
            with open(self.path, encoding="utf-8") as file:
                return record.loads(file.read())
        except FileNotFoundError:
            raise SetupError(f"there is no saved game {quoted(self.name)}") from None
        except (OSError, UnicodeDecodeError) as error:
            raise SetupError(f"the saved game {self.name} cannot be read: {error}") from None
        except NumduelError as error:
            raise SetupError(f"the saved game {self.name} is spoilt, {error}") from None


def kept() -> list[Save]:
    """All saved games, the last played first."""
    try:
        names = [name for name in os.listdir(folder()) if name.endswith(ENDING)]
    except OSError:
        return []
    found = [Save(name.removesuffix(ENDING)) for name in names]
    return sorted(found, key=lambda save: (os.stat(save.path).st_mtime_ns, save.name), reverse=True)


def latest_open() -> Save | None:
    """The last played game that somebody can go on with."""
    return next((save for save in kept() if is_open(save)), None)


def is_open(save: Save) -> bool:
    """Whether there is something left to play, in this game or in its series."""
    try:
        match = save.load()
    except SetupError:
        return False
    if not match.is_over:
        return True
    series = Series.of(match)
    return series.round < series.rounds and not os.path.exists(save.next_round().path)

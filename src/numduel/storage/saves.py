"""Games on disk: where they are kept, and what is said of one that is not as it should be."""

from __future__ import annotations

import errno
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, ClassVar, NamedTuple

from ..core import Player
from ..errors import DamagedSave, GuestInRecord, NumduelError, RecordError, SetupError, quoted
from ..play import players
from ..play.match import Match
from ..play.series import Series
from ..play.session import AS_RECORDED, Whos
from . import files, record
from .record import end_mark

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


def make_home() -> None:
    """Make the folder where all is kept, for its owner alone; OSError if that cannot be done."""
    files.make_folder(home())
    tighten()


def tighten() -> None:
    """Take from others what an earlier numduel let them do where all is kept."""
    files.tighten_folder(home())


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


def write_copy(path: str, text: str) -> None:
    """Write a file whole, but never over one that is something else than a record."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not (
        os.path.isfile(path) and _bytes(path, 6) == b"[Game " and os.access(path, os.W_OK)
    ):
        raise FileExistsError(errno.EEXIST, "there is another file of that name")
    files.write(path, text)


def _bytes(path: str, most: int) -> bytes:
    """How a file begins; OSError for a pipe to wait for, or a device without an end."""
    if not os.path.isfile(path) and os.path.exists(path):
        raise OSError(errno.EINVAL, "this is no file")
    with open(path, "rb") as file:
        return file.read(most)


class Save:
    """The file of one match, rewritten after every move."""

    _begun: ClassVar[dict[str, int]] = {}
    """How many games were given a name here within the same second."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.doubt = ""
        """Why what was loaded last may not be all there was, as a sentence; else nothing."""
        self._ours: set[bytes] = set()
        """What the file may hold if nobody else has written it since we read or wrote it."""

    @property
    def path(self) -> str:
        return _path(self.name)

    @classmethod
    def fresh(cls, game: str) -> Save:
        """A name that no other game has, not even one being started elsewhere."""
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{game}-{os.getpid()}"
        cls._begun[name] = number = cls._begun.get(name, 0) + 1
        return cls(name if number == 1 else f"{name}-{number}")

    def next_round(self) -> Save:
        """Where the round after this one is kept."""
        if numbered := re.fullmatch("(.*-round)([0-9]{1,4})", self.name):
            return Save(f"{numbered[1]}{int(numbered[2]) + 1}")
        return Save(f"{self.name}-round2")

    def keep(self, match: Match) -> None:
        """The match on disk; under a new name if somebody else has gone on with this one."""
        make_home()
        files.make_folder(folder())
        with files.locked(home()):
            name = self.name
            while not self._is_ours(name):
                match.tags.setdefault("Fork", self.name)
                name = f"{name}-{os.getpid()}"
            content = end_mark.marked(record.dumps(match)).encode()
            self._ours.add(content)  # which may be there even if we then hear of a failure
            files.write(_path(name), content, is_private=True)
        self.name, self._ours = name, {content}

    @property
    def is_there(self) -> bool:
        """Whether the file is on disk as we last read or wrote it."""
        return os.path.isfile(self.path) and self._is_ours(self.name)

    def _is_ours(self, name: str) -> bool:
        try:
            return _bytes(_path(name), LARGEST) in self._ours
        except FileNotFoundError:
            return True

    def load(self) -> Match:
        """The match as it was; SetupError if the file is gone, DamagedSave if it is damaged."""
        content = self._read()
        self._ours = {content}
        text, problem = _text(content)
        agrees = end_mark.agrees(text)
        self.doubt = NO_MARK.format(self.name) if agrees is None else ""
        try:
            match = record.loads(text)
        except NumduelError as error:
            problem = problem or str(error)
        else:
            if agrees is False:
                problem = problem or WRONG_MARK
            if agrees is None and not text.endswith("\n"):
                problem = problem or "it breaks off in the middle of a line"
        if problem:
            raise DamagedSave(self.name, problem, _moves(text))
        return match

    def rescue(self) -> Match:
        """As much of a damaged game as can be read, kept under its name; DamagedSave if nothing.

        The damaged file stays beside it, under a name that ends in .damaged. A game that is not
        damaged stays as it is.
        """
        try:
            return self.load()
        except DamagedSave as damage:
            if not damage.moves:
                raise
        match = record.rescued(_text(self._read())[0])
        os.replace(self.path, f"{self.path}.{os.urandom(4).hex()}.damaged")
        self.keep(match)
        return match

    def delete(self) -> None:
        """Remove the file; SetupError if that cannot be done."""
        try:
            os.unlink(self.path)
        except FileNotFoundError:
            raise SetupError(f"there is no saved game {quoted(self.name)}") from None
        except OSError as error:
            why = files.reason(error)
            raise SetupError(f"the saved game {self.name} cannot be deleted: {why}") from None

    def _read(self) -> bytes:
        try:
            return _bytes(self.path, LARGEST)
        except FileNotFoundError:
            raise SetupError(f"there is no saved game {quoted(self.name)}") from None
        except (OSError, ValueError) as error:
            why = files.reason(error)
            raise SetupError(f"the saved game {self.name} cannot be read: {why}") from None


NO_MARK = "{} has no end mark: it was kept by an earlier numduel, edited by hand, or cut short."
WRONG_MARK = "its end mark does not agree with the rest"


def _path(name: str) -> str:
    return os.path.join(folder(), name + ENDING)


def _text(content: bytes) -> tuple[str, str]:
    """What a file says, and what is wrong with that as text."""
    try:
        return content.decode(), ""
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return content.decode(errors="replace"), f"line {line}: this is not UTF-8 text"


def _moves(text: str) -> int:
    """How many moves of a damaged game can be read."""
    try:
        match = record.rescued(text)
    except RecordError:
        return 0
    return sum(ply.player is not None for ply in match.plies)


def silent(doubt: str) -> None:
    """Who does not want to hear of a doubt."""


def read(
    name: str, opened: BinaryIO | None = None, warn: Callable[[str], object] = silent
) -> Match:
    """The match in a file, or in a saved game of that name.

    `opened` is the file, where it is no matter of opening one: standard input, say. `warn` hears
    of a saved game that may not be all there was.
    """
    if opened is None and not os.path.exists(name) and os.path.exists(Save(name).path):
        save = Save(name)
        match = save.load()
        if save.doubt:
            warn(save.doubt)
        return match
    content = _content(name, opened)
    if len(content) > LARGEST:
        raise SetupError(f"{quoted(name)} is too long to be a record")
    text, problem = _text(content)
    if problem:
        raise SetupError(f"{quoted(name)}, {problem}")
    try:
        match = record.loads(text)
    except NumduelError as error:
        raise SetupError(f"{quoted(name)}, {error}") from None
    agrees = end_mark.agrees(text)
    if agrees is False:
        warn(f"{quoted(name)} was edited or damaged: {WRONG_MARK}.")
    elif agrees is None and name.endswith(ENDING):
        warn(NO_MARK.format(quoted(name)))
    return match


def _content(name: str, opened: BinaryIO | None) -> bytes:
    """What a file holds, or one byte more than it may."""
    try:
        if opened is not None:
            return opened.read(LARGEST + 1)
        with open(name, "rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(name)} cannot be read: {files.reason(error)}") from None


# ---- all that are kept


def sweep() -> None:
    """Remove what a program that was killed while it wrote has left behind."""
    tighten()
    with suppress(OSError):
        if files.drafts(home()) or files.drafts(folder()):
            with files.locked(home()):  # so that nobody is writing one of them just now
                for draft in files.drafts(home()) + files.drafts(folder()):
                    os.unlink(draft)


def kept() -> list[Save]:
    """All saved games, the last played first; SetupError where the folder cannot be read."""
    sweep()
    try:
        names = [name for name in os.listdir(folder()) if name.endswith(ENDING)]
    except FileNotFoundError:
        return []
    except OSError as error:
        problem = f"the saved games in {folder()} cannot be listed: {files.reason(error)}"
        raise SetupError(problem) from None
    dated = []
    for name in names:
        with suppress(OSError):  # gone in the meantime, or a link that leads nowhere
            save = Save(name.removesuffix(ENDING))
            dated.append((os.stat(save.path).st_mtime_ns, save.name, save))
    return [save for _, _, save in sorted(dated, reverse=True)]


class Kept(NamedTuple):
    """A saved game in which something is left to play, or that has something wrong with it."""

    save: Save
    match: Match | None
    """None where it cannot be gone on with as it is."""
    problem: str = ""
    """Why not, as a phrase that names it."""
    is_damaged: bool = False
    """Whether `Save.rescue` has something to go on with all the same."""
    unnamed: Match | None = None
    """The match, where all that stands in the way is a guest who must be named again."""


def look(save: Save, whos: Whos = AS_RECORDED) -> Kept | None:
    """What there is to say of a saved game; None if it is finished, or gone.

    `whos` are those who would play on for its players.
    """
    try:
        match = save.load()
        if not is_open(save, match):
            return None
        check_players(save, match, whos)
    except GuestInRecord as error:
        return Kept(save, None, str(error), unnamed=match)
    except DamagedSave as error:
        return Kept(save, None, str(error), is_damaged=error.moves > 0)
    except SetupError as error:
        return Kept(save, None, str(error)) if os.path.exists(save.path) else None
    return Kept(save, match)


def latest_open() -> Save | None:
    """The last played game that somebody can go on with."""
    return next((save for save in kept() if (found := look(save)) and found.match), None)


def is_open(save: Save, match: Match) -> bool:
    """Whether there is something left to play, in this game or in its series."""
    if not match.is_finished:
        return True
    series = Series.of(match)
    return series.round < series.rounds and not os.path.exists(save.next_round().path)


def check_players(save: Save, match: Match, whos: Whos = AS_RECORDED) -> None:
    """SetupError where one who plays on is not known here, or a guest that nobody has named."""
    for player, side in zip(Player, Series.of(match).seats, strict=True):
        try:
            if whos[player] is None:
                players.check_recorded(player, side.who)
        except GuestInRecord as error:
            raise GuestInRecord(error.number, error.who, save.name) from None
        except SetupError as error:
            problem = f"the saved game {save.name} cannot be gone on with: {error}"
            raise SetupError(problem) from None

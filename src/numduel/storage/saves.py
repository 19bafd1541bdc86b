"""Saved games: their folder, reading and writing them, and reports of damage."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, ClassVar, NamedTuple

from ..core import Player
from ..errors import (
    DamagedSave,
    ExternalPlayerInRecord,
    GameMissing,
    NumduelError,
    RecordError,
    SetupError,
    quoted,
)
from ..play import players
from ..play.controller import count_help, help_counts, set_help
from ..play.match import Match
from ..play.series import Series, people_in
from ..play.session import AS_RECORDED, Replacements
from . import files, record
from .input_tag import is_piped
from .record import end_mark

SUFFIX = ".numduel"

MAX_RECORD_BYTES = 2**20
"""Bytes to read from a record; games are far shorter."""


def home() -> str:
    """Return our data folder: $NUMDUEL_HOME, or the platform's folder for user data.

    The rule is written out here so that playing needs no other package.
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
    """Create our data folder, readable only by its owner; raise OSError on failure."""
    files.make_folder(home())
    tighten()


def find_obstacle() -> str:
    """Return a sentence if our data folder can't be read or written; empty if it can.

    Nothing is created or written: a folder that doesn't exist yet is fine if it can be created.
    """
    path = home()
    try:
        for part in (path, folder()):
            if os.path.lexists(part) or part == path:
                os.listdir(part)
    except FileNotFoundError as error:
        if os.path.lexists(path):  # one of them is a link to nothing
            return _describe_obstacle("read", files.reason(error))
        return _find_creating_obstacle(path)
    except OSError as error:
        return _describe_obstacle("read", files.reason(error))
    why = files.find_writing_obstacle(path) or files.find_writing_obstacle(folder())
    return _describe_obstacle("written", why) if why else ""


def _find_creating_obstacle(path: str) -> str:
    """Return a sentence if a folder that doesn't exist can't be created; otherwise empty."""
    above = os.path.dirname(os.path.abspath(path))
    while not os.path.lexists(above) and above != os.path.dirname(above):
        above = os.path.dirname(above)
    why = files.find_writing_obstacle(above)
    return _describe_obstacle("created", why) if why else ""


def _describe_obstacle(what: str, why: str) -> str:
    return f"The data folder {home()} cannot be {what}: {why}."


def tighten() -> None:
    """Remove permissions of other users that earlier versions left in our data folder."""
    files.tighten_folder(home())


def folder() -> str:
    """Return the folder of saved games."""
    return os.path.join(home(), "games")


def short_path(path: str) -> str:
    """Return a path with ~ for the home folder.

    >>> short_path(os.path.join(os.path.expanduser("~"), "numduel"))
    '~/numduel'
    """
    home = os.path.expanduser("~")
    return f"~{path[len(home) :]}" if path.startswith(os.path.join(home, "")) else path


def write_copy(path: str, text: str) -> None:
    """Write a record to a file; raise FileExistsError if the file holds anything but a record."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not (
        os.path.isfile(path) and _read_start(path, 6) == b"[Game " and os.access(path, os.W_OK)
    ):
        raise FileExistsError(errno.EEXIST, "a file with that name exists")
    files.write(path, text)


def _read_start(path: str, max_bytes: int) -> bytes:
    """Return the start of a file; raise OSError for pipes and devices, which may never end."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "this is not a file")
    with open(path, "rb") as file:
        return file.read(max_bytes)


class Save:
    """The file of one match, rewritten after every move."""

    _name_counts: ClassVar[dict[str, int]] = {}
    """How often each name was given out in this process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.warning = ""
        """A sentence if the game loaded last may be incomplete, otherwise empty."""
        self._own_contents: set[bytes] = set()
        """The contents that we read or wrote last; any other content is from another program."""

    @property
    def path(self) -> str:
        return _path(self.name)

    @classmethod
    def fresh(cls, game: str) -> Save:
        """Return a save with a new name, unique across processes."""
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{game}-{os.getpid()}"
        cls._name_counts[name] = number = cls._name_counts.get(name, 0) + 1
        return cls(name if number == 1 else f"{name}-{number}")

    def next_round(self) -> Save:
        """Return the save of the next round."""
        if numbered := re.fullmatch("(.*-round)([0-9]{1,4})", self.name):
            return Save(f"{numbered[1]}{int(numbered[2]) + 1}")
        return Save(f"{self.name}-round2")

    def keep(self, match: Match) -> None:
        """Write a match to disk, under a new name if another program has continued this one."""
        make_home()
        files.make_folder(folder())
        with files.locked(home()):
            self._keep(match)

    def _keep(self, match: Match) -> None:
        """Write a match; the caller holds the lock."""
        name = self.name
        self._adopt_help(match)
        while not self._is_own(name):
            match.tags.setdefault("Fork", self.name)
            name = f"{name}-{os.getpid()}"
        content = end_mark.add_end_mark(record.dumps(match)).encode()
        self._own_contents.add(content)  # even a write that fails may leave it there
        files.write(_path(name), content, is_private=True)
        self.name, self._own_contents = name, {content}

    def count_analysis(self) -> bool:
        """Count a look at the values of this game as help, and save it; return if it counted.

        Finished games and games without people don't change. If the game is being played in
        another program, `keep` adopts the new count there. Raise SetupError if it can't be read.
        """
        try:
            with files.locked(home()):
                match = self.load()
                if match.is_finished or not people_in(match):
                    return False
                count_help(match, "analyses")
                times = os.stat(self.path)
                self._keep(match)
                os.utime(self.path, ns=(times.st_atime_ns, times.st_mtime_ns))  # it wasn't played
                return True
        except OSError:  # the values can be shown even if this can't be written
            return False

    def _adopt_help(self, match: Match) -> None:
        """Take over the help that another program counted in our file, if nothing else changed."""
        try:
            content = _read_start(self.path, MAX_RECORD_BYTES)
        except OSError:
            return
        if content in self._own_contents:
            return
        if _without_help(content) not in map(_without_help, self._own_contents):
            return
        try:
            counted = help_counts(record.loads(content.decode()))
        except (UnicodeDecodeError, NumduelError):  # damaged, so the match gets a new name
            return
        ours = help_counts(match)
        set_help(match, {kind: max(ours[kind], counted[kind]) for kind in counted})
        self._own_contents.add(content)

    @property
    def is_there(self) -> bool:
        """Whether the file is on disk with the content that we read or wrote last."""
        try:
            return _read_start(self.path, MAX_RECORD_BYTES) in self._own_contents
        except OSError:  # missing, or not readable now
            return False

    def _is_own(self, name: str) -> bool:
        try:
            return _read_start(_path(name), MAX_RECORD_BYTES) in self._own_contents
        except FileNotFoundError:
            return True

    def load(self) -> Match:
        """Return the match.

        Raise SetupError if the file is missing, GameMissing if its game isn't loaded, and
        DamagedSave if the file is damaged.
        """
        content = self._read()
        self._own_contents = {content}
        text, problem = _decode(content)
        agrees = end_mark.check_end_mark(text)
        self.warning = NO_END_MARK_MESSAGE.format(self.name) if agrees is None else ""
        try:
            match = record.loads(text)
        except NumduelError as error:
            if isinstance(error, GameMissing) and agrees is not False:
                raise GameMissing(error.game, f"the saved game {self.name}") from None
            problem = problem or str(error)
        else:
            if agrees is False:
                problem = problem or WRONG_END_MARK_MESSAGE
            if agrees is None and not text.endswith("\n"):
                problem = problem or "it ends in the middle of a line"
        if problem:
            raise DamagedSave(self.name, problem, _count_moves(text))
        return match

    def rescue(self) -> Match:
        """Recover the readable part of a damaged game, save it and return it.

        The damaged file is renamed to end in .damaged. A game without damage doesn't change.
        Raise DamagedSave if nothing can be read.
        """
        try:
            return self.load()
        except DamagedSave as damage:
            if not damage.moves:
                raise
        match = record.rescued(_decode(self._read())[0])
        os.replace(self.path, f"{self.path}.{os.urandom(4).hex()}.damaged")
        self.keep(match)
        return match

    def delete(self) -> None:
        """Delete the file; raise SetupError on failure."""
        try:
            os.unlink(self.path)
        except FileNotFoundError:
            raise SetupError(f"the saved game {quoted(self.name)} does not exist") from None
        except OSError as error:
            why = files.reason(error)
            raise SetupError(f"the saved game {self.name} cannot be deleted: {why}") from None

    def _read(self) -> bytes:
        try:
            return _read_start(self.path, MAX_RECORD_BYTES)
        except FileNotFoundError:
            raise SetupError(f"the saved game {quoted(self.name)} does not exist") from None
        except (OSError, ValueError) as error:
            why = files.reason(error)
            raise SetupError(f"the saved game {self.name} cannot be read: {why}") from None


def _without_help(content: bytes) -> list[bytes]:
    """Return the lines of a saved game except those that counting help changes."""
    lines = end_mark.remove_end_mark(content.decode(errors="replace")).encode().splitlines()
    return [line for line in lines if not line.startswith(b"[Help ")]


ANALYSIS_COUNTS_MESSAGE = "This game isn't over, so looking at its values counts as help."

NO_END_MARK_MESSAGE = (
    "{} has no end mark: it was saved by an earlier version, edited by hand, or cut short."
)
WRONG_END_MARK_MESSAGE = "its end mark doesn't match its content"


def _path(name: str) -> str:
    return os.path.join(folder(), name + SUFFIX)


def _decode(content: bytes) -> tuple[str, str]:
    """Return the text of a file, and an error message if it isn't UTF-8."""
    try:
        return content.decode(), ""
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return content.decode(errors="replace"), f"line {line}: this is not UTF-8 text"


def _count_moves(text: str) -> int:
    """Return the number of readable moves of a damaged game."""
    try:
        match = record.rescued(text)
    except (GameMissing, RecordError):
        return 0
    return sum(ply.player is not None for ply in match.plies)


def ignore_warning(warning: str) -> None:
    """Do nothing."""


def read(
    name: str, opened: BinaryIO | None = None, warn: Callable[[str], object] = ignore_warning
) -> Match:
    """Return the match in a file, or in a saved game of that name.

    `opened` is the file if it is open already, such as standard input. `warn` is called with a
    sentence if a saved game may be incomplete.
    """
    if opened is None and not os.path.exists(name) and os.path.exists(Save(name).path):
        save = Save(name)
        match = save.load()
        if save.warning:
            warn(save.warning)
        return match
    content = _read_limited(name, opened)
    if len(content) > MAX_RECORD_BYTES:
        raise SetupError(f"{quoted(name)} is too long to be a record")
    text, problem = _decode(content)
    if problem:
        raise SetupError(f"{quoted(name)}, {problem}")
    try:
        match = record.loads(text)
    except GameMissing as error:
        raise GameMissing(error.game, quoted(name)) from None
    except NumduelError as error:
        raise SetupError(f"{quoted(name)}, {error}") from None
    agrees = end_mark.check_end_mark(text)
    if agrees is False:
        warn(f"{quoted(name)} was edited or damaged: {WRONG_END_MARK_MESSAGE}.")
    elif agrees is None and name.endswith(SUFFIX):
        warn(NO_END_MARK_MESSAGE.format(quoted(name)))
    return match


def count_analysis(name: str) -> bool:
    """Count a look at values as help if this file or name is an unfinished saved game.

    Return whether it counted.
    """
    if os.path.exists(name):
        path = os.path.realpath(name)
        if os.path.dirname(path) != os.path.realpath(folder()) or not path.endswith(SUFFIX):
            return False
        name = os.path.basename(path).removesuffix(SUFFIX)
    try:
        return Save(name).count_analysis()
    except SetupError:
        return False


def _read_limited(name: str, opened: BinaryIO | None) -> bytes:
    """Return the content of a file, up to one byte more than allowed."""
    try:
        if opened is not None:
            return opened.read(MAX_RECORD_BYTES + 1)
        with open(name, "rb") as file:
            return file.read(MAX_RECORD_BYTES + 1)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(name)} cannot be read: {files.reason(error)}") from None


# ---- all saved games


def sweep() -> None:
    """Delete temporary files of programs that were killed while writing."""
    tighten()
    with suppress(OSError):
        if files.find_drafts(home()) or files.find_drafts(folder()):
            with files.locked(home()):  # so that none of them is in use
                for draft in files.find_drafts(home()) + files.find_drafts(folder()):
                    os.unlink(draft)


def list_saves() -> list[Save]:
    """Return all saved games, newest first; raise SetupError if the folder can't be read."""
    sweep()
    try:
        names = [name for name in os.listdir(folder()) if name.endswith(SUFFIX)]
    except FileNotFoundError:
        return []
    except OSError as error:
        problem = f"the saved games in {folder()} cannot be listed: {files.reason(error)}"
        raise SetupError(problem) from None
    dated = []
    for name in names:
        with suppress(OSError):  # deleted in the meantime, or a broken link
            save = Save(name.removesuffix(SUFFIX))
            dated.append((os.stat(save.path).st_mtime_ns, save.name, save))
    return [save for _, _, save in sorted(dated, reverse=True)]


class SaveInfo(NamedTuple):
    """A saved game that is unfinished, or can't be loaded."""

    save: Save
    match: Match | None
    """None if it can't be resumed as it is."""
    problem: str = ""
    """Why not: a phrase that includes the name of the save."""
    is_damaged: bool = False
    """Whether `Save.rescue` can recover a part of it."""
    match_needing_player: Match | None = None
    """The match, if it only needs a new name for an external player."""


def inspect_save(save: Save, whos: Replacements = AS_RECORDED) -> SaveInfo | None:
    """Return the state of a saved game, None if it is finished or gone.

    `whos` are the players who would continue it.
    """
    try:
        match = save.load()
        if not is_open(save, match):
            return None
        check_players(save, match, whos)
    except ExternalPlayerInRecord as error:
        return SaveInfo(save, None, str(error), match_needing_player=match)
    except DamagedSave as error:
        return SaveInfo(save, None, str(error), is_damaged=error.moves > 0)
    except SetupError as error:
        return SaveInfo(save, None, str(error)) if os.path.exists(save.path) else None
    return SaveInfo(save, match)


def latest_open() -> Save | None:
    """Return the newest game to offer to a person: one that can be resumed and wasn't piped."""
    for save in list_saves():
        found = inspect_save(save)
        if found and found.match and not is_piped(found.match):
            return save
    return None


def is_open(save: Save, match: Match) -> bool:
    """Return whether this game or its series is unfinished."""
    if not match.is_finished:
        return True
    series = Series.of(match)
    return series.round < series.rounds and not os.path.exists(save.next_round().path)


def check_players(save: Save, match: Match, whos: Replacements = AS_RECORDED) -> None:
    """Raise SetupError for an unknown player, or an external player that must be named again."""
    for player, side in zip(Player, Series.of(match).seats, strict=True):
        try:
            if whos[player] is None:
                players.check_recorded(player, side.who)
        except ExternalPlayerInRecord as error:
            raise ExternalPlayerInRecord(error.number, error.who, save.name) from None
        except SetupError as error:
            problem = f"the saved game {save.name} cannot be resumed: {error}"
            raise SetupError(problem) from None

"""Files: written whole or not at all, and by one program at a time; places that programs share."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from typing import BinaryIO

PATIENCE = 5.0
"""Seconds to wait for another program that is writing; it takes a few thousandths of one."""

OUR_DRAFT = re.compile(r"\.[0-9a-f]{16}\.part")
"""The names of drafts, wherever they are."""

DRAFT = re.compile(rf"{OUR_DRAFT.pattern}|.+\.[0-9]+\.part")
"""The names of drafts in our own folders; the second is how early versions called them."""

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700

OTHERS = 0o077
"""All that a group and everybody else may do."""

CAN_RENAME_OPEN = os.name == "posix"
"""Whether a file can get another name, or none, while it is open and locked."""

BUSY = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What is wrong where somebody else holds a lock."""

NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def reason(error: OSError | ValueError) -> str:
    """Why something cannot be read or written, in the system's words."""
    return getattr(error, "strerror", None) or str(error)


def write(path: str, content: str | bytes, *, is_private: bool = False) -> None:
    """Put this into a file whole or not at all, and on the disk before returning."""
    content = content.encode() if isinstance(content, str) else content
    with writing(path, is_private=is_private) as file:
        file.write(content)


@contextmanager
def writing(path: str, *, is_private: bool = False) -> Iterator[BinaryIO]:
    """A file to be written bit by bit, which is there whole in the end, on the disk, or not at all.

    It is written under a name that nobody can guess, in a file that was not there before, which
    then takes the place of the old one. What is no file, such as a pipe, is written to as it is.
    A private file is its owner's alone; any other keeps its mode, or gets the one of the umask.
    """
    path = os.path.realpath(path)
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb") as stream:
            yield stream
        return
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    place = os.path.dirname(path)
    if is_private:
        mode = PRIVATE_FILE
    else:
        remove_abandoned(place)
    draft, descriptor = _new_draft(place, PRIVATE_FILE if is_private else 0o666)
    try:
        with open(descriptor, "wb") as file:
            if mode is not None:
                _set_mode(descriptor, stat.S_IMODE(mode))
            yield file
            file.flush()
            os.fsync(descriptor)
            if CAN_RENAME_OPEN:  # while its lock is held: see `remove_abandoned`
                os.replace(draft, path)
        if not CAN_RENAME_OPEN:
            os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise
    _sync(place)


def _new_draft(folder: str, mode: int) -> tuple[str, int]:
    """Create a draft and lock it; return its path and its descriptor."""
    while True:
        draft = os.path.join(folder, f".{os.urandom(8).hex()}.part")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK, mode)
        if not CAN_RENAME_OPEN or _is_held(descriptor):
            return draft, descriptor
        os.close(descriptor)


def _is_held(draft: int) -> bool:
    """Lock a new draft; False if another program is sweeping it away just now."""
    try:
        _lock(draft)
    except OSError as error:
        return error.errno not in BUSY  # a folder without locks: nothing is swept there
    return os.fstat(draft).st_nlink > 0


def remove_abandoned(folder: str) -> None:
    """Delete drafts of ours in somebody's folder whose writers were killed.

    A writer holds a lock on its draft for as long as it lives, so nobody's work is lost.
    """
    if not CAN_RENAME_OPEN:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if OUR_DRAFT.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _remove_unlocked(entry.path)


def _remove_unlocked(path: str) -> None:
    """Delete a file of our own that nobody has locked; OSError if somebody has."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | NO_LINK)
    try:
        if os.fstat(descriptor).st_uid == os.geteuid():
            _lock(descriptor)
            os.unlink(path)
    finally:
        os.close(descriptor)


def _set_mode(descriptor: int, mode: int) -> None:
    """Say who may use a file, where the system and the disk know of that."""
    if hasattr(os, "fchmod"):
        with suppress(OSError):
            os.fchmod(descriptor, mode)


def _mode(path: str) -> int | None:
    """What kind of file this is, and who may use it; None where there is none."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def make_folder(path: str) -> None:
    """Make a private folder, and those above it, where they are not there, on the disk too."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(above):
        make_folder(above)
    with suppress(FileExistsError):
        os.mkdir(path, PRIVATE_FOLDER)
        with suppress(OSError):
            os.chmod(path, PRIVATE_FOLDER)  # whatever the umask
    _sync(above)


def _sync(folder: str) -> None:
    """The names in a folder on the disk: they, too, must survive a crash."""
    if hasattr(os, "O_DIRECTORY"):
        place = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(place)
        finally:
            os.close(place)


def drafts(folder: str, older: float = -inf) -> list[str]:
    """What writers have left in a folder who were killed, or are at it just now.

    Only those that nobody has written to for more than so many seconds, if that is said.
    """
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if DRAFT.fullmatch(entry.name):
                with suppress(OSError):  # one that is a draft no more
                    if time.time() - entry.stat().st_mtime > older:
                        found.append(entry.path)
    return found


# ---- for nobody else's eyes


def tighten_folder(folder: str) -> None:
    """Take away what others may do in a folder of ours; nothing if they may do nothing yet.

    The folder itself comes last, so that what is interrupted is done again. A folder that is
    more than ours stays as it is: somebody's home, or one such as /tmp.
    """
    folder = os.path.realpath(folder)
    with suppress(OSError):
        mode = os.stat(folder).st_mode
        if os.name != "posix" or not mode & OTHERS or mode & stat.S_ISVTX:
            return
        if folder in (os.path.realpath(os.path.expanduser("~")), os.path.sep):
            return
        for place, folders, names in os.walk(folder, topdown=False):
            for name in (*names, *folders):
                tighten(os.path.join(place, name))
        tighten(folder)


def tighten(path: str) -> None:
    """Take away what others may do with a file or folder, if it is ours; a link stays as it is."""
    with suppress(OSError):
        mode = os.lstat(path).st_mode
        if mode & OTHERS and not stat.S_ISLNK(mode):
            os.chmod(path, stat.S_IMODE(mode) & ~OTHERS)


# ---- one at a time


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Keep out all others who ask for the same; OSError if one of them stays too long.

    The system lets go of it when this program ends, however it ends.
    """
    descriptor = _open_private(os.path.join(folder, ".lock"))
    try:
        has_lock = _wait(descriptor)
        try:
            yield
        finally:
            if has_lock:
                _unlock(descriptor)
    finally:
        os.close(descriptor)


def _open_private(path: str) -> int:
    """Open a file to lock it, and make it where there is none."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | NO_LINK, PRIVATE_FILE)
    _set_mode(descriptor, PRIVATE_FILE)
    return descriptor


def _wait(descriptor: int) -> bool:
    """Wait for the lock; False where files cannot be locked at all."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            _lock(descriptor)
        except OSError as error:
            if error.errno not in BUSY:
                return False  # a folder of some network, say: better kept so than not at all
        else:
            return True
        if time.monotonic() > end:
            raise OSError(errno.EBUSY, "another program is writing there and does not end")
        time.sleep(0.002)


@contextmanager
def one_of(places: int, path: str, wait: Callable[[], object]) -> Iterator[None]:
    """Hold one of so many places, which all share who name the same path.

    While all are taken, `wait` is called again and again. The system gives a place back when
    its program ends, however it ends. Where files cannot be locked, everybody has one.
    """
    try:
        make_folder(os.path.dirname(path))
        while (descriptor := _place(places, path)) is None:
            wait()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        _unlock(descriptor)
        os.close(descriptor)


def _place(places: int, path: str) -> int | None:
    """A lock on one of the files of these places; None if all are held by others."""
    for number in range(places):
        descriptor = _open_private(f"{path}.{number}")
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno not in BUSY:
                raise
        else:
            return descriptor
    return None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _unlock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)

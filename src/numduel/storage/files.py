"""Files that are written atomically, locks, and slots that processes share."""

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
from threading import Lock
from typing import BinaryIO

LOCK_TIMEOUT_S = 5.0
"""Seconds to wait while another program writes, which takes a few milliseconds."""

DRAFT_NAME = re.compile(r"\.[0-9a-f]{16}\.part")
"""The name of a temporary file, in any folder."""

HOME_DRAFT_NAME = re.compile(rf"{DRAFT_NAME.pattern}|.+\.[0-9]+\.part")
"""The name of a temporary file in our own folders; early versions used the second form."""

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700

OTHERS_BITS = 0o077
"""The permission bits of the group and of all others."""

CAN_RENAME_OPEN = os.name == "posix"
"""Whether a file can be renamed or deleted while it is open and locked."""

BUSY_ERRORS = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""Error numbers that mean that another program holds the lock."""

SAFE_OPEN_FLAGS = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)


def reason(error: OSError | ValueError) -> str:
    """Return the system's explanation of an error."""
    return getattr(error, "strerror", None) or str(error)


def write(path: str, content: str | bytes, *, is_private: bool = False) -> None:
    """Write a file atomically, and flush it to disk before returning."""
    content = content.encode() if isinstance(content, str) else content
    with writing(path, is_private=is_private) as file:
        file.write(content)


@contextmanager
def writing(path: str, *, is_private: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing; it replaces the old one when the block ends without an error.

    The content goes to a new temporary file with an unguessable name, which is then renamed. A path
    that isn't a regular file, such as a pipe, is written directly. Only the owner can use a private
    file; any other keeps its mode, or gets the mode of the umask.
    """
    path = os.path.realpath(path)
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb") as stream:
            yield stream
        return
    if mode is not None:  # a file that can't be written isn't replaced either
        os.close(os.open(path, os.O_WRONLY | SAFE_OPEN_FLAGS))
    folder = os.path.dirname(path)
    if is_private:
        mode = PRIVATE_FILE
    else:
        remove_abandoned(folder)
    draft, descriptor = _new_draft(folder, PRIVATE_FILE if is_private else 0o666)
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
    _sync(folder)


def append_line(path: str, line: bytes) -> None:
    """Append a line to a file that other threads and processes append to; raise OSError if not.

    Lines never mix. If a killed program left half a line, the new line starts below it.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | SAFE_OPEN_FLAGS & ~getattr(os, "O_NOFOLLOW", 0)
    with _appending:
        descriptor = os.open(path, flags, 0o666)
        try:
            with _locked_far_away(descriptor):
                _append(descriptor, line + b"\n")
        finally:
            os.close(descriptor)


_appending = Lock()
"""Held while this process appends, because threads would compete for the lock of the file."""


def _append(descriptor: int, content: bytes) -> None:
    """Append to an open file, all or nothing."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size and _read_at(descriptor, size - 1) != b"\n":
        content = b"\n" + content
    try:
        while content:
            content = content[os.write(descriptor, content) :]
    except OSError:  # the disk is full, say
        with suppress(OSError):
            os.ftruncate(descriptor, size)
        raise


def _read_at(descriptor: int, place: int) -> bytes:
    os.lseek(descriptor, place, os.SEEK_SET)
    return os.read(descriptor, 1)


LOCKED_BYTE = 2**40
"""The byte of an appended file that is locked: on Windows, others can't read a locked byte."""


@contextmanager
def _locked_far_away(descriptor: int) -> Iterator[None]:
    """Hold the lock of an open file, if files can be locked here."""
    os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
    has_lock = _wait_for_lock(descriptor)
    try:
        yield
    finally:
        if has_lock:
            os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
            _unlock(descriptor)


def _new_draft(folder: str, mode: int) -> tuple[str, int]:
    """Create and lock a temporary file; return its path and descriptor."""
    while True:
        draft = os.path.join(folder, f".{os.urandom(8).hex()}.part")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE_OPEN_FLAGS, mode)
        if not CAN_RENAME_OPEN or _lock_draft(descriptor):
            return draft, descriptor
        os.close(descriptor)


def _lock_draft(draft: int) -> bool:
    """Lock a new temporary file; return False if another program is deleting it."""
    try:
        _lock(draft)
    except OSError as error:
        return error.errno not in BUSY_ERRORS  # a file system without locks: nothing is deleted
    return os.fstat(draft).st_nlink > 0


def remove_abandoned(folder: str) -> None:
    """Delete temporary files in a folder whose writers were killed.

    A running writer holds a lock on its file, so no work is lost.
    """
    if not CAN_RENAME_OPEN:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if DRAFT_NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _remove_unlocked(entry.path)


def _remove_unlocked(path: str) -> None:
    """Delete a file that we own; raise OSError if it is locked."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | SAFE_OPEN_FLAGS)
    try:
        if os.fstat(descriptor).st_uid == os.geteuid():
            _lock(descriptor)
            os.unlink(path)
    finally:
        os.close(descriptor)


def _set_mode(descriptor: int, mode: int) -> None:
    """Set the mode of a file, if system and disk support modes."""
    if hasattr(os, "fchmod"):
        with suppress(OSError):
            os.fchmod(descriptor, mode)


def _mode(path: str) -> int | None:
    """Return the type and mode of a file, None if it doesn't exist."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def make_folder(path: str) -> None:
    """Create a private folder and its missing parents, and flush them to disk."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(above):
        make_folder(above)
    with suppress(FileExistsError):
        os.mkdir(path, PRIVATE_FOLDER)
        with suppress(OSError):
            os.chmod(path, PRIVATE_FOLDER)  # regardless of the umask
    _sync(above)


def _sync(folder: str) -> None:
    """Flush the names in a folder to disk, so that they survive a crash."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def find_writing_obstacle(folder: str) -> str:
    """Return why the system refuses to write to a folder, or an empty text.

    A missing folder doesn't count as an obstacle, because it can be created.
    """
    try:
        os.stat(os.path.join(folder, ""))
        if not os.access(folder, os.W_OK | os.X_OK):
            is_fixed = hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY
            return os.strerror(errno.EROFS if is_fixed else errno.EACCES)
        space = os.statvfs(folder) if hasattr(os, "statvfs") else None
    except FileNotFoundError:
        return ""
    except OSError as error:
        return reason(error)
    if space is None or space.f_blocks == 0:  # some file systems don't count
        return ""
    return "" if space.f_bavail else os.strerror(errno.ENOSPC)


def find_drafts(folder: str, older: float = -inf) -> list[str]:
    """Return the temporary files in a folder, of running and killed writers.

    With `older`, return only those that haven't changed for more than that many seconds.
    """
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if HOME_DRAFT_NAME.fullmatch(entry.name):
                with suppress(OSError):  # renamed or deleted in the meantime
                    if time.time() - entry.stat().st_mtime > older:
                        found.append(entry.path)
    return found


# ---- privacy


def tighten_folder(folder: str) -> None:
    """Remove the permissions of other users from a folder of ours and everything in it.

    The folder itself comes last, so that an interrupted run is repeated. A folder that holds more
    than our files, such as a home folder or /tmp, doesn't change.
    """
    folder = os.path.realpath(folder)
    with suppress(OSError):
        mode = os.stat(folder).st_mode
        if os.name != "posix" or not mode & OTHERS_BITS or mode & stat.S_ISVTX:
            return
        if folder in (os.path.realpath(os.path.expanduser("~")), os.path.sep):
            return
        for parent, folders, names in os.walk(folder, topdown=False):
            for name in (*names, *folders):
                tighten(os.path.join(parent, name))
        tighten(folder)


def tighten(path: str) -> None:
    """Remove the permissions of other users from a file or folder of ours, unless it is a link."""
    with suppress(OSError):
        mode = os.lstat(path).st_mode
        if mode & OTHERS_BITS and not stat.S_ISLNK(mode):
            os.chmod(path, stat.S_IMODE(mode) & ~OTHERS_BITS)


# ---- locks


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Hold the lock of a folder; raise OSError if another program holds it too long.

    The system releases the lock when this program ends, even if it crashes.
    """
    descriptor = _open_private(os.path.join(folder, ".lock"))
    try:
        has_lock = _wait_for_lock(descriptor)
        try:
            yield
        finally:
            if has_lock:
                _unlock(descriptor)
    finally:
        os.close(descriptor)


def _open_private(path: str) -> int:
    """Open a file for locking; create it if necessary."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | SAFE_OPEN_FLAGS, PRIVATE_FILE)
    _set_mode(descriptor, PRIVATE_FILE)
    return descriptor


def _wait_for_lock(descriptor: int) -> bool:
    """Wait for a lock; return False if files can't be locked here."""
    end = time.monotonic() + LOCK_TIMEOUT_S
    while True:
        try:
            _lock(descriptor)
        except OSError as error:
            if error.errno not in BUSY_ERRORS:
                return False  # a network folder, say: better written without a lock than not at all
        else:
            return True
        if time.monotonic() > end:
            raise OSError(errno.EBUSY, "another program has been writing there for too long")
        time.sleep(0.002)


@contextmanager
def acquire_slot(slots: int, path: str, wait: Callable[[], object]) -> Iterator[None]:
    """Hold one of several slots that all processes with the same path share.

    While all slots are taken, call `wait` repeatedly. The system releases a slot when its program
    ends, even if it crashes. If files can't be locked, the number is unlimited.
    """
    try:
        make_folder(os.path.dirname(path))
        while (descriptor := _try_slots(slots, path)) is None:
            wait()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        _unlock(descriptor)
        os.close(descriptor)


def _try_slots(slots: int, path: str) -> int | None:
    """Lock the file of a free slot and return its descriptor, None if all are taken."""
    for number in range(slots):
        descriptor = _open_private(f"{path}.{number}")
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno not in BUSY_ERRORS:
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

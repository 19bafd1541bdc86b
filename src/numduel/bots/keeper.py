"""Two processes between numduel and a program, so that no child process outlives numduel.

They run as a script that imports nothing of numduel and gets a socket and a command. The keeper
starts the program. When the program exits, the keeper reports its status on the socket. When
numduel closes the socket or dies, the keeper kills the program. In both cases it also kills all
processes that the program started. The guard, the keeper's parent, does this if the keeper is
killed or stopped, and the keeper does it if the guard is killed.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

SET_CHILD_SUBREAPER = 36
"""Linux's PR_SET_CHILD_SUBREAPER: orphans become our children, so that we find them."""

IGNORED_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals to ignore: the socket closes when numduel ends, and that is enough."""

KILL_TIMEOUT_S = 5.0
"""Seconds to wait for killed processes to end."""

PARENT_FIELD, SESSION_FIELD = 1, 3
"""Indexes of the parent and the session in /proc/PID/stat, counted after the name."""

KEEPER_FAILED = "unkept"
"""The report if the keeper or the guard was killed or stopped."""


def main() -> None:
    """Start the keeper of a program, and guard it."""
    socket, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(socket, False)
    for name in IGNORED_SIGNALS:
        signal.signal(name, signal.SIG_IGN)
    guarded, guarding = os.pipe()
    try:
        keeper = os.fork()
    except OSError as error:
        _report(socket, f"unstarted {error.strerror}")
        return
    if keeper:
        os.close(guarded)
        _guard(socket, keeper)
    else:
        os.close(guarding)
        _keep(socket, guarded, command)


def _guard(socket: int, keeper: int) -> None:
    """Wait for the keeper to end, then kill all its processes."""
    _adopt_orphans()
    _release_streams()
    _, status = os.waitpid(keeper, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        os.kill(keeper, signal.SIGKILL)
    _kill_all()
    if status:
        _report(socket, KEEPER_FAILED)


def _keep(socket: int, guarded: int, command: list[str]) -> None:
    """Run the program and kill all its processes; `guarded` is readable once the guard is gone."""
    _adopt_orphans()
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker)
    try:
        program = os.posix_spawnp(
            command[0],
            command,
            os.environ,
            setpgroup=0,
            setsigdef=[signal.SIGPIPE, signal.SIGCHLD, *IGNORED_SIGNALS],
        )
    except OSError as error:
        _report(socket, f"unstarted {error.strerror}")
        return
    _release_streams()
    ended = None
    ready: set[int] = set()
    while ended is None:
        ready = wait_ready([socket, guarded, wake])
        if socket in ready or guarded in ready:
            break
        os.read(wake, 1024)
        ended = next((status for pid, status in _reap_children() if pid == program), None)
    _kill_all(program)
    if guarded in ready:
        _report(socket, KEEPER_FAILED)
    elif ended is not None:
        status = os.waitstatus_to_exitcode(ended)
        _report(socket, f"exited {status}" if status >= 0 else f"killed {-status}")


def wait_ready(
    reading: Iterable[int], writing: Iterable[int] = (), seconds: float | None = None
) -> set[int]:
    """Return the streams that are ready for reading or writing within this time.

    This uses `poll`, because `select` can't handle descriptors above 1023.
    """
    poll = select.poll()
    for stream in reading:
        poll.register(stream, select.POLLIN)
    for stream in writing:
        poll.register(stream, select.POLLOUT)
    return {stream for stream, _ in poll.poll(None if seconds is None else 1000 * seconds)}


def _adopt_orphans() -> None:
    with suppress(Exception):  # on other systems we find only processes in the group
        from ctypes import CDLL

        CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _release_streams() -> None:
    """Leave the standard streams to the program, so that they close with it."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)


def _reap_children() -> Iterator[tuple[int, int]]:
    """Yield children that have ended since the last call, with their status."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            yield pid, status


def _kill_all(program: int | None = None) -> None:
    """Kill the program's group and all our children; orphans outside the group become ours."""
    deadline = time.monotonic() + KILL_TIMEOUT_S
    while time.monotonic() < deadline:
        if program is not None:
            with suppress(OSError):
                os.killpg(program, signal.SIGKILL)
        for pid in find_processes(PARENT_FIELD, os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def find_processes(field: int, id: int) -> list[int]:
    """Return the processes with this parent or session, if the system has /proc."""
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
        with suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{int(name)}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            if int(fields[field]) == id and fields[0] != b"Z":
                found.append(int(name))
    return found


def _report(socket: int, word: str) -> None:
    with suppress(OSError):  # numduel may be gone
        os.write(socket, word.encode())


if __name__ == "__main__":
    main()

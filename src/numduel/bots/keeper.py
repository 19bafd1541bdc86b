"""Two processes between numduel and a program, which let nothing of the program outlive numduel.

They are run as a script that loads nothing of numduel, and is given a socket and a command. The
keeper starts the program. When the program has ended it says how, on the socket, and when the
socket is closed at the other end, because numduel has enough or is no more, the program is killed.
In either case everything that the program has begun is killed too. The guard, who started the
keeper, does so where somebody has killed or stopped the keeper, and the keeper where somebody has
killed the guard.
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
"""What Linux calls it when orphans become one's own children, so that they can be found."""

NOT_FOR_US = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that are passed over: whatever ends numduel closes the socket too."""

PATIENCE = 5.0
"""Seconds in which all that was killed must be gone."""

PARENT, SESSION = 1, 3
"""What the system tells of a process, by its place."""

UNKEPT = "unkept"
"""What is said where keeper or guard did not end by themselves."""


def main() -> None:
    """Keep one program, and guard who keeps it."""
    socket, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(socket, False)
    for name in NOT_FOR_US:
        signal.signal(name, signal.SIG_IGN)
    guarded, guarding = os.pipe()
    try:
        keeper = os.fork()
    except OSError as error:
        _say(socket, f"unstarted {error.strerror}")
        return
    if keeper:
        os.close(guarded)
        _guard(socket, keeper)
    else:
        os.close(guarding)
        _keep(socket, guarded, command)


def _guard(socket: int, keeper: int) -> None:
    """Wait for the end of the keeper, and see to it that it is the end of all."""
    _adopt_orphans()
    _let_go_of_streams()
    _, status = os.waitpid(keeper, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        os.kill(keeper, signal.SIGKILL)
    _kill_all()
    if status:
        _say(socket, UNKEPT)


def _keep(socket: int, guarded: int, command: list[str]) -> None:
    """Start the program, and end it; there is nothing to be read in `guarded` but its end."""
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
            setsigdef=[signal.SIGPIPE, signal.SIGCHLD, *NOT_FOR_US],
        )
    except OSError as error:
        _say(socket, f"unstarted {error.strerror}")
        return
    _let_go_of_streams()
    ended = None
    heard: set[int] = set()
    while ended is None:
        heard = ready([socket, guarded, wake])
        if socket in heard or guarded in heard:
            break
        os.read(wake, 1024)
        ended = next((status for pid, status in _ended() if pid == program), None)
    _kill_all(program)
    if guarded in heard:
        _say(socket, UNKEPT)
    elif ended is not None:
        status = os.waitstatus_to_exitcode(ended)
        _say(socket, f"exited {status}" if status >= 0 else f"killed {-status}")


def ready(
    reading: Iterable[int], writing: Iterable[int] = (), seconds: float | None = None
) -> set[int]:
    """Those of some streams that something can be done with, now or within this time.

    However many files are open: `select` would know none from the 1024th on.
    """
    poll = select.poll()
    for stream in reading:
        poll.register(stream, select.POLLIN)
    for stream in writing:
        poll.register(stream, select.POLLOUT)
    return {stream for stream, _ in poll.poll(None if seconds is None else 1000 * seconds)}


def _adopt_orphans() -> None:
    with suppress(Exception):  # elsewhere than on Linux only those in its group are found
        from ctypes import CDLL

        CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _let_go_of_streams() -> None:
    """The program alone has them, so that they end with it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def _ended() -> Iterator[tuple[int, int]]:
    """Children that have ended since this was last asked."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            yield pid, status


def _kill_all(program: int | None = None) -> None:
    """Its group, and whatever has left the group: those who lose their parent become ours."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if program is not None:
            with suppress(OSError):
                os.killpg(program, signal.SIGKILL)
        for pid in alive(PARENT, os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def alive(place: int, id: int) -> list[int]:
    """The processes whose parent or session is this one, where the system tells of them."""
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
        with suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{int(name)}/stat", "rb") as file:
                told = file.read().rpartition(b")")[2].split()
            if int(told[place]) == id and told[0] != b"Z":
                found.append(int(name))
    return found


def _say(socket: int, word: str) -> None:
    with suppress(OSError):  # nobody may be there any more
        os.write(socket, word.encode())


if __name__ == "__main__":
    main()

"""A running program: lines to it and from it, within limits."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..budget import Budget, Exhausted
from ..errors import PlayerError, quoted
from . import keeper

KEEPER = keeper.__file__

MAX_LINE_BYTES = 65_536
"""Maximum length of a line that a program writes, in bytes."""

MAX_STDERR_BYTES = 2_000
"""Bytes to keep from the end of standard error."""

POLL_S = 0.05
"""Seconds between checks for cancellation."""

EXIT_GRACE_S = 0.5
"""Seconds for a program to exit after its input ends."""

REPORT_TIMEOUT_S = 1.0
"""Seconds for the keeper to report the exit status after the output ends."""

NO_INTERPRETER = os.strerror(errno.ENOEXEC)
SCRIPT_HINT = ". Start the script with a line such as #!/usr/bin/env python3"

KEEPER_TIMEOUT_S = 12.0
"""Seconds for the keeper to end before it is killed."""


class Process:
    """A running program; its owner must close or kill it.

    A fault of the program is a PlayerError whose text starts with "it".
    """

    def __init__(self, command: Sequence[str], is_cancelled: Callable[[], bool]) -> None:
        """Start the program; `is_cancelled` returns True when no answer is needed any more."""
        self.lines = 0
        """Number of lines that it has written."""
        self._is_cancelled = is_cancelled
        self._unsent = b""
        self._unread = b""
        self._stderr = b""
        try:
            self._keeper, self._socket = _start_keeper(command)
        except OSError as error:  # too many processes or open files
            raise PlayerError(f"it cannot be started: {error.strerror}") from None
        self._streams = self._keeper.stdin, self._keeper.stdout, self._keeper.stderr
        self._in, self._out, self._err = (stream.fileno() for stream in self._streams if stream)
        self._open_streams = [self._out, self._err]
        """Its output streams that haven't ended."""
        for stream in (self._in, *self._open_streams):
            os.set_blocking(stream, False)

    # ---- lines

    def send_later(self, line: bytes) -> None:
        """Queue a line that needs no answer; send it with the next question, or at the end."""
        self._unsent += line + b"\n"

    def ask(self, line: bytes, budget: Budget, seconds: float) -> bytes:
        """Send a line and return the answer; raise Exhausted if cancelled.

        `seconds` is the time limit, used only in the message about a late answer.
        """
        self._read_stream(self._out)
        if self._unread:
            raise PlayerError(f"it wrote {_quote(self._unread)} before it was asked")
        self.send_later(line)
        while b"\n" not in self._unread:
            if len(self._unread) > MAX_LINE_BYTES:
                raise PlayerError(f"it wrote a line of more than {MAX_LINE_BYTES} bytes")
            try:
                budget.check()
            except Exhausted:
                if budget.is_cancelled:
                    raise
                late = f"it did not answer within {round(seconds, 1):g} seconds"
                raise PlayerError(late + self._last_error_line()) from None
            if self._is_cancelled():
                raise Exhausted
            self._exchange(min(POLL_S, budget.seconds))
        answer, _, self._unread = self._unread.partition(b"\n")
        self.lines += 1
        if len(answer) > MAX_LINE_BYTES:
            raise PlayerError(f"it wrote a line of more than {MAX_LINE_BYTES} bytes")
        if self._unread:
            raise PlayerError(f"it wrote {_quote(self._unread)} after its answer")
        return answer

    def _exchange(self, seconds: float) -> None:
        """Send and read what is possible within this time."""
        sending = [self._in] if self._unsent else []
        ready = keeper.wait_ready(self._open_streams, sending, seconds)
        if self._in in ready:
            self._send()
        self._open_streams = [
            stream
            for stream in self._open_streams
            if stream not in ready or self._read_stream(stream)
        ]
        if self._out not in self._open_streams:
            raise PlayerError(self._exit_reason() + self._last_error_line())

    def _send(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # it has closed its input; its output will show why
            self._unsent = b""

    def _read_stream(self, stream: int) -> bool:
        """Read available bytes; return False at the end of the stream."""
        try:
            content = os.read(stream, MAX_LINE_BYTES)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if stream == self._err:
            self._stderr = (self._stderr + content)[-MAX_STDERR_BYTES:]
        else:
            self._unread += content
        return bool(content)

    # ---- the end

    def _exit_reason(self) -> str:
        """Return why the program ended, from the keeper's report."""
        word, _, what = self._report().partition(" ")
        if word == "unstarted":
            hint = SCRIPT_HINT if what == NO_INTERPRETER else ""
            return f"it cannot be started: {what}{hint}"
        if word == "exited":
            return f"it exited with status {what} and did not answer"
        if word == "killed":
            with suppress(ValueError):
                what = signal.Signals(int(what)).name
            return f"it was killed by {what} and did not answer"
        if word == keeper.KEEPER_FAILED:
            return "the process that supervises it was killed or stopped"
        return "it closed its output and did not answer"

    def _last_error_line(self) -> str:
        """Return the last line of standard error, if any, as an addition to a message."""
        self._read_stream(self._err)
        lines = self._stderr.decode(errors="replace").strip().splitlines()
        return f"; its last error line: {quoted(lines[-1].strip(), 120)}" if lines else ""

    def _report(self) -> str:
        """Return the keeper's report on the end of the program, empty if there is none."""
        self._socket.settimeout(REPORT_TIMEOUT_S)
        with suppress(OSError):
            return self._socket.recv(200).decode(errors="replace")
        return ""

    def close(self) -> bool:
        """Close its input, wait a moment and kill it; return whether it exited by itself."""
        until = time.monotonic() + EXIT_GRACE_S
        with suppress(OSError, PlayerError):
            while self._unsent and time.monotonic() < until:
                self._exchange(POLL_S)
        assert self._keeper.stdin
        self._keeper.stdin.close()
        ended = self._has_ended(until)
        self.kill()
        return ended

    def unexpected_output(self) -> str:
        """Return what it wrote without being asked, in quotes; empty if nothing."""
        return _quote(self._unread) if self._unread else ""

    def _has_ended(self, until: float) -> bool:
        """Return whether it exits before the deadline; read and drop its output meanwhile."""
        while (left := until - time.monotonic()) > 0:
            report = self._socket.fileno()
            ready = keeper.wait_ready([report, *self._open_streams], seconds=left)
            if report in ready:  # and its last output is there too
                ready = {report, *self._open_streams}
            self._open_streams = [
                s for s in self._open_streams if s not in ready or self._read_stream(s)
            ]
            self._unread = self._unread[-MAX_STDERR_BYTES:]
            if report in ready:
                return True
        return False

    def kill(self) -> None:
        """Kill it and all processes that it started."""
        with suppress(OSError):
            self._keeper.send_signal(signal.SIGCONT)  # in case it was stopped
            self._socket.shutdown(socket.SHUT_WR)
            self._socket.settimeout(KEEPER_TIMEOUT_S)
            while self._socket.recv(200):  # until keeper and guard are gone
                pass
        self._socket.close()
        try:
            self._keeper.wait(KEEPER_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        if self._keeper.returncode:  # it was killed, and perhaps the guard too
            _kill_session(self._keeper.pid)
        for stream in self._streams:
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _start_keeper(command: Sequence[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start the keeper of a program; return it and the socket to it.

    It runs in its own session, out of reach of terminal signals.
    """
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            started = subprocess.Popen(
                [sys.executable, "-I", "-S", KEEPER, str(theirs.fileno()), *command],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
    except OSError:
        ours.close()
        raise
    return started, ours


def _kill_session(leader: int) -> None:
    """Kill the processes in the session of a keeper that was killed."""
    until = time.monotonic() + KEEPER_TIMEOUT_S
    while (
        left := keeper.find_processes(keeper.SESSION_FIELD, leader)
    ) and time.monotonic() < until:
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)


def _quote(written: bytes) -> str:
    return quoted(written.decode(errors="replace").strip())

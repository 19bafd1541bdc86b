"""A program at the other end of two pipes: lines to it and from it, all of it within bounds."""

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

LONGEST_LINE = 65_536
"""Bytes of a line that a program may write."""

LAST_WORDS = 2_000
"""Bytes of standard error that are kept, the last ones."""

OFTEN = 0.05
"""Seconds between two looks at whether somebody has said stop."""

GRACE = 0.5
"""Seconds in which a program ends by itself when its input does."""

REPORT = 1.0
"""Seconds in which a keeper says how the program ended, once its output has."""

NO_INTERPRETER = os.strerror(errno.ENOEXEC)

PATIENCE = 12.0
"""Seconds after which a keeper is killed that has not ended."""


class Process:
    """A program that was started; whoever has one closes it.

    All that it does wrong is a PlayerError whose text says what, of "it".
    """

    def __init__(self, command: Sequence[str], is_unwanted: Callable[[], bool]) -> None:
        """`is_unwanted` says whether nobody waits for its answers any more."""
        self.lines = 0
        """How many lines it has written."""
        self._is_unwanted = is_unwanted
        self._unsent = b""
        self._unread = b""
        self._last_words = b""
        try:
            self._keeper, self._line = _kept(command)
        except OSError as error:  # there are too many processes or open files already
            raise PlayerError(f"it cannot be started: {error.strerror}") from None
        self._streams = self._keeper.stdin, self._keeper.stdout, self._keeper.stderr
        self._in, self._out, self._err = (stream.fileno() for stream in self._streams if stream)
        self._heard = [self._out, self._err]
        """Those of its streams that are not at their end."""
        for stream in (self._in, *self._heard):
            os.set_blocking(stream, False)

    # ---- lines

    def tell(self, line: bytes) -> None:
        """Something that wants no answer; it is sent with the next question, or at the end."""
        self._unsent += line + b"\n"

    def ask(self, line: bytes, budget: Budget, seconds: float) -> bytes:
        """The line that it answers; Exhausted where nobody waits for it any more.

        `seconds` is what it was given, which is told where that was not enough.
        """
        self._hear(self._out)
        if self._unread:
            raise PlayerError(f"it wrote {_shown(self._unread)} before it was asked")
        self.tell(line)
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_LINE:
                raise PlayerError(f"it wrote a line of more than {LONGEST_LINE} bytes")
            try:
                budget.check()
            except Exhausted:
                if budget.is_cancelled:
                    raise
                late = f"it did not answer within {round(seconds, 1):g} seconds"
                raise PlayerError(late + self._said_last()) from None
            if self._is_unwanted():
                raise Exhausted
            self._exchange(min(OFTEN, budget.seconds))
        answer, _, self._unread = self._unread.partition(b"\n")
        self.lines += 1
        if len(answer) > LONGEST_LINE:
            raise PlayerError(f"it wrote a line of more than {LONGEST_LINE} bytes")
        if self._unread:
            raise PlayerError(f"it wrote {_shown(self._unread)} after its answer")
        return answer

    def _exchange(self, seconds: float) -> None:
        """Send and hear what can be sent and heard now, or after a moment."""
        sending = [self._in] if self._unsent else []
        ready = keeper.ready(self._heard, sending, seconds)
        if self._in in ready:
            self._send()
        self._heard = [
            stream for stream in self._heard if stream not in ready or self._hear(stream)
        ]
        if self._out not in self._heard:
            raise PlayerError(self._how_it_ended() + self._said_last())

    def _send(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # it has closed its input: how it goes on shows on its output
            self._unsent = b""

    def _hear(self, stream: int) -> bool:
        """Read what is there; False if nothing can come any more."""
        try:
            heard = os.read(stream, LONGEST_LINE)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if stream == self._err:
            self._last_words = (self._last_words + heard)[-LAST_WORDS:]
        else:
            self._unread += heard
        return bool(heard)

    # ---- the end

    def _how_it_ended(self) -> str:
        """What the keeper knows, a moment after the output has ended."""
        word, _, what = self._report().partition(" ")
        if word == "unstarted":
            hint = ": a script begins with #! and what runs it" if what == NO_INTERPRETER else ""
            return f"it cannot be started: {what}{hint}"
        if word == "exited":
            return f"it ended with status {what} and did not answer"
        if word == "killed":
            with suppress(ValueError):
                what = signal.Signals(int(what)).name
            return f"it was killed by {what} and did not answer"
        if word == keeper.UNKEPT:
            return "the process that keeps it was killed or stopped"
        return "it closed its output and did not answer"

    def _said_last(self) -> str:
        """The last line on standard error, if there is one."""
        self._hear(self._err)
        lines = self._last_words.decode(errors="replace").strip().splitlines()
        return f"; it said last: {quoted(lines[-1].strip(), 120)}" if lines else ""

    def _report(self) -> str:
        """How the program has ended; nothing where it has not."""
        self._line.settimeout(REPORT)
        with suppress(OSError):
            return self._line.recv(200).decode(errors="replace")
        return ""

    def close(self) -> bool:
        """Let it end by itself, for a moment, and then kill it; whether it did."""
        until = time.monotonic() + GRACE
        with suppress(OSError, PlayerError):
            while self._unsent and time.monotonic() < until:
                self._exchange(OFTEN)
        assert self._keeper.stdin
        self._keeper.stdin.close()
        ended = self._has_ended(until)
        self.kill()
        return ended

    def unasked(self) -> str:
        """What it wrote that nothing had asked for, in quotes; nothing if there is nothing."""
        return _shown(self._unread) if self._unread else ""

    def _has_ended(self, until: float) -> bool:
        """Whether it ends within this time, while what it says is heard and dropped."""
        while (left := until - time.monotonic()) > 0:
            line = self._line.fileno()
            heard = keeper.ready([line, *self._heard], seconds=left)
            if line in heard:  # and what it wrote before it ended is there
                heard = {line, *self._heard}
            self._heard = [s for s in self._heard if s not in heard or self._hear(s)]
            self._unread = self._unread[-LAST_WORDS:]
            if line in heard:
                return True
        return False

    def kill(self) -> None:
        """End it with all that it has begun."""
        with suppress(OSError):
            self._keeper.send_signal(signal.SIGCONT)  # in case that it was stopped
            self._line.shutdown(socket.SHUT_WR)
            self._line.settimeout(PATIENCE)
            while self._line.recv(200):  # which ends when keeper and guard have
                pass
        self._line.close()
        try:
            self._keeper.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        if self._keeper.returncode:  # somebody has killed it, and the other one perhaps too
            _kill_session(self._keeper.pid)
        for stream in self._streams:
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _kept(command: Sequence[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """The keeper of a program, and the line to it.

    It has a session of its own, so that no key in a terminal reaches it.
    """
    line, other = socket.socketpair()
    try:
        with other:
            kept = subprocess.Popen(
                [sys.executable, "-I", "-S", KEEPER, str(other.fileno()), *command],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[other.fileno()],
                start_new_session=True,
            )
    except OSError:
        line.close()
        raise
    return kept, line


def _kill_session(leader: int) -> None:
    """What a keeper has left behind that was killed itself, as far as it is in its session."""
    until = time.monotonic() + PATIENCE
    while (left := keeper.alive(keeper.SESSION, leader)) and time.monotonic() < until:
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)


def _shown(written: bytes) -> str:
    return quoted(written.decode(errors="replace").strip())

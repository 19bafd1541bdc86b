"""Running the real program: with pipes, and in a real terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "numduel"]


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def numduel(words: Sequence[str], typed: str | bytes = "") -> Ran:
    """One run with its input in a pipe."""
    sent = typed if isinstance(typed, bytes) else typed.encode()
    done = subprocess.run(
        [*COMMAND, *words], input=sent, capture_output=True, cwd=TESTS, timeout=60
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


class Terminal:
    """The program in a terminal of its own, as a person has it."""

    def __init__(
        self,
        words: Sequence[str],
        columns: int = 80,
        rows: int = 40,
        command: Sequence[str] = COMMAND,
        **environ: str,
    ) -> None:
        self.pid, self._tty = pty.fork()
        if not self.pid:  # pragma: no cover - this is the other process
            os.environ.update({"TERM": "xterm", **environ})
            os.chdir(TESTS)
            os.execvp(command[0], [*command, *words])
        self.resize(columns, rows)
        self.text = ""

    def resize(self, columns: int, rows: int) -> None:
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self._tty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, expected: str) -> str:
        """Everything shown up to and including the expected text, from where we last were."""
        return self._until(re.escape(expected))

    def until_asked(self) -> str:
        """Everything shown up to and including the next question of a game."""
        return self._until(
            r"(\((row,col|row,column|yes/no|Up/.*)\)|Enter a number .*): |'s turn: .*\? "
        )

    def _until(self, pattern: str, patience: float = 20) -> str:
        give_up = time.monotonic() + patience
        while not (found := re.search(pattern, self.text)):
            ready, _, _ = select.select([self._tty], [], [], max(0, give_up - time.monotonic()))
            more = self._read() if ready else b""
            if not more:
                raise AssertionError(f"{pattern!r} never came; there was {self.text!r}")
            self.text += more.decode(errors="replace").replace("\r\n", "\n")
        shown, self.text = self.text[: found.end()], self.text[found.end() :]
        return shown

    def type(self, keys: str | bytes) -> None:
        time.sleep(0.05)  # a prompt is shown a moment before Ctrl-C is heard
        left = keys.encode() if isinstance(keys, str) else keys
        while left:
            ready, writable, _ = select.select([self._tty], [self._tty], [], 20)
            if ready:
                self.text += self._read().decode(errors="replace").replace("\r\n", "\n")
            elif writable:
                left = left[os.write(self._tty, left[:1000]) :]
            else:
                raise AssertionError(f"nobody takes {left[:100]!r}; there was {self.text!r}")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        """The exit status, once all that was still to be shown has been read."""
        while more := self._read():
            self.text += more.decode(errors="replace").replace("\r\n", "\n")
        os.close(self._tty)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bytes:
        try:
            return os.read(self._tty, 65536)
        except OSError:  # the other end is closed
            return b""

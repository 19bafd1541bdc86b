"""Run the real program with pipes and in a real terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from running import run_program

TESTS = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "numduel"]
TIMEOUT_S = 20.0
"""Seconds after which something that has not come will not come."""


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def numduel(words: Sequence[str], typed: str | bytes = "") -> Ran:
    """Run a command with piped input."""
    done = run_program([*COMMAND, *words], typed, cwd=TESTS)
    return Ran(done.returncode, done.stdout, done.stderr)


def command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> Callable[..., Ran]:
    """Return a function that runs a command in this process, with typed text piped into it."""
    from numduel.cli.main import main

    monkeypatch.setenv("NUMDUEL_HOME", str(home))
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: str, typed: str = "") -> Ran:
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        try:
            status = main(list(words))
        except SystemExit as ending:  # argparse, on a misused command line
            status = int(ending.code or 0)
        return Ran(status, *capsys.readouterr())

    return run


class Terminal:
    """The program in its own pseudo-terminal."""

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
        """Wait for a text; return the new output up to and including it."""
        return self._until(re.escape(expected))

    def until_asked(self) -> str:
        """Wait for the next question of a game; return the new output up to and including it."""
        return self._until(
            r"(\((row,col|row,column|yes/no|Up/.*)\)|Enter a number .*): |'s turn: .*\? "
        )

    def _until(self, pattern: str) -> str:
        give_up = time.monotonic() + TIMEOUT_S
        while not (found := re.search(pattern, self.text)):
            if not self._read_more(give_up):
                raise AssertionError(f"{pattern!r} never came; there was {self.text!r}")
        shown, self.text = self.text[: found.end()], self.text[found.end() :]
        return shown

    def type(self, keys: str | bytes) -> None:
        time.sleep(0.05)  # a prompt is shown a moment before Ctrl-C is heard
        left = keys.encode() if isinstance(keys, str) else keys
        while left:
            ready, writable, _ = select.select([self._tty], [self._tty], [], TIMEOUT_S)
            if ready:
                self._read_more(time.monotonic())
            elif writable:
                left = left[os.write(self._tty, left[:1000]) :]
            else:
                raise AssertionError(f"no program reads {left[:100]!r}; there was {self.text!r}")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        """Read the remaining output and return the exit status."""
        give_up = time.monotonic() + 3 * TIMEOUT_S
        while self._read_more(give_up):
            pass
        if time.monotonic() > give_up:  # it keeps the terminal open
            os.killpg(self.pid, signal.SIGKILL)
        os.close(self._tty)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read_more(self, give_up: float) -> bool:
        """Read more output; return False at its end or at the deadline."""
        ready, _, _ = select.select([self._tty], [], [], max(0, give_up - time.monotonic()))
        try:
            more = os.read(self._tty, 65536) if ready else b""
        except OSError:  # the other end is closed
            more = b""
        self.text += more.decode(errors="replace").replace("\r\n", "\n")
        return bool(more)

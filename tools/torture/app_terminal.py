"""The app in a pseudo-terminal: send inputs and read its screen."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from .app_inputs import Input, Size
from .attack import PROGRAM
from .screen import Screen

__all__ = ["Ended", "Failed", "Terminal"]

HANG_TIMEOUT_S = 60.0
"""Seconds without a reaction after which the app counts as hanging."""

QUIET_S = 0.2
"""Seconds without output after which a screen is at rest."""

KNOWS_FRAMES = b"\x1b[?2026;2$y"
"""Report of a terminal that supports synchronised frames."""


class Failed(Exception):
    """The app has broken a promise."""


class Ended(Exception):
    """The app has ended properly."""


class Terminal:
    """A pseudo-terminal with one app."""

    def __init__(self, folder: str, home: str) -> None:
        self.screen: Screen | None = None
        self._fault = os.path.join(home, "fault.txt")
        self._tty, theirs = os.openpty()
        self._seen = b""
        self._set_size(Size(80, 24))
        environ = {
            "HOME": folder,
            "LC_ALL": "C.UTF-8",
            "NUMDUEL_HOME": home,
            "PATH": folder,  # a random word must not start a program
            "PYTHONPATH": os.pathsep.join(sys.path),
            "TERM": "xterm-256color",
        }
        self._app = subprocess.Popen(
            PROGRAM,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=environ,
            start_new_session=True,
        )
        os.close(theirs)
        os.set_blocking(self._tty, False)

    # ---- input

    def send(self, input: Input) -> None:
        """Send keys, clicks or text, or resize the window."""
        if isinstance(input, Size):
            self._set_size(input)
            self._app.send_signal(signal.SIGWINCH)
            self.read(0)
            return
        deadline = time.monotonic() + HANG_TIMEOUT_S
        while input:
            readable, writable, _ = select.select([self._tty], [self._tty], [], 1.0)
            if readable:
                self.read(0)
            if writable:
                input = input[os.write(self._tty, input) :]
                deadline = time.monotonic() + HANG_TIMEOUT_S
            elif time.monotonic() > deadline:
                raise Failed(f"it took no input for {HANG_TIMEOUT_S:.0f} seconds")
            else:
                self._check_alive()

    def _set_size(self, size: Size) -> None:
        packed = struct.pack("HHHH", size.rows, size.columns, 0, 0)
        fcntl.ioctl(self._tty, termios.TIOCSWINSZ, packed)

    # ---- output

    def read(self, seconds: float) -> bool:
        """Read output for some seconds; return whether there was any."""
        end, has_more = time.monotonic() + seconds, False
        while select.select([self._tty], [], [], max(0.0, end - time.monotonic()))[0]:
            try:
                more = os.read(self._tty, 65536)
            except OSError:  # the other end is closed
                self._wait_for_exit()
                break
            has_more = True
            self._seen = (self._seen + more)[-4000:]
            if self.screen is not None:
                self.screen.feed(more)
        self._check_alive()
        return has_more

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been drawn since `watch`."""
        return self.screen is None or not any(self.screen.lines())

    def settle(self, max_seconds: float = 3.0) -> None:
        """Read until the output stops, or a number of seconds has passed."""
        deadline = time.monotonic() + max_seconds
        while self.read(QUIET_S) and time.monotonic() < deadline:
            pass

    def watch(self, size: Size) -> None:
        """Redraw everything in a window of this size, and follow it on `screen`."""
        self.send(KNOWS_FRAMES)
        self.send(Size(size.columns - 1, size.rows))
        self.settle(max_seconds=0.5)
        self.screen = Screen(*size)
        self.send(size)

    def wait_for(self, text: str) -> None:
        """Read until the app has shown a text."""
        deadline = time.monotonic() + HANG_TIMEOUT_S
        while text.encode() not in self._seen:
            self.read(0.1)
            if time.monotonic() > deadline:
                raise Failed(f"{text!r} was never shown; last output: {self._seen!r}")

    # ---- end

    def wait_for_end(self) -> None:
        """Read until the app has ended."""
        deadline = time.monotonic() + HANG_TIMEOUT_S
        while time.monotonic() < deadline:
            self.read(0.1)
        raise Failed(f"it hadn't ended {HANG_TIMEOUT_S:.0f} seconds after Ctrl+Q")

    def kill(self) -> None:
        """Kill the app, and read its remaining output."""
        self._app.kill()
        self._app.wait()
        try:
            while more := os.read(self._tty, 65536):
                if self.screen is not None:
                    self.screen.feed(more)
        except OSError:
            pass

    def close(self) -> None:
        self._app.kill()
        self._app.wait()
        os.close(self._tty)

    def _wait_for_exit(self) -> None:
        try:
            self._app.wait(HANG_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            raise Failed("it closed its terminal but hasn't ended") from None

    def _check_alive(self) -> None:
        """Wake a suspended app; raise Ended or Failed if it has ended."""
        status = self._app.poll()
        if status is None:
            if os.waitid(os.P_PID, self._app.pid, os.WSTOPPED | os.WNOHANG):
                self._app.send_signal(signal.SIGCONT)
            return
        if os.path.exists(self._fault):
            with open(self._fault, encoding="utf-8") as file:
                raise Failed(f"it ended with {status}: {file.read()}")
        if status:
            raise Failed(f"it ended with {status}: {self._seen[-1000:]!r}")
        raise Ended

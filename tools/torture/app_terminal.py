"""The app in a pseudo-terminal: inputs go in, and what it shows is read."""

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

HANGS_AFTER_S = 60.0
"""Seconds after which an app that has done nothing will never do anything."""

QUIET_S = 0.2
"""Seconds without anything drawn after which a screen has come to rest."""

KNOWS_FRAMES = b"\x1b[?2026;2$y"
"""The answer of a terminal that knows marks around frames."""


class Failed(Exception):
    """The app has broken a promise."""


class Ended(Exception):
    """The app has ended as it should."""


class Terminal:
    """A terminal of its own for one app."""

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

    # ---- what goes in

    def send(self, input: Input) -> None:
        """Send keys, clicks or text, or change the size of the window."""
        if isinstance(input, Size):
            self._set_size(input)
            self._app.send_signal(signal.SIGWINCH)
            self.read(0)
            return
        give_up = time.monotonic() + HANGS_AFTER_S
        while input:
            readable, writable, _ = select.select([self._tty], [self._tty], [], 1.0)
            if readable:
                self.read(0)
            if writable:
                input = input[os.write(self._tty, input) :]
                give_up = time.monotonic() + HANGS_AFTER_S
            elif time.monotonic() > give_up:
                raise Failed(f"it takes no input for {HANGS_AFTER_S:.0f} seconds")
            else:
                self._look_after()

    def _set_size(self, size: Size) -> None:
        packed = struct.pack("HHHH", size.rows, size.columns, 0, 0)
        fcntl.ioctl(self._tty, termios.TIOCSWINSZ, packed)

    # ---- what is shown

    def read(self, seconds: float) -> bool:
        """Read what is shown within a time; return whether there was anything."""
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
        self._look_after()
        return has_more

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been drawn since `watch`."""
        return self.screen is None or not any(self.screen.lines())

    def settle(self, most: float = 3.0) -> None:
        """Read until nothing is drawn any more; no longer than that where something moves."""
        give_up = time.monotonic() + most
        while self.read(QUIET_S) and time.monotonic() < give_up:
            pass

    def watch(self, size: Size) -> None:
        """Have everything drawn again in a window of this size, and follow it on `screen`."""
        self.send(KNOWS_FRAMES)
        self.send(Size(size.columns - 1, size.rows))
        self.settle(most=0.5)
        self.screen = Screen(*size)
        self.send(size)

    def wait_for(self, text: str) -> None:
        """Read until the app has shown a text."""
        give_up = time.monotonic() + HANGS_AFTER_S
        while text.encode() not in self._seen:
            self.read(0.1)
            if time.monotonic() > give_up:
                raise Failed(f"{text!r} never came; there was {self._seen!r}")

    # ---- how it ends

    def wait_for_end(self) -> None:
        """Read until the app has ended."""
        give_up = time.monotonic() + HANGS_AFTER_S
        while time.monotonic() < give_up:
            self.read(0.1)
        raise Failed(f"it has not ended {HANGS_AFTER_S:.0f} seconds after Ctrl+Q")

    def kill(self) -> None:
        """Kill the app, and read what it has still shown."""
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
            self._app.wait(HANGS_AFTER_S)
        except subprocess.TimeoutExpired:
            raise Failed("it has closed its terminal and does not end") from None

    def _look_after(self) -> None:
        """Wake an app that was suspended; Ended or Failed if it is no longer there."""
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

"""The app exits when its terminal closes or on a signal, even during an analysis."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import pytest

from numduel.storage import saves

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

OPEN_GAME = """
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.autosave import Autosave
from numduel.tui import app
from numduel.tui.screens.play import PlayScreen
two = make_sides(("human", "human"), ("Ann", "Bob"))
session = Session.begin(find("run"), {"size": "12"}, two, seed=7)
original = app.NumduelApp
app.NumduelApp = lambda: original(lambda: PlayScreen(session, Autosave(session)))
raise SystemExit(app.run()[0])
"""
"""A game so large that its analysis takes a minute."""

SIZE = struct.pack("HHHH", 40, 120, 0, 0)


class PseudoTerminal:
    """A pseudo-terminal that can be disconnected from its program."""

    def __init__(self, begin: Callable[[], None]) -> None:
        self._fd, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, SIZE)
        self._output = b""
        self.app = subprocess.Popen(
            [sys.executable, "-c", OPEN_GAME],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            preexec_fn=begin,
            env={**os.environ, "TERM": "xterm-256color"},
        )
        os.close(inside)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            while more := os.read(self._fd, 65536):  # empty after `disconnect`
                self._output += more
        except OSError:
            return

    def until(self, text: bytes) -> None:
        give_up = time.monotonic() + 30
        while text not in self._output:
            assert time.monotonic() < give_up, self._output[-2000:]
            assert self.app.poll() is None
            time.sleep(0.02)

    def type(self, keys: bytes) -> None:
        self._output = b""
        os.write(self._fd, keys)

    def disconnect(self) -> None:
        """Stop reading and typing."""
        os.dup2(os.open(os.devnull, os.O_RDWR), self._fd)


@contextmanager
def run_with_analysis(begin: Callable[[], None]) -> Iterator[PseudoTerminal]:
    """Run the app with one saved move and an analysis in progress."""
    terminal = PseudoTerminal(begin)
    try:
        terminal.until(b"Back")
        terminal.type(b"0,1\r")
        terminal.until(b"moved")
        terminal.type(b"a")
        terminal.until(b"Analysing")
        yield terminal
    finally:
        terminal.app.kill()
        terminal.app.wait()


def take_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def take_terminal_and_ignore_hangups() -> None:
    take_terminal()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


@pytest.mark.parametrize(
    "begin",
    [take_terminal]
    + [
        pytest.param(how, marks=pytest.mark.long)
        for how in (take_terminal_and_ignore_hangups, os.setsid)
    ],
)
def test_app_exits_when_its_terminal_closes(begin: Callable[[], None]) -> None:
    """Also without a signal: under nohup, or in a terminal that isn't its own."""
    with run_with_analysis(begin) as terminal:
        terminal.disconnect()
        assert terminal.app.wait(30) == 128 + signal.SIGHUP
    assert _saved_moves() == ["0,1"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signal_stops_a_running_analysis(number: signal.Signals) -> None:
    with run_with_analysis(take_terminal) as terminal:
        terminal.app.send_signal(number)
        assert terminal.app.wait(30) == 128 + number
    assert _saved_moves() == ["0,1"]


def test_quitting_does_not_wait_for_an_analysis() -> None:
    with run_with_analysis(take_terminal) as terminal:
        terminal.type(b"\x11")
        assert terminal.app.wait(30) == 0


def _saved_moves() -> list[str]:
    (save,) = saves.list_saves()
    return [ply.move for ply in save.load().plies]

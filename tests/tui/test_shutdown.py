"""The app ends when its terminal does, or when it is told to, whatever it is thinking about."""

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

PLAYING = """
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.autosave import Autosave
from numduel.tui import app
from numduel.tui.screens.play import PlayScreen
two = make_sides(("human", "human"), ("Ann", "Bob"))
session = Session.begin(find("run"), {"size": "12"}, two, seed=7)
whole = app.NumduelApp
app.NumduelApp = lambda: whole(lambda: PlayScreen(session, Autosave(session)))
raise SystemExit(app.run()[0])
"""
"""A game so large that its analysis takes a minute."""

SIZE = struct.pack("HHHH", 40, 120, 0, 0)


class Line:
    """A terminal that can be cut off from what runs in it."""

    def __init__(self, begin: Callable[[], None]) -> None:
        self._end, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, SIZE)
        self._seen = b""
        self.app = subprocess.Popen(
            [sys.executable, "-c", PLAYING],
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
            while more := os.read(self._end, 65536):  # nothing more comes from one that is cut
                self._seen += more
        except OSError:
            return

    def until(self, text: bytes) -> None:
        give_up = time.monotonic() + 30
        while text not in self._seen:
            assert time.monotonic() < give_up, self._seen[-2000:]
            assert self.app.poll() is None
            time.sleep(0.02)

    def type(self, keys: bytes) -> None:
        self._seen = b""
        os.write(self._end, keys)

    def cut(self) -> None:
        """Nobody reads any more, and nobody types."""
        os.dup2(os.open(os.devnull, os.O_RDWR), self._end)


@contextmanager
def thinking(begin: Callable[[], None]) -> Iterator[Line]:
    """The app with a game in it, one move of which is kept, and an analysis under way."""
    line = Line(begin)
    try:
        line.until(b"Back")
        line.type(b"0,1\r")
        line.until(b"adding")
        line.type(b"a")
        line.until(b"Working")
        yield line
    finally:
        line.app.kill()
        line.app.wait()


def own_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def own_terminal_but_no_hangups() -> None:
    own_terminal()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


@pytest.mark.parametrize(
    "begin",
    [own_terminal]
    + [
        pytest.param(how, marks=pytest.mark.long)
        for how in (own_terminal_but_no_hangups, os.setsid)
    ],
)
def test_without_its_terminal_the_app_ends(begin: Callable[[], None]) -> None:
    """Also where no signal tells that: under nohup, or in a terminal that is not its own."""
    with thinking(begin) as line:
        line.cut()
        assert line.app.wait(30) == 128 + signal.SIGHUP
    assert _moves() == ["0,1"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_end_does_not_think_on(number: signal.Signals) -> None:
    with thinking(own_terminal) as line:
        line.app.send_signal(number)
        assert line.app.wait(30) == 128 + number
    assert _moves() == ["0,1"]


def test_who_leaves_does_not_wait_for_an_analysis() -> None:
    with thinking(own_terminal) as line:
        line.type(b"\x11")
        assert line.app.wait(30) == 0


def _moves() -> list[str]:
    (save,) = saves.list_saves()
    return [ply.move for ply in save.load().plies]

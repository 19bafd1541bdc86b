"""Shutdown from outside: SIGTERM, SIGHUP, or a closed terminal."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from threading import Thread, Timer
from typing import Any

SHUTDOWN_TIMEOUT_S = 1.0
"""Seconds the app has to close before the process exits anyway.

Without a terminal, Textual may block on output that has no receiver. Nothing is lost, because
every move is saved before the next one.
"""


def install_shutdown_handlers(leave: Callable[[int], object]) -> None:
    """Call `leave` with the exit status, from any thread, when the app has to close."""
    if sys.platform == "win32":
        return

    def end(number: int, frame: Any = None) -> None:
        last_resort = Timer(SHUTDOWN_TIMEOUT_S, os._exit, [128 + number])
        last_resort.daemon = True
        last_resort.start()
        leave(128 + number)

    def wait() -> None:
        assert sys.__stdin__ is not None, "the app is in a terminal"
        _wait_for_hangup(sys.__stdin__.fileno())
        end(signal.SIGHUP)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    Thread(target=wait, daemon=True, name="terminal").start()


def _wait_for_hangup(terminal: int) -> None:
    """Block until the other end of a terminal is closed, even if no signal is sent."""
    poll = select.poll()
    poll.register(terminal, 0)  # a hang-up is always reported
    while not poll.poll():
        pass

"""The end of the app from outside: somebody ends the process, or its terminal is gone."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from threading import Thread, Timer
from typing import Any

PATIENCE = 1.0
"""Seconds for the app to close in order, before the process ends as it is.

Without a terminal it may not come to that: Textual waits then for what cannot be written any more.
Nothing is lost, since every move is kept before the next one is asked for.
"""


def end_with_terminal(leave: Callable[[int], object]) -> None:
    """From now on `leave` hears, in any thread, with what status to close the app."""
    if sys.platform == "win32":
        return

    def end(number: int, frame: Any = None) -> None:
        last_resort = Timer(PATIENCE, os._exit, [128 + number])
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
    """Until the other end of a terminal is closed, also where no signal tells that."""
    poll = select.poll()
    poll.register(terminal, 0)  # a hang-up is always told
    while not poll.poll():
        pass

"""How far some long work is: a line on standard error that is written over."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .console import Console

PATIENCE = 0.2
"""Seconds until people want to see that something happens, and again."""

WIDTH = 40


class Progress:
    """The line; nothing where nobody sees it."""

    def __init__(self, console: Console, every: float = 0.0) -> None:
        """`every`: seconds before it is shown first, and until it changes again."""
        self._console = console
        self._seen = sys.stderr.isatty()
        self._shown = ""
        self._every = every
        self._next = time.monotonic() + every

    def show(self, text: str) -> None:
        if not self._seen or text == self._shown or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self._every
        self._console.tell_over(text.ljust(len(self._shown)))
        self._shown = text

    def clear(self) -> None:
        if self._shown:
            self._console.tell_over(" " * len(self._shown))
            self._console.tell_over("")
            self._shown = ""


def bar(done: int, total: int) -> str:
    """So much of the whole.

    >>> bar(1, 4)
    '[##########..............................] 25%'
    """
    full = WIDTH * done // total
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {done / total:.0%}"


@contextmanager
def interruptible(console: Console, words: str) -> Iterator[Callable[..., bool]]:
    """Something to tell progress to, which says stop after Ctrl-C; a second one breaks off."""
    import signal

    asked_to_stop = False
    line = Progress(console, PATIENCE)

    def stop(*_: object) -> None:
        nonlocal asked_to_stop
        asked_to_stop = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def progress(positions: int, **more: Any) -> bool:
        line.show(f"{words.format(positions=positions, **more)}, Ctrl-C stops")
        return asked_to_stop

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield progress
    finally:
        signal.signal(signal.SIGINT, before)
        line.clear()
    if asked_to_stop:
        console.tell("Stopped: what was found so far follows.")

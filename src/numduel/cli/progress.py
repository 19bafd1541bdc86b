"""A progress line on standard error, which is overwritten in place."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .console import Console

UPDATE_SECONDS = 0.2
"""Time before the first update, and between updates."""

BAR_CHARS = 40


class Progress:
    """The progress line; it shows only on a terminal."""

    def __init__(self, console: Console, every: float = 0.0) -> None:
        """`every` is the minimum time between updates, in seconds."""
        self._console = console
        self._is_terminal = sys.stderr.isatty()
        self._shown = ""
        self._every = every
        self._next = time.monotonic() + every

    def show(self, text: str) -> None:
        if not self._is_terminal or text == self._shown or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self._every
        self._console.overwrite_err(text.ljust(len(self._shown)))
        self._shown = text

    def clear(self) -> None:
        if self._shown:
            self._console.overwrite_err(" " * len(self._shown))
            self._console.overwrite_err("")
            self._shown = ""


def format_bar(done: int, total: int) -> str:
    """Return a progress bar.

    >>> format_bar(1, 4)
    '[##########..............................] 25%'
    """
    full = BAR_CHARS * done // total
    return f"[{'#' * full}{'.' * (BAR_CHARS - full)}] {done / total:.0%}"


@contextmanager
def interruptible(console: Console, template: str) -> Iterator[Callable[..., bool]]:
    """Yield a progress callback that returns True after Ctrl-C; a second Ctrl-C interrupts."""
    import signal

    is_stopping = False
    line = Progress(console, UPDATE_SECONDS)

    def stop(*_: object) -> None:
        nonlocal is_stopping
        is_stopping = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def progress(positions: int, **more: Any) -> bool:
        line.show(f"{template.format(positions=positions, **more)}, Ctrl-C stops")
        return is_stopping

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield progress
    finally:
        signal.signal(signal.SIGINT, before)
        line.clear()
    if is_stopping:
        console.print_err("Stopped. Results so far:")

"""How far some long work is: a line on standard error that is written over."""

from __future__ import annotations

import sys

__all__ = ["Progress"]


class Progress:
    """The line; nothing where nobody sees it."""

    def __init__(self) -> None:
        self._seen = sys.stderr.isatty()
        self._shown = ""

    def show(self, text: str) -> None:
        if self._seen and text != self._shown:
            sys.stderr.write(f"\r{text.ljust(len(self._shown))}")
            sys.stderr.flush()
            self._shown = text

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write(f"\r{' ' * len(self._shown)}\r")
            sys.stderr.flush()
            self._shown = ""

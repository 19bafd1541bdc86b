"""The gate for all that the app draws: no text of others steers the terminal."""

from __future__ import annotations

from unicodedata import category

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


class Gate(LineFilter):
    """Takes out of every line that is drawn what is no sign to be seen.

    Names and paths have been made printable before, where they are read or worded; what was
    forgotten there, and a terminal would obey, ends here.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [Segment(_seen(text), style, control) for text, style, control in segments]


def _seen(text: str) -> str:
    """As wide as before: a control takes no room, and some spaces are not called printable.

    >>> _seen("Ann\\x1b[2J\\u202e\\u3000!")
    'Ann[2J\\u3000!'
    """
    return "".join(c if c.isprintable() or category(c) == "Zs" else " " * cell_len(c) for c in text)

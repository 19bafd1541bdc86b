"""A filter that keeps control characters in foreign text away from the terminal."""

from __future__ import annotations

from unicodedata import category

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


class ControlCharacterFilter(LineFilter):
    """Removes unprintable characters from every line that is drawn.

    Names and paths are made printable where they are read. This is the second line of defence.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            Segment(_remove_controls(text), style, control) for text, style, control in segments
        ]


def _remove_controls(text: str) -> str:
    """Return the text without control characters, at the same width.

    Control characters have no width. Some spaces don't count as printable, but stay.

    >>> _remove_controls("Ann\\x1b[2J\\u202e\\u3000!")
    'Ann[2J\\u3000!'
    """
    return "".join(c if c.isprintable() or category(c) == "Zs" else " " * cell_len(c) for c in text)

"""ASCII replacements for symbols, for players who want plain characters only."""

from __future__ import annotations

from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.dom import DOMNode
from textual.filter import LineFilter

from ..base_app import app_of

_LETTERS: dict[int, int | str] = {
    **str.maketrans(
        "╭╮╰╯─│┏┓┗┛━┃╔╗╚╝═║▛▜▙▟▀▄▌▐█░✓★▸▶‹›…▏✗•●■◆○┈┊▲½",
        "++++-|****=|####-|####==||#.**>><>~_xoo#^.-:^=",
    ),
    ord("↑"): "up:",
    ord("↓"): "down:",
    **dict.fromkeys(range(0x2800, 0x2900), "."),  # braille, which chart lines are made of
}


_LIKE = str.maketrans("↑↓←→·–—×’‘“”▁▂▃▅▆▇▔▕", "^v<>---x''\"\"______-|")
"""Replacements that keep the width of the text."""


def to_ascii_cells(text: str) -> str:
    """Return a text in ASCII, as wide as it was, with any content.

    >>> to_ascii_cells("┏━━┓ ★ ↑ Zoë 数")
    '*==* * ^ Zoe ??'
    """
    return text if text.isascii() else "".join(map(_letter, text.translate(_LIKE)))


def _letter(sign: str) -> str:
    if sign.isascii():
        return sign
    letter = to_ascii(sign)
    if not letter.isascii():
        letter = normalize("NFKD", sign)[:1]
    room = cell_len(sign)
    return letter if letter.isascii() and len(letter) == room else "?" * room


class AsciiFilter(LineFilter):
    """Converts every line that is drawn to ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.text.isascii()
            else Segment(to_ascii_cells(segment.text), *segment[1:])
            for segment in segments
        ]


def to_ascii(text: str) -> str:
    """Return a text with its symbols in ASCII.

    >>> to_ascii("┏━━┓ ★ ↑")
    '*==* * up:'
    """
    return text.translate(_LETTERS)


def is_ascii(node: DOMNode) -> bool:
    """Return whether the app of this widget draws plain ASCII only."""
    return app_of(node).settings.ascii


def to_display(node: DOMNode, text: str) -> str:
    """Return a text as the app of this widget displays it: in ASCII if that is set."""
    return to_ascii(text) if is_ascii(node) else text

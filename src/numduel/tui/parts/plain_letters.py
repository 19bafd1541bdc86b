"""Signs, and the plain letters that stand for them where somebody wants only those."""

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
    **dict.fromkeys(range(0x2800, 0x2900), "."),  # braille, of which lines are made
}


_LIKE = str.maketrans("↑↓←→·–—×’‘“”▁▂▃▅▆▇▔▕", "^v<>---x''\"\"______-|")
"""What stands for other signs where it must be as wide as they are."""


def as_wide(text: str) -> str:
    """A text in plain letters that takes the same room, whatever was in it.

    >>> as_wide("┏━━┓ ★ ↑ Zoë 数")
    '*==* * ^ Zoe ??'
    """
    return text if text.isascii() else "".join(map(_letter, text.translate(_LIKE)))


def _letter(sign: str) -> str:
    if sign.isascii():
        return sign
    letter = plain(sign)
    if not letter.isascii():
        letter = normalize("NFKD", sign)[:1]
    room = cell_len(sign)
    return letter if letter.isascii() and len(letter) == room else "?" * room


class PlainLetters(LineFilter):
    """Takes all but plain letters out of every line that is drawn."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isascii() else Segment(as_wide(segment.text), *segment[1:])
            for segment in segments
        ]


def plain(text: str) -> str:
    """A text in plain letters.

    >>> plain("┏━━┓ ★ ↑")
    '*==* * up:'
    """
    return text.translate(_LETTERS)


def is_ascii(node: DOMNode) -> bool:
    """Whether only plain letters are drawn in the app that this is a part of."""
    return app_of(node).settings.ascii


def signs(node: DOMNode, text: str) -> str:
    """A text as it is drawn in the app that this is a part of."""
    return plain(text) if is_ascii(node) else text

"""Signs, and the plain letters that stand for them where somebody wants only those."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.dom import DOMNode

if TYPE_CHECKING:
    from ..app import NumduelApp

__all__ = ["is_ascii", "plain", "signs"]

_LETTERS: dict[int, int | str] = {
    **str.maketrans(
        "╭╮╰╯─│┏┓┗┛━┃╔╗╚╝═║▛▜▙▟▀▄▌▐█░✓★▸▶‹›…▏✗•●■◆○┈┊▲",
        "++++-|****=|####-|####==||#.**>><>~_xoo#^.-:^",
    ),
    ord("↑"): "up:",
    ord("↓"): "down:",
    **dict.fromkeys(range(0x2800, 0x2900), "."),  # braille, of which lines are made
}


def plain(text: str) -> str:
    """A text in plain letters.

    >>> plain("┏━━┓ ★ ↑")
    '*==* * up:'
    """
    return text.translate(_LETTERS)


def is_ascii(node: DOMNode) -> bool:
    """Whether only plain letters are drawn in the app that this is a part of."""
    return cast("NumduelApp", node.app).settings.ascii


def signs(node: DOMNode, text: str) -> str:
    """A text as it is drawn in the app that this is a part of."""
    return plain(text) if is_ascii(node) else text

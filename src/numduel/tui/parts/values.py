"""What a value looks like on a tile: a few letters that say it, and a colour that agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .drawing import Sign

if TYPE_CHECKING:
    from ...engine.solving.value import Value

COLOURS = {
    "win": "success",
    "loss": "error",
    "endless": "warning",
    "chance": "primary",
    "unknown": "quiet",
}


def sign(value: Value) -> Sign:
    """A value in at most five letters, in a colour that agrees.

    >>> from numduel.engine.solving.value import loss, win
    >>> sign(win(3)), sign(loss(4)).text
    (Sign(text='W3', colour='success'), 'L4')
    """
    return Sign(value.sign, COLOURS[value.outcome])

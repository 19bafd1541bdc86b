"""What a value looks like on a tile: a few letters that say it, and a colour that agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .drawing import Sign

if TYPE_CHECKING:
    from ...engine.solving.value import Value

__all__ = ["LEGEND", "sign"]

LEGEND = {
    "W3": "wins in 3 turns of both together",
    "L4": "loses in 4 turns, if the other side finds it",
    "=": "goes on without end",
    "62%": "the exact chance to win",
    "~50%": "about so, too deep to be sure",
}


def sign(value: Value) -> Sign:
    """A value in at most five letters.

    >>> from numduel.engine.solving.value import endless, loss, win
    >>> [sign(value).text for value in (win(3), loss(4), endless())]
    ['W3', 'L4', '=']
    """
    turns = "" if value.turns is None else str(value.turns)
    match value.outcome:
        case "win":
            return Sign(f"W{turns}", "success")
        case "loss":
            return Sign(f"L{turns}", "error")
        case "endless":
            return Sign("=", "warning")
        case "chance":
            return Sign(f"{float(value.chance):.0%}", "primary")
    return Sign(f"~{float(value.chance):.0%}", "quiet")

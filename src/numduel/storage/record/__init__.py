"""A match on paper: a text that people can read and edit, and back.

    [Game "run"]
    [Options "size=2 highest=5"]
    [Board "3 1/2 5"]
    [Player1 "Ann"]
    [Result "1-0"]
    [Reason "reached"]

    1. 0,1 no {stepping past}
    2. 1,0
    3. 1,1

Tags first, then the moves, one numbered turn a line. `=5` is what chance drew. Remarks stand in
braces, or behind a semicolon to the end of the line. A result is 1-0, 0-1, 1/2-1/2 for a draw, or *
where the moves have none; [Ended "Player 1 resigned"] or "stopped" tells how people ended such a
match.
"""

from __future__ import annotations

from ...checks import need
from ...dice import Dice
from ...errors import RecordError
from ...play.match import Match
from .writing import dumps, headline, result

__all__ = ["dumps", "headline", "loads", "rescued", "result"]


def loads(text: str, *, dice: Dice | None = None) -> Match:
    """The match that a record describes; RecordError says on which line it is wrong and why.

    What a hidden board has not shown is dealt anew.
    """
    dice = _checked(text, dice)
    from .reading import read  # imported here to start fast

    return read(text, dice)


def rescued(text: str, *, dice: Dice | None = None) -> Match:
    """As much of the match as a damaged record still tells; RecordError if not even the game.

    >>> rescued('[Game "sum"]\\n[Result "1-0"]\\n\\n1. 7\\n2. 9\\n3. 1\\x005').moves
    ('1', '2', '3', '4', '5', '6', '7')
    """
    dice = _checked(text, dice)
    from .reading import rescue

    return rescue(text, dice)


def _checked(text: str, dice: Dice | None) -> Dice:
    if type(text) is not str:
        raise RecordError(1, "a record is text")
    return Dice() if dice is None else need(dice, Dice, "dice are a numduel.Dice")

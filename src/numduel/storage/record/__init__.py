"""Records: matches as text that people can read and edit.

docs/records.md describes the format.

Examples:
    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> match = numduel.Match.replay(game, ["0,0", "2,0"])
    >>> match.tags["Player1"] = "Ann"
    >>> print(numduel.record.dumps(match), end="")
    [Game "maze"]
    [Options "size=3 target=15 starts=chosen extra=0 diagonal=0"]
    [Board "4 3 8/9 5 1/2 7 6"]
    [Player1 "Ann"]
    [Result "*"]
    <BLANKLINE>
    1. 0,0
    2. 2,0
    >>> numduel.record.loads(numduel.record.dumps(match)).moves
    ('0,1', '1,0')
    >>> numduel.record.headline(match), numduel.record.result(match)
    ('Number Maze, Ann against ?', '*')
"""

from __future__ import annotations

from ...checks import need
from ...dice import Dice
from ...errors import RecordError
from ...play.match import Match
from .writing import dumps, headline, result

__all__ = ["dumps", "headline", "loads", "rescued", "result"]


def loads(text: str, *, dice: Dice | None = None) -> Match:
    """Return the match that a record describes.

    Args:
        text: The record.
        dice: The source of chance; it also deals the unseen part of a hidden board.

    Raises:
        RecordError: If the record is wrong, with the line and the problem.
    """
    dice = _check_arguments(text, dice)
    from .reading import read  # imported here to start fast

    return read(text, dice)


def rescued(text: str, *, dice: Dice | None = None) -> Match:
    """Return as much of a match as can be read from a damaged record.

    Raises:
        RecordError: If not even the game can be read.
    """
    dice = _check_arguments(text, dice)
    from .reading import rescue

    return rescue(text, dice)


def _check_arguments(text: str, dice: Dice | None) -> Dice:
    if type(text) is not str:
        raise RecordError(1, "a record is text")
    return Dice() if dice is None else need(dice, Dice, "dice are a numduel.Dice")

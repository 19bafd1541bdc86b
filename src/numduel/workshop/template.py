"""A game file to start from: it plays, passes the check and explains itself."""

from __future__ import annotations

from ..core import is_id
from ..errors import SetupError, quoted

__all__ = ["TEMPLATE", "write_template"]

TEMPLATE = '''\
"""{title}: take stones from a pile; the player who takes the last one wins.

Change the rules below, one at a time, and after each change:

    numduel game check ./{id}.py      are the rules consistent?
    numduel play ./{id}.py            play it
    numduel game report ./{id}.py     is it fair and deep?

docs/workshop.md explains every part.
"""

from numduel.workshop import (
    Example,
    Number,
    Numbers,
    Options,
    Over,
    Player,
    Position,
    ShortGame,
    Whole,
)


class {name}Options(Options):
    """The choices before a game: each option has a default and limits."""

    stones = Whole(12, 2, 60, "stones in the pile")
    most = Whole(3, 2, 9, "maximum stones in one move")


class Pile(Position):
    """Everything that changes during a game. The player to move is always part of it."""

    stones = Number(start="stones", highest="stones")


class {name}(ShortGame[{name}Options, Pile, int]):
    id = "{id}"
    title = "{title}"
    summary = "Take stones from the pile, and take the last one."
    moves = Numbers(1, "most")  # all moves that can ever occur
    asks = "take how many stones ({{expects}})?"
    tells = "{{player}} took {{move}}"
    endings = {{"last": ("{{winner}} took the last stone", "{{winner}} would take the last stone")}}
    # A game as you play it by the rules, with its winner: it shows that the code means the same.
    examples = (Example("3 1 3 1 3 1", winner=2),)

    def why_not(self, pile: Pile, number: int) -> str | None:
        """Return why this move is forbidden; None if it is legal."""
        return None if number <= pile.stones else "the pile has fewer stones than that"

    def change(self, pile: Pile, number: int) -> Player | None:
        """Make a legal move, in a copy of the position. Then the other player moves.

        To let the same player move again, return pile.player.
        """
        pile.stones -= number
        return None

    def ended(self, pile: Pile) -> Over | None:
        """Return the winner and the reason; None if the game goes on.

        pile.player is the player who would move next.
        """
        return None if pile.stones else Over(pile.player.other, "last")
'''
"""The file; braces are filled in."""


def write_template(id: str) -> str:
    """Return a game file for a game with this id; raise SetupError if it can't be an id."""
    if not is_id(id) or id[0].isdigit() or id.startswith("_"):
        rule = "use a-z, 0-9 and _, and begin with a letter"
        raise SetupError(f"{quoted(id)} can't be the name of a game: {rule}")
    parts = [part for part in id.split("_") if part]
    name = "".join(part.capitalize() for part in parts)
    return TEMPLATE.format(id=id, name=name, title=" ".join(parts).capitalize())

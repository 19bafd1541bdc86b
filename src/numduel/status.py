"""Who plays, and what a status can be: somebody's turn, chance, or the end."""

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

Move = str
"""A move is its own notation: what a player types and a record writes, such as "0,1" or "yes"."""


class Player(IntEnum):
    """One of the two.

    >>> Player.ONE.other, str(Player.TWO), Player.TWO.token
    (<Player.TWO: 1>, 'Player 2', 'P2')
    """

    ONE = 0
    TWO = 1

    other: "Player"

    @property
    def token(self) -> str:
        return f"P{self + 1}"

    def __str__(self) -> str:
        return f"Player {self + 1}"


Player.ONE.other, Player.TWO.other = Player.TWO, Player.ONE


class Turn(NamedTuple):
    """Somebody is to move."""

    player: Player
    moves: tuple[Move, ...]
    """What may be played: never empty, in the rule book's order."""


class Chance(NamedTuple):
    """Something is drawn."""

    odds: tuple[tuple[Move, "Fraction"], ...]

    def drawn(self, point: float) -> Move:
        """What is drawn at a point from 0 up to 1: the odds lie side by side between these."""
        below = 0.0
        for move, share in self.odds:
            below += float(share)
            if point < below:
                return move
        return self.odds[-1][0]


class Over(NamedTuple):
    """The game has ended."""

    winner: Player | None
    """None is a draw, which only a game that declares `has_draws` can have."""
    reason: str
    """One of the words in the game's `reasons`."""

    @property
    def is_draw(self) -> bool:
        return self.winner is None


Status = Turn | Chance | Over

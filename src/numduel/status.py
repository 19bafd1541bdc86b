"""Players, moves, and the status of a position: a turn, chance, or the end."""

from enum import IntEnum
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

Move = str
"""A move as text, in the notation of the records: "0,1" or "yes"."""


class Player(IntEnum):
    """One of the two players: an int that can index a pair. Both are true, unlike None.

    Examples:
        >>> import numduel
        >>> numduel.Player.ONE.other, str(numduel.Player.TWO), numduel.Player.TWO.token
        (<Player.TWO: 1>, 'Player 2', 'P2')
        >>> bool(numduel.Player.ONE)
        True
    """

    ONE = 0
    """Player 1, the number 0."""
    TWO = 1
    """Player 2, the number 1."""

    other: "Player"
    """The opponent."""

    @property
    def token(self) -> str:
        """The player's mark on a board: "P1" or "P2"."""
        return f"P{self + 1}"

    def __bool__(self) -> Literal[True]:
        return True  # so that `if owner` asks whether there is one

    def __str__(self) -> str:
        return f"Player {self + 1}"


Player.ONE.other, Player.TWO.other = Player.TWO, Player.ONE


class Turn(NamedTuple):
    """The status of a position in which a player is to move.

    Examples:
        >>> import numduel
        >>> game = numduel.new("sum")
        >>> game.status(game.start())
        Turn(player=<Player.ONE: 0>, moves=('1', '2', '3', '4', '5', '6', '7', '8', '9'))
    """

    player: Player
    """The player to move."""
    moves: tuple[Move, ...]
    """The legal moves, in the rule book's order; never empty."""


class Chance(NamedTuple):
    """The status of a position in which chance decides.

    In Number Quest, chance decides which number a chosen cell holds.

    Examples:
        >>> import numduel
        >>> quest = numduel.new("quest", size=2, target=5).public()
        >>> state = quest.play(quest.start(), "1,1")
        >>> print(*quest.status(state).odds[:2])
        ('1', Fraction(1, 4)) ('2', Fraction(1, 4))
    """

    odds: tuple[tuple[Move, "Fraction"], ...]
    """The possible outcomes, each with its probability as a fraction."""

    def drawn(self, point: float) -> Move:
        """Return the outcome at a point from 0 up to 1, such as `random.random()` returns."""
        below = 0.0
        for move, share in self.odds:
            below += float(share)
            if point < below:
                return move
        return self.odds[-1][0]


class Over(NamedTuple):
    """The status of a position in which the rules have ended the game.

    Examples:
        >>> import numduel
        >>> game = numduel.new("sum", target=9)
        >>> game.status(game.play(game.start(), "9"))
        Over(winner=<Player.ONE: 0>, reason='exact')
        >>> numduel.Over(None, "equal").is_draw
        True
    """

    winner: Player | None
    """The winner. None is a draw, which only a game with `has_draws` can have."""
    reason: str
    """The reason: one of the game's `reasons`."""

    @property
    def is_draw(self) -> bool:
        """Whether the game is a draw."""
        return self.winner is None


Status = Turn | Chance | Over
"""The next event in a position, as `Game.status` returns it."""

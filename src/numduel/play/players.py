"""Who chooses: each is shown the public game and a view, and names a move."""

from __future__ import annotations

from typing import Any, Protocol

from ..core import AnyGame, Move, Turn
from ..dice import Dice
from ..errors import SetupError, listed, quoted

__all__ = ["HUMAN", "LEVELS", "Chooser", "RandomPlayer", "kinds", "seat"]

HUMAN = "human"
"""Somebody at the keyboard: an interface asks them, so no chooser stands for them."""


class Chooser(Protocol):
    """Anything that plays by itself."""

    def choose(self, game: AnyGame, view: Any) -> Move:
        """One of the moves that the game offers in what this player sees."""
        ...


class RandomPlayer:
    """Plays any move, each as likely.

    >>> import numduel
    >>> game = numduel.new("sum")
    >>> RandomPlayer(Dice(7)).choose(game, game.start())
    '3'
    """

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def choose(self, game: AnyGame, view: Any) -> Move:
        status = game.status(view)
        assert isinstance(status, Turn), "a player is asked only when there is a choice"
        return self._dice.choice(status.moves)


RANDOM = "random"
LEVELS = ("beginner", "casual", "skilled", "expert", "perfect")
"""The levels of `engine.levels`, named here so that naming them does not load the engine."""


def kinds() -> tuple[str, ...]:
    """All that can be named as a player.

    >>> kinds()
    ('human', 'random', 'beginner', 'casual', 'skilled', 'expert', 'perfect')
    """
    return (HUMAN, RANDOM, *LEVELS)


def seat(who: str, dice: Dice) -> Chooser | None:
    """The player that a name stands for; None for a human."""
    if who == HUMAN:
        return None
    if who == RANDOM:
        return RandomPlayer(dice)
    if who in LEVELS:
        from ..engine.opponents import levels  # not before a level is seated: play must start fast

        return levels.Opponent(levels.LEVELS[who], dice)
    raise SetupError(f"there is no player {quoted(who)}; there are {listed(kinds(), 'and')}")

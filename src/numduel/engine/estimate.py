"""An honest guess where the truth is out of reach: many games played at random."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..core import AnyGame, Chance, Over, Player, Turn
from ..dice import Dice

__all__ = ["GAMES", "estimate"]

GAMES = 200
"""Random games for one estimate."""

LONGEST = 500
"""Moves after which a random game is given up, and counts for nobody."""


def estimate(game: AnyGame, state: Any, player: Player, dice: Dice, games: int = GAMES) -> Fraction:
    """The share of random games from this position that the player wins."""
    won = sum(_winner(game, state, dice) is player for _ in range(games))
    return Fraction(won, games)


def _winner(game: AnyGame, state: Any, dice: Dice) -> Player | None:
    for _ in range(LONGEST):
        match game.status(state):
            case Over(winner):
                return winner
            case Turn(_, moves):
                state = game.play(state, dice.choice(moves))
            case Chance(odds):
                point, below = dice.random(), 0.0
                drawn = odds[-1][0]
                for move, share in odds:
                    below += float(share)
                    if point < below:
                        drawn = move
                        break
                state = game.play(state, drawn)
    return None

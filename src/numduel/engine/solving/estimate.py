"""An honest guess where the truth is out of reach: many games played at random."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...core import AnyGame, Chance, Over, Player, Turn
from ...dice import Dice

__all__ = ["GAMES", "MOVES", "estimate"]

GAMES = 200
"""Random games for one estimate, at most."""

MOVES = 20_000
"""Random moves for the estimates of one position: where games are long, fewer are played."""

LONGEST = 500
"""Moves after which a random game is given up, and counts for nobody."""


def estimate(
    game: AnyGame, state: Any, player: Player, dice: Dice, games: int = GAMES, most: int = MOVES
) -> Fraction:
    """The share that the player wins of random games from this position.

    Of those that end, that is; where none does, it is even.
    """
    winners: list[Player | None] = []
    moves = 0
    while len(winners) < games and moves < most:
        winner, length = _played_out(game, state, dice)
        winners.append(winner)
        moves += length
    ended = len(winners) - winners.count(None)
    return Fraction(winners.count(player), ended) if ended else Fraction(1, 2)


def _played_out(game: AnyGame, state: Any, dice: Dice) -> tuple[Player | None, int]:
    """Who wins a random game, and after how many moves."""
    for length in range(LONGEST):
        match game.status(state):
            case Over(winner):
                return winner, length
            case Turn(_, moves):
                state = game.play(state, dice.choice(moves))
            case Chance() as chance:
                state = game.play(state, chance.drawn(dice.random()))
    return None, LONGEST

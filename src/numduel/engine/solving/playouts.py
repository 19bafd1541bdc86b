"""Games played out in the mind: at random, or by somebody's choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple

from ...budget import Budget
from ...compiled import loaded, packed, rules_of
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ...dice import Dice

GAMES = 200
"""Random games for one estimate, at most."""

MOVES = 20_000
"""Random moves for the estimates of one position: where games are long, fewer are played."""

LONGEST = 500
"""Plies after which a random game is given up, and counts for nobody."""


class Playout(NamedTuple):
    """A game played to its end, or given up."""

    winner: Player | None
    """None where it was given up."""
    moves: list[Move]
    """All plies, what was drawn among them."""
    draws: int
    """Of how many possibilities something was drawn, summed."""


def play_out(
    game: AnyGame,
    state: Any,
    dice: Dice,
    longest: int,
    choose: Callable[[Any, tuple[Move, ...]], Move] | None = None,
) -> Playout:
    """A game from this position on, with random moves unless somebody chooses them."""
    made: list[Move] = []
    draws = 0
    while True:
        match game.status(state):
            case Over(winner):
                return Playout(winner, made, draws)
            case _ if len(made) >= longest:
                return Playout(None, made, draws)
            case Turn(_, moves):
                move = dice.choice(moves) if choose is None else choose(state, moves)
            case Chance(odds) as chance:
                move = chance.drawn(dice.random())
                draws += len(odds)
        made.append(move)
        state = game.play(state, move)


class RandomGame(NamedTuple):
    """What became of a random game."""

    winner: Player | None
    steps: int
    draws: int
    """Of how many possibilities something was drawn, summed."""


@contextmanager
def random_games(
    game: AnyGame, state: Any, dice: Dice
) -> Iterator[Callable[[Any, int], RandomGame]]:
    """What plays a random game, given up after so many steps, from this position or a later one.

    Compiled where it can be, and then the same games. Nobody else throws the dice meanwhile.
    """
    rules = rules_of(game)
    if rules is None or packed(rules, state) is None:
        yield lambda state, longest: _in_python(game, state, dice, longest)
        return
    playouts, pack = loaded().Playouts(rules, dice.rng_state), rules.packed

    def play(state: Any, longest: int) -> RandomGame:
        one, two, steps, draws = playouts.play(pack(state), longest)
        return RandomGame(Player.ONE if one else Player.TWO if two else None, steps, draws)

    try:
        yield play
    finally:
        dice.rng_state = playouts.rng_state


def _in_python(game: AnyGame, state: Any, dice: Dice, longest: int) -> RandomGame:
    winner, moves, draws = play_out(game, state, dice, longest)
    return RandomGame(winner, len(moves), draws)


def estimate(
    game: AnyGame, state: Any, player: Player, budget: Budget, most: int = MOVES
) -> Fraction:
    """The share that the player wins of random games from this position, always the same ones.

    Of those that end, that is; where none does, it is even. Some are played even where the budget
    has no time left, but only one when the work was cancelled, and none when it is overdue.
    """
    winners: list[Player | None] = []
    moves = 0
    with random_games(game, state, Dice(0)) as play:
        while len(winners) < GAMES and moves < most and not budget.is_overdue:
            if winners and budget.is_cancelled_now():
                break
            played = play(state, LONGEST)
            winners.append(played.winner)
            moves += played.steps
    ended = len(winners) - winners.count(None)
    return Fraction(winners.count(player), ended) if ended else Fraction(1, 2)

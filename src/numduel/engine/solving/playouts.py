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
    """None for a draw, and where it was given up."""
    is_over: bool
    """Whether it was played to its end."""
    moves: list[Move]
    """All plies, those of chance included."""
    chances: int
    """The number of outcomes that chance could have had, summed over its plies."""

    @property
    def is_draw(self) -> bool:
        return self.is_over and self.winner is None


def play_out(
    game: AnyGame,
    state: Any,
    dice: Dice,
    longest: int,
    choose: Callable[[Any, tuple[Move, ...]], Move] | None = None,
) -> Playout:
    """A game from this position on, with random moves unless somebody chooses them."""
    made: list[Move] = []
    chances = 0
    while True:
        match game.status(state):
            case Over(winner):
                if winner is None:
                    game.check_draw()
                return Playout(winner, True, made, chances)
            case _ if len(made) >= longest:
                return Playout(None, False, made, chances)
            case Turn(_, moves):
                move = dice.choice(moves) if choose is None else choose(state, moves)
            case Chance(odds) as chance:
                move = chance.drawn(dice.random())
                chances += len(odds)
        made.append(move)
        state = game.play(state, move)


class RandomGame(NamedTuple):
    """The result of a random game."""

    winner: Player | None
    """None for a draw, and where it was given up."""
    is_over: bool
    """Whether it was played to its end."""
    steps: int
    chances: int
    """The number of outcomes that chance could have had, summed over its plies."""

    def score(self, player: Player) -> float | None:
        """Return what the game counts for a player: 1, ½ or 0; None where it was given up."""
        if self.winner is None:
            return 0.5 if self.is_over else None
        return float(self.winner is player)


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
        one, two, steps, chances = playouts.play(pack(state), longest)
        winner = Player.ONE if one else Player.TWO if two else None
        return RandomGame(winner, winner is not None, steps, chances)  # compiled games never draw

    try:
        yield play
    finally:
        dice.rng_state = playouts.rng_state


def _in_python(game: AnyGame, state: Any, dice: Dice, longest: int) -> RandomGame:
    winner, is_over, moves, chances = play_out(game, state, dice, longest)
    return RandomGame(winner, is_over, len(moves), chances)


def estimate(
    game: AnyGame, state: Any, player: Player, budget: Budget, most: int = MOVES
) -> Fraction:
    """Return the share of random games from this position, always the same, that a player wins.

    A draw counts half. Only games that end count; where none does, it is even. Some are played even
    where the budget has no time left, but only one when the work was cancelled, and none when it is
    overdue.
    """
    scores: list[float | None] = []
    moves = 0
    with random_games(game, state, Dice(0)) as play:
        while len(scores) < GAMES and moves < most and not budget.is_overdue:
            if scores and budget.is_cancelled_now():
                break
            played = play(state, LONGEST)
            scores.append(played.score(player))
            moves += played.steps
    ended = [score for score in scores if score is not None]
    return Fraction(sum(ended)) / len(ended) if ended else Fraction(1, 2)

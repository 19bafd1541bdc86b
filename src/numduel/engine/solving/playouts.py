"""Simulated games, with random moves or a player's choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple

from ...budget import Budget
from ...compiled import loaded, pack, rules_of
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ...dice import Dice

MAX_GAMES = 200
"""Maximum random games for one estimate."""

MAX_MOVES = 20_000
"""Maximum random moves for all estimates of one position."""

MAX_PLIES = 500
"""Plies after which a random game is abandoned and doesn't count."""


class Playout(NamedTuple):
    """A simulated game, finished or abandoned."""

    winner: Player | None
    """None for a draw or an abandoned game."""
    is_over: bool
    """Whether the game finished."""
    moves: list[Move]
    """All plies, including those of chance."""
    chance_outcomes: int
    """The number of possible outcomes, summed over the plies of chance."""

    @property
    def is_draw(self) -> bool:
        return self.is_over and self.winner is None


def play_out(
    game: AnyGame,
    state: Any,
    dice: Dice,
    max_plies: int,
    choose: Callable[[Any, tuple[Move, ...]], Move] | None = None,
) -> Playout:
    """Play a game from this position, with random moves unless `choose` is given."""
    made: list[Move] = []
    chance_outcomes = 0
    while True:
        match game.status(state):
            case Over(winner):
                if winner is None:
                    game.check_draw()
                return Playout(winner, True, made, chance_outcomes)
            case _ if len(made) >= max_plies:
                return Playout(None, False, made, chance_outcomes)
            case Turn(_, moves):
                move = dice.choice(moves) if choose is None else choose(state, moves)
            case Chance(odds) as chance:
                move = chance.drawn(dice.random())
                chance_outcomes += len(odds)
        made.append(move)
        state = game.play(state, move)


class RandomGame(NamedTuple):
    """The result of a random game."""

    winner: Player | None
    """None for a draw or an abandoned game."""
    is_over: bool
    """Whether the game finished."""
    plies: int
    chance_outcomes: int
    """The number of possible outcomes, summed over the plies of chance."""

    def score(self, player: Player) -> float | None:
        """Return the score of a player: 1, ½ or 0; None for an abandoned game."""
        if self.winner is None:
            return 0.5 if self.is_over else None
        return float(self.winner is player)


@contextmanager
def random_games(
    game: AnyGame, state: Any, dice: Dice
) -> Iterator[Callable[[Any, int], RandomGame]]:
    """Yield a function that plays a random game from this position or a later one.

    Its second argument is the number of plies after which the game is abandoned. Compiled rules
    play the same games as Python. Don't use the dice for anything else inside the block.
    """
    rules = rules_of(game)
    if rules is None or pack(rules, state) is None:
        yield lambda state, max_plies: _play_in_python(game, state, dice, max_plies)
        return
    playouts = loaded().Playouts(rules, dice.rng_state)

    def play(state: Any, max_plies: int) -> RandomGame:
        one, two, plies, chance_outcomes = playouts.play(rules.pack(state), max_plies)
        winner = Player.ONE if one else Player.TWO if two else None
        return RandomGame(
            winner, winner is not None, plies, chance_outcomes
        )  # compiled games never draw

    try:
        yield play
    finally:
        dice.rng_state = playouts.rng_state


def _play_in_python(game: AnyGame, state: Any, dice: Dice, max_plies: int) -> RandomGame:
    winner, is_over, moves, chance_outcomes = play_out(game, state, dice, max_plies)
    return RandomGame(winner, is_over, len(moves), chance_outcomes)


def estimate(
    game: AnyGame, state: Any, player: Player, budget: Budget, max_moves: int = MAX_MOVES
) -> Fraction:
    """Return the share of random games from this position that a player wins.

    A draw counts half; abandoned games don't count, and without any finished game the share is ½.
    The games are always the same. Some are played even if the budget has no time left, but only one
    after cancellation, and none if the budget is overdue.
    """
    scores: list[float | None] = []
    moves = 0
    with random_games(game, state, Dice(0)) as play:
        while len(scores) < MAX_GAMES and moves < max_moves and not budget.is_overdue:
            if scores and budget.is_cancelled_now():
                break
            played = play(state, MAX_PLIES)
            scores.append(played.score(player))
            moves += played.plies
    ended = [score for score in scores if score is not None]
    return Fraction(sum(ended)) / len(ended) if ended else Fraction(1, 2)

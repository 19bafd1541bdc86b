"""Imperfect play: players who see 2 turns ahead, and the results of their games."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Move, Over, Player, Turn
from ...dice import Dice
from ..solving.playouts import Playout, play_out
from ..solving.search import search_of

SIGHT_TURNS = 2
"""Turns that an imperfect player sees ahead: its own and the opponent's."""

GAMES = 200
"""Games of imperfect players per board."""

MAX_MEMORY_POSITIONS = 200_000
"""Positions above which a player clears its memory."""

MAX_PLIES = 100
"""Plies after which a game of imperfect players stops unfinished (X2)."""


class ImperfectPlayer:
    """A player who takes wins and avoids losses within SIGHT_TURNS, and otherwise plays randomly.

    Only for games without chance. The same dice make the same choices.
    """

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        self.game = game
        self._search = search_of(game)
        self._budget = budget
        self._choices: dict[object, tuple[Move, ...]] = {}

    def choose(self, state: Any, moves: tuple[Move, ...], dice: Dice) -> Move:
        if len(self._search) + len(self._choices) > MAX_MEMORY_POSITIONS:
            self._search = search_of(self.game)
            self._choices.clear()
        if state not in self._choices:
            self._choices[state] = self._find_best(state, moves)
        return dice.choice(self._choices[state])

    def _find_best(self, state: Any, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the moves with the highest score."""
        scores = {move: self._score(state.player, self.game.play(state, move)) for move in moves}
        best = max(scores.values())
        return tuple(move for move, score in scores.items() if score == best)

    def _score(self, player: Player, after: Any) -> int:
        """Return 2 for a win in sight, 0 for a loss in sight, 1 for anything else."""
        match self.game.status(after):
            case Over(None):
                self.game.check_draw()
                return 1
            case Over(winner):
                return 2 if winner is player else 0
            case Turn(mover):
                turns = SIGHT_TURNS if mover is player else SIGHT_TURNS - 1
                try:
                    won = self._search.wins(after, turns, self._budget)
                    lost = self._search.loses(after, turns, self._budget)
                except RecursionError:  # a turn with a cycle has no end in sight
                    return 1
                if mover is not player:
                    won, lost = lost, won
                return 2 if won else 0 if lost else 1
        return 1

    def play_out(self, dice: Dice) -> Playout:
        """Play one game against itself, from the start."""
        self._budget.check()
        return play_out(
            self.game,
            self.game.start(),
            dice,
            MAX_PLIES,
            lambda state, moves: self.choose(state, moves, dice),
        )


class ImperfectGames(NamedTuple):
    """The results of GAMES games between two imperfect players."""

    one: int
    """Games that Player 1 won."""
    two: int
    unfinished: int
    drawn: int = 0

    @property
    def share(self) -> float:
        """Player 1's share of the finished games, a draw counting half; ½ if none finished."""
        ended = self.one + self.two + self.drawn
        return (self.one + self.drawn / 2) / ended if ended else 0.5

    @classmethod
    def of(cls, game: AnyGame, budget: Budget) -> ImperfectGames:
        """Play the games of a board, always with the same dice."""
        player, dice = ImperfectPlayer(game, budget), Dice(0)
        played = [player.play_out(dice) for _ in range(GAMES)]
        one, two = (sum(game.winner is seat for game in played) for seat in Player)
        drawn = sum(game.is_draw for game in played)
        return cls(one, two, GAMES - one - two - drawn, drawn)

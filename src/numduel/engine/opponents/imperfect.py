"""Imperfect play: players who see two turns ahead, and what becomes of their games."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Move, Over, Player, Turn
from ...dice import Dice
from ..solving.playouts import Playout, play_out
from ..solving.search import search_of

SIGHT = 2
"""How many turns ahead an imperfect player sees: the own move, and the answer."""

GAMES = 200
"""Games of imperfect players for one board."""

MEMORY = 200_000
"""Positions above which a player forgets what it has looked at."""

LONGEST = 100
"""Plies after which a game of imperfect players is left unfinished (X2)."""


class ImperfectPlayer:
    """A player who takes a win within SIGHT turns, avoids a loss within as many, and else guesses.

    For games in which nothing is drawn. The same dice make the same choices.
    """

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        self.game = game
        self._search = search_of(game)
        self._budget = budget
        self._choices: dict[object, tuple[Move, ...]] = {}

    def choose(self, state: Any, moves: tuple[Move, ...], dice: Dice) -> Move:
        if len(self._search) + len(self._choices) > MEMORY:
            self._search = search_of(self.game)
            self._choices.clear()
        if state not in self._choices:
            self._choices[state] = self._sensible(state, moves)
        return dice.choice(self._choices[state])

    def _sensible(self, state: Any, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The moves that look as good as any."""
        looks = {move: self._look(state.player, self.game.play(state, move)) for move in moves}
        best = max(looks.values())
        return tuple(move for move, look in looks.items() if look == best)

    def _look(self, player: Player, after: Any) -> int:
        """2 for a win in sight, 0 for a loss in sight, else 1: also for a draw."""
        match self.game.status(after):
            case Over(None):
                self.game.check_draw()
                return 1
            case Over(winner):
                return 2 if winner is player else 0
            case Turn(mover):
                turns = SIGHT if mover is player else SIGHT - 1
                try:
                    won = self._search.wins(after, turns, self._budget)
                    lost = self._search.loses(after, turns, self._budget)
                except RecursionError:  # a turn that may go in circles has no end in sight
                    return 1
                if mover is not player:
                    won, lost = lost, won
                return 2 if won else 0 if lost else 1
        return 1

    def play_out(self, dice: Dice) -> Playout:
        """One game against itself, from the start."""
        self._budget.check()
        return play_out(
            self.game,
            self.game.start(),
            dice,
            LONGEST,
            lambda state, moves: self.choose(state, moves, dice),
        )


class ImperfectGames(NamedTuple):
    """What became of GAMES games between two players who see SIGHT turns ahead."""

    one: int
    """Games that Player 1 won."""
    two: int
    unfinished: int
    drawn: int = 0

    @property
    def share(self) -> float:
        """Player 1's part of the games that ended, a draw counting half; ½ where none did."""
        ended = self.one + self.two + self.drawn
        return (self.one + self.drawn / 2) / ended if ended else 0.5

    @classmethod
    def of(cls, game: AnyGame, budget: Budget) -> ImperfectGames:
        """Always the same for the same game: the dice are thrown from one seed."""
        player, dice = ImperfectPlayer(game, budget), Dice(0)
        played = [player.play_out(dice) for _ in range(GAMES)]
        one, two = (sum(game.winner is seat for game in played) for seat in Player)
        drawn = sum(game.is_draw for game in played)
        return cls(one, two, GAMES - one - two - drawn, drawn)

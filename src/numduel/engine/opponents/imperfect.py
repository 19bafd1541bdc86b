"""ImperfectGames play: players who see two turns ahead, and what becomes of their games."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Move, Over, Player, Turn
from ...dice import Dice
from ..solving.analysis import solver

__all__ = ["GAMES", "MOST_TURNS", "SIGHT", "ImperfectGames", "ImperfectPlayer"]

SIGHT = 2
"""How many turns ahead an imperfect player sees: the own move, and the answer."""

GAMES = 200
"""Games of imperfect players for one board."""

MOST_TURNS = 100
"""Turns after which a game of imperfect players is left unfinished (X2)."""


class ImperfectPlayer:
    """A player who takes a win within SIGHT turns, avoids a loss within as many, and else guesses.

    The same dice make the same choices.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._proof = solver(game).proof
        self._choices: dict[object, tuple[Move, ...]] = {}

    def choose(self, state: Any, dice: Dice) -> Move:
        if state not in self._choices:
            self._choices[state] = self._sensible(state)
        return dice.choice(self._choices[state])

    def _sensible(self, state: Any) -> tuple[Move, ...]:
        """The moves that look as good as any."""
        turn = self.game.status(state)
        assert isinstance(turn, Turn)
        self._proof.graph.budget = Budget()
        looks = {m: self._look(turn.player, self.game.play(state, m)) for m in turn.moves}
        best = max(looks.values())
        return tuple(move for move, look in looks.items() if look == best)

    def _look(self, player: Player, after: Any) -> int:
        """2 for a win in sight, 0 for a loss in sight, else 1."""
        match self.game.status(after):
            case Over(winner):
                return 2 if winner is player else 0
            case Turn(mover):
                turns = SIGHT if mover is player else SIGHT - 1
                won, lost = self._proof.wins(after, turns), self._proof.loses(after, turns)
                if mover is not player:
                    won, lost = lost, won
                return 2 if won else 0 if lost else 1
        return 1

    def playout(self, dice: Dice) -> list[Move]:
        """The moves of one game from the start; broken off after MOST_TURNS."""
        state, moves = self.game.start(), list[Move]()
        turns, last = 0, None
        while isinstance(status := self.game.status(state), Turn):
            turns += status.player is not last
            if turns > MOST_TURNS:
                break
            last = status.player
            moves.append(self.choose(state, dice))
            state = self.game.play(state, moves[-1])
        return moves


class ImperfectGames(NamedTuple):
    """What became of GAMES games between two players who see SIGHT turns ahead."""

    one: int
    """Games that Player 1 won."""
    two: int
    unfinished: int

    @property
    def share(self) -> float:
        """Player 1's part of the games that ended; one half where none did."""
        ended = self.one + self.two
        return self.one / ended if ended else 0.5

    @classmethod
    def of(cls, game: AnyGame, games: int = GAMES) -> ImperfectGames:
        """Always the same for the same game: the dice are thrown from one seed."""
        shallow, dice, won = ImperfectPlayer(game), Dice(0), {Player.ONE: 0, Player.TWO: 0, None: 0}
        for _ in range(games):
            state = game.start()
            for move in shallow.playout(dice):
                state = game.play(state, move)
            status = game.status(state)
            won[status.winner if isinstance(status, Over) else None] += 1
        return cls(won[Player.ONE], won[Player.TWO], won[None])

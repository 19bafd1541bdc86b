"""The chance to win as far as one looks ahead, with an even guess for all that lies beyond."""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from ...core import AnyGame, Chance, Move, Over, Player, Turn

__all__ = ["Horizon"]

EVEN = 0.5


class Horizon:
    """Looks so many choices ahead, through all that may be drawn between them."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.budget = Budget()
        self._known: dict[tuple[object, int], float] = {}

    def chance(self, player: Player, after: Any, choices: int) -> float:
        """The chance of a player to win, counting so many choices of both from here on."""
        for_one = self._for_one(after, choices)
        return for_one if player is Player.ONE else 1 - for_one

    def _for_one(self, state: Any, choices: int) -> float:
        place = (self.game.key(state), choices)
        known = self._known.get(place)
        if known is None:
            self.budget.spend()
            known = self._known[place] = self._worked_out(state, choices)
        return known

    def _worked_out(self, state: Any, choices: int) -> float:
        match self.game.status(state):
            case Over(winner):
                return float(winner is Player.ONE)
            case Chance(odds):
                play = self.game.play
                return sum(float(p) * self._for_one(play(state, m), choices) for m, p in odds)
            case Turn(player, moves):
                if choices <= 0:
                    return EVEN
                worths = [self._for_one(after, choices - 1) for after in self._after(state, moves)]
                return max(worths) if player is Player.ONE else min(worths)

    def _after(self, state: Any, moves: tuple[Move, ...]) -> list[Any]:
        """Where the moves lead, each position once."""
        afters = (self.game.play(state, move) for move in moves)
        return list({self.game.key(after): after for after in afters}.values())

"""Exact expectation: the chance to win where something is drawn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...budget import Budget
from ...core import AnyGame, Chance, Over, Player, Turn
from .value import Value, chance

__all__ = ["Expectation"]


class Expectation:
    """The chance of Player 1 to win each position, with best play of both; each worked out once."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.budget = Budget()
        self._odds: dict[object, Fraction] = {}

    def value(self, state: Any) -> Value:
        """The value for the player to move."""
        odds = self._for_one(state)
        return chance(odds if state.player is Player.ONE else 1 - odds)

    def _for_one(self, state: Any) -> Fraction:
        key = self.game.key(state)
        odds = self._odds.get(key)
        if odds is None:
            self.budget.spend()
            odds = self._odds[key] = self._worked_out(state)
        return odds

    def _worked_out(self, state: Any) -> Fraction:
        match self.game.status(state):
            case Over(winner):
                return Fraction(winner is Player.ONE)
            case Chance(odds):
                after = ((self._for_one(self.game.play(state, m)), p) for m, p in odds)
                return sum((worth * share for worth, share in after), Fraction(0))
            case Turn(player, moves):
                afters = {self.game.key(s): s for s in self._after(state, moves)}
                worths = [self._for_one(after) for after in afters.values()]
                return max(worths) if player is Player.ONE else min(worths)

    def _after(self, state: Any, moves: tuple[str, ...]) -> list[Any]:
        return [self.game.play(state, move) for move in moves]

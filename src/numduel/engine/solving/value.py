"""What a position is worth to the player who is to move."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

__all__ = ["Value", "chance", "endless", "loss", "unknown", "win"]


LATE = 10**9
"""Later than any win whose distance is known."""


class Value(NamedTuple):
    """A value, seen by the player who is to move.

    >>> win(7)
    Value(outcome='win', turns=7, chance=Fraction(1, 1))
    >>> sorted([loss(2), win(5), loss(8), endless(), win(3)], key=Value.rank)[-1]
    Value(outcome='win', turns=3, chance=Fraction(1, 1))
    """

    outcome: str
    """"win", "loss", "endless", "chance", or "unknown" where the truth is out of reach."""
    turns: int | None
    """Turns of both players still to be played (G4); None where no number is true.

    A win has none where a budget ran out before it was sure that none is quicker.
    """
    chance: Fraction
    """The chance to win with best play; an estimate where the outcome is unknown."""

    def rank(self) -> tuple[int, Fraction | int]:
        """The better for the player the higher: winners hurry, losers delay."""
        match self.outcome:
            case "win":
                return 3, -(LATE if self.turns is None else self.turns)
            case "loss":
                return 0, self.turns or 0
            case "endless":
                return 1, 0
            case "chance" if self.chance == 1:
                return 3, 0
        return 2, self.chance

    def __str__(self) -> str:
        match self.outcome:
            case "win" | "loss" if self.turns is not None:
                turns = "1 turn" if self.turns == 1 else f"{self.turns} turns"
                return f"{self.outcome} in {turns}"
            case "chance":
                return f"{self.chance} ({float(self.chance):.1%})"
            case "unknown":
                return f"about {float(self.chance):.0%}"
        return self.outcome


def win(turns: int) -> Value:
    return Value("win", turns, Fraction(1))


def loss(turns: int) -> Value:
    return Value("loss", turns, Fraction(0))


def endless() -> Value:
    """Neither player can force an end: nobody wins (X2)."""
    return Value("endless", None, Fraction(0))


def chance(odds: Fraction) -> Value:
    return Value("chance", None, odds)


def unknown(estimate: Fraction) -> Value:
    return Value("unknown", None, estimate)

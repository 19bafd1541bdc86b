"""The value of a position for the player to move, and its forms as text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args

from ...errors import counted

Outcome = Literal["win", "loss", "draw", "endless", "chance", "unknown"]
"""The result of a position with best play; "unknown" if the engine couldn't solve it."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

NO_FORCED_WIN = "no forced win"
"""Text for an endless position: neither player can force a win."""

UNKNOWN_WIN_TURNS = 10**9
"""Turns by which a win of unknown length is ranked: after every other win."""


class Value(NamedTuple):
    """The value of a position for a player, if both play perfectly.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> value = numduel.analyse(numduel.Match.replay(game, ["0,0", "2,0"])).value
        >>> str(value), value.sign, value.means("Ann"), value.worth
        ('win in 3 turns', 'W3', 'Ann wins in 3 turns', Fraction(1, 1))
        >>> numduel.analyse(numduel.new("quest")).value.full
        '1039/2520 (41.2%)'
    """

    outcome: Outcome
    """The outcome: "win", "loss", "draw", "endless", "chance" or "unknown"."""
    turns: int | None
    """Turns of both players until the end (G4); None if no number applies.

    It is also None for a win if the budget ran out before the engine found the quickest.
    """
    chance: Fraction
    """The chance to win; an estimate if the outcome is "unknown".

    If chance decides and the game has draws, a draw counts half.
    """

    def rank(self) -> tuple[int, Fraction | int]:
        """Return a sort key: higher is better. Quick wins and slow losses are better.

        A draw ranks the same as endless play.
        """
        outcome, turns, chance = self
        match outcome:
            case "win":
                return 3, -UNKNOWN_WIN_TURNS if turns is None else -turns
            case "loss":
                return 0, turns or 0
            case "chance" if chance == 1:
                return 3, 0
        return 1, self.worth

    @property
    def worth(self) -> Fraction:
        """The value as a share of a win.

        A win is worth 1, a loss 0, a draw and endless play ½, and a chance its probability.
        """
        return Fraction(1, 2) if self.is_level else self.chance

    @property
    def is_level(self) -> bool:
        """Whether neither player can force a win: a draw or endless play.

        The engine does not prefer one to the other.
        """
        return self.outcome in ("draw", "endless")

    @property
    def is_known(self) -> bool:
        """Whether the value is exact, not an estimate."""
        return self.outcome != "unknown"

    @staticmethod
    def best(values: Iterable[Value]) -> Value:
        """Return the highest of some values; a draw if a draw and endless play are highest."""
        return max(values, key=lambda value: (value.rank(), value.outcome == "draw"))

    def flipped(self) -> Value:
        """Return the opponent's value, one turn earlier."""
        match self.outcome:
            case "win":
                return self._replace(outcome="loss", turns=_one_turn_more(self), chance=Fraction(0))
            case "loss":
                return self._replace(outcome="win", turns=_one_turn_more(self), chance=Fraction(1))
            case "draw" | "endless":
                return self
        return self._replace(chance=1 - self.chance)

    # ---- as text

    def __str__(self) -> str:
        match self.outcome:
            case "win" | "loss":
                return f"{self.outcome}{_format_distance(self)}"
            case "chance":
                return f"{self.chance} ({percent(self.chance)})"
            case "unknown":
                return f"about {percent(self.chance, 0)}"
            case "draw":
                return "draw"
        return NO_FORCED_WIN

    @property
    def label(self) -> str:
        """The value as a short text for tables: "win in 5 turns", "41.2%", "unknown, about 40%"."""
        return percent(self.chance) if self.outcome == "chance" else self.full

    @property
    def full(self) -> str:
        """The value in full: "win in 5 turns", "1039/2520 (41.2%)", "unknown, about 40%"."""
        return str(self) if self.is_known else f"unknown, {self}"

    @property
    def sign(self) -> str:
        """The value in a few characters: "W5", "L4", "D", "=" for endless play, "41%", "~40%"."""
        match self.outcome:
            case "win" | "loss":
                return f"{self.outcome[0].upper()}{'' if self.turns is None else self.turns}"
            case "draw":
                return "D"
            case "endless":
                return "="
            case "chance":
                return percent(self.chance, 0)
        return f"~{percent(self.chance, 0)}"

    def means(self, name: str, *, is_you: bool = False, has_draws: bool = False) -> str:
        """Return what the value means for a player: "Ann wins in 3 turns".

        Args:
            name: The player's name, or "you".
            is_you: Whether to address the player: "you win in 3 turns".
            has_draws: Whether the game has draws. Then a chance is a share of a win: "Ann scores
                40.0% of a win".
        """
        if self.outcome == "endless":
            return f"there is {NO_FORCED_WIN}"
        return f"{name} {self._predicate(is_you, has_draws)}"

    def clause(self, *, has_draws: bool = False) -> str:
        """Return the same without the name: "wins in 3 turns" or "no forced win"."""
        return NO_FORCED_WIN if self.outcome == "endless" else self._predicate(False, has_draws)

    def _predicate(self, is_you: bool, has_draws: bool) -> str:
        s = "" if is_you else "s"
        if self.outcome in ("chance", "unknown"):
            is_estimate = self.outcome == "unknown"
            about, note = ("about ", " (estimate)") if is_estimate else ("", "")
            share = percent(self.chance, 0 if is_estimate else 1)
            if has_draws:
                return f"score{s} {about}{share} of a win{note}"
            chance = f"{article(share)} {share} chance to win"
            return f"{'have' if is_you else 'has'} {about}{chance}{note}"
        verb = {"loss": "lose", "draw": "draw"}.get(self.outcome, "win")
        return f"{verb}{s}{_format_distance(self)}"


def _one_turn_more(value: Value) -> int | None:
    return None if value.turns is None else value.turns + 1


def _format_distance(value: Value) -> str:
    return "" if value.turns is None else f" in {format_turns(value.turns)}"


def format_turns(turns: int | None) -> str:
    """Return a number of turns as text; None is an unknown number.

    >>> format_turns(1), format_turns(5), format_turns(None)
    ('1 turn', '5 turns', 'some turns')
    """
    return "some turns" if turns is None else counted(turns, "turn")


def percent(share: Fraction | float, digits: int = 1) -> str:
    """Format a share as a percentage.

    >>> percent(Fraction(1039, 2520)), percent(0.5, 0)
    ('41.2%', '50%')
    """
    return f"{float(share):.{digits}%}"


def article(share: str) -> str:
    """Return "an" before a percentage that is read with a vowel first, otherwise "a".

    >>> [article(share) for share in ("80.0%", "8%", "18.5%", "11%", "81%", "1.8%", "33%")]
    ['an', 'an', 'an', 'an', 'an', 'a', 'a']
    """
    whole = share.rstrip("%").partition(".")[0]
    return "an" if whole.startswith("8") or whole in ("11", "18") else "a"


@lru_cache(maxsize=1024)
def win(turns: int) -> Value:
    return Value("win", turns, Fraction(1))


@lru_cache(maxsize=1024)
def loss(turns: int) -> Value:
    return Value("loss", turns, Fraction(0))


@cache
def endless() -> Value:
    """Return the value of play without end: neither player can force a win (X2)."""
    return Value("endless", None, Fraction(0))


@cache
def draw() -> Value:
    """Return the value of a draw: neither player can force a win."""
    return Value("draw", None, Fraction(0))


@lru_cache(maxsize=1024)
def from_distance(turns: int) -> Value:
    """Build a value from a signed distance: a win, a loss below 0, endless play at 0."""
    return win(turns) if turns > 0 else loss(-turns) if turns else endless()


def chance(odds: Fraction) -> Value:
    return Value("chance", None, odds)


def unknown(estimate: Fraction) -> Value:
    return Value("unknown", None, estimate)

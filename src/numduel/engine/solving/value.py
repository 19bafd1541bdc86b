"""What a position is worth to the player who is to move: as a value, in words, and in a sign."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args

from ...errors import counted

Outcome = Literal["win", "loss", "draw", "endless", "chance", "unknown"]
"""How a position comes out with best play; "unknown" where the truth is out of reach."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

OPEN = "no forced win"
"""The words for a position in which play is endless, if both play their best."""

LATE = 10**9
"""Later than any win whose distance is known."""


class Value(NamedTuple):
    """A value, seen by the player who is to move.

    >>> win(7)
    Value(outcome='win', turns=7, chance=Fraction(1, 1))
    >>> sorted([loss(2), win(5), loss(8), endless(), win(3)], key=Value.rank)[-1]
    Value(outcome='win', turns=3, chance=Fraction(1, 1))
    >>> loss(8).rank() < draw().rank() == endless().rank() < win(9).rank()
    True
    """

    outcome: Outcome
    turns: int | None
    """Turns of both players still to be played (G4); None where no number is true.

    A win has none where a budget ran out before it was sure that none is quicker.
    """
    chance: Fraction
    """The chance to win with best play; an estimate where the outcome is unknown.

    Where chance decides and a game can be drawn, it is the expected worth: a draw counts half.
    """

    def rank(self) -> tuple[int, Fraction | int]:
        """The better for the player the higher: winners hurry, losers delay.

        A draw and endless play are worth the same.
        """
        outcome, turns, chance = self
        match outcome:
            case "win":
                return 3, -LATE if turns is None else -turns
            case "loss":
                return 0, turns or 0
            case "chance" if chance == 1:
                return 3, 0
        return 1, self.worth

    @property
    def worth(self) -> Fraction:
        """The value as a share of a win: 1, ½ for a draw and for endless play, 0, or the chance.

        >>> values = (win(3), draw(), endless(), loss(2), chance(Fraction(2, 5)))
        >>> [str(value.worth) for value in values]
        ['1', '1/2', '1/2', '0', '2/5']
        """
        return Fraction(1, 2) if self.is_level else self.chance

    @property
    def is_level(self) -> bool:
        """Whether neither player can force a win: a draw, or endless play."""
        return self.outcome in ("draw", "endless")

    @property
    def is_known(self) -> bool:
        return self.outcome != "unknown"

    @staticmethod
    def best(values: Iterable[Value]) -> Value:
        """Return the highest of some values; a draw and endless play together are a draw.

        >>> Value.best([loss(2), endless(), draw()])
        Value(outcome='draw', turns=None, chance=Fraction(0, 1))
        """
        return max(values, key=lambda value: (value.rank(), value.outcome == "draw"))

    def flipped(self) -> Value:
        """Return the opponent's value, one turn earlier."""
        match self.outcome:
            case "win":
                return self._replace(outcome="loss", turns=_earlier(self), chance=Fraction(0))
            case "loss":
                return self._replace(outcome="win", turns=_earlier(self), chance=Fraction(1))
            case "draw" | "endless":
                return self
        return self._replace(chance=1 - self.chance)

    # ---- in words

    def __str__(self) -> str:
        match self.outcome:
            case "win" | "loss":
                return f"{self.outcome}{_in(self)}"
            case "chance":
                return f"{self.chance} ({percent(self.chance)})"
            case "unknown":
                return f"about {percent(self.chance, 0)}"
            case "draw":
                return "draw"
        return OPEN

    @property
    def label(self) -> str:
        """The value as it stands in a table.

        >>> win(5).label, chance(Fraction(1039, 2520)).label, unknown(Fraction(2, 5)).label
        ('win in 5 turns', '41.2%', 'unknown, about 40%')
        """
        return percent(self.chance) if self.outcome == "chance" else self.full

    @property
    def full(self) -> str:
        """The value with everything that is known of it.

        >>> chance(Fraction(1039, 2520)).full, unknown(Fraction(2, 5)).full
        ('1039/2520 (41.2%)', 'unknown, about 40%')
        """
        return str(self) if self.is_known else f"unknown, {self}"

    @property
    def sign(self) -> str:
        """The value in few characters.

        >>> [value.sign for value in (win(5), loss(4), draw(), endless(), chance(Fraction(7, 17)))]
        ['W5', 'L4', 'D', '=', '41%']
        >>> unknown(Fraction(2, 5)).sign
        '~40%'
        """
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
        """Return what the value means for a player, if both play their best from here.

        In a game that `has_draws`, a chance includes half of the draws: a player scores it.

        >>> [value.means("Ann") for value in (win(3), loss(1), draw(), endless())]
        ['Ann wins in 3 turns', 'Ann loses in 1 turn', 'Ann draws', 'there is no forced win']
        >>> win(3).means("you", is_you=True)
        'you win in 3 turns'
        """
        if self.outcome == "endless":
            return f"there is {OPEN}"
        return f"{name} {self._does(is_you, has_draws)}"

    def clause(self, *, has_draws: bool = False) -> str:
        """Return the outcome with best play of both, to follow the player's name or a colon.

        >>> [value.clause() for value in (win(3), loss(1), draw(), endless())]
        ['wins in 3 turns', 'loses in 1 turn', 'draws', 'no forced win']
        >>> chance(Fraction(2, 5)).clause(), chance(Fraction(2, 5)).clause(has_draws=True)
        ('wins with a chance of 40.0%', 'scores 40.0% of a win')
        >>> unknown(Fraction(2, 5)).clause()
        'wins with a chance of about 40%, by estimate'
        """
        return OPEN if self.outcome == "endless" else self._does(False, has_draws)

    def _does(self, is_you: bool, has_draws: bool) -> str:
        is_share = self.outcome in ("chance", "unknown")
        verb = {"loss": "lose", "draw": "draw"}.get(self.outcome, "win")
        verb = "score" if is_share and has_draws else verb
        verb = verb if is_you else f"{verb}s"
        if not is_share:
            return f"{verb}{_in(self)}"
        share = f"{self}" if self.outcome == "unknown" else percent(self.chance)
        how = ", by estimate" if self.outcome == "unknown" else ""
        of_a_win = f"{share} of a win" if has_draws else f"with a chance of {share}"
        return f"{verb} {of_a_win}{how}"


def _earlier(value: Value) -> int | None:
    return None if value.turns is None else value.turns + 1


def _in(value: Value) -> str:
    return "" if value.turns is None else f" in {in_turns(value.turns)}"


def in_turns(turns: int | None) -> str:
    """Return a number of turns; None is a number that is not known.

    >>> in_turns(1), in_turns(5), in_turns(None)
    ('1 turn', '5 turns', 'some turns')
    """
    return "some turns" if turns is None else counted(turns, "turn")


def percent(share: Fraction | float, digits: int = 1) -> str:
    """A share in percent.

    >>> percent(Fraction(1039, 2520)), percent(0.5, 0)
    ('41.2%', '50%')
    """
    return f"{float(share):.{digits}%}"


@lru_cache(maxsize=1024)
def win(turns: int) -> Value:
    return Value("win", turns, Fraction(1))


@lru_cache(maxsize=1024)
def loss(turns: int) -> Value:
    return Value("loss", turns, Fraction(0))


@cache
def endless() -> Value:
    """Neither player can force an end: nobody wins (X2)."""
    return Value("endless", None, Fraction(0))


@cache
def draw() -> Value:
    """The game ends as a draw, or can: neither player can force a win."""
    return Value("draw", None, Fraction(0))


@lru_cache(maxsize=1024)
def from_distance(turns: int) -> Value:
    """Build a value from a signed distance: a win, a loss below 0, endless play at 0."""
    return win(turns) if turns > 0 else loss(-turns) if turns else endless()


def chance(odds: Fraction) -> Value:
    return Value("chance", None, odds)


def unknown(estimate: Fraction) -> Value:
    return Value("unknown", None, estimate)

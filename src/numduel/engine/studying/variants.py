"""A handicap: the same game with other options, nearer to even."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Over
from ...dice import Dice
from ...errors import SetupError
from ...options import Flag, Option, Whole
from ..engine import Engine
from ..opponents.imperfect import ImperfectGames
from ..solving.value import Value
from .boards import first_value, has_boards, is_long


class Variant(NamedTuple):
    """A game with an option or two changed, and what that makes of it."""

    options: dict[str, object]
    """All that is to be given, the changed ones last."""
    boards: int
    won: int
    """How many of the boards Player 1 wins with perfect play."""
    lost: int
    """How many of them Player 2 wins; the others are draws or have no end."""
    share: float
    """Player 1's part of the games between imperfect players, or the exact chance.

    A draw counts half.
    """
    exact: Value | None
    """The value for Player 1 where there are no boards to choose from."""

    @property
    def unevenness(self) -> float:
        return abs(self.share - 0.5)

    @property
    def is_chance(self) -> bool:
        return self.exact is not None and self.exact.outcome == "chance"


BELOW, ABOVE = 40, 4
"""How many values of an option are tried below the present one, and above.

Those further below than ABOVE are looked at only for one that Player 2 wins, which is quick.
"""

BOARDS = 5
"""Boards dealt for a variant."""

VARIANT_POSITIONS = 40_000
"""What a variant may cost to be worked out."""


def variants(
    engine: Engine, kind: type[AnyGame], options: Mapping[str, object], budget: Budget
) -> Iterator[Variant | None]:
    """What becomes of the game under other options, one after the other.

    None stands for one that is too large, too soon over, far from the present options without
    being won by Player 2, or impossible.
    """
    now = vars(kind.options_type(**options))
    for changed in _changes(kind, options):
        close = all(abs(int(value) - int(now[name])) <= ABOVE for name, value in changed.items())
        try:
            budget.check()
            yield _variant(engine, kind, {**options, **changed}, close, budget)
        except SetupError:  # options that do not go together
            yield None


def _changes(kind: type[AnyGame], options: Mapping[str, object]) -> Iterator[dict[str, int]]:
    """Every flag both ways, and with each one other whole number at a time."""
    fields = kind.options_type.fields
    now = vars(kind.options_type(**options))
    flags: list[dict[str, int]] = [{}]
    flags += [{name: not now[name]} for name, field in fields.items() if isinstance(field, Flag)]
    for flag in flags:
        if flag:
            yield flag
        for name, field in fields.items():
            yield from ({name: value, **flag} for value in _near(field, now[name]))


def _near(field: Option[Any], value: Any) -> list[int]:
    if not isinstance(field, Whole):
        return []
    low, high = max(field.low, value - BELOW), min(field.high, value + ABOVE)
    return sorted((n for n in range(low, high + 1) if n != value), key=lambda n: abs(n - value))


def _variant(
    engine: Engine, kind: type[AnyGame], options: dict[str, object], close: bool, budget: Budget
) -> Variant | None:
    dice = Dice(0)
    count = BOARDS if has_boards(kind, options) else 1
    games = [kind.setup(options, None, dice).public() for _ in range(count)]
    values = []
    for game in games:
        if isinstance(game.status(game.start()), Over):
            return None
        values.append(first_value(engine, game, budget.part(positions=VARIANT_POSITIONS)))
        if not is_long(values[-1]):
            return None
    won, lost = (sum(value.outcome == outcome for value in values) for outcome in ("win", "loss"))
    if values[0].outcome == "chance":
        share = float(values[0].chance)
    elif not lost and not close:
        return None
    else:
        share = sum(ImperfectGames.of(game, budget).share for game in games) / count
    return Variant(options, count, won, lost, share, values[0] if count == 1 else None)

"""Variants: the same game with other options, to find a fairer one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
    """A game with one or two options changed, and the results."""

    options: dict[str, object]
    """All options given, the changed ones last."""
    boards: int
    won: int
    """Number of boards that Player 1 wins with perfect play."""
    lost: int
    """Number of boards that Player 2 wins; the others have no forced win."""
    share: float
    """Player 1's share of the games between imperfect players, or the exact chance.

    A draw counts half.
    """
    exact: Value | None
    """The value for Player 1, for a game without boards."""

    @property
    def unevenness(self) -> float:
        return abs(self.share - 0.5)

    @property
    def is_chance(self) -> bool:
        return self.exact is not None and self.exact.outcome == "chance"


class VariantGroups(NamedTuple):
    """Variants by who wins with perfect play, each in one group only."""

    second: list[Variant]
    """Player 2 wins every board."""
    some: list[Variant]
    """Player 2 wins some boards, but not all."""
    even: list[Variant]
    """The others, which are nearest to even between imperfect players or by chance."""


def group_variants(found: Iterable[Variant], most: int) -> VariantGroups:
    """Return variants in groups of at most `most`, nearest to even first."""
    ordered = sorted(found, key=lambda variant: variant.unevenness)
    second = [v for v in ordered if v.lost == v.boards and not v.is_chance]
    some = [v for v in ordered if 0 < v.lost < v.boards and not v.is_chance]
    even = [v for v in ordered if v.is_chance or not v.lost]
    return VariantGroups(second[:most], some[:most], even[:most])


MAX_BELOW = 40
"""Number of values of an option tried below the current one."""

MAX_ABOVE = 4
"""Number of values of an option tried above the current one.

Values more than MAX_ABOVE away are only checked for a win of Player 2, which is quick.
"""

BOARDS_PER_VARIANT = 5

MAX_POSITIONS = 40_000
"""Positions searched to solve a variant."""


def variants(
    engine: Engine, kind: type[AnyGame], options: Mapping[str, object], budget: Budget
) -> Iterator[Variant | None]:
    """Yield the results of the game with other options, one after another.

    None stands for options that are impossible, too large to solve, over too soon, or far from the
    current ones without a win of Player 2.
    """
    now = vars(kind.options_type(**options))
    for changed in _changes(kind, options):
        distances = [abs(int(value) - int(now[name])) for name, value in changed.items()]
        try:
            budget.check()
            is_close = max(distances) <= MAX_ABOVE
            yield _study(engine, kind, {**options, **changed}, is_close, budget)
        except SetupError:  # these options can't be combined
            yield None


def current_unevenness(
    engine: Engine, kind: type[AnyGame], options: Mapping[str, object], budget: Budget
) -> float:
    """Return how far from even these options are, from 0 to 0.5; 0.5 if that is too hard to say."""
    games = _sample(kind, options)
    games = [game for game in games if not isinstance(game.status(game.start()), Over)]
    if not games:
        return 0.5
    value = first_value(engine, games[0], budget.part(positions=MAX_POSITIONS))
    if value.outcome == "unknown":
        return 0.5
    is_chance = value.outcome == "chance"
    share = float(value.chance) if is_chance else _imperfect_share(games, budget)
    return abs(share - 0.5)


def _changes(kind: type[AnyGame], options: Mapping[str, object]) -> Iterator[dict[str, int]]:
    """Yield changes of one flag, of one whole number, and of both together."""
    fields = kind.options_type.fields
    now = vars(kind.options_type(**options))
    flags: list[dict[str, int]] = [{}]
    flags += [{name: not now[name]} for name, field in fields.items() if isinstance(field, Flag)]
    for flag in flags:
        if flag:
            yield flag
        for name, field in fields.items():
            yield from ({name: value, **flag} for value in _nearby_values(field, now[name]))


def _nearby_values(field: Option[Any], value: Any) -> list[int]:
    if not isinstance(field, Whole):
        return []
    low, high = max(field.low, value - MAX_BELOW), min(field.high, value + MAX_ABOVE)
    return sorted((n for n in range(low, high + 1) if n != value), key=lambda n: abs(n - value))


def _study(
    engine: Engine, kind: type[AnyGame], options: dict[str, object], is_close: bool, budget: Budget
) -> Variant | None:
    games = _sample(kind, options)
    values = []
    for game in games:
        if isinstance(game.status(game.start()), Over):
            return None
        values.append(first_value(engine, game, budget.part(positions=MAX_POSITIONS)))
        if not is_long(values[-1]):
            return None
    won, lost = (sum(value.outcome == outcome for value in values) for outcome in ("win", "loss"))
    if values[0].outcome == "chance":
        share = float(values[0].chance)
    elif not lost and not is_close:
        return None
    else:
        share = _imperfect_share(games, budget)
    exact = values[0] if len(games) == 1 else None
    return Variant(options, len(games), won, lost, share, exact)


def _sample(kind: type[AnyGame], options: Mapping[str, object]) -> list[AnyGame]:
    """Return games with some boards, always the same; one game if there are no boards."""
    dice = Dice(0)
    count = BOARDS_PER_VARIANT if has_boards(kind, options) else 1
    return [kind.setup(options, None, dice).public() for _ in range(count)]


def _imperfect_share(games: list[AnyGame], budget: Budget) -> float:
    return sum(ImperfectGames.of(game, budget).share for game in games) / len(games)

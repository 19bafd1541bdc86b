"""How sure a figure is: what it would be had other boards of the same kind been dealt."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from operator import mul
from typing import NamedTuple, TypeVar

from ..dice import Dice

RESAMPLES = 1000
"""How often boards are drawn anew."""

INSIDE = 0.95
"""The share of these draws that an interval holds."""

Count = TypeVar("Count", bound=Hashable)
"""What names something that is counted on every board."""

Figure = TypeVar("Figure", bound=Hashable)
"""What names something that follows from the sums; it is None where that is nothing."""


class Measure(NamedTuple):
    """A figure with its 95% interval."""

    value: float
    interval: tuple[float, float] | None
    """None where there are not two boards to draw from."""


def measured(
    columns: Mapping[Count, list[float]],
    figures: Callable[[dict[Count, float]], Mapping[Figure, float | None]],
    seed: int,
    purpose: str,
) -> dict[Figure, Measure | None]:
    """Each figure with its interval; `columns` has for each count what every board adds to it.

    >>> columns = {"kept": [3.0, 1.0, 2.0, 2.0], "decisions": [4.0, 4.0, 2.0, 3.0]}
    >>> share = lambda sums: {"accuracy": sums["kept"] / sums["decisions"]}
    >>> found = measured(columns, share, 7, "an example")["accuracy"]
    >>> round(found.value, 3), tuple(round(end, 3) for end in found.interval)
    (0.615, (0.375, 0.889))
    """
    boards = len(next(iter(columns.values())))
    found = figures({name: sum(column) for name, column in columns.items()})
    drawn: dict[Figure, list[float]] = {name: [] for name in found}
    for times in _draws(boards, Dice.derived(seed, f"intervals of {purpose}")):
        sums = {name: sum(map(mul, column, times)) for name, column in columns.items()}
        for name, value in figures(sums).items():
            if value is not None:
                drawn[name].append(value)
    return {
        name: None if value is None else Measure(value, _interval(drawn[name]))
        for name, value in found.items()
    }


def _draws(boards: int, dice: Dice) -> Iterator[list[int]]:
    """As many boards as there are, drawn from them again and again: how often each came."""
    if boards < 2:
        return
    for _ in range(RESAMPLES):
        times = [0] * boards
        for _ in range(boards):
            times[dice.below(boards)] += 1
        yield times


def _interval(values: list[float]) -> tuple[float, float] | None:
    """The ends between which most of the values lie."""
    if not values:
        return None
    values.sort()
    outside = int(len(values) * (1 - INSIDE) / 2)
    return values[outside], values[-1 - outside]

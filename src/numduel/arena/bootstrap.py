"""Confidence intervals by bootstrap: boards are resampled with replacement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from operator import mul
from typing import NamedTuple, TypeVar

from ..dice import Dice

RESAMPLES = 1000
"""Number of resamples."""

CONFIDENCE = 0.95
"""Share of resamples inside an interval."""

Count = TypeVar("Count", bound=Hashable)
"""The key of a count per board."""

Figure = TypeVar("Figure", bound=Hashable)
"""The key of a figure computed from the sums of counts; the figure may be None."""


class Measure(NamedTuple):
    """A figure with its 95% interval."""

    value: float
    interval: tuple[float, float] | None
    """None with fewer than two boards."""


def measure(
    columns: Mapping[Count, list[float]],
    figures: Callable[[dict[Count, float]], Mapping[Figure, float | None]],
    seed: int,
    purpose: str,
) -> dict[Figure, Measure | None]:
    """Return each figure with its interval; `columns` has one number per board for each count.

    >>> columns = {"kept": [3.0, 1.0, 2.0, 2.0], "decisions": [4.0, 4.0, 2.0, 3.0]}
    >>> share = lambda sums: {"accuracy": sums["kept"] / sums["decisions"]}
    >>> found = measure(columns, share, 7, "an example")["accuracy"]
    >>> round(found.value, 3), tuple(round(end, 3) for end in found.interval)
    (0.615, (0.375, 0.889))
    """
    boards = len(next(iter(columns.values())))
    found = figures({name: sum(column) for name, column in columns.items()})
    drawn: dict[Figure, list[float]] = {name: [] for name in found}
    for times in _resample(boards, Dice.derived(seed, f"intervals of {purpose}")):
        sums = {name: sum(map(mul, column, times)) for name, column in columns.items()}
        for name, value in figures(sums).items():
            if value is not None:
                drawn[name].append(value)
    return {
        name: None if value is None else Measure(value, _interval(drawn[name]))
        for name, value in found.items()
    }


def _resample(boards: int, dice: Dice) -> Iterator[list[int]]:
    """Yield resamples: how often each board was drawn."""
    if boards < 2:
        return
    for _ in range(RESAMPLES):
        times = [0] * boards
        for _ in range(boards):
            times[dice.below(boards)] += 1
        yield times


def _interval(values: list[float]) -> tuple[float, float] | None:
    """Return the ends of the middle 95% of the values."""
    if not values:
        return None
    values.sort()
    outside = int(len(values) * (1 - CONFIDENCE) / 2)
    return values[outside], values[-1 - outside]

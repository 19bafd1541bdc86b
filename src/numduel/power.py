"""The power of paired comparisons: how large a sample must be, or a difference, to be settled.

A difference is settled when its betting interval (`intervals.ratio`) leaves out 0. The logarithm
of the capital at 0 is a sum over the groups, so it is roughly normal: its mean and its standard
deviation tell how often it passes the limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import ceil, exp, floor, log, log1p, log10, sqrt

from .intervals import CONFIDENCE, MAX_STAKE, bisect

POWER = 0.8
"""The chance that a sample settles a difference of the given size."""

POWER_DEVIATIONS = 0.8416212335729143
"""The standard deviations below its mean that a normal value exceeds with that chance."""

MAX_GROUPS = 1_000_000
"""The largest sample that is considered, in questions or boards."""

BINS = 64
"""Bins of differences; each keeps its mean."""

STEPS = 24
"""Steps in which the sizes of bets grow."""

Odds = Sequence[tuple[float, float]]
"""Values between -½ and ½, with their chances."""


# ---- the size of a sample


def groups_needed(parts: Sequence[float], wholes: Sequence[float], limit: float) -> int | None:
    """Return the number of groups that would settle a difference like the one in a sample.

    None if the difference is 0, or if it takes more than `MAX_GROUPS`. The arguments are those
    of `intervals.ratio`, with bounds of -limit and limit.

    >>> groups_needed([1.0] * 40 + [-1.0] * 30 + [0.0] * 230, [1.0] * 300, 1.0)
    2700
    """
    unit = 2 * limit * max(wholes)
    sign = 1 if sum(parts) > 0 else -1
    odds = _bin_values([sign * part / unit for part in parts])
    if not sum(parts) or not has_power(odds, MAX_GROUPS):
        return None
    found = exp(bisect(lambda at: not has_power(odds, round(exp(at))), 0.0, log(MAX_GROUPS)))
    return _round_up(max(found, len(parts) + 1))


def _round_up(number: float) -> int:
    """Round up to two digits: more would only seem exact.

    >>> _round_up(2341.7), _round_up(301)
    (2400, 310)
    """
    step = int(10 ** max(0, floor(log10(number)) - 1))
    return ceil(number / step) * step


# ---- the size of a difference


def detectable_share(share: float, size: int) -> float | None:
    """Return the difference in accuracy that some questions settle, 80% of the time.

    `share` is the share of questions that only one of the players answers correctly. None if no
    difference is large enough.

    >>> round(detectable_share(0.2, 300), 3)
    0.09
    """

    def make_odds(gap: float) -> Odds:
        return [(0.5, (share + gap) / 2), (-0.5, (share - gap) / 2), (0.0, 1 - share)]

    return _detect(make_odds, size, share)


def detectable_difference(
    parts: Sequence[float], wholes: Sequence[float], limit: float, size: int
) -> float | None:
    """Return the difference that some groups settle, if they vary like those of a sample."""
    unit = 2 * limit * max(wholes)
    centre, weight = sum(parts) / len(parts), sum(wholes) / len(wholes)
    odds = _bin_values([(part - centre) / unit for part in parts])

    def make_odds(gap: float) -> Odds:
        return [(value + gap * weight / unit, chance) for value, chance in odds]

    return _detect(make_odds, size, limit)


def _detect(make_odds: Callable[[float], Odds], size: int, most: float) -> float | None:
    if not has_power(make_odds(most), size):
        return None
    return bisect(lambda gap: not has_power(make_odds(gap), size), 0.0, most)


# ---- the capital


def has_power(odds: Odds, size: int) -> bool:
    """Return whether a sample of independent values shows, 80% of the time, that they exceed 0.

    The bets are those of `intervals.ratio`, which grow while it learns how much values vary.
    """
    limit = log(2 / (1 - CONFIDENCE))
    mean = sum(value * chance for value, chance in odds)
    variance = sum((value - mean) ** 2 * chance for value, chance in odds)
    total = squares = 0.0
    for step in range(STEPS):
        number = (step + 0.5) / STEPS * size
        bet = min(sqrt(2 * limit * number / size / (0.25 + number * variance)), 2 * MAX_STAKE)
        gain, deviation = _gain(odds, bet)
        total += gain * size / STEPS
        squares += deviation * size / STEPS
    return total - POWER_DEVIATIONS * sqrt(squares) >= limit


def _gain(odds: Odds, bet: float) -> tuple[float, float]:
    """Return mean and variance of the logarithm of the capital after one bet."""
    logs = [(log1p(max(bet * value, -MAX_STAKE)), chance) for value, chance in odds]
    mean = sum(gained * chance for gained, chance in logs)
    return mean, sum((gained - mean) ** 2 * chance for gained, chance in logs)


def _bin_values(values: Sequence[float]) -> Odds:
    """Return values between -½ and ½ in a few bins."""
    bins = defaultdict[int, list[float]](list)
    for value in values:
        bins[round(value * BINS)].append(value)
    return [(sum(held) / len(held), len(held) / len(values)) for held in bins.values()]

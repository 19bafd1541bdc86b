"""Chances that rise with the rating, and the rating that best explains what a person did."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

from ..intervals import CONFIDENCE, Interval

MIN_CHANCE = 0.01
"""The smallest chance of right and wrong: even a perfect player can slip."""

STEP = 5.0
"""Distance between the ratings that are weighed."""

Curve = Sequence[tuple[float, float]]
"""Ratings with a chance each; both rise."""


def rising_curve(ratings: Sequence[float], seen: Sequence[tuple[float, float]]) -> Curve:
    """Return a curve through what players of these ratings did: successes and tries of each.

    `ratings` are in rising order. The chance never falls: where it would, neighbours are averaged.
    Half a success in one more try is added for each player, so that no chance is 0 or 1.
    """
    shares = _rising([((right + 0.5) / (tries + 1), tries + 1) for right, tries in seen])
    points = list(zip(ratings, shares, strict=True))
    # Of points with the same rating, only the last one stays.
    return [one for one, two in pairwise(points) if one[0] < two[0]] + points[-1:]


def _rising(points: Sequence[tuple[float, float]]) -> list[float]:
    """Return the closest shares that never fall: neighbours that do are averaged by weight.

    >>> _rising([(0.2, 10), (0.6, 10), (0.4, 10), (0.9, 10)])
    [0.2, 0.5, 0.5, 0.9]
    """
    pools: list[tuple[float, float, int]] = []  # share, weight, number of points
    for share, weight in points:
        pools.append((share, weight, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (one, w1, n1), (two, w2, n2) = pools[-2:]
            pools[-2:] = [((one * w1 + two * w2) / (w1 + w2), w1 + w2, n1 + n2)]
    return [share for share, _, number in pools for _ in range(number)]


def chance_at(curve: Curve, rating: float) -> float:
    """Return the chance at a rating; beyond the ends of the curve, that of the nearest end.

    >>> [round(chance_at([(800, 0.2), (1000, 0.6)], rating), 2) for rating in (700, 900, 2000)]
    [0.2, 0.4, 0.6]
    """
    index = bisect_right([at for at, _ in curve], rating)
    if index in (0, len(curve)):
        share = curve[max(0, index - 1)][1]
    else:
        (left, low), (right, high) = curve[index - 1], curve[index]
        share = low + (high - low) * (rating - left) / (right - left)
    return min(1 - MIN_CHANCE, max(MIN_CHANCE, share))


def rating_at(curve: Curve, chance: float) -> float:
    """Return the lowest rating with at least this chance, or an end of the curve.

    >>> [rating_at([(800, 0.2), (1000, 0.6)], chance) for chance in (0.1, 0.5, 0.9)]
    [800, 950.0, 1000]
    """
    if curve[0][1] >= chance:
        return curve[0][0]
    for (left, low), (right, high) in pairwise(curve):
        if high >= chance:
            return left + (right - left) * (chance - low) / (high - low)
    return curve[-1][0]


# ---- weighing ratings


def ratings_between(low: float, high: float) -> list[float]:
    """Return the ratings that are weighed."""
    return [low + STEP * step for step in range(int((high - low) / STEP) + 1)]


def weigh(ratings: Sequence[float], fits: Iterable[Sequence[float]]) -> tuple[float, Interval]:
    """Return the mean of ratings and the range of the heaviest ones with 95% of the weight.

    `fits` has for each thing seen the logarithms of the chance that every rating gives to it.
    """
    sums = [sum(each) for each in zip([0.0] * len(ratings), *fits, strict=True)]
    best = max(sums)
    weights = [exp(one - best) for one in sums]
    pairs = sorted(zip(weights, ratings, strict=True), reverse=True)
    held, total, chosen = 0.0, sum(weights), []
    for weight, rating in pairs:
        if held >= CONFIDENCE * total:
            break
        held += weight
        chosen.append(rating)
    mean = sum(weight * rating for weight, rating in pairs) / total
    return mean, (min(chosen) - STEP, max(chosen) + STEP)

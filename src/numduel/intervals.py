"""95% confidence intervals of proportions and means, for values of any distribution.

`proportion` is Clopper and Pearson's interval. `ratio` is the betting interval of Waudby-Smith and
Ramdas ("Estimating means of bounded random variables by betting", 2024) for means of bounded
values, extended to the ratio of two sums. Both hold for samples of any size:
`tools/interval_coverage.py` measures it, and docs/intervals.md shows the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf, lgamma, log, log1p, sqrt
from typing import NamedTuple

CONFIDENCE = 0.95
"""The share of intervals that contain the true figure."""

STEPS = 30
"""Bisections that find the end of an interval."""

MAX_STAKE = 0.75
"""The largest share of the capital that one bet can lose."""

Interval = tuple[float, float]


class Measure(NamedTuple):
    """A figure with its 95% interval."""

    value: float
    interval: Interval | None
    """None if the figure is exact."""


# ---- proportions


def proportion(successes: float, trials: float) -> Interval:
    """Return the interval of a share; a draw may count as half a success.

    >>> [tuple(round(end, 3) for end in proportion(*seen)) for seen in ((250, 1000), (0, 60))]
    [(0.223, 0.278), (0.0, 0.06)]
    """
    if not trials:
        return 0.0, 1.0
    tail, failures = (1 - CONFIDENCE) / 2, trials - successes
    low, high = 0.0, 1.0
    if successes:
        low = bisect(lambda share: _beta_cdf(share, successes, failures + 1) < tail)
    if failures:
        high = bisect(lambda share: _beta_cdf(share, successes + 1, failures) < 1 - tail)
    return low, high


def bisect(is_below: Callable[[float], bool], low: float = 0.0, high: float = 1.0) -> float:
    """Return the number between two others up to which a condition holds."""
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2


def _beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction; 0 < x < 1."""
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1 - _beta_cdf(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    # Lentz's method.
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d or tiny)
    found = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            found *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return front * found


# ---- means and ratios


def mean(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> Measure | None:
    """Return the mean of independent values between two bounds; None without values.

    >>> found = mean([0.0] * 50 + [0.4] * 10)
    >>> round(found.value, 3), tuple(round(end, 3) for end in found.interval)
    (0.067, (0.024, 0.15))
    """
    return ratio(values, [1.0] * len(values), low, high)


def ratio(
    parts: Sequence[float], wholes: Sequence[float], low: float = 0.0, high: float = 1.0
) -> Measure | None:
    """Return the ratio of two sums over independent groups, such as the matches on each board.

    In every group the part is between `low` and `high` times the whole. None if the sum of the
    wholes is 0.

    >>> found = ratio([3.0, 1.0, 2.0, 2.0], [4.0, 4.0, 2.0, 3.0])
    >>> round(found.value, 3), tuple(round(end, 3) for end in found.interval)
    (0.615, (0.077, 1.0))
    """
    total = sum(wholes)
    if not total:
        return None
    # Scaled, so that each part is between 0 and its whole, and the largest whole is 1.
    unit, spread = max(wholes), high - low
    pairs = [
        ((part / unit - low * whole / unit) / spread, whole / unit)
        for part, whole in zip(parts, wholes, strict=True)
        if whole
    ]
    bets = _sizes(pairs)
    mirrored = [(whole - part, whole) for part, whole in pairs]
    limit = log(2 / (1 - CONFIDENCE))
    share = sum(part for part, _ in pairs) / sum(whole for _, whole in pairs)
    bottom = min(share, bisect(lambda m: _log_capital(pairs, bets, m) >= limit))
    top = max(share, 1 - bisect(lambda m: _log_capital(mirrored, bets, m) >= limit))
    return Measure(sum(parts) / total, (low + bottom * spread, low + top * spread))


def unbounded_ratio(parts: Sequence[float], wholes: Sequence[float]) -> Measure | None:
    """Return a ratio without natural bounds: none is expected beyond twice the extremes seen.

    >>> found = unbounded_ratio([1.0, 2.0, 3.0] * 20, [1.0] * 60)
    >>> round(found.value, 3), tuple(round(end, 3) for end in found.interval)
    (2.0, (1.715, 2.38))
    """
    seen = [part / whole for part, whole in zip(parts, wholes, strict=True) if whole]
    if not seen:
        return None
    return ratio(parts, wholes, min(0.0, 2 * min(seen)), max(0.0, 2 * max(seen)) or 1.0)


def _sizes(pairs: Sequence[tuple[float, float]]) -> list[float]:
    """Return the size of each bet: larger where earlier values differ less."""
    sizes = []
    part, whole, squares = 0.5, 1.0, 0.25
    aim = 2 * log(2 / (1 - CONFIDENCE)) / len(pairs)
    for number, (x, d) in enumerate(pairs, 1):
        sizes.append(sqrt(aim * number / squares))
        part, whole = part + x, whole + d
        squares += (x - d * part / whole) ** 2
    return sizes


def _log_capital(
    pairs: Sequence[tuple[float, float]], bets: Sequence[float], share: float
) -> float:
    """Return the logarithm of the capital of bets that the ratio is above a share."""
    most = MAX_STAKE / share if share else inf
    return sum(
        log1p(min(bet, most) * (x - share * d)) for bet, (x, d) in zip(bets, pairs, strict=True)
    )

"""Paired differences: two players on the same questions or boards, with interval and p-value.

The interval is the betting interval of `intervals.ratio`, the p-value that of a sign-flip test.
docs/compare.md explains both, and `tools/paired_coverage.py` measures how often they are right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import shake_256
from itertools import chain
from math import sqrt
from operator import add
from typing import NamedTuple

from .dice import Dice
from .intervals import CONFIDENCE, Measure, ratio
from .power import groups_needed

ALL_GAMES = "all"
"""The name of all games together."""

MAX_SUMS = 2**17
"""Maximum number of additions of an exact test."""

DIGITS = 12
"""Decimal digits of differences: what is left of sums that cancel out counts as 0."""

FLIPS = 9999
"""Random sign flips of a test that isn't exact."""

UNITS = 2**40
"""Units of the largest difference, so that sums are whole numbers on every machine."""


class Figure(NamedTuple):
    """A figure by which players are compared."""

    name: str
    is_loss: bool = False
    """Whether less is better."""


class Sample(NamedTuple):
    """The paired differences of a figure, first player minus second, for each question or board."""

    game: str
    parts: tuple[float, ...]
    """In each group, the sum of the differences."""
    wholes: tuple[float, ...]
    """In each group, the number of questions or matches, or their weight."""
    limit: float
    """The largest possible difference of one question or match."""
    values: tuple[float, float]
    """The figure of each player."""

    @property
    def deviation(self) -> float:
        """The standard deviation of the difference in one group."""
        centre, count = sum(self.parts) / sum(self.wholes), len(self.parts)
        pairs = zip(self.parts, self.wholes, strict=True)
        squares = sum((part - centre * whole) ** 2 for part, whole in pairs)
        return sqrt(squares * count) / sum(self.wholes)


class Difference(NamedTuple):
    """A paired difference, first player minus second."""

    figure: Figure
    game: str
    groups: int
    """Questions or boards."""
    differing: int
    """Groups in which the players differ."""
    values: tuple[float, float]
    """The figure of each player."""
    measure: Measure
    p: float
    """The chance of a difference at least as large if the players are alike."""
    needed: int | None
    """Groups that would settle a difference of this size; None if unknown or settled."""

    @property
    def is_settled(self) -> bool:
        """Whether the interval leaves out 0 and the p-value is below 5%."""
        assert self.measure.interval is not None
        low, high = self.measure.interval
        return self.p < 1 - CONFIDENCE and not low <= 0 <= high

    @property
    def better(self) -> int | None:
        """0 if the first player is better, 1 if the second one is; None if they are equal."""
        if not self.measure.value:
            return None
        return int((self.measure.value > 0) == self.figure.is_loss)


# ---- samples


class Group(NamedTuple):
    """Sums of two players over a question, or over the matches on a board."""

    items: float
    """The number of questions or matches."""
    first: float
    second: float


def difference_sample(game: str, groups: Sequence[Group], limit: float | None = 1.0) -> Sample:
    """Return the sample of a mean per question or match.

    Without a limit, no difference is expected beyond twice the largest one seen.
    """
    parts = tuple(group.first - group.second for group in groups)
    wholes = tuple(group.items for group in groups)
    total = sum(wholes)
    values = (sum(g.first for g in groups) / total, sum(g.second for g in groups) / total)
    return Sample(game, parts, wholes, limit or _widest(parts, wholes), values)


def _widest(parts: Iterable[float], wholes: Iterable[float]) -> float:
    """Return twice the largest difference seen, 1 if there is none."""
    seen = (abs(part) / whole for part, whole in zip(parts, wholes, strict=True) if whole)
    return 2 * max(seen, default=0.0) or 1.0


def skill_sample(
    game: str, regrets: Sequence[Group], guessing: Sequence[Group], largest: float | None = None
) -> Sample | None:
    """Return the sample of skill, 1 − regret ÷ regret of random moves; None if none mattered.

    `largest` is the largest possible regret of a question. The parts add up to the difference in
    skill exactly. Each is the regret of a player beyond what the pooled ratio predicts from the
    random moves in the same positions, so exchanging the players in a group changes its sign.
    """
    first, second = (sum(group[side] for group in guessing) for side in (1, 2))
    if not first or not second:
        return None
    lost = [sum(group[side] for group in regrets) for side in (1, 2)]
    pooled = sum(lost) / (first + second)
    count = sum(group.items for group in regrets)
    scale = count * (first + second) / (2 * first * second)
    parts = tuple(
        scale * (r.second - r.first - pooled * (g.second - g.first))
        for r, g in zip(regrets, guessing, strict=True)
    )
    wholes = tuple(group.items for group in regrets)
    limit = _widest(parts, wholes) if largest is None else largest * scale
    return Sample(game, parts, wholes, limit, (1 - lost[0] / first, 1 - lost[1] / second))


def pool_games(samples: Sequence[Sample]) -> Sample:
    """Return the sample of all games, each with the same weight."""
    mixed = list(chain.from_iterable(map(_share_out, samples)))
    first, second = (sum(one.values[side] for one in samples) / len(samples) for side in (0, 1))
    return Sample(
        ALL_GAMES,
        tuple(part for part, _ in mixed),
        tuple(whole for _, whole in mixed),
        max(one.limit for one in samples),
        (first, second),
    )


def _share_out(sample: Sample) -> list[tuple[float, float]]:
    """Return parts and wholes, scaled so that the wholes add up to 1."""
    total = sum(sample.wholes)
    pairs = zip(sample.parts, sample.wholes, strict=True)
    return [(part / total, whole / total) for part, whole in pairs]


# ---- comparing


def compare(figure: Figure, sample: Sample) -> Difference:
    """Return the difference in a sample with its interval, its p-value and what would settle it."""
    measure = measure_difference(sample.parts, sample.wholes, sample.limit)
    found = Difference(
        figure,
        sample.game,
        len(sample.parts),
        sum(map(bool, sample.parts)),
        sample.values,
        measure,
        sign_flip_p(sample.parts),
        None,
    )
    if found.is_settled:
        return found
    return found._replace(needed=groups_needed(sample.parts, sample.wholes, sample.limit))


def measure_difference(
    parts: Sequence[float], wholes: Sequence[float], limit: float = 1.0
) -> Measure:
    """Return the ratio of two sums over groups, with its interval.

    The interval learns from earlier groups, but exams have easy questions first. So the groups
    are shuffled, in the same way each time.
    """
    mixed = Dice(0).shuffled(list(zip(parts, wholes, strict=True)))
    found = ratio([part for part, _ in mixed], [whole for _, whole in mixed], -limit, limit)
    assert found is not None, "a sample has groups"
    return found._replace(value=round(found.value, DIGITS) + 0.0)  # avoids -0.0


# ---- the sign-flip test


def sign_flip_p(values: Sequence[float]) -> float:
    """Return the share of sign patterns whose sum is at least as far from 0 as the one seen.

    If two players are alike, each difference is as likely as its opposite. The share is exact if
    there are few different sums, else estimated from patterns that are the same everywhere.

    >>> sign_flip_p([1.0] * 9 + [-1.0]), sign_flip_p([0.0, 0.0])
    (0.021484375, 1.0)
    """
    largest = max(map(abs, values), default=0.0)
    units = [round(value / largest * UNITS) for value in values if value]
    if not units:
        return 1.0
    # Rounding can move a sum by half a unit for each value: sums that close count as equal.
    least = abs(sum(units)) - len(units)
    exact = _exact_share(units, least)
    return _sampled_share(units, least) if exact is None else exact


def _exact_share(units: Sequence[int], least: int) -> float | None:
    """Return the share over all patterns; None if there are too many sums."""
    counts = {units[0]: 1}  # the first sign doesn't matter: the opposite pattern is as far from 0
    added = 0
    for unit in units[1:]:
        added += len(counts)
        if added > MAX_SUMS:
            return None
        longer: dict[int, int] = {}
        for total, count in counts.items():
            for ahead in (total + unit, total - unit):
                longer[ahead] = longer.get(ahead, 0) + count
        counts = longer
    far = sum(count for total, count in counts.items() if abs(total) >= least)
    return far / sum(counts.values())


def _sampled_share(units: Sequence[int], least: int) -> float:
    """Return the share over random patterns, which include the one seen."""
    totals = [0] * FLIPS
    for start in range(0, len(units), 8):
        sums = _signed_sums(units[start : start + 8])
        # Eight signs for each pattern; a hash is the same with every version of Python.
        signs = shake_256(b"numduel sign flips %d" % start).digest(FLIPS)
        totals = list(map(add, totals, map(sums.__getitem__, signs)))
    return (1 + sum(abs(total) >= least for total in totals)) / (FLIPS + 1)


def _signed_sums(units: Sequence[int]) -> list[int]:
    """Return the sum of up to eight numbers for each byte of signs."""
    sums = [0]
    for unit in units:
        sums = [total + unit for total in sums] + [total - unit for total in sums]
    return sums * (256 // len(sums))

"""A person's rating: the strength that best explains their right and wrong decisions.

For every strength on the scale of a game we know how often its decisions are right, at each
distance from the end. The estimate weighs every strength by how well it predicts what the person
did, and the interval holds the strengths that together have 95% of the weight.

Players of one strength differ: some know the opening, others the end. So each band of distances has
a spread, measured between our opponents, whose styles differ: the wider it is, the less the band
counts, even with many decisions (a beta-binomial distribution).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import lgamma
from typing import NamedTuple

from ..intervals import Interval
from .curves import ratings_between, weigh
from .decisions import Decisions, Tally
from .scale import Scale, scales

TRUST = 0.7
"""The weight of a decision: less than 1, because the decisions of a game depend on each other."""

AGREEMENTS = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0, 100.0, 300.0)
"""How well players of one strength can agree in a band: the sum of the beta distribution's two
parameters. This number of decisions tells as much as the strength."""

MIN_DECISIONS = 3
"""Decisions of an opponent in a band from which they show its style."""


class Rating(NamedTuple):
    """A person's estimated rating in a game."""

    game: str
    value: float
    interval: Interval
    games: int
    decisions: int


def estimate(scale: Scale, games: Sequence[Decisions]) -> Rating | None:
    """Return the rating that follows from the decisions of some games; None without decisions."""
    return estimate_each(scale, games, len(games))[-1] if games else None


def estimate_each(scale: Scale, games: Sequence[Decisions], window: int) -> list[Rating | None]:
    """Return the rating after each game, from the latest games up to it, at most `window`.

    There is none until the first game with decisions, which is the first one counted.
    """
    total, fits = dict[str, Tally](), dict[str, list[float]]()
    found: list[Rating | None] = []
    first: int | None = None
    for number, game in enumerate(games):
        changes = [(game, 1)]
        if number >= window:
            changes.append((games[number - window], -1))
        for decisions, sign in changes:
            for band, tally in decisions.items():
                more = Tally(sign * tally.number, sign * tally.kept)
                total[band] = total.get(band, Tally()).plus(more)
        for band in {band for decisions, _ in changes for band in decisions}:
            if band in scale.bands:
                fits[band] = _band(scale.game, band).fit(total[band])
        number_of_decisions = sum(tally.number for tally in total.values())
        rating = None
        if number_of_decisions:
            first = number if first is None else first
            value, interval = weigh(_ratings(scale.game), fits.values())
            games_used = min(number + 1 - first, window)
            rating = Rating(scale.game, value, interval, games_used, number_of_decisions)
        found.append(rating)
    return found


@cache
def _ratings(game: str) -> list[float]:
    """Return the ratings that are weighed: from the weakest to the strongest opponent."""
    return ratings_between(*scales()[game].range)


class _Band:
    """How well each rating predicts decisions in a band."""

    def __init__(self, chances: Sequence[float], agreement: float) -> None:
        self._rows = []
        for chance in chances:
            a, b = agreement * chance, agreement * (1 - chance)
            self._rows.append((a, b, lgamma(a) + lgamma(b)))

    def fit(self, tally: Tally, trust: float = TRUST) -> list[float]:
        """Return the logarithm of the chance of these decisions, up to a constant, by rating."""
        right = max(0.0, trust * tally.kept)
        wrong = max(0.0, trust * (tally.number - tally.kept))
        return [lgamma(a + right) + lgamma(b + wrong) - base for a, b, base in self._rows]


@cache
def _band(game: str, band: str) -> _Band:
    scale = scales()[game]
    chances = [scale.chance_of_right(band, rating) for rating in _ratings(game)]
    return _Band(chances, find_agreement(scale, band))


def find_agreement(scale: Scale, band: str) -> float:
    """Return how well our opponents agree with their strength in a band: the likeliest figure."""
    seen = [
        (scale.chance_of_right(band, opponent.rating.value), opponent.decisions[band])
        for opponent in scale.opponents.values()
        if opponent.decisions.get(band, Tally()).number >= MIN_DECISIONS
    ]

    def likelihood(agreement: float) -> float:
        found = 0.0
        for chance, tally in seen:
            constant = lgamma(agreement) - lgamma(agreement + tally.number)
            found += _Band([chance], agreement).fit(tally, trust=1.0)[0] + constant
        return found

    return max(AGREEMENTS, key=likelihood) if seen else AGREEMENTS[0]

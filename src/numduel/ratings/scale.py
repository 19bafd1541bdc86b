"""The scale of ratings: the measured strength and decisions of numduel's own opponents.

`tools/measure_scale.py` writes scale.json from a tournament.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ..core import AnyGame
from ..intervals import Interval, Measure
from ..play.players import LEVELS, RANDOM
from .curves import Curve, chance_at, rising_curve
from .decisions import Decisions, Tally

ANCHOR, ANCHOR_RATING = "casual", 1000.0
"""The opponent whose rating is fixed, and its rating."""

REFERENCES = (RANDOM, *LEVELS)
"""The opponents whose decisions a person's are compared with: they differ only in strength."""


MIN_NUMBER = 5
"""Games or puzzles before a rating names a value."""

ENOUGH = 20
"""Games or puzzles from which a rating names a value, even if its interval is wide."""

WIDE = 2 / 3
"""The share of the whole scale from which an interval is wide."""


class Rated(NamedTuple):
    """An opponent on the scale of one game."""

    rating: Measure
    matches: int
    decisions: Decisions


class Scale(NamedTuple):
    """The scale of one game with certain options."""

    game: str
    options: Mapping[str, Any]
    """The options that differ from the defaults."""
    opponents: Mapping[str, Rated]
    """All opponents, weakest first."""

    @property
    def range(self) -> tuple[float, float]:
        """The ratings of the weakest and the strongest opponent, between which people are rated."""
        ratings = [one.rating.value for one in self.opponents.values()]
        return ratings[0], ratings[-1]

    def is_wide(self, interval: Interval, number: int) -> bool:
        """Return whether a rating from this number of games or puzzles is too vague for a value."""
        if not MIN_NUMBER <= number < ENOUGH:
            return number < MIN_NUMBER
        (low, high), (weakest, strongest) = interval, self.range
        return high - low > WIDE * (strongest - weakest)

    @property
    def bands(self) -> frozenset[str]:
        """The bands in which decisions tell something about strength."""
        return frozenset(_curves(self.game))

    def chance_of_right(self, band: str, rating: float) -> float:
        """Return how much of a decision's worth a player of this rating keeps, on average."""
        return chance_at(_curves(self.game)[band], rating)


@cache
def scales() -> dict[str, Scale]:
    """Return the scale of each game that has one."""
    path = os.path.join(os.path.dirname(__file__), "scale.json")
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    return {game: _parse(game, entry) for game, entry in data["games"].items()}


def scale_of(game: AnyGame) -> Scale | None:
    """Return the scale of a game with its options; None if there is none."""
    scale = scales().get(game.id)
    if scale is None:
        return None
    return scale if game.options == type(game.options)(**scale.options) else None


def _parse(game: str, entry: Mapping[str, Any]) -> Scale:
    opponents = {
        name: Rated(
            Measure(one["rating"], (one["low"], one["high"])),
            one["matches"],
            {band: Tally(*tally) for band, tally in one["decisions"].items()},
        )
        for name, one in entry["opponents"].items()
    }
    return Scale(game, entry["options"], opponents)


@cache
def _curves(game: str) -> dict[str, Curve]:
    """Return for each band the ratings with their share of right decisions, which never falls."""
    known = [one for name, one in scales()[game].opponents.items() if name in REFERENCES]
    ratings = [one.rating.value for one in known]
    found = {}
    for band in {band for one in known for band in one.decisions}:
        tallies = [one.decisions.get(band, Tally()) for one in known]
        found[band] = rising_curve(ratings, [(tally.kept, tally.number) for tally in tallies])
    return found

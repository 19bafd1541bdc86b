"""Handicaps: rules that make a game fairer, for the set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..budget import Budget, Exhausted
from ..core import AnyGame
from .variant_text import describe_variant

if TYPE_CHECKING:
    from ..engine import Engine

MAX_HANDICAPS = 5
"""Number of suggestions for fairer rules."""

NONE_FOUND = "No other rules make this game fairer."
BEFORE = "These are your rules from before."


class Handicap(NamedTuple):
    """Rules that make a game fairer."""

    options: dict[str, object]
    about: str
    """A phrase on who wins with them."""


def find_handicaps(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    budget: Budget,
    progress: Callable[[int], None] = lambda tried: None,
) -> tuple[Handicap, ...]:
    """Return rules that make a game fairer, the most even first; `progress` counts those tried.

    If the budget runs out, these are the best so far.
    """
    from ..engine.studying.variants import group_variants, variants

    found = []
    try:
        for tried, variant in enumerate(variants(engine, kind, options, budget), 1):
            progress(tried)
            if variant is not None:
                found.append(variant)
    except Exhausted:
        if not found:
            raise
    groups = group_variants(found, MAX_HANDICAPS)
    best = sorted((each for group in groups for each in group), key=lambda each: each.unevenness)
    return tuple(
        Handicap(each.options, describe_variant(each, kind)) for each in best[:MAX_HANDICAPS]
    )

"""Handicaps: rules that make a game fairer, for the set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..budget import Budget, Exhausted
from ..core import AnyGame
from ..errors import capitalise
from .variant_text import describe_variant

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.studying.variants import Variant

MAX_HANDICAPS = 5
"""Number of suggestions for fairer rules."""

MAX_UNEVENNESS = 0.1
"""Maximum distance from 50% of a game that counts as fair, as in `is_fair`."""

MIN_GAIN = 0.01
"""Minimum by which other rules have to be nearer to 50%."""

STEP = 0.05
"""Rules that are even to the same multiple of this are about as even."""

NONE_FOUND = "No other rules make this game fairer. To swap seats, play 2 rounds."
BEFORE = "These are your rules from before."


class Handicap(NamedTuple):
    """Rules that make a game fairer."""

    options: dict[str, object]
    about: str
    """The changed rules, and sentences on who wins with them; "" for the rules from before."""


def find_handicaps(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    budget: Budget,
    progress: Callable[[int], None] = lambda tried: None,
) -> tuple[Handicap, ...]:
    """Return rules that make a game fairer, the most even first; `progress` counts those tried.

    Of rules that are about as even, those nearest to the current ones come first. If the budget
    runs out, these are the best so far.
    """
    from ..engine.studying.variants import current_unevenness, variants

    limit = max(MAX_UNEVENNESS, current_unevenness(engine, kind, options, budget) - MIN_GAIN)
    found = []
    try:
        for tried, variant in enumerate(variants(engine, kind, options, budget), 1):
            progress(tried)
            if variant is not None and variant.unevenness <= limit:
                found.append(variant)
    except Exhausted:
        if not found:
            raise
    now = vars(kind.options_type(**options))

    def rank(variant: Variant) -> tuple[int, int, float]:
        changes = _changes(now, variant.options)
        distance = sum(abs(int(value) - int(now[name])) for name, value in changes.items())
        return round(variant.unevenness / STEP), distance, variant.unevenness

    return tuple(
        Handicap(
            each.options, f"{_name_changes(now, each.options)}: {describe_variant(each, kind)}"
        )
        for each in sorted(found, key=rank)[:MAX_HANDICAPS]
    )


def _changes(now: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options, all numbers or flags, that differ from the current ones."""
    return {name: value for name, value in options.items() if value != now[name]}


def _name_changes(now: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """Return what changes: "Size 4", or "Target 18, stand"."""
    words = []
    for name, value in _changes(now, options).items():
        label = name.replace("_", " ")
        words.append(f"{label} {value}" if value is not True else label)
    return capitalise(", ".join(words).replace(" False", " off"))

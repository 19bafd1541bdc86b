"""Which of the positions found are taken, so that each kind has its share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

K = TypeVar("K")

DEEPEST = 9
"""From this depth on, depths are balanced together."""

BANDS = 4
"""Chances are balanced in so many bands of the same width."""


class Kind(NamedTuple):
    """What positions are balanced by: first the outcome, then how far one must look."""

    outcome: str
    depth: int


def kind_of(line: Mapping[str, Any]) -> Kind:
    """The kind of a position; chances are told apart by how good they are.

    >>> kind_of({"outcome": "chance", "worth": "5/9", "depth": 12})
    Kind(outcome='chance 2', depth=9)
    """
    outcome: str = line["outcome"]
    if outcome == "chance":
        outcome = f"chance {min(BANDS - 1, int(Fraction(line['worth']) * BANDS))}"
    return Kind(outcome, min(line["depth"], DEEPEST))


def balanced(kinds: Sequence[Kind], wanted: int) -> set[int]:
    """The places of so many: of each outcome as many, and in it of each depth, if there are some.

    >>> kinds = [Kind("win", 1)] * 8 + [Kind("win", 2)] * 2 + [Kind("loss", 1)] * 3
    >>> sorted(balanced(kinds, 8))
    [0, 1, 2, 8, 9, 10, 11, 12]
    """
    left: Counter[Kind] = Counter()
    for outcome, share in _shares(Counter(kind.outcome for kind in kinds), wanted).items():
        left.update(_shares(Counter(kind for kind in kinds if kind.outcome == outcome), share))
    return set(_taken(kinds, left))


def _shares(counts: Counter[K], wanted: int) -> dict[K, int]:
    """So many in all, from each group the same, or all of it where it has fewer."""
    shares: dict[K, int] = {}
    groups = sorted(counts, key=lambda one: (counts[one], str(one)))
    for number, group in enumerate(groups):
        shares[group] = min(counts[group], wanted // (len(groups) - number))
        wanted -= shares[group]
    return shares


def _taken(kinds: Sequence[Kind], left: Counter[Kind]) -> Iterable[int]:
    for place, kind in enumerate(kinds):
        if left[kind]:
            left[kind] -= 1
            yield place

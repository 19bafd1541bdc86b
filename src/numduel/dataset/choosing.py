"""Selection of a balanced set of positions, with the same share of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

K = TypeVar("K")

MAX_DEPTH = 9
"""Depths from this one on count as one kind."""

CHANCE_BANDS = 4
"""Number of equal bands of chances, each a kind."""


class Kind(NamedTuple):
    """The kind of a position: its outcome and depth."""

    outcome: str
    depth: int


def kind_of(line: Mapping[str, Any]) -> Kind:
    """Return the kind of a position; chances are grouped in bands.

    >>> kind_of({"outcome": "chance", "worth": "5/9", "depth": 12})
    Kind(outcome='chance 2', depth=9)
    """
    outcome: str = line["outcome"]
    if outcome == "chance":
        outcome = f"chance {min(CHANCE_BANDS - 1, int(Fraction(line['worth']) * CHANCE_BANDS))}"
    return Kind(outcome, min(line["depth"], MAX_DEPTH))


OUTCOMES = ("loss", "endless", "win", *(f"chance {n}" for n in range(CHANCE_BANDS)), "draw")
"""The outcomes of kinds, in the order of their codes."""

KINDS = tuple(Kind(outcome, depth) for outcome in OUTCOMES for depth in range(MAX_DEPTH + 1))
"""All kinds, by code."""


def kind_code(kind: Kind) -> int:
    """Return the code of a kind, a byte.

    >>> KINDS[kind_code(Kind("win", 3))]
    Kind(outcome='win', depth=3)
    """
    return OUTCOMES.index(kind.outcome) * (MAX_DEPTH + 1) + kind.depth


def select_balanced(kinds: Sequence[Kind], wanted: int) -> set[int]:
    """Return the indices of a selection: equally many of each outcome, then of each depth.

    >>> kinds = [Kind("win", 1)] * 8 + [Kind("win", 2)] * 2 + [Kind("loss", 1)] * 3
    >>> sorted(select_balanced(kinds, 8))
    [0, 1, 2, 8, 9, 10, 11, 12]
    """
    left: Counter[Kind] = Counter()
    for outcome, share in _split(Counter(kind.outcome for kind in kinds), wanted).items():
        left.update(_split(Counter(kind for kind in kinds if kind.outcome == outcome), share))
    return set(_select(kinds, left))


def _split(counts: Counter[K], wanted: int) -> dict[K, int]:
    """Split a number equally among groups, or take the whole group if it has fewer."""
    shares: dict[K, int] = {}
    groups = sorted(counts, key=lambda one: (counts[one], str(one)))
    for number, group in enumerate(groups):
        shares[group] = min(counts[group], wanted // (len(groups) - number))
        wanted -= shares[group]
    return shares


def _select(kinds: Sequence[Kind], left: Counter[Kind]) -> Iterable[int]:
    for index, kind in enumerate(kinds):
        if left[kind]:
            left[kind] -= 1
            yield index

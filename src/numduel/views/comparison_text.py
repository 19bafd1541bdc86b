"""Sentences and figures of comparisons between two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import counted
from ..paired import ALL_GAMES
from ..power import MAX_GROUPS
from .arena_text import game_title

if TYPE_CHECKING:
    from ..comparing import Comparison
    from ..paired import Difference

PERCENT_FIGURES = ("accuracy", "result")
"""Figures that are written as percentages."""

LEGEND = (
    "Difference: first player minus second, with 95% interval. p: how often players who are alike "
    "differ as much. To settle it: how many would leave 0 out of the interval, 80% of the time."
)


def format_value(figure: str, value: float) -> str:
    """Return a figure of one player."""
    return f"{value:.1%}" if figure in PERCENT_FIGURES else f"{value:.3f}"


def format_difference(row: Difference) -> str:
    """Return a difference with its interval.

    >>> from numduel.paired import Figure, difference_sample, compare, Group
    >>> groups = [Group(1, 1.0, 0.0)] * 12 + [Group(1, 0.0, 0.0)] * 48
    >>> format_difference(compare(Figure("accuracy"), difference_sample("sum", groups)))
    '+20.0% [+6.4%, +34.7%]'
    """
    name = row.figure.name
    low, high = (format_gap(name, end) for end in row.measure.interval or ())
    return f"{format_gap(name, row.measure.value)} [{low}, {high}]"


def format_gap(figure: str, value: float) -> str:
    """Return a difference with its sign."""
    return f"{value:+.1%}" if figure in PERCENT_FIGURES else f"{value:+.3f}"


def format_p(p: float) -> str:
    """Return a p-value with three digits.

    >>> format_p(0.0004), format_p(0.04)
    ('<0.001', '0.040')
    """
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def format_needed(row: Difference) -> str:
    """Return the number of questions or boards that would settle a difference."""
    if row.is_settled:
        return "settled"
    if row.needed is not None:
        return f"{row.needed:,}"
    return "—" if row.better is None else f">{MAX_GROUPS:,}"


def describe_outcome(found: Comparison) -> str:
    """Return who is better by the main figure, and whether that is settled."""
    row = found.main
    where = "all games" if row.game == ALL_GAMES else game_title(row.game)
    if row.better is None:
        return f"By {row.figure.name} in {where}, the players are equal so far."
    gap = format_gap(row.figure.name, abs(row.measure.value)).lstrip("+")
    ahead = f"By {row.figure.name} in {where}, {found.names[row.better]} is better by {gap}."
    if row.is_settled:
        return f"{ahead} That is settled."
    number = f"about {row.needed:,}" if row.needed else f"more than {MAX_GROUPS:,}"
    more = f"{number} {found.unit}s, in place of {row.groups:,}"
    return f"{ahead} That isn't settled: it would take {more}."


def describe_left_out(found: Comparison) -> str:
    """Return how many questions or matches don't count; "" if all do."""
    if not found.left_out:
        return ""
    pairs = counted(found.left_out, "pair")
    kind = "answers" if found.kind == "exam" else "matches"
    return f"Left out: {pairs} of {kind}, because one of the players left it unanswered."

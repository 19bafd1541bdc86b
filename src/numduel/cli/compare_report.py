"""Comparisons of two players as text tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..views.arena_text import NONE, game_title, shorten_name
from ..views.comparison_text import (
    LEGEND,
    describe_left_out,
    describe_outcome,
    format_difference,
    format_gap,
    format_needed,
    format_p,
    format_value,
)
from .text_table import format_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..comparing import Comparison, Forecast
    from ..paired import Difference

MAX_NAME_CHARS = 24
"""Maximum width of a player's name, in characters."""


def format_comparison(found: Comparison, about: str, width: int) -> list[str]:
    """Return a table for each figure and what follows from them, at most `width` columns wide."""
    lines = [f"{about}: {found.names[0]} and {found.names[1]}, paired by {found.unit}", ""]
    for figure in dict.fromkeys(row.figure for row in found.rows):
        rows = [row for row in found.rows if row.figure == figure]
        lines += [*format_table(_make_table(found, rows), width), ""]
    lines += filter(None, [describe_outcome(found), describe_left_out(found)])
    return [*lines, LEGEND]


def _make_table(found: Comparison, rows: Sequence[Difference]) -> list[list[str]]:
    name = rows[0].figure.name
    players = [shorten_name(one, MAX_NAME_CHARS) for one in found.names]
    counts = [f"{found.unit}s", "differ"]
    table = [[name.capitalize(), *counts, *players, "difference", "p", "to settle it"]]
    for row in rows:
        values = [format_value(name, value) for value in row.values]
        numbers = [f"{row.groups:,}", f"{row.differing:,}"]
        last = [format_difference(row), format_p(row.p), format_needed(row)]
        table.append([game_title(row.game), *numbers, *values, *last])
    return table


def format_forecast(rows: Sequence[Forecast], unit: str, width: int) -> list[str]:
    """Return the table of what a run can settle, from files or for several shares."""
    if rows[0].share is not None:
        head = ["Players differ on", "smallest difference in accuracy"]
        cells = [[f"{row.share:.0%} of the questions", _format_smallest(row)] for row in rows]
        return format_table([head, *cells], width)
    table = [["", f"{unit}s", "deviation", "smallest difference"]]
    for row in rows:
        name = f"{row.figure.name.capitalize()}, {game_title(row.game)}"
        deviation = f"{row.deviation:.3f}"
        table.append([name, f"{row.size:,}", deviation, _format_smallest(row)])
    return format_table(table, width)


def _format_smallest(row: Forecast) -> str:
    if row.difference is None:
        return NONE
    return format_gap(row.figure.name, row.difference).lstrip("+")

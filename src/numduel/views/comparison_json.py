"""Comparisons of two players as JSON; see docs/compare.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core import Player
from .arena_json import DIGITS, measure_json
from .as_json import seat_of

if TYPE_CHECKING:
    from ..comparing import Comparison, Forecast
    from ..paired import Difference
    from .shapes import reports


def comparison_json(found: Comparison, about: str) -> reports.Comparison:
    """Return all differences; `about` describes the exam or tournament."""
    return {
        "kind": found.kind,
        "about": about,
        "unit": found.unit,
        "names": list(found.names),
        "left_out": found.left_out,
        "rows": [_difference(row) for row in found.rows],
    }


def _difference(row: Difference) -> reports.PairedDifference:
    first, second = (round(value, DIGITS) + 0.0 for value in row.values)
    return {
        "figure": row.figure.name,
        "game": row.game,
        "groups": row.groups,
        "differing": row.differing,
        "first": first,
        "second": second,
        "difference": measure_json(row.measure),
        "p": round(row.p, DIGITS),
        "better": None if row.better is None else seat_of(Player(row.better)),
        "settled": row.is_settled,
        "needed": row.needed,
    }


def forecast_json(
    rows: Sequence[Forecast], size: int, unit: str, names: tuple[str, str] | None
) -> reports.PowerForecast:
    """Return what a run of some size can settle."""
    return {
        "unit": unit,
        "names": None if names is None else list(names),
        "size": size,
        "rows": [_forecast(row) for row in rows],
    }


def _forecast(row: Forecast) -> reports.DetectableDifference:
    return {
        "figure": row.figure.name,
        "game": row.game,
        "size": row.size,
        "share": row.share,
        "deviation": None if row.deviation is None else round(row.deviation, DIGITS),
        "difference": None if row.difference is None else round(row.difference, DIGITS),
    }

"""What a tournament shows, as plain data for JSON and for tables; see docs/arena.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .as_json import Json

if TYPE_CHECKING:
    from ..arena.blunders import Blunder
    from ..arena.bootstrap import Measure
    from ..arena.standings import Standing, Standings

DIGITS = 6
"""To so many digits figures are given: every machine comes to the same."""


def arena_json(shown: Standings, blunders: Iterable[Blunder]) -> Json:
    """All figures, how each pair's matches ended, and where the worst moves are."""
    return {
        "tournament": shown.tournament,
        "seed": shown.seed,
        "players": list(shown.players),
        "games": list(shown.games),
        "boards": shown.boards,
        "matches": shown.matches,
        "rows": [_row(row) for row in shown.rows],
        "pairs": [{**pair._asdict(), "players": list(pair.players)} for pair in shown.pairs],
        "blunders": [_blunder(one) for one in blunders],
    }


def measure_json(measure: Measure | None) -> Json | None:
    """A figure with its interval."""
    if measure is None:
        return None
    low, high = (None, None) if measure.interval is None else measure.interval
    return {"value": _rounded(measure.value), "low": _rounded(low), "high": _rounded(high)}


def _row(row: Standing) -> Json:
    figures = {name: measure_json(measure) for name, measure in row.figures.items()}
    return {**_counts(row), **figures}


def _counts(row: Standing) -> Json:
    return {name: value for name, value in row._asdict().items() if name != "figures"}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS) + 0.0  # and no -0.0


def _blunder(one: Blunder) -> Json:
    return {
        "match": one.line.match,
        "ply": one.ply,
        "game": one.line.game,
        "player": one.line.players[one.player],
        "seat": one.player + 1,
        "regret": str(one.regret),
        "regret_float": float(one.regret),
    }


def csv_rows(shown: Standings) -> list[list[Any]]:
    """A row for every player and game, with each end of an interval in a column of its own."""
    table: list[list[Any]] = []
    for row in shown.rows:
        cells = _counts(row)
        for name, measure in row.figures.items():
            data = measure_json(measure) or {}
            cells |= {name: data.get("value")}
            cells |= {f"{name}_{end}": data.get(end) for end in ("low", "high")}
        table = table or [list(cells)]
        table.append(list(cells.values()))
    return table

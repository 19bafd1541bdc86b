"""Tournament results as JSON and as CSV rows; see docs/arena.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .as_json import seat_of
from .prices import cost_of

if TYPE_CHECKING:
    from ..arena.blunders import Blunder
    from ..arena.standings import PairResult, Standing, Standings
    from ..intervals import Measure
    from .prices import Price
    from .shapes import exams, reports

DIGITS = 6
"""Decimal digits of figures, so that every machine writes the same."""


def arena_json(
    shown: Standings, blunders: Iterable[Blunder], price: Price | None = None
) -> reports.Arena:
    """Return all figures, the results of each pair, and the worst moves."""
    return {
        "tournament": shown.tournament,
        "seed": shown.seed,
        "players": list(shown.players),
        "games": list(shown.games),
        "boards": shown.boards,
        "matches": shown.matches,
        "rows": [_row(row, price) for row in shown.rows],
        "pairs": [_pair(pair) for pair in shown.pairs],
        "blunders": [_blunder(one) for one in blunders],
    }


def measure_json(measure: Measure) -> exams.Measure:
    """Return a figure with its interval."""
    ends = [_rounded(end) for end in measure.interval or ()]
    low, high = ends or (None, None)
    return {"value": _rounded(measure.value), "low": low, "high": high}


def _row(row: Standing, price: Price | None) -> reports.Standing:
    figures = {name: m and measure_json(m) for name, m in row.figures.items()}
    return {
        "game": row.game,
        "player": row.player,
        "matches": row.matches,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "cut": row.cut,
        "faults": row.faults,
        "unanswered": row.unanswered,
        "calls": row.calls,
        "tokens_in": row.tokens_in,
        "tokens_out": row.tokens_out,
        "cost": None if price is None else cost_of(row, price, row.matches),
        "win_rate": figures["win_rate"],
        "draw_rate": figures["draw_rate"],
        "elo": figures["elo"],
        "skill": figures["skill"],
        "accuracy": figures["accuracy"],
        "regret": figures["regret"],
        "turns_lost": figures["turns_lost"],
        "luck_adjusted": figures["luck_adjusted"],
        "seconds_a_move": figures["seconds_a_move"],
    }


def _pair(pair: PairResult) -> reports.Meeting:
    return {
        "game": pair.game,
        "players": list(pair.players),
        "won": pair.won,
        "drawn": pair.drawn,
        "lost": pair.lost,
        "cut": pair.cut,
        "unanswered": pair.unanswered,
    }


def _rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0  # avoids -0.0


def _blunder(one: Blunder) -> reports.Blunder:
    return {
        "match": one.line.match,
        "ply": one.ply,
        "game": one.line.game,
        "player": one.line.players[one.player],
        "seat": seat_of(one.player),
        "regret": str(one.regret),
        "regret_float": float(one.regret),
    }


def csv_rows(shown: Standings) -> list[list[Any]]:
    """Return a row for every player and game; each end of an interval has its own column."""
    table: list[list[Any]] = []
    for row in shown.rows:
        cells = {**row._asdict()}
        del cells["figures"]
        for name, measure in row.figures.items():
            data: Mapping[str, object] = measure_json(measure) if measure else {}
            cells |= {name: data.get("value")}
            cells |= {f"{name}_{end}": data.get(end) for end in ("low", "high")}
        table = table or [list(cells)]
        table.append(list(cells.values()))
    return table

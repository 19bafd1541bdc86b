"""Results of a tournament as text tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..views.arena_text import column_titles, format_row, game_title, shorten_name
from ..views.prices import format_cost
from .text_table import format_table

if TYPE_CHECKING:
    from ..arena.standings import Standing, Standings
    from ..views.prices import Price

MAX_NAME_CHARS = 24
"""Maximum width of a player's name, in characters."""


def format_tables(shown: Standings, width: int, price: Price | None = None) -> list[str]:
    """Return one table per game, at most `width` columns wide; with a price, costs per match."""
    lines = []
    heads = ["", "matches", *column_titles(shown), *(["cost per match"] if price else [])]
    for game in dict.fromkeys(row.game for row in shown.rows):
        rows = [_format_player(shown, row, price) for row in shown.rows if row.game == game]
        lines += [f"{game_title(game)}: {_format_size(shown, game)}", ""]
        lines += [*format_table([heads, *rows], width), ""]
    return [*lines, "In brackets: 95% confidence intervals. —: no data."]


def _format_size(shown: Standings, game: str) -> str:
    pairs = [pair for pair in shown.pairs if game in (pair.game, "all")]
    matches = sum(pair.matches for pair in pairs)
    return f"{matches:,} matches, each board from both seats, seed {shown.seed}"


def _format_player(shown: Standings, row: Standing, price: Price | None) -> list[str]:
    cost = [format_cost(row, price, row.matches)] if price else []
    name = shorten_name(row.player, MAX_NAME_CHARS)
    return [name, f"{row.matches:,}", *format_row(shown, row), *cost]

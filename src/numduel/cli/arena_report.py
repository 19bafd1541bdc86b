"""What a tournament shows, as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..views.arena_text import cells, counts, figures, shortened, title
from .text_table import in_columns

if TYPE_CHECKING:
    from ..arena.standings import Standing, Standings

LONGEST = 24
"""Letters of a name."""


def lines(shown: Standings, width: int) -> list[str]:
    """Tables that are no wider than this."""
    found = []
    heads = ["", "matches", *counts(shown), *(one.title for one in figures(shown).values())]
    for game in dict.fromkeys(row.game for row in shown.rows):
        rows = [_cells(shown, row) for row in shown.rows if row.game == game]
        found += [f"{title(game)}: {_counted(shown, game)}", ""]
        found += [*in_columns([heads, *rows], width), ""]
    return [*found, "In brackets: 95% intervals, by drawing boards anew; — where nothing counts."]


def _counted(shown: Standings, game: str) -> str:
    pairs = [pair for pair in shown.pairs if game in (pair.game, "all")]
    matches = sum(pair.matches for pair in pairs)
    return f"{matches:,} matches, each board from both seats, seed {shown.seed}"


def _cells(shown: Standings, row: Standing) -> list[str]:
    return [shortened(row.player, LONGEST), f"{row.matches:,}", *cells(shown, row)]

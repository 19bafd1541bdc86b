"""What a tournament shows, as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..views.arena_words import FIGURES, said, shortened, title
from .table import in_columns

if TYPE_CHECKING:
    from ..arena.standings import Standing, Standings

LONGEST = 24
"""Letters of a name."""

COUNTS = ("matches", "won", "lost", "cut", "faults")


def lines(shown: Standings, width: int) -> list[str]:
    """Tables that are no wider than this."""
    found = []
    heads = ["", *COUNTS, *(figure.title for figure in FIGURES.values())]
    for game in dict.fromkeys(row.game for row in shown.rows):
        rows = [_cells(row) for row in shown.rows if row.game == game]
        found += [f"{title(game)}: {_counted(shown, game)}", ""]
        found += [*in_columns([heads, *rows], width), ""]
    return [*found, "In brackets: 95% intervals, by drawing boards anew; — where nothing counts."]


def _counted(shown: Standings, game: str) -> str:
    pairs = [pair for pair in shown.pairs if game in (pair.game, "all")]
    matches = sum(pair.won + pair.lost + pair.cut for pair in pairs)
    return f"{matches:,} matches, each board from both seats, seed {shown.seed}"


def _cells(row: Standing) -> list[str]:
    counts = (f"{getattr(row, name):,}" for name in COUNTS)
    return [shortened(row.player, LONGEST), *counts, *(said(*one) for one in row.figures.items())]

"""What a tournament shows, as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..views.arena_words import FIGURES, said, title
from .table import in_columns

if TYPE_CHECKING:
    from ..arena.standings import Standing, Standings

LONGEST = 26
"""Letters of a name."""

COUNTS = ("matches", "won", "lost", "cut", "faults")
PARTS = (
    ("win_rate", "elo", "accuracy"),
    ("regret", "turns_lost", "luck_adjusted", "seconds_a_move"),
)
"""The figures, in as many tables as lines of a terminal can hold."""


def lines(shown: Standings) -> list[str]:
    found = []
    for game in dict.fromkeys(row.game for row in shown.rows):
        rows = [row for row in shown.rows if row.game == game]
        found += [f"{title(game)}: {_counted(shown, game)}", ""]
        found += [*in_columns([["", *COUNTS], *(_counts(row) for row in rows)]), ""]
        for part in PARTS:
            heads = ["", *(FIGURES[name].title for name in part)]
            found += [*in_columns([heads, *(_figures(row, part) for row in rows)]), ""]
    return [*found, "In brackets: 95% intervals, by drawing boards anew; — where nothing counts."]


def _counted(shown: Standings, game: str) -> str:
    pairs = [pair for pair in shown.pairs if game in (pair.game, "all")]
    matches = sum(pair.won + pair.lost + pair.cut for pair in pairs)
    return f"{matches:,} matches, each board from both seats, seed {shown.seed}"


def shortened(name: str) -> str:
    """As much of a name as a table has room for: how it begins, and how it ends.

    >>> shortened("program python examples/bots/depth_four.py")
    'program pyth…depth_four.py'
    """
    return name if len(name) <= LONGEST else f"{name[:12]}…{name[13 - LONGEST :]}"


def _counts(row: Standing) -> list[str]:
    return [shortened(row.player), *(f"{getattr(row, name):,}" for name in COUNTS)]


def _figures(row: Standing, part: tuple[str, ...]) -> list[str]:
    return [shortened(row.player), *(said(name, row.figures[name]) for name in part)]

"""docs/ratings.md has the coverage on the scale that is packed."""

from __future__ import annotations

from pathlib import Path

from numduel.games import find
from numduel.ratings.scale import scales
from numduel.views.opponent_text import format_rating
from numduel.views.rating_text import name_opponent

PAGE = Path(__file__).parents[2] / "docs" / "ratings.md"


def test_tables_are_about_the_packed_scale() -> None:
    """If not, run tools/rating_coverage.py."""
    text = PAGE.read_text(encoding="utf-8")
    for game, scale in scales().items():
        table = text.partition(f"\n## {find(game).title}\n")[2].partition("\n## ")[0]
        for name, opponent in scale.opponents.items():
            row = f"| {name_opponent(name)} | {format_rating(opponent.rating)} |"
            assert row in table, (game, row)

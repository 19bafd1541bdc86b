"""The curve of a rating as text."""

from __future__ import annotations

import pytest

from numduel.ratings.decisions import Decisions, Tally
from numduel.ratings.person import PersonInGame, rate_person
from numduel.ratings.rated_games import RatedGame
from numduel.render.rating_curve import MAX_WIDTH, draw_curve

GOOD: Decisions = {"1": Tally(2, 2.0), "3": Tally(2, 2.0)}
BAD: Decisions = {"1": Tally(2, 1.0), "3": Tally(2, 0.0)}


def person_after(*games: Decisions) -> PersonInGame:
    [found] = rate_person([RatedGame("maze", "casual", "won", 0.0, game) for game in games])
    return found


def test_curve_rises_with_better_games() -> None:
    rows = draw_curve(person_after(*[BAD] * 5, *[GOOD] * 15), 80)
    body = [row.partition("┤")[2] for row in rows if "┤" in row]
    first = next(y for y, row in enumerate(body) if row.startswith("●"))
    last = next(y for y, row in enumerate(body) if row.rstrip().endswith("●"))
    assert last < first
    assert "Casual 1000" in "\n".join(rows)
    assert rows[-1].endswith("└ 20 games, oldest first; ● rating, · 95% interval")


@pytest.mark.parametrize("number", [2, 19, 20, 59, 60, 61, 100])
def test_curve_fits_any_width(number: int) -> None:
    person = person_after(*[GOOD, BAD] * (number // 2), *[GOOD] * (number % 2))
    for width in range(1, 120, 7):
        rows = draw_curve(person, width, is_ascii=True)
        assert all(row.isascii() for row in rows)
        cells = [row.partition("|")[2] for row in rows if "|" in row]
        assert all(len(row) <= MAX_WIDTH for row in cells)
        assert all(len(row) <= width for row in rows)
        assert bool(rows) == (width > 20)
        if rows:  # every column has exactly one value
            columns = max(map(len, cells))
            for x in range(columns):
                assert sum(row[x : x + 1] == "*" for row in cells) == 1


def test_one_game_has_no_curve() -> None:
    assert draw_curve(person_after(GOOD), 80) == []

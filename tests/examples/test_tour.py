"""The tour for notebooks runs, without Jupyter, and every cell shows something."""

from __future__ import annotations

import json

from notebooks import TOUR, run_cells

from numduel import Match, Report
from numduel.arena.standings import Standings
from numduel.engine.teaching.review import Review


def test_every_cell_of_the_tour_shows_something() -> None:
    cells = run_cells(TOUR)
    assert [type(cell.value) for cell in cells] == [Match, Report, Review, Standings, Report]
    for cell in cells:
        assert cell.value._repr_html_().startswith('<div class="numduel" ')


def test_tour_has_no_outputs() -> None:
    tour = json.loads(TOUR.read_text(encoding="utf-8"))
    assert tour["nbformat"] == 4
    for cell in tour["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None

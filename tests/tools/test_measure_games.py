"""The stored figures of the five games."""

from __future__ import annotations

import measure_games
import pytest

from numduel.compiled import is_used
from numduel.workshop.verdict import STANDARDS


@pytest.mark.long
@pytest.mark.skipif(not is_used(), reason="takes minutes without the compiled core")
def test_figures_of_the_five_games_are_up_to_date() -> None:
    with open(STANDARDS, encoding="utf-8") as file:
        assert file.read() == measure_games.measured(), "run tools/measure_games.py"


@pytest.mark.long
@pytest.mark.parametrize("name", ["maze", str(measure_games.GALLERY[0])])
def test_reports_are_up_to_date(name: str) -> None:
    page = measure_games.REPORTS.read_text(encoding="utf-8")
    assert measure_games.report(name) in page, "run tools/measure_games.py"


def test_example_of_the_workshop_is_one_of_the_reports() -> None:
    """The guide shows the beginning of a report."""
    guide = measure_games.ROOT / "docs" / "workshop.md"
    _, _, rest = guide.read_text(encoding="utf-8").partition("each have a number:\n\n```\n")
    title, _, text = rest.partition("```")[0].partition("\n")
    page = measure_games.REPORTS.read_text(encoding="utf-8")
    assert f"## {title}\n\n```text\n{text}" in page

"""Results of an exam as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..views.arena_text import FIGURES, format_measure, game_title
from ..views.exam_text import describe_result, format_usage
from ..views.prices import total_cost
from .cost_plot import PricedSkill, cost_plot
from .figure_table import figure_table
from .interval_plot import plot
from .markup import document, escaped

if TYPE_CHECKING:
    from ..exam.results import Result
    from ..exam.scoring import GroupScore
    from ..intervals import Measure
    from ..views.prices import Price

STYLESHEETS = ("review_page.css", "arena_page.css")

PLOTTED = {"skill": "Skill", "accuracy": "Accuracy", "regret": "Regret per question"}
"""The figures with a plot and a column, and their titles."""


def page(results: Sequence[Result], price: Price | None = None) -> str:
    """Return the page of one or more players."""
    players = ", ".join(result.player for result in results)
    contents = ["<main>", f"<h1>{escaped(players)}</h1>", *_parts(results, price), "</main>"]
    return document(f"Exam: {players}", STYLESHEETS, "\n".join(contents))


def _parts(results: Sequence[Result], price: Price | None) -> Iterable[str]:
    marks = [(result, result.scores()) for result in results]
    yield '<div class="plots">'
    for name, title in PLOTTED.items():
        figures: list[tuple[str, Measure | None]] = [
            (result.player, getattr(rows[-1], name)) for result, rows in marks
        ]
        if any(measure is not None for _, measure in figures):
            yield plot(title, figures, FIGURES[name].format)
    if price is not None:
        yield cost_plot(priced(results, price))
    yield "</div>"
    for result, rows in marks:
        yield f"<h2>{escaped(result.player)}</h2>"
        yield from figure_rows(result, rows, price)


def figure_rows(
    result: Result, rows: Sequence[GroupScore], price: Price | None = None
) -> Iterable[str]:
    """Yield what a player was asked, and the table of figures."""
    about = f"{describe_result(result)}. {format_usage(result, price)}"
    yield f"<p>{escaped(about)}</p>"
    yield from _table(result.player, rows)


def priced(results: Sequence[Result], price: Price) -> list[PricedSkill]:
    """Return the skill of each model with the cost of a question."""
    found = []
    for result in results:
        skill = result.scores()[-1].skill
        if skill is not None and result.usage.calls:
            cost = total_cost(result.usage, price) / len(result.answers)
            found.append(PricedSkill(result.player, cost, skill))
    return found


def _table(player: str, rows: Sequence[GroupScore]) -> Iterable[str]:
    heads = ["", "questions", "unanswered", "faults", *map(str.lower, PLOTTED.values())]
    cells = (
        (
            game_title(row.name) if row.of in ("game", "all") else f"{row.of} {row.name}",
            [
                *(f"{count:,}" for count in (row.questions, row.unanswered, row.faults)),
                *(format_measure(name, getattr(row, name)) for name in PLOTTED),
            ],
        )
        for row in rows
    )
    caption = "In brackets: 95% confidence intervals."
    return figure_table(f"{player}: figures", caption, heads, cells)

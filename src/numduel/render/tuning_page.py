"""The variants of a game as a self-contained HTML page, with their landscape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..views.workshop_text import (
    TUNING_NOTES,
    VARIANT_HEADS,
    describe_tuning,
    describe_variant,
    setting_text,
    variant_cells,
)
from .game_page import STYLESHEETS, table
from .markup import document, escaped

if TYPE_CHECKING:
    from ..workshop.tuning import Tuning, Variant

CELL, HIGH, LEFT, TOP = 64, 40, 90, 46
"""Width and height of a cell and the space for texts, in pixels."""


def page(tuning: Tuning, variants: Sequence[Variant]) -> str:
    """Return the page; `variants` are ranked, the best first."""
    title = describe_tuning(tuning)
    rows = [
        (describe_variant(variant), [escaped(cell) for cell in variant_cells(variant)])
        for variant in variants
    ]
    problems = dict.fromkeys(variant.problem for variant in variants if variant.problem)
    contents = [
        "<main>",
        f"<h1>{escaped(title)}</h1>",
        "<h2>Landscape</h2>",
        *_landscape(tuning, variants),
        "<h2>Variants, best first</h2>",
        *table("Variants", ["variant", *VARIANT_HEADS], rows),
        *(f'<p class="dim">{escaped(note)}</p>' for note in TUNING_NOTES),
        *(f"<p>Impossible: {escaped(problem)}.</p>" for problem in problems if problem),
        "</main>",
    ]
    return document(title, STYLESHEETS, "\n".join(contents))


def _landscape(tuning: Tuning, variants: Sequence[Variant]) -> Iterable[str]:
    """Yield the scores of all values of the first two options, the best with a frame."""
    from ..workshop.tuning import landscape

    drawn, best = landscape(tuning, variants), variants[0]
    scores = [one.score for one in drawn.cells.values() if one.score is not None] or [0.0]
    low, top = min(scores), max(scores)
    wide = LEFT + CELL * len(drawn.columns) + 10
    high = TOP + HIGH * len(drawn.rows) + 10
    down = f"{drawn.row_name} down, " if drawn.row_name else ""
    yield f'<p class="dim">Score in %: {escaped(down)}{escaped(drawn.column_name)} across.</p>'
    yield '<div class="card scroll" tabindex="0" role="region" aria-label="Landscape">'
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    yield f'<svg class="land" {size} role="img">'
    yield "<title>Scores of all variants. The table below has the same data</title>"
    for number, column in enumerate(drawn.columns):
        x = LEFT + CELL * number + CELL / 2
        yield f'<text class="axis" x="{x}" y="{TOP - 12}">{escaped(setting_text(column))}</text>'
    for line, row in enumerate(drawn.rows):
        y = TOP + HIGH * line
        label = escaped(setting_text(row))
        yield f'<text class="axis side" x="{LEFT - 12}" y="{y + 26}">{label}</text>'
        for number, column in enumerate(drawn.columns):
            yield from _cell(
                drawn.cells.get((row, column)), LEFT + CELL * number, y, (low, top), best
            )
    yield "</svg></div>"


def _cell(
    variant: Variant | None, x: int, y: int, ends: tuple[float, float], best: Variant
) -> Iterable[str]:
    place = f'x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{HIGH - 4}" rx="6"'
    if variant is None or variant.score is None:
        yield f'<rect class="none" {place}/>'
        return
    low, top = ends
    strength = 0.1 + 0.5 * ((variant.score - low) / (top - low) if top > low else 1)
    yield f'<rect class="cell" opacity="{strength:.2f}" {place}/>'
    if variant is best:
        yield f'<rect class="top" {place}/>'
    yield f'<text x="{x + CELL / 2}" y="{y + 26}">{100 * variant.score:.0f}</text>'

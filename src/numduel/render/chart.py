"""The progress chart of a game in SVG: Player 1's standing after every ply."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..core import Player
from ..views.progress_chart import points
from .markup import escaped

if TYPE_CHECKING:
    from ..engine.teaching.review import Review, ReviewedPly

PLOT_HEIGHT, TOP_MARGIN, BOTTOM_MARGIN = 220, 28, 52
"""Heights of the plot and its margins, in pixels."""

SIDE_MARGIN = 4.0
"""Distance of the first and last point from the edges, in percent of the width."""

MIN_WIDTHS = {"narrow": 250, "medium": 520, "wide": 860}
"""Minimum width of the chart on small, medium and large screens, in pixels: see the stylesheet."""

LABEL_WIDTH = 40
"""Width of the label of a move, in pixels."""


class _Point(NamedTuple):
    x: float
    """In percent of the width, because the chart is as wide as its card."""
    y: int
    step: ReviewedPly | None
    """The ply before it; None for the start."""
    number: int


def chart(seen: Review, names: Sequence[str], prefix: str = "") -> str:
    """Return the chart, with a link from every ply to its table row; "" without plies.

    `prefix` starts every id, for pages with several charts.
    """
    if not seen.plies:
        return ""
    points = _points(seen)
    label_steps = {
        name: max(1, -(-LABEL_WIDTH * len(points) // room)) for name, room in MIN_WIDTHS.items()
    }
    height = TOP_MARGIN + PLOT_HEIGHT + BOTTOM_MARGIN
    return "\n".join(
        [
            f'<svg class="chart" width="100%" height="{height}" overflow="visible" role="group" '
            f'aria-labelledby="{prefix}chart-title">',
            f'<title id="{prefix}chart-title">Progress chart: how {escaped(names[0])} stood after '
            "every move. The table below has the same data</title>",
            *_frame(seen, names),
            *(
                f'<line class="course" x1="{one.x}%" y1="{one.y}" x2="{two.x}%" y2="{two.y}"/>'
                for one, two in pairwise(points)
            ),
            *(_dot(point, len(seen.plies), names, label_steps, prefix) for point in points),
            "</svg>",
        ]
    )


def _points(seen: Review) -> list[_Point]:
    spacing = (100 - 2 * SIDE_MARGIN) / len(seen.plies)
    return [
        _Point(
            round(SIDE_MARGIN + spacing * number, 2),
            TOP_MARGIN + round(PLOT_HEIGHT * (1 - at.score)),
            step,
            number,
        )
        for number, (at, step) in enumerate(zip(points(seen), [None, *seen.plies], strict=True))
    ]


def _frame(seen: Review, names: Sequence[str]) -> list[str]:
    """Return three levels with labels above their lines; the last one below."""
    words = ["100%", "50%", "0%"]
    if not seen.has_chance:
        outcomes = {value.outcome for step in seen.plies for value in (step.before, step.after)}
        middle = "draw" if "draw" in outcomes else ""
        words = [f"{escaped(names[0])} wins", middle, f"{escaped(names[1])} wins"]
    parts = []
    for number, word in enumerate(words):
        y = TOP_MARGIN + PLOT_HEIGHT * number // 2
        parts.append(f'<line class="level" x1="0" y1="{y}" x2="100%" y2="{y}"/>')
        beside = y + 46 if number == 2 else y - 10
        parts.append(f'<text class="axis" x="0" y="{beside}">{word}</text>')
    return parts


def _dot(
    point: _Point, last: int, names: Sequence[str], label_steps: dict[str, int], prefix: str
) -> str:
    """Return a point, placed in percent; its parts are placed around it in pixels."""
    step, number = point.step, point.number
    if step is None:
        title = "<title>Start</title>"
        return f'<circle class="none" cx="{point.x}%" cy="{point.y}" r="5">{title}</circle>'
    words = escaped(_describe(step, names))
    above = -12 if point.y > TOP_MARGIN + 20 else 22
    sign = f'<text class="sign" y="{above}">{step.mark}</text>' if step.mark else ""
    sizes = " ".join(name for name, every in label_steps.items() if (last - number) % every == 0)
    below = TOP_MARGIN + PLOT_HEIGHT + 24 - point.y
    label = f'<text class="under {sizes}" y="{below}">{escaped(step.move)}</text>'
    return (
        f'<svg x="{point.x}%" y="{point.y}" overflow="visible"><a href="#{prefix}ply-{number}" '
        f'aria-label="{words}"><title>{words}</title>{_shape(step)}{sign}'
        f"{label if sizes else ''}</a></svg>"
    )


def _shape(step: ReviewedPly) -> str:
    """Return a circle for Player 1, a square for Player 2, a diamond for chance."""
    if step.drawn:
        return '<path class="drawn" d="M0 -8l8 8l-8 8l-8 -8z"/>'
    if step.player is Player.ONE:
        return '<circle class="one" r="7"/>'
    return '<rect class="two" x="-6" y="-6" width="12" height="12"/>'


def _describe(step: ReviewedPly, names: Sequence[str]) -> str:
    if step.drawn:
        return f"{names[step.player]} draws {step.move}: {step.after.label}"
    mark = f" {step.mark}" if step.mark else ""
    return f"{names[step.player]} plays {step.move}{mark}: {step.after.label}"

"""The course of a game as a chart in SVG: how Player 1 stood after every ply."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..core import Player
from ..views.progress_chart import points
from .markup import escaped

if TYPE_CHECKING:
    from ..engine.teaching.review import Review, ReviewedPly

HIGH, TOP, BELOW = 220, 28, 52
"""The heights of the plot, of what is above it and of what is below it, in pixels."""

EDGE = 4.0
"""How far the first and the last point are from the edges, in percent of the width."""

WIDTHS = {"narrow": 250, "medium": 520, "wide": 860}
"""Pixels that a chart has at least on small, medium and large screens: see the stylesheet."""

LABEL = 40
"""Pixels that the name of a move takes."""


class _Point(NamedTuple):
    x: float
    """In percent of the width: the chart is as wide as its card, whatever that is."""
    y: int
    step: ReviewedPly | None
    """What led here; None for the start."""
    number: int


def chart(seen: Review, names: Sequence[str]) -> str:
    """The chart, with a link to the row of the table for every ply; nothing without plies."""
    if not seen.plies:
        return ""
    points = _points(seen)
    shown = {name: max(1, -(-LABEL * len(points) // room)) for name, room in WIDTHS.items()}
    return "\n".join(
        [
            f'<svg class="chart" width="100%" height="{TOP + HIGH + BELOW}" overflow="visible" '
            'role="group" aria-labelledby="chart-title">',
            f'<title id="chart-title">How {escaped(names[0])} stood after every move; '
            "the table below says the same in words</title>",
            *_frame(seen, names),
            *(
                f'<line class="course" x1="{one.x}%" y1="{one.y}" x2="{two.x}%" y2="{two.y}"/>'
                for one, two in pairwise(points)
            ),
            *(_dot(point, len(seen.plies), names, shown) for point in points),
            "</svg>",
        ]
    )


def _points(seen: Review) -> list[_Point]:
    apart = (100 - 2 * EDGE) / len(seen.plies)
    return [
        _Point(round(EDGE + apart * number, 2), TOP + round(HIGH * (1 - at.score)), step, number)
        for number, (at, step) in enumerate(zip(points(seen), [None, *seen.plies], strict=True))
    ]


def _frame(seen: Review, names: Sequence[str]) -> list[str]:
    """Three levels, each named above its line, or below it where that is the last."""
    words = ["100%", "50%", "0%"]
    if not seen.has_chance:
        outcomes = {value.outcome for step in seen.plies for value in (step.before, step.after)}
        middle = "draw" if "draw" in outcomes else ""
        words = [f"{escaped(names[0])} wins", middle, f"{escaped(names[1])} wins"]
    parts = []
    for number, word in enumerate(words):
        y = TOP + HIGH * number // 2
        parts.append(f'<line class="level" x1="0" y1="{y}" x2="100%" y2="{y}"/>')
        beside = y + 46 if number == 2 else y - 10
        parts.append(f'<text class="axis" x="0" y="{beside}">{word}</text>')
    return parts


def _dot(point: _Point, last: int, names: Sequence[str], shown: dict[str, int]) -> str:
    """A point at its place in percent; what is around it is measured from there in pixels."""
    step, number = point.step, point.number
    if step is None:
        title = "<title>The start</title>"
        return f'<circle class="none" cx="{point.x}%" cy="{point.y}" r="5">{title}</circle>'
    words = escaped(_spoken(step, names))
    above = -12 if point.y > TOP + 20 else 22
    sign = f'<text class="sign" y="{above}">{step.mark}</text>' if step.mark else ""
    places = " ".join(name for name, every in shown.items() if (last - number) % every == 0)
    label = (
        f'<text class="under {places}" y="{TOP + HIGH + 24 - point.y}">{escaped(step.move)}</text>'
    )
    return (
        f'<svg x="{point.x}%" y="{point.y}" overflow="visible"><a href="#ply-{number}" '
        f'aria-label="{words}"><title>{words}</title>{_shape(step)}{sign}'
        f"{label if places else ''}</a></svg>"
    )


def _shape(step: ReviewedPly) -> str:
    """A circle for Player 1, a square for Player 2, a diamond for what was drawn."""
    if step.drawn:
        return '<path class="drawn" d="M0 -8l8 8l-8 8l-8 -8z"/>'
    if step.player is Player.ONE:
        return '<circle class="one" r="7"/>'
    return '<rect class="two" x="-6" y="-6" width="12" height="12"/>'


def _spoken(step: ReviewedPly, names: Sequence[str]) -> str:
    if step.drawn:
        return f"{names[step.player]} draws {step.move}: {step.after.label}"
    mark = f" {step.mark}" if step.mark else ""
    return f"{names[step.player]} plays {step.move}{mark}: {step.after.label}"

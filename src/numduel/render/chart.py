"""The course of a game as a chart in SVG: how Player 1 stood after every ply."""

from __future__ import annotations

from typing import NamedTuple

from ..core import Player
from ..engine.solving.value import Value, percent
from ..engine.teaching.review import Review, ReviewedPly
from .board import escaped

__all__ = ["chart", "height"]

WIDE, HIGH, LEFT, TOP = 800, 220, 96, 24
NEAREST, FARTHEST = 40, 90
"""How far one ply is from the next, so that short and long games fill the chart."""


class _Point(NamedTuple):
    x: int
    y: int
    step: ReviewedPly | None
    """What led here; None for the start."""
    number: int


def height(value: Value, player: Player, longest: int) -> float:
    """How well Player 1 stands, from 0 to 1: a near win is higher than a far one.

    >>> from numduel.engine.solving.value import endless, loss, win
    >>> [height(v, Player.ONE, 9) for v in (win(1), win(9), endless(), loss(9), loss(1))]
    [1.0, 0.65, 0.5, 0.35, 0.0]
    >>> height(win(1), Player.TWO, 9)
    0.0
    """
    match value.outcome:
        case "win" | "loss":
            far = 0.35 * ((value.turns or 1) - 1) / max(longest - 1, 1)
            well = 1 - far if value.outcome == "win" else far
        case "endless":
            well = 0.5
        case _:
            well = float(value.chance)
    return round(well if player is Player.ONE else 1 - well, 4)


def chart(seen: Review) -> str:
    """The chart, with a link to the row of the table for every ply; nothing without plies."""
    if not seen.plies:
        return ""
    points = _points(seen)
    wide = points[-1].x + 40
    path = " ".join(f"{point.x},{point.y}" for point in points)
    return "\n".join(
        [
            f'<svg class="chart" viewBox="0 0 {wide} {HIGH + TOP * 2 + 20}" width="{wide}" '
            f'height="{HIGH + TOP * 2 + 20}" role="group" aria-labelledby="chart-title">',
            '<title id="chart-title">How Player 1 stood after every move; '
            "the table below says the same in words</title>",
            *_frame(seen, wide),
            f'<polyline class="course" points="{path}"/>',
            *(_dot(point) for point in points),
            "</svg>",
        ]
    )


def _points(seen: Review) -> list[_Point]:
    values = [v for step in seen.plies for v in (step.before, step.after)]
    longest = max((v.turns or 1 for v in values), default=1)
    apart = min(max(WIDE // len(seen.plies), NEAREST), FARTHEST)
    first = seen.plies[0]
    heights = [height(first.before, first.player, longest)]
    heights += [height(step.after, step.player, longest) for step in seen.plies]
    steps = [None, *seen.plies]
    return [
        _Point(LEFT + 20 + apart * number, TOP + round(HIGH * (1 - well)), step, number)
        for number, (well, step) in enumerate(zip(heights, steps, strict=True))
    ]


def _frame(seen: Review, wide: int) -> list[str]:
    names = ("100%", "50%", "0%") if seen.has_chance else ("Player 1 wins", "", "Player 2 wins")
    parts = []
    for number, name in enumerate(names):
        y = TOP + HIGH * number // 2
        parts.append(f'<line class="level" x1="{LEFT}" y1="{y}" x2="{wide - 12}" y2="{y}"/>')
        parts.append(f'<text class="axis" x="{LEFT - 8}" y="{y + 4}">{name}</text>')
    return parts


def _dot(point: _Point) -> str:
    x, y, step, number = point
    if step is None:
        return f'<circle class="none" cx="{x}" cy="{y}" r="5"><title>The start</title></circle>'
    words = escaped(_spoken(step))
    above = y - 12 if y > TOP + 20 else y + 22
    sign = f'<text class="sign" x="{x}" y="{above}">{step.mark}</text>' if step.mark else ""
    label = f'<text class="under" x="{x}" y="{TOP * 2 + HIGH}">{escaped(step.move)}</text>'
    return (
        f'<a href="#ply-{number}" aria-label="{words}"><title>{words}</title>'
        f"{_shape(step, x, y)}{sign}{label}</a>"
    )


def _shape(step: ReviewedPly, x: int, y: int) -> str:
    """A circle for Player 1, a square for Player 2, a diamond for what was drawn."""
    if step.drawn:
        return f'<path class="drawn" d="M{x} {y - 8}l8 8l-8 8l-8 -8z"/>'
    if step.player is Player.ONE:
        return f'<circle class="one" cx="{x}" cy="{y}" r="7"/>'
    return f'<rect class="two" x="{x - 6}" y="{y - 6}" width="12" height="12"/>'


def _spoken(step: ReviewedPly) -> str:
    if step.drawn:
        return f"{step.player} draws {step.move}: {percent(step.after.chance)}"
    mark = f" {step.mark}" if step.mark else ""
    return f"{step.player} plays {step.move}{mark}: {step.after.words}"

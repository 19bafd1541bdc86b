"""Figures with their intervals side by side, in SVG: a dot for each, and a line as wide as it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..views.arena_text import shortened
from .markup import escaped

if TYPE_CHECKING:
    from ..arena.bootstrap import Measure

WIDE, ROW, TOP, LABELS, RIGHT = 520, 30, 34, 170, 30
"""The width of a plot, the height of a row, what is above the first, and the room on both sides."""

LONGEST = 18
"""Letters of a name that have room."""


def plot(
    title: str, marks: Sequence[tuple[str, Measure | None]], written: Callable[[float], str]
) -> str:
    """The plot, for a page that has `arena_page.css`; the tables there say the same in words."""
    low, high = _ends(marks)
    high_in_all = TOP + ROW * len(marks) + 26
    parts = [
        f'<svg class="plot card" viewBox="0 0 {WIDE} {high_in_all}" role="img">',
        f"<title>{escaped(title)}, with intervals</title>",
        f'<text class="head" x="12" y="20">{escaped(title)}</text>',
    ]
    for end in (low, (low + high) / 2, high):
        x = _across(end, low, high)
        bottom = high_in_all - 24
        parts.append(f'<line class="level" x1="{x}" y1="{TOP - 6}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<text class="axis" x="{x}" y="{bottom + 16}">{escaped(written(end))}</text>')
    for number, (name, measure) in enumerate(marks):
        parts += _mark(name, measure, TOP + ROW * number + ROW // 2, low, high)
    return "\n".join([*parts, "</svg>"])


def _ends(marks: Sequence[tuple[str, Measure | None]]) -> tuple[float, float]:
    """From the lowest to the highest that is shown."""
    shown = [m for _, measure in marks if measure for m in (measure[0], *(measure[1] or ()))]
    low, high = min(shown), max(shown)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _across(value: float, low: float, high: float) -> float:
    return round(LABELS + (WIDE - LABELS - RIGHT) * (value - low) / (high - low), 1)


def _mark(name: str, measure: Measure | None, y: int, low: float, high: float) -> list[str]:
    short = shortened(name, LONGEST)
    parts = [f'<text class="who" x="12" y="{y + 5}">{escaped(short)}</text>']
    if measure is not None:
        if measure.interval is not None:
            one, two = (_across(end, low, high) for end in measure.interval)
            parts.append(f'<line class="range" x1="{one}" y1="{y}" x2="{two}" y2="{y}"/>')
        x = _across(measure.value, low, high)
        parts.append(f'<circle class="at" cx="{x}" cy="{y}" r="6"/>')
    return parts

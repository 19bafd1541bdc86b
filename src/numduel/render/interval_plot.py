"""A plot of figures with their intervals, in SVG: a dot and a line for each player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..views.arena_text import shorten_name
from .markup import escaped

if TYPE_CHECKING:
    from ..intervals import Measure

WIDE, ROW, TOP, LABELS, RIGHT = 520, 30, 34, 170, 30
"""Sizes in pixels: the plot's width, a row, the space above, and the left and right margins."""

MAX_NAME_CHARS = 18
"""Maximum characters of a name beside the plot."""


def plot(
    title: str, figures: Sequence[tuple[str, Measure | None]], format: Callable[[float], str]
) -> str:
    """Return the plot, for a page with `arena_page.css` and a table of the same figures."""
    low, high = _scale_ends(figures)
    height = TOP + ROW * len(figures) + 26
    parts = [
        f'<svg class="plot card" viewBox="0 0 {WIDE} {height}" role="img">',
        f"<title>{escaped(title)}, with intervals</title>",
        f'<text class="head" x="12" y="20">{escaped(title)}</text>',
    ]
    for end in (low, (low + high) / 2, high):
        x = _x_of(end, low, high)
        bottom = height - 24
        parts.append(f'<line class="level" x1="{x}" y1="{TOP - 6}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<text class="axis" x="{x}" y="{bottom + 16}">{escaped(format(end))}</text>')
    for number, (name, measure) in enumerate(figures):
        parts += _draw_figure(name, measure, TOP + ROW * number + ROW // 2, low, high)
    return "\n".join([*parts, "</svg>"])


def _scale_ends(figures: Sequence[tuple[str, Measure | None]]) -> tuple[float, float]:
    """Return the ends of the scale: the lowest and highest value shown."""
    shown = [m for _, measure in figures if measure for m in (measure[0], *(measure[1] or ()))]
    low, high = min(shown), max(shown)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _x_of(value: float, low: float, high: float) -> float:
    return round(LABELS + (WIDE - LABELS - RIGHT) * (value - low) / (high - low), 1)


def _draw_figure(name: str, measure: Measure | None, y: int, low: float, high: float) -> list[str]:
    short = shorten_name(name, MAX_NAME_CHARS)
    parts = [f'<text class="who" x="12" y="{y + 5}">{escaped(short)}</text>']
    if measure is not None:
        if measure.interval is not None:
            one, two = (_x_of(end, low, high) for end in measure.interval)
            parts.append(f'<line class="range" x1="{one}" y1="{y}" x2="{two}" y2="{y}"/>')
        x = _x_of(measure.value, low, high)
        parts.append(f'<circle class="at" cx="{x}" cy="{y}" r="6"/>')
    return parts

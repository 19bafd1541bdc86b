"""A bar chart in SVG: a bar with a label and a number for each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .markup import escaped

WIDE, ROW, TOP, LABELS, NUMBERS = 520, 28, 34, 170, 90
"""Sizes in pixels: the chart's width, a row, the space above, and the sides for texts."""

MAX_LABEL_CHARS = 20


class Bar(NamedTuple):
    """A bar: its label, its length, and the number beside it."""

    label: str
    length: float
    text: str


def bar_chart(title: str, bars: Sequence[Bar]) -> str:
    """Return the chart, for a page with `game_page.css`; the longest bar fills the width.

    >>> drawn = bar_chart("Endings", [Bar("exact", 0.6, "60%"), Bar("stuck", 0.4, "40%")])
    >>> drawn.count("<rect"), "60%" in drawn
    (4, True)
    """
    height = TOP + ROW * len(bars) + 10
    room = WIDE - LABELS - NUMBERS
    longest = max((bar.length for bar in bars), default=0) or 1
    parts = [
        f'<svg class="plot bars card" viewBox="0 0 {WIDE} {height}" role="img">',
        f"<title>{escaped(title)}: {escaped(_describe(bars))}</title>",
        f'<text class="head" x="12" y="20">{escaped(title)}</text>',
    ]
    for number, bar in enumerate(bars):
        y = TOP + ROW * number
        long = round(room * bar.length / longest, 1)
        label = bar.label if len(bar.label) <= MAX_LABEL_CHARS else f"{bar.label[:19]}…"
        parts += [
            f'<text x="12" y="{y + 18}">{escaped(label)}</text>',
            f'<rect class="ground" x="{LABELS}" y="{y + 4}" width="{room}" height="18" rx="4"/>',
            f'<rect class="bar" x="{LABELS}" y="{y + 4}" width="{long}" height="18" rx="4"/>',
            f'<text class="count" x="{LABELS + room + 10}" y="{y + 18}">{escaped(bar.text)}</text>',
        ]
    return "\n".join([*parts, "</svg>"])


def _describe(bars: Sequence[Bar]) -> str:
    return ", ".join(f"{bar.label} {bar.text}" for bar in bars)

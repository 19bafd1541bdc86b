"""A plot of skill against cost, in SVG: a dot and a line for each player."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

from ..views.arena_text import shorten_name
from .markup import escaped

if TYPE_CHECKING:
    from ..intervals import Measure

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 56, 130, 40, 44
"""Sizes in pixels: the plot, and its margins."""

MAX_NAME_CHARS = 18


class PricedSkill(NamedTuple):
    """A player's skill and the cost of a question."""

    name: str
    cost: float
    skill: Measure


def cost_plot(players: Sequence[PricedSkill], unit: str = "question") -> str:
    """Return the plot, with a logarithmic axis of costs; "" if no player costs anything."""
    shown = [one for one in players if one.cost > 0]
    if not shown:
        return ""
    first = floor(log10(min(one.cost for one in shown)))
    last = max(first + 1, ceil(log10(max(one.cost for one in shown))))
    low = min(0.0, floor(2 * min(one.skill.value for one in shown) + 0.1) / 2)
    parts = [
        f'<svg class="plot card" viewBox="0 0 {WIDE} {HIGH}" role="img">',
        f"<title>{escaped(_describe(shown, unit))}</title>",
        f'<text class="head" x="12" y="22">Skill and cost per {escaped(unit)}</text>',
    ]
    for power in range(first, last + 1):
        x = _x(power, first, last)
        parts.append(f'<line class="level" x1="{x}" y1="{TOP}" x2="{x}" y2="{HIGH - BOTTOM}"/>')
        parts.append(f'<text class="axis" x="{x}" y="{HIGH - BOTTOM + 18}">{10.0**power:g}</text>')
    for level in (half / 2 for half in range(int(2 * low), 3)):
        y = _y(level, low)
        parts.append(f'<line class="level" x1="{LEFT}" y1="{y}" x2="{WIDE - RIGHT}" y2="{y}"/>')
        parts.append(f'<text class="axis" x="{LEFT - 24}" y="{y + 4}">{level:.2g}</text>')
    for one in shown:
        parts += _draw(one, _x(log10(one.cost), first, last), low)
    return "\n".join([*parts, "</svg>"])


def _draw(one: PricedSkill, x: float, low: float) -> list[str]:
    y = _y(one.skill.value, low)
    ends = [_y(max(low, end), low) for end in one.skill.interval or ()]
    line = f'<line class="range" x1="{x}" y1="{ends[0]}" x2="{x}" y2="{ends[1]}"/>' if ends else ""
    name = escaped(shorten_name(one.name, MAX_NAME_CHARS))
    return [
        line,
        f'<circle class="at" cx="{x}" cy="{y}" r="6"/>',
        f'<text class="who" x="{x + 10}" y="{y + 5}">{name}</text>',
    ]


def _x(power: float, first: int, last: int) -> float:
    return round(LEFT + (WIDE - LEFT - RIGHT) * (power - first) / (last - first), 1)


def _y(skill: float, low: float) -> float:
    return round(TOP + (HIGH - TOP - BOTTOM) * (1 - skill) / (1 - low), 1)


def _describe(players: Sequence[PricedSkill], unit: str) -> str:
    found = (f"{one.name} {one.skill.value:.2f} for {one.cost:g}" for one in players)
    return f"Skill and cost per {unit}: {', '.join(found)}"

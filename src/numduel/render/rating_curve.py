"""The curve of a person's rating as text: a column for each game, beside the levels' ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..play.players import LEVELS
from ..ratings.person import PersonInGame, Point
from ..views.rating_text import name_opponent

MAX_WIDTH = 60
"""Columns for games; more games are thinned out."""

MAX_GAME_WIDTH = 3
"""Columns for one game if there are few."""

MIN_SPAN = 60.0
"""Points from the top to the bottom, at least."""


class Signs(NamedTuple):
    """The characters of a curve."""

    value: str
    interval: str
    axis: str
    corner: str


UNICODE = Signs("●", "·", "┤", "└")
ASCII = Signs("*", ".", "|", "+")


def draw_curve(
    person: PersonInGame, width: int, height: int = 7, *, is_ascii: bool = False
) -> list[str]:
    """Return the rows of the curve; none if there are fewer than two points or too few columns.

    A column has the rating after a game, and dots for its interval.
    """
    signs = ASCII if is_ascii else UNICODE
    labels = max(len(_label(person, name)) for name in _levels(person))
    room = min(MAX_WIDTH, width - labels - 2)
    if len(person.points) < 2 or room < 8:
        return []
    points = _thin(person.points, room)
    # All values and today's interval; the first intervals are wide and may be cut off.
    values = [point.rating.value for point in points]
    low, high = points[-1].rating.interval
    low, high = min(low, *values), max(high, *values)
    spare = max(0.0, MIN_SPAN - (high - low)) / 2
    low, high = low - spare, high + spare

    def row_of(rating: float) -> int:
        return round((high - rating) / (high - low) * (height - 1))

    names = [""] * height
    for name in _levels(person):
        value = person.scale.opponents[name].rating.value
        if low <= value <= high:
            names[row_of(value)] = _label(person, name)
    rows, columns = [], min(MAX_GAME_WIDTH, room // len(points))
    for row, label in enumerate(names):
        cells = ""
        for _, rating in points:
            bottom, top = map(row_of, rating.interval)
            is_value = row == row_of(rating.value)
            cell = signs.value if is_value else signs.interval if top <= row <= bottom else " "
            cells += cell * columns
        rows.append(f"{label:>{labels}} {signs.axis}{cells}".rstrip())
    count = f"{'':>{labels}} {signs.corner} {len(person.points)} games"
    order = f"{count}, oldest first"
    legend = f"{order}; {signs.value} rating, {signs.interval} 95% interval"
    fitting = (caption for caption in (legend, order) if len(caption) <= width)
    return [*rows, next(fitting, count[:width])]


def _levels(person: PersonInGame) -> list[str]:
    """Return the levels, strongest first: where two share a row, the weaker one is named."""
    return [name for name in person.scale.opponents if name in LEVELS][::-1]


def _label(person: PersonInGame, name: str) -> str:
    return f"{name_opponent(name)} {round(person.scale.opponents[name].rating.value)}"


def _thin(points: Sequence[Point], room: int) -> list[Point]:
    """Return at most `room` points, spread evenly, with the last one."""
    if len(points) <= room:
        return list(points)
    step = (len(points) - 1) / (room - 1)
    return [points[round(number * step)] for number in range(room)]

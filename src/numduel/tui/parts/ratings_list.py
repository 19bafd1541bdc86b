"""The player's ratings with their curves, as text that fits the screen."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby

from textual.content import Content

from ...games import find
from ...ratings.person import PersonInGame, rate_person
from ...ratings.rated_games import load_rated_games
from ...render.rating_curve import ASCII, UNICODE, draw_curve
from ...views.rating_text import (
    METHOD,
    NONE_YET,
    describe_next,
    describe_rating,
    format_short,
)
from ..background import Task
from .panels import TextPart

INDENT = "  "
TALL, SHORT = 9, 7
"""Rows of a curve, in tall and in short terminals."""


def rate_games(task: Task) -> list[PersonInGame]:
    """Return the person's standing in each game, from the saved games."""
    loaded = task.ask(lambda engine, _: load_rated_games(engine, task.is_cancelled))
    return rate_person(loaded.games)


def draw_ratings(
    people: Sequence[PersonInGame],
    puzzles: Sequence[str],
    width: int,
    *,
    is_tall: bool,
    is_ascii: bool,
) -> Content:
    """Return every rating with its sentences and its curve, then the lines on puzzle ratings."""
    parts: list[TextPart] = []
    for person in people:
        parts.append((f"{find(person.scale.game).title}\n", "bold"))
        parts += _indent(describe_rating(person), width)
        height = TALL if is_tall else SHORT
        for row in draw_curve(person, width - len(INDENT), height, is_ascii=is_ascii):
            parts += _colour_row(row, is_ascii=is_ascii)
        parts += _indent(describe_next(person), width, "$accent")
        parts.append("\n")
    if not people:
        parts.append(f"{NONE_YET}\n\n")
    if puzzles:
        parts.append(("Puzzles\n", "bold"))
        for line in puzzles:
            parts += _indent(line, width)
        parts.append("\n")
    return Content.assemble(*parts, (METHOD, "$quiet"))


def _indent(text: str, width: int, style: str = "") -> list[TextPart]:
    """Return sentences in lines that fit beside the indent."""
    lines = textwrap.wrap(text, max(20, width - len(INDENT)))
    return [(f"{INDENT}{line}\n", style) for line in lines]


def _colour_row(row: str, *, is_ascii: bool) -> list[TextPart]:
    """Return a row of a curve: ratings stand out from their intervals and the axis."""
    signs = ASCII if is_ascii else UNICODE
    label, axis, cells = row.partition(signs.axis)
    if not axis:  # the caption
        return [(f"{INDENT}{row}\n", "$quiet")]
    parts: list[TextPart] = [(f"{INDENT}{label}{axis}", "$quiet")]
    for is_value, run in groupby(cells, lambda cell: cell == signs.value):
        parts.append(("".join(run), "bold $primary" if is_value else "$quiet"))
    return [*parts, "\n"]


def short_ratings(people: Sequence[PersonInGame]) -> dict[str, str]:
    """Return the ratings by game, short enough to stand beside a title."""
    return {
        person.scale.game: format_short(
            person.rating.value, person.rating.interval, is_wide=person.is_wide
        )
        for person in people
        if person.rating is not None
    }

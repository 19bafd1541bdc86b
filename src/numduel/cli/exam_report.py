"""Results of an exam as text tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..views.arena_text import format_measure, game_title, shorten_name
from ..views.exam_text import describe_result, format_usage
from ..views.prices import format_cost
from .text_table import format_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..exam.results import Result
    from ..exam.scoring import GroupScore
    from ..views.prices import Price

MAX_NAME_CHARS = 24
"""Maximum width of a player's name, in characters."""

MEASURES = ("skill", "accuracy", "regret", "turns_lost")


def format_result(result: Result, price: Price | None, width: int) -> list[str]:
    """Return the marks of a player, at most `width` columns wide."""
    lines = [f"{describe_result(result)}: {result.player}", ""]
    lines += format_table(_make_table(result.scores(), bool(result.unanswered)), width)
    return [*lines, *(["", used] if (used := format_usage(result, price)) else [])]


def _make_table(rows: list[GroupScore], has_unanswered: bool) -> list[list[str]]:
    counts = ["questions", *(["unanswered"] if has_unanswered else []), "correct", "faults"]
    heads = ["", *counts, "guessing", *(name.replace("_", " ") for name in MEASURES)]
    table = [heads]
    for row in rows:
        numbers = [row.questions, *([row.unanswered] if has_unanswered else []), row.kept]
        figures = [format_measure(name, getattr(row, name)) for name in MEASURES]
        guessing = f"{float(row.guessing):.0%}"
        table.append([_name(row), *map(str, numbers), str(row.faults), guessing, *figures])
    return table


def _name(row: GroupScore) -> str:
    if row.of == "all":
        return "all questions"
    return game_title(row.name) if row.of == "game" else f"{row.of} {row.name}"


def format_results(results: Sequence[Result], price: Price | None, width: int) -> list[str]:
    """Return a table with the skill of several players in each game."""
    scores = [result.scores() for result in results]
    games = list(dict.fromkeys(row.name for rows in scores for row in rows if row.of == "game"))
    table = [["", *map(game_title, games), "all games", *(["cost per question"] if price else [])]]
    for result, rows in zip(results, scores, strict=True):
        found = {row.name: row.skill for row in rows if row.of in ("game", "all")}
        cells = [format_measure("skill", found.get(name)) for name in (*games, "all")]
        cost = [format_cost(result.usage, price, len(result.answers))] if price else []
        table.append([shorten_name(result.player, MAX_NAME_CHARS), *cells, *cost])
    return ["Skill", "", *format_table(table, width)]

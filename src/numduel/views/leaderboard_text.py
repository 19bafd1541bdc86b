"""The columns of a leaderboard: their titles, meanings and formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from .arena_text import FIGURES, NONE, format_measure
from .prices import format_cost, total_cost

if TYPE_CHECKING:
    from ..intervals import Measure
    from .leaderboard import Entry


class Column(NamedTuple):
    """A column: its title, its meaning, and functions for its texts and its order."""

    title: str
    meaning: str
    format: Callable[[Entry], str]
    value: Callable[[Entry], float | str | None]
    """The value to sort by; None is last."""
    is_highest_first: bool = True


def _figure(title: str, meaning: str, name: str, get: Callable[[Entry], Measure | None]) -> Column:
    """Return the column of a figure, written like `name` in the arena's tables."""

    def value(entry: Entry) -> float | None:
        measure = get(entry)
        return None if measure is None else measure.value

    return Column(title, meaning, lambda entry: format_measure(name, get(entry)), value)


def _count(title: str, meaning: str, get: Callable[[Entry], int]) -> Column:
    return Column(title, meaning, lambda entry: f"{get(entry):,}", get, is_highest_first=False)


def _format_gap(entry: Entry) -> str:
    if entry.gap is None:
        return NONE
    value, ends = entry.gap.measure
    low, high = ends or (value, value)
    return f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"


def _format_tokens(entry: Entry) -> str:
    used = entry.usage
    return f"{used.tokens_in + used.tokens_out:,}" if used.calls else NONE


def _format_cost(entry: Entry) -> str:
    price = entry.submitted.price
    return NONE if price is None else format_cost(entry.exam_usage, price, entry.questions)


def cost_per_question(entry: Entry) -> float | None:
    """Return the cost of a question in the exams; None without a price or tokens."""
    price, used = entry.submitted.price, entry.exam_usage
    if price is None or not used.calls or not entry.questions:
        return None
    return total_cost(used, price) / entry.questions


def describe_prompt(entry: Entry) -> str:
    """Return the prompts of a model: "listed 1"; "—" for other players."""
    prompt = entry.submitted.prompt
    return NONE if prompt is None else f"{prompt['name']} {prompt['version']}"


MAIN_COLUMNS = {
    "skill": _figure(
        "skill",
        "Skill in the fresh exam: 1 − regret ÷ regret of random choices. 0 is guessing, 1 is "
        "perfect, and every game has the same weight.",
        "skill",
        lambda entry: entry.skill,
    ),
    "gap": Column(
        "gap",
        "Disguise gap: skill in plain minus skill in disguised questions, paired question by "
        "question. It shows what a player remembers rather than works out.",
        _format_gap,
        lambda entry: entry.gap and entry.gap.measure.value,
    ),
    "public": _figure(
        "public exam",
        "Skill in exam 1, whose questions everyone can read.",
        "skill",
        lambda entry: entry.skills.get("public"),
    ),
    "accuracy": _figure(
        "accuracy",
        "Share of fresh questions with a correct answer.",
        "accuracy",
        lambda entry: entry.total.accuracy,
    ),
    "regret": _figure(
        "regret",
        "Share of a win lost per fresh question.",
        "regret",
        lambda entry: entry.total.regret,
    )._replace(is_highest_first=False),
    "rating": _figure(
        "rating",
        "Bradley–Terry rating in points, one fit over the matches of all entries here, with mean "
        "0. 400 points more means 10 wins for each loss.",
        "elo",
        lambda entry: entry.rating,
    ),
    "faults": _count(
        "faults",
        "Answers that weren't legal moves, in all exams and matches. Each loses.",
        lambda entry: entry.faults,
    ),
    "unanswered": _count(
        "unanswered",
        "Questions and matches that a failing endpoint left open. They count in no figure; at "
        "most 1% may be.",
        lambda entry: entry.unanswered,
    ),
    "tokens": Column(
        "tokens",
        "Tokens in prompts and answers, in all exams and matches.",
        _format_tokens,
        lambda entry: entry.usage.tokens_in + entry.usage.tokens_out or None,
        is_highest_first=False,
    ),
    "cost": Column(
        "cost",
        "Cost per question of the exams, in the unit of the submitted price.",
        _format_cost,
        cost_per_question,
        is_highest_first=False,
    ),
    "prompt": Column(
        "prompt",
        "Protocol of a model's prompts, and its version.",
        describe_prompt,
        lambda entry: None if entry.submitted.prompt is None else describe_prompt(entry),
        is_highest_first=False,
    ),
    "checked": Column(
        "checked by",
        "Played again: we asked the player ourselves, and it gave the same answers. Transcript: "
        "the recorded answers to the protocol's prompts lead to these moves. Figures: all figures "
        "follow from the submitted moves.",
        lambda entry: entry.submitted.checked,
        lambda entry: entry.submitted.checked,
        is_highest_first=False,
    ),
}
"""The columns of the main table, after rank and name."""

MODEL_COLUMNS = ("prompt", "tokens", "cost")
"""Columns that only language models fill."""


def column_names(entries: Iterable[Entry]) -> list[str]:
    """Return the names of the columns to show: some only if an entry is a language model."""
    has_model = any(entry.usage.calls for entry in entries)
    return [name for name in MAIN_COLUMNS if has_model or name not in MODEL_COLUMNS]


def skill_columns(games: Iterable[str], title: Callable[[str], str]) -> dict[str, Column]:
    """Return a column with the skill in each game."""
    return {game: _skill_column(game, title(game)) for game in games}


def _skill_column(game: str, title: str) -> Column:
    meaning = FIGURES["skill"].meaning
    return _figure(title, meaning, "skill", lambda entry: entry.scores[game].skill)

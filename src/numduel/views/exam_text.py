"""Sentences about exams and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import capitalise
from ..exam.questions import STANDARD, VERSION
from .arena_text import FIGURES, format_measure, game_title
from .prices import total_cost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..exam.questions import Exam
    from ..exam.results import Result
    from ..exam.scoring import GroupScore
    from .prices import Price


EXAM_TASK = "Choose the best move in each position. You see the result at the end."


def describe_exam(exam: Exam, answered: int | None = None) -> str:
    """Return what an exam asks, and how many of its questions are answered if not all are.

    >>> from numduel.exam.questions import Exam
    >>> describe_exam(Exam()), describe_exam(Exam("oak", disguise="elm"))
    ('Exam 1, 300 questions', 'Fresh exam from seed oak, 300 questions, in disguise elm')
    >>> describe_exam(Exam(), 25)
    'Exam 1, 25 of 300 questions'
    """
    name = f"Exam {VERSION}" if exam.fresh is None else f"Fresh exam from seed {exam.fresh}"
    tier = "" if exam.tier == STANDARD else f" on {exam.tier} boards"
    disguise = "" if exam.disguise is None else f", in disguise {exam.disguise}"
    part = "" if answered in (None, exam.size) else f"{answered} of "
    return f"{name}, {part}{exam.size} questions{tier}{disguise}"


def describe_result(result: Result) -> str:
    """Return which questions of which exam a result has answers to."""
    return describe_exam(result.exam, len(result.answers))


def describe_part(result: Result, count: int) -> str:
    """Return how many questions a person answers now, and answered before."""
    before = len(result.answers)
    earlier = f" You answered {before:,} before." if before else ""
    return f"{describe_exam(result.exam)}. {count} of them now.{earlier}"


def format_usage(result: Result, price: Price | None) -> str:
    """Return what a model's answers needed; "" for other players."""
    usage, count = result.usage, len(result.answers)
    if not usage.calls:
        return ""
    tokens = f"{usage.tokens_in:,} tokens in prompts and {usage.tokens_out:,} in answers"
    text = f"{usage.calls:,} calls with {tokens}, {usage.retries:,} retries."
    if price is None:
        return text
    cost = total_cost(usage, price)
    return f"{text} Cost: {cost:.4f}, {cost / count:.6f} per question."


# ---- a person's report

SHOWN_FIGURES = ("skill", "accuracy", "regret")

INTERVALS = "In brackets: 95% confidence intervals."


def list_heads() -> list[str]:
    """Return the headings of a table of `list_rows`."""
    return ["Questions", "Correct", *map(capitalise, SHOWN_FIGURES)]


def list_rows(scores: Sequence[GroupScore]) -> list[tuple[str, list[str]]]:
    """Return the name and figures of each game, and of all questions if there are several games."""
    rows = [row for row in scores if row.of == "game"]
    shown = [*rows, *scores[-1:]] if len(rows) > 1 else rows
    return [
        (
            game_title(row.name) if row.of == "game" else "All questions",
            [
                str(row.questions),
                str(row.kept),
                *(format_measure(name, getattr(row, name)) for name in SHOWN_FIGURES),
            ],
        )
        for row in shown
    ]


def explain_figures() -> list[str]:
    """Return what the figures of `list_rows` mean."""
    meanings = [f"{capitalise(name)}: {FIGURES[name].meaning}" for name in SHOWN_FIGURES]
    return [*meanings, INTERVALS]


def list_shared(result: Result, scores: Sequence[GroupScore]) -> list[str]:
    """Return lines that tell others of a person's result, a sentence first."""
    whole = scores[-1]
    skill = "none" if whole.skill is None else f"{whole.skill.value:.2f}"
    games = [
        f"{game_title(row.name)} {row.skill.value:.2f}"
        for row in scores
        if row.of == "game" and row.skill is not None
    ]
    return [
        f"My skill in numduel's exam: {skill} (0 is guessing, 1 is perfect).",
        f"{describe_result(result)}: {whole.kept} correct.",
        ", ".join(games),
    ]

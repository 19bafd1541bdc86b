"""Exam results as JSON; see docs/exam.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..exam.exams import commitment, digest
from ..exam.questions import VERSION
from .arena_json import measure_json
from .prices import cost_of

if TYPE_CHECKING:
    from ..exam.results import Result
    from ..exam.scoring import Answer, GroupScore
    from ..storage.calls import Usage
    from .prices import Price
    from .shapes import exams


def exam_json(result: Result, price: Price | None = None, *, is_scored: bool = True) -> exams.Exam:
    """Return a player's marks and every answer: the content of a result file.

    While a person still answers, `is_scored` is False, and the marks are left out.
    """
    scores = result.scores() if is_scored else []
    usage = result.usage
    return {
        "version": VERSION,
        "player": result.player,
        "seed": result.seed,
        "exam": _exam(result),
        "numduel": result.version,
        "rows": [_row(row) for row in scores],
        "skill": _skill(scores),
        "usage": _usage(usage),
        "cost": None if price is None else cost_of(usage, price, len(result.answers)),
        "answers": [_answer(one) for one in result.answers],
    }


def _skill(scores: list[GroupScore]) -> exams.Measure | None:
    measured = scores[-1].skill if scores else None
    return measured and measure_json(measured)


def _exam(result: Result) -> exams.ExamSettings:
    exam = result.exam
    return {
        "version": VERSION,
        "fresh": exam.fresh,
        "commitment": None if exam.fresh is None else commitment(exam.fresh),
        "tier": exam.tier,
        "questions": exam.size,
        "disguise": exam.disguise,
        "digest": digest(exam.plain),
    }


def _answer(one: Answer) -> exams.ExamAnswer:
    return {
        "id": one.id,
        "move": one.move,
        "fault": one.fault,
        "unanswered": one.unanswered,
        "usage": _usage(one.usage),
    }


def _usage(usage: Usage) -> exams.Usage:
    return {
        "calls": usage.calls,
        "tokens_in": usage.tokens_in,
        "tokens_out": usage.tokens_out,
        "tokens_reasoning": usage.tokens_reasoning,
        "seconds": round(usage.seconds, 3),
        "retries": usage.retries,
    }


def _row(row: GroupScore) -> exams.ExamMarks:
    return {
        "of": row.of,
        "name": row.name,
        "questions": row.questions,
        "kept": row.kept,
        "faults": row.faults,
        "unanswered": row.unanswered,
        "guessing": round(float(row.guessing), 6),
        "accuracy": row.accuracy and measure_json(row.accuracy),
        "regret": row.regret and measure_json(row.regret),
        "turns_lost": row.turns_lost and measure_json(row.turns_lost),
        "skill": row.skill and measure_json(row.skill),
    }

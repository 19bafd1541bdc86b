"""Exam results as JSON; see docs/exam.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .arena_json import measure_json

if TYPE_CHECKING:
    from ..exam.scoring import Answer, GroupScore
    from .shapes import reports


def exam_json(
    version: int, player: str, seed: int, marks: Iterable[GroupScore], answers: Iterable[Answer]
) -> reports.Exam:
    """Return a player's marks and every answer."""
    return {
        "version": version,
        "player": player,
        "seed": seed,
        "rows": [_row(row) for row in marks],
        "answers": [{"id": one.id, "move": one.move, "fault": one.fault} for one in answers],
    }


def _row(row: GroupScore) -> reports.ExamMarks:
    return {
        "of": row.of,
        "name": row.name,
        "questions": row.questions,
        "kept": row.kept,
        "faults": row.faults,
        "guessing": round(float(row.guessing), 6),
        "accuracy": measure_json(row.accuracy),
        "regret": measure_json(row.regret),
        "turns_lost": measure_json(row.turns_lost),
    }

"""Exam results as JSON."""

from __future__ import annotations

from fractions import Fraction

from schema_support import check

from numduel.arena.bootstrap import Measure
from numduel.exam.scoring import Answer, GroupScore
from numduel.views.arena_json import measure_json
from numduel.views.exam_json import exam_json


def test_exam_json_matches_the_schema() -> None:
    figures = [Measure(number, (0.0, 1.0)) for number in (0.5, 0.25, 2.0)]
    marks = GroupScore("game", "sum", 10, 5, 1, Fraction(1, 3), *figures)
    data = exam_json(1, "random", 7, [marks], [Answer("q1", "5"), Answer("q2", None, "silent")])
    check(data, "exam")
    assert (data["version"], data["player"], data["seed"]) == (1, "random", 7)
    (row,) = data["rows"]
    assert (row["of"], row["name"], row["questions"]) == ("game", "sum", 10)
    assert (row["kept"], row["faults"], row["guessing"]) == (5, 1, 0.333333)
    shown = [row["accuracy"], row["regret"], row["turns_lost"]]
    assert shown == [measure_json(figure) for figure in figures]
    assert data["answers"] == [
        {"id": "q1", "move": "5", "fault": None},
        {"id": "q2", "move": None, "fault": "silent"},
    ]

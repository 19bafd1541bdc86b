"""Exam results as JSON, and files of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from schema_support import check

from numduel.errors import SetupError
from numduel.exam.questions import Exam, questions
from numduel.exam.results import Result, read_result
from numduel.exam.scoring import Answer
from numduel.storage.calls import Usage
from numduel.views.exam_json import exam_json
from numduel.views.prices import Price

GOOD = {one.id: next(m for m in one.worths if not one.regret(m)) for one in questions()}
USED = Usage(2, 1000, 100, 40, 1.5, 1)
RESULT = Result(
    Exam(),
    "model:m",
    7,
    (
        Answer("sum-01", GOOD["sum-01"], usage=USED),
        Answer("sum-02", None, "it gave no legal move", usage=USED),
        Answer("sum-03", None, "its endpoint failed", True, Usage(1, retries=4)),
        Answer("race-01", None, "its endpoint failed", True),
    ),
    "0.1.0",
)


def test_exam_json_matches_the_schema() -> None:
    data: Any = exam_json(RESULT, Price(2.0, 10.0))
    check(data, "exam")
    check(exam_json(RESULT), "exam")
    assert (data["version"], data["player"], data["seed"]) == (1, "model:m", 7)
    rows = {row["name"]: row for row in data["rows"] if row["of"] in ("game", "all")}
    row = rows["sum"]
    assert (row["questions"], row["kept"], row["faults"], row["unanswered"]) == (2, 1, 1, 1)
    assert row["regret"]["value"] == float(questions()[61].worth) / 2
    assert (rows["race"]["questions"], rows["race"]["unanswered"]) == (0, 1)
    assert rows["race"]["accuracy"] is rows["race"]["skill"] is None
    assert (rows["all"]["questions"], rows["all"]["unanswered"]) == (2, 2)
    assert data["skill"] == rows["all"]["skill"] == row["skill"]
    assert (data["usage"]["calls"], data["usage"]["retries"]) == (5, 6)
    assert data["cost"] == {"price": [2.0, 10.0], "total": 0.006, "each": 0.0015}


def test_result_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(json.dumps(exam_json(RESULT)))
    assert read_result(str(path)) == RESULT


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["exam"].update(digest="0" * 64),
        lambda data: data["exam"].update(version=2),
        lambda data: data["exam"].update(fresh=5),
        lambda data: data["answers"][0].update(move="99"),
        lambda data: data["answers"][0].update(id="sum-99"),
        lambda data: data["answers"].append(data["answers"][0]),
        lambda data: data["answers"][2].update(move="5"),
        lambda data: data["answers"][2].update(unanswered=1),
        lambda data: data["answers"][0]["usage"].update(tokens_in=-1),
        lambda data: data["answers"][0]["usage"].update(seconds="1"),
        lambda data: data["answers"][0]["usage"].update(seconds=10**400),
        lambda data: data["answers"][0]["usage"].update(tokens_in=10**400),
        lambda data: data.update(player="\x1b[2J"),
        lambda data: data.update(seed=-1),
        lambda data: data.pop("exam"),
        lambda data: data.clear(),
    ],
)
def test_changed_result_file_is_refused(tmp_path: Path, change: Any) -> None:
    data = json.loads(json.dumps(exam_json(RESULT)))
    change(data)
    path = tmp_path / "result.json"
    path.write_text(json.dumps(data))
    with pytest.raises(SetupError, match=r"exam|questions"):
        read_result(str(path))


def test_file_that_is_no_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    for text in ("", "[]", "5", "[" * 100_000, "\0"):
        path.write_text(text)
        with pytest.raises(SetupError, match="isn't the result of an exam"):
            read_result(str(path))
    with pytest.raises(SetupError, match="cannot be read"):
        read_result(str(tmp_path / "missing.json"))

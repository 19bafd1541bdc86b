"""The exam at a real server: questions without values, and the report of a person's answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from schema_support import check
from shape_support import conforms
from web_support import Served

from duel_support import where
from numduel.exam.people import split_exam
from numduel.exam.questions import questions
from numduel.exam.results import read_result
from numduel.views.shapes.exams import ExamParts, ExamQuestion, ExamReport

ANSWERS = {question.id: next(iter(question.worths)) for question in questions()}


@pytest.fixture
def client(served: Served) -> httpx.Client:
    return served.client


def report(client: httpx.Client, **body: Any) -> httpx.Response:
    return client.post("/exam/reports", json=body)


def test_parts_are_those_of_the_command_line(client: httpx.Client) -> None:
    exam = conforms(client.get("/exam").json(), ExamParts)
    assert (exam["version"], exam["questions"]) == (1, 300)
    assert exam["title"] == "Exam 1, 300 questions"
    expected = [[one.id for one in part] for part in split_exam(questions(), 25, 0)]
    assert exam["parts"] == expected
    assert len(client.get("/exam", params={"size": 300}).json()["parts"]) == 1
    for size in ("0", "3001", "x", "1.5"):
        assert client.get("/exam", params={"size": size}).status_code == 422


def test_questions_show_positions_without_values_and_hidden_numbers(client: httpx.Client) -> None:
    for number, question in enumerate(questions()):
        if number % 7:
            continue
        with where(question.id):
            found = conforms(client.get(f"/exam/questions/{question.id}").json(), ExamQuestion)
            position = found["position"]
            assert set(found) == {"id", "player", "position"}
            assert position["status"]["moves"] == list(question.worths)
            assert position["status"]["player"] == found["player"]
            assert position["prompt"].startswith("Your turn")
            text = json.dumps(found)
            for word in ("worth", "outcome", "keep", "regret", "depth", "record", "sealed"):
                assert f'"{word}"' not in text
            if question.game == "quest":
                assert position["game"]["board"] is None or "?" in position["game"]["board"]
    for id in ("maze-99", "chess-01", "maze-01 "):
        answer = client.get(f"/exam/questions/{id}")
        assert answer.status_code == 404


def test_report_is_that_of_the_command_line(client: httpx.Client, tmp_path: Path) -> None:
    answers = dict(list(ANSWERS.items())[::12])
    found = conforms(report(client, answers=answers, name=" Ann Lee ").json(), ExamReport)
    assert found["title"] == "Exam 1, 25 of 300 questions"
    assert found["file"] == "exam-Ann-Lee.json"
    check(found["result"], "exam")
    path = tmp_path / "exam.json"
    path.write_text(json.dumps(found["result"]))
    result = read_result(str(path))
    assert result.player == "Ann Lee"
    assert {answer.id: answer.move for answer in result.answers} == answers
    rows = result.scores()
    assert [row["name"] for row in found["rows"]][-1] == "All questions"
    assert found["rows"][-1]["cells"][:2] == ["25", str(rows[-1].kept)]
    assert len(found["rows"]) == 6
    assert all(len(row["cells"]) == len(found["heads"]) for row in found["rows"])
    assert rows[-1].skill is not None
    assert f"{rows[-1].skill.value:.2f}" in found["shared"][0]
    whole = report(client, answers=ANSWERS).json()
    assert whole["title"] == "Exam 1, 300 questions"
    assert (whole["result"]["player"], whole["file"]) == ("me", "exam-me.json")
    one = report(client, answers={"maze-01": ANSWERS["maze-01"]}).json()
    assert [row["name"] for row in one["rows"]] == ["Number Maze"]


def test_wrong_answers_are_refused_with_a_reason(client: httpx.Client) -> None:
    right = {"maze-01": ANSWERS["maze-01"]}
    for body, status, reason in (
        ({"answers": {}}, 422, "from 1 to 3000"),
        ({"answers": {"maze-99": "0,0"}}, 422, "'maze-99' isn't a question of the exam."),
        (
            {"answers": {"maze-01": "9,9"}},
            422,
            "'9,9' isn't a legal move in maze-01. Legal are 2,2",
        ),
        ({"answers": {"maze-01": None}}, 422, "text"),
        ({"answers": [["maze-01", "2,2"]]}, 422, "answers"),
        ({"answers": {f"q-{n}": "x" for n in range(3001)}}, 422, "from 1 to 3000"),
        ({"answers": {f"question-{n}": "x" * 30 for n in range(2000)}}, 413, "65,536 bytes"),
        ({"answers": right, "name": "perfect"}, 422, "is a player of numduel"),
        ({"answers": right, "name": "x" * 21}, 422, "20"),
        ({"answers": right, "name": "a\nb"}, 422, "printable"),
        ({"answers": right, "seed": 1}, 422, "seed"),
    ):
        with where(str(body)[:60]):
            answer = report(client, **body)
            assert answer.status_code == status, answer.text
            assert reason in answer.json()["detail"], answer.text

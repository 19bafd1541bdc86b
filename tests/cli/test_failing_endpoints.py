"""Exams and tournaments of models whose endpoint fails: unanswered isn't lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from model_server import DROP, GARBAGE, KEY, Deed, Fail, Say, Served

from numduel.cli.main import main
from numduel.exam.questions import questions
from numduel.storage import calls

pytestmark = pytest.mark.usefixtures("home")

Prompts = list[dict[str, str]]


def legal_move(messages: Prompts) -> Say:
    """Answer with the first legal move that the prompt lists."""
    listed = messages[-1]["content"].split("Legal moves: ")[1].splitlines()[0]
    return Say(f"MOVE: {listed.split('; ')[0]}")


def failing(every: int) -> Callable[[Prompts], Deed]:
    """Return a script that fails for good at one of `every` questions, in three ways."""

    def script(messages: Prompts) -> Deed:
        number = sum(messages[1]["content"].encode()) % (3 * every)
        return (Fail(503), DROP, GARBAGE)[number] if number < 3 else legal_move(messages)

    return script


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(words)
    shown = capsys.readouterr()
    assert KEY not in shown.out + shown.err
    return status, shown.out, shown.err


@pytest.mark.long
def test_unanswered_questions_count_in_no_figure_and_are_asked_again(
    serve: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["exam", "model:m moves=yes at_once=16", "--json"]
    with serve(legal_move):
        whole = json.loads(run([*words, "--out", str(tmp_path / "whole.json")], capsys)[1])
    out = tmp_path / "exam.json"
    with serve(failing(3)):
        status, text, _ = run([*words, "--out", str(out)], capsys)
        found: Any = json.loads(text)
    assert status == 0
    left = [answer for answer in found["answers"] if answer["unanswered"]]
    assert 20 < len(left) < 200
    assert all(answer["move"] is None for answer in left)
    row = found["rows"][-1]
    assert (row["questions"], row["unanswered"], row["faults"]) == (300 - len(left), len(left), 0)
    given = {answer["id"]: answer["move"] for answer in found["answers"] if answer["move"]}
    asked = [one for one in questions() if one.id in given]
    regret = sum(float(one.regret(given[one.id])) for one in asked) / len(asked)
    assert row["regret"]["value"] == pytest.approx(regret, abs=1e-6)
    assert json.loads(out.read_text()) == found
    with serve(legal_move) as server:
        _, text, _ = run([*words, "--out", str(out)], capsys)
    assert len(server.asked) == len(left)
    again: Any = json.loads(text)
    for key in ("rows", "skill"):
        assert again[key] == whole[key]
    assert [one["move"] for one in again["answers"]] == [one["move"] for one in whole["answers"]]
    transcript = calls.read(str(tmp_path / "exam.calls.jsonl"))
    assert not transcript.damaged
    assert len(transcript.calls) == 300 + len(left)
    failed = [call for call in transcript.calls if call["answer"] is None]
    assert {call["question"] for call in failed} == {answer["id"] for answer in left}
    assert KEY not in (tmp_path / "exam.calls.jsonl").read_text()


def test_refused_key_stops_the_exam_at_once(
    serve: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for code in (400, 401, 403, 404):
        with serve(lambda messages, code=code: Fail(code)) as server:  # type: ignore[misc]
            out = str(tmp_path / f"{code}.json")
            status, text, err = run(["exam", "model:m at_once=4", "--out", out], capsys)
        assert (status, text) == (1, "")
        assert str(code) in err
        assert len(err.strip().splitlines()) <= 2
        assert len(server.asked) < 20
        assert not Path(out).exists()


@pytest.mark.slow
def test_unanswered_matches_count_in_no_figure_and_are_played_again(
    serve: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "--players", "model:m moves=yes,random", "--games", "sum,maze", "--json"]
    words += ["--boards", "3", "--out"]
    with serve(legal_move):
        whole = json.loads(run([*words, str(tmp_path / "whole.jsonl")], capsys)[1])
    path = str(tmp_path / "arena.jsonl")
    with serve(failing(4)):
        found: Any = json.loads(run([*words, path], capsys)[1])
    row = found["rows"][-2]
    assert row["unanswered"] > 0
    assert row["won"] + row["lost"] + row["unanswered"] == 12
    assert (row["faults"], row["matches"]) == (0, 12 - row["unanswered"])
    with serve(legal_move):
        status, text, err = run([*words, path], capsys)
    assert status == 0
    assert "again" in err
    again: Any = json.loads(text)
    figures = ("won", "lost", "unanswered", "win_rate", "elo", "skill", "accuracy", "regret")
    for mine, same in zip(again["rows"], whole["rows"], strict=True):
        assert {name: mine[name] for name in figures} == {name: same[name] for name in figures}

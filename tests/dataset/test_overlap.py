"""The overlap of datasets with an exam."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dataset_support import export, lines

from duel_support import needs_core, needs_package
from numduel.cli.main import main
from numduel.dataset.overlap import find_overlap
from numduel.errors import SetupError
from numduel.exam.questions import questions
from numduel.storage.record import loads


@pytest.fixture(autouse=True)
def at_home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_train_does_not_overlap_with_the_public_exam() -> None:
    for game in ("maze", "sum"):
        export(game, "--positions", "300", "--split", "train")
        found = find_overlap("export.jsonl", questions())
        assert (found.n_questions, found.same, found.similar) == (300, [], [])
        assert found.sentences() == []


def test_overlap_names_questions_and_boards() -> None:
    needs_package("pyarrow", "dataset")
    needs_core()
    export("sum", "--positions", "34488")
    asked = [question for question in questions() if question.game == "sum"]
    found = find_overlap("export.jsonl", questions())
    assert found.same == [question.id for question in asked]
    assert found.similar == []
    assert found.sentences() == ["60 of the 300 questions are in it, such as sum-01."]
    export("sum", "--positions", "34488", file="export.parquet")
    assert find_overlap("export.parquet", questions())[1:] == found[1:]
    rest = [one for one in lines(Path("export.jsonl").read_bytes()) if one["player"] == 1]
    text = "".join(f"{json.dumps(one)}\n" for one in rest)
    Path("rest.jsonl").write_text(text)
    found = find_overlap("rest.jsonl", questions())
    players = {question.id: loads(question.record).player for question in asked}
    assert found.same == [id for id, player in players.items() if player == 0]
    assert found.similar == [id for id, player in players.items() if player == 1]
    first, second = found.sentences()
    assert first.startswith(f"{len(found.same)} of the 300 questions are in it, such as sum-")
    assert "have the same board or an equivalent position in it, such as sum-" in second


def test_changed_lines_are_read_from_their_records() -> None:
    record = questions()[0].record
    Path("changed.jsonl").write_text(json.dumps({"record": record}) + "\n")
    found = find_overlap("changed.jsonl", questions())
    assert found.same == ["maze-01"]
    assert found.sentences()[0] == "1 of the 300 questions is in it, such as maze-01."


def test_files_that_are_no_datasets_are_refused() -> None:
    for text in ("{}", "[1]", "nonsense", '{"record": 5}', '{"record": "x"}'):
        Path("other.jsonl").write_text(f"{text}\n")
        with pytest.raises(SetupError, match="isn't a line of a dataset"):
            find_overlap("other.jsonl", questions())
    with pytest.raises(SetupError, match="isn't a dataset file"):
        find_overlap("other.txt", questions())
    with pytest.raises(SetupError, match="cannot be read"):
        find_overlap("missing.jsonl", questions())
    needs_package("pyarrow", "dataset")
    Path("other.parquet").write_bytes(b"PAR1")
    with pytest.raises(SetupError, match="cannot be read"):
        find_overlap("other.parquet", questions())


def test_exam_warns_about_datasets_that_overlap(capsys: pytest.CaptureFixture[str]) -> None:
    asked = questions()[0].record
    Path("bad.jsonl").write_text(json.dumps({"record": asked}) + "\n")
    export("race", "--positions", "20", "--split", "train", file="good.jsonl")
    words = ["exam", "--positions", "--trained-on", "good.jsonl", "--trained-on", "bad.jsonl"]
    assert main(words) == 0
    assert capsys.readouterr().err.splitlines() == [
        "Warning: 'bad.jsonl' overlaps with this exam.",
        "1 of the 300 questions is in it, such as maze-01.",
    ]
    assert main(["exam", "random", "--trained-on", "missing.jsonl"]) == 1
    assert "'missing.jsonl' cannot be read" in capsys.readouterr().err

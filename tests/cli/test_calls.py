"""`numduel calls`: transcripts of language models."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from model_server import GARBAGE, Say, Served, in_turn
from model_support import play
from schema_support import check

import numduel
from duel_support import where
from numduel import Match
from numduel.cli.main import main
from numduel.storage import calls

WHO = "model:m moves=yes tools=yes chat=yes temperature=0.5 max_tokens=90 effort=low seed=3"


@pytest.fixture
def transcript(serve: Served, tmp_path: Path) -> str:
    """Return a transcript with a retry, a fault, a tool call and a terminal escape."""
    path = str(tmp_path / "x.calls.jsonl")
    called = Say(None, tools=('{"move": "7"}',))
    answers = (GARBAGE, Say("MOVE: 99\x1b[31m", "red\nthoughts"), called)
    with serve(in_turn(*answers)), calls.recording(path, {"question": "sum-001"}):
        play(Match(numduel.new("sum")), WHO)
    return path


def test_table_has_a_row_for_each_call(transcript: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calls", transcript]) == 0
    heading, one, two, _, total = capsys.readouterr().out.splitlines()
    assert " ".join(heading.split()) == "about model move or fault in out seconds retries"
    assert one.split()[:4] == ["1", "sum-001", "1", "m"]
    assert "(unreadable)" in one
    assert two.split()[4:7] == ["7", "100", "10"]
    assert total.startswith("2 calls: 200 tokens in, 20 out, ")
    assert total.endswith("retries: 1.")


def test_one_call_is_shown_whole_and_escaped(
    transcript: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calls", transcript, "1"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "--- answer\nMOVE: 99\\x1b[31m\n" in out
    assert "--- reasoning\nred\nthoughts\n" in out
    assert "Legal moves: 1; 2; 3" in out
    assert "protocol: listed+chat+tools\n" in out
    assert 'failures: ["its endpoint sent an invalid response: <html>Bad gateway</html>"]' in out
    assert main(["calls", transcript, "2"]) == 0
    assert "message from assistant\nMOVE: 99\\x1b[31m\n" in capsys.readouterr().out


def test_json_matches_the_schema(transcript: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calls", transcript, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    check(data, "calls")
    assert len(data["calls"]) == 2
    assert main(["calls", transcript, "2", "--json"]) == 0
    (call,) = json.loads(capsys.readouterr().out)["calls"]
    assert call == data["calls"][1]
    assert call["tool_calls"][0]["function"] == {"name": "play", "arguments": '{"move": "7"}'}


def test_wrong_numbers_and_damaged_lines_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.calls.jsonl"
    odd = '{"messages": 5, "model": ["a", null], "tokens_in": "7", "retries": 1.5, "fault": {}}'
    path.write_text(f'{odd}\n{{"messages": [5, {{}}]}}\nnot JSON\n{{"mess', encoding="utf-8")
    assert main(["calls", str(path)]) == 0
    said = capsys.readouterr()
    assert said.err == "Left out: lines 3 and 4 are damaged, or not a call of a model.\n"
    assert "2 calls" in said.out
    for number in ("1", "2"):
        assert main(["calls", str(path), number]) == 0
    for typed in ("0", "3", "x", "-1", "９"):
        with where(typed):
            capsys.readouterr()
            assert main(["calls", str(path), "--", typed]) == 1
            expected = "isn't the number of a call. Choose a number from 1 to 2."
            assert expected in capsys.readouterr().err
    path.write_text("", encoding="utf-8")
    assert main(["calls", str(path)]) == 0
    assert capsys.readouterr().out == "0 calls: 0 tokens in, 0 out, 0.0 s, retries: 0.\n"
    assert main(["calls", str(path), "1"]) == 1
    assert main(["calls", str(tmp_path / "missing")]) == 1

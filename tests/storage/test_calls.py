"""Transcripts of calls to language models."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from numduel import SetupError
from numduel.storage import calls
from numduel.storage.calls import Usage, recording

CALL = {"messages": [], "tokens_in": 5, "tokens_out": 2, "latency_s": 0.25, "retries": 1}
KEY = 'sk-"secret"\\0123'


def test_lines_have_what_they_are_about_and_usage_adds_up(tmp_path: Path) -> None:
    path = tmp_path / "exam.calls.jsonl"
    calls.append(CALL)  # not recorded: no recording has begun
    with recording(str(path), {"exam": 1, "question": "maze-001"}) as log:
        calls.append(CALL)
        calls.append({**CALL, "tokens_in": None})
    assert log.usage == Usage(2, 5, 4, 0, 0.5, 2)
    assert Usage.from_json(json.loads(json.dumps(log.usage.as_json()))) == log.usage
    first, second = calls.read(str(path)).calls
    assert list(first)[:3] == ["time", "exam", "question"]
    assert first["time"].endswith("+00:00")
    assert second == {**first, "time": second["time"], "tokens_in": None}


def test_usage_is_counted_without_a_file_and_recordings_nest() -> None:
    with recording(None, {}) as outer:
        calls.append(CALL)
        with recording(None, {}) as inner:
            calls.append(CALL)
        calls.append(CALL)
    assert (outer.usage.calls, inner.usage.calls) == (2, 1)


def test_secrets_are_masked_in_every_field(tmp_path: Path) -> None:
    path = tmp_path / "x.calls.jsonl"
    call = {**CALL, KEY: KEY, "messages": [{"content": f"so {KEY}."}], "settings": {"a": [KEY]}}
    with recording(str(path), {"player": f"model:{KEY}"}):
        calls.append(call, [KEY, "password"])
    text = path.read_text(encoding="utf-8")
    assert json.dumps(KEY)[1:-1] not in text
    assert text.count("[key]") == 5


def test_half_line_of_a_killed_program_is_reported_and_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "x.calls.jsonl"
    with recording(str(path), {}):
        calls.append(CALL)
        whole = path.read_bytes()
        path.write_bytes(whole + whole[:20])
        assert calls.read(str(path)).damaged == [2]
        calls.append(CALL)
    found = calls.read(str(path))
    assert (len(found.calls), found.damaged) == (2, [2])


def test_unusable_files_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be read: No such file"):
        calls.read(str(tmp_path / "missing"))
    with (
        recording(str(tmp_path / "no folder" / "x"), {}),
        pytest.raises(SetupError, match="cannot be written: No such file"),
    ):
        calls.append(CALL)
    (tmp_path / "other").write_bytes(b"[]\n\xff\n" + b"[" * 100_000 + b'\n{"a": 1}\n\n')
    assert calls.read(str(tmp_path / "other")) == ([], [1, 2, 3, 4])


APPENDING = """
import sys
from threading import Thread
from numduel.storage.calls import append, recording

def work(thread):
    with recording(sys.argv[1], {"thread": thread, "process": sys.argv[2]}):
        for number in range(10):
            append({"messages": "x" * 997 * (number + 1), "number": number})

threads = [Thread(target=work, args=(thread,)) for thread in range(64)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_lines_of_threads_and_processes_never_mix(tmp_path: Path) -> None:
    path = tmp_path / "x.calls.jsonl"
    started = [
        subprocess.Popen([sys.executable, "-c", APPENDING, path, name]) for name in ("a", "b")
    ]
    assert [process.wait(60) for process in started] == [0, 0]
    found = calls.read(str(path))
    assert found.damaged == []
    seen = {(call["process"], call["thread"], call["number"]) for call in found.calls}
    assert len(seen) == len(found.calls) == 2 * 64 * 10
    assert all(len(call["messages"]) == 997 * (call["number"] + 1) for call in found.calls)


def test_threads_have_recordings_of_their_own() -> None:
    usages: list[Usage] = []

    def work() -> None:
        with recording(None, {}) as log:
            calls.append(CALL)
        usages.append(log.usage)

    with recording(None, {}) as outer:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [usage.calls for usage in usages] == [1, 1, 1, 1]
    assert outer.usage.calls == 0

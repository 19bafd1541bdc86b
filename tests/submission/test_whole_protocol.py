"""The whole protocol at an endpoint that fails in every way, interrupted and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from model_server import DROP, GARBAGE, HANG, KEY, Deed, Fail, ModelServer, served
from submission_support import SEED, answer_by_position, sign
from terminal import COMMAND

from numduel.arena.lines import loads
from numduel.arena.standings import standings
from numduel.submission.verifying import verify

TIMEOUT_S = 120.0

PLAYER = "model:m moves=yes at_once=8 seconds=1"

FAILURES: tuple[Deed, ...] = (Fail(429), Fail(500), Fail(503), DROP, GARBAGE, HANG)
"""The failures that are retried; a request that hangs exceeds its time limit."""

ENDPOINT_DOWN = Fail(503, "900")
"""A failure that isn't worth waiting for: the question stays unanswered."""


class Unreliable:
    """A model whose answers follow from the position, at an endpoint that fails."""

    def __init__(self) -> None:
        self.asked: Counter[bytes] = Counter()
        self.is_down = True
        """Whether every fifth question stays unanswered."""
        self.lock = Lock()

    def __call__(self, messages: list[dict[str, Any]]) -> Deed:
        digest = sha256(messages[-1]["content"].encode()).digest()
        with self.lock:
            number = self.asked[digest]
            self.asked[digest] += 1
        if self.is_down and digest[0] % 5 == 0:
            return ENDPOINT_DOWN
        if number == 0 and digest[1] % 3 == 0:
            return FAILURES[digest[2] % len(FAILURES)]
        return answer_by_position(messages)._replace(seconds=0.1)


def start(folder: Path, home: Path, server: ModelServer) -> subprocess.Popen[str]:
    """Start the protocol."""
    words = ["submit", "run", PLAYER, "--out", str(folder), "--quick", "--fresh", SEED]
    settings = {"NUMDUEL_HOME": str(home), "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": KEY}
    return subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **settings, "NO_PROXY": "127.0.0.1"},
    )


def finish(program: subprocess.Popen[str]) -> str:
    """Wait for the end; return everything that it printed."""
    out, err = program.communicate(timeout=TIMEOUT_S)
    assert program.returncode == 0, err
    return out + err


def interrupt(program: subprocess.Popen[str], server: ModelServer, more: int) -> None:
    """Interrupt a program after it has asked some more questions."""
    wanted, until = len(server.asked) + more, time.monotonic() + TIMEOUT_S
    while len(server.asked) < wanted:
        assert program.poll() is None, program.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=TIMEOUT_S)
    assert program.returncode == 130, err
    assert "Run the same command to continue." in err


def exam_figures(path: Path) -> Any:
    """Return everything that an exam's result holds, except times and retries."""
    data = json.loads(path.read_text())
    for usage in (data["usage"], *(answer["usage"] for answer in data["answers"])):
        del usage["seconds"], usage["retries"]
    return data


def arena_figures(path: Path) -> Any:
    lines = loads(path.read_text())
    return standings(lines), [line.record.rpartition("\n\n")[2] for line in lines]


@pytest.mark.long
def test_failures_and_interruptions_change_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMDUEL_HOME", str(tmp_path / "home"))
    with served(answer_by_position) as server:
        finish(start(tmp_path / "undisturbed", tmp_path / "home", server))
    unreliable, folder = Unreliable(), tmp_path / "disturbed"
    with served(unreliable) as server:
        for more in (10, 20, 20):  # in both exams and in the arena
            interrupt(start(folder, tmp_path / "home", server), server, more)
        told = finish(start(folder, tmp_path / "home", server))
        assert "unanswered. Run the same command to ask them again." in told
        assert any("unanswered" in problem for problem in problems(folder))
        unreliable.is_down = False
        told = finish(start(folder, tmp_path / "home", server))
        assert "are unanswered" not in told
    for name in ("fresh.json", "disguise.json"):
        assert exam_figures(folder / name) == exam_figures(tmp_path / "undisturbed" / name)
    assert arena_figures(folder / "arena.jsonl") == arena_figures(
        tmp_path / "undisturbed" / "arena.jsonl"
    )
    assert problems(folder) == problems(tmp_path / "undisturbed") == []


def problems(folder: Path) -> list[str]:
    """Return the problems of a run after it is signed."""
    sign(folder)
    return verify(str(folder)).problems

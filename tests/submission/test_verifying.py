"""Verification: untouched submissions agree, and every kind of change is refused."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bot_support import Bots
from model_server import KEY, served
from submission_support import (
    SEED,
    Change,
    answer_by_position,
    change_json,
    change_line,
    change_manifest,
    run_quick,
    sign,
)

from duel_support import where
from numduel.exam.exams import commitment
from numduel.submission.verifying import verify

pytestmark = pytest.mark.slow

MODEL = "model:m moves=yes"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder with the submissions of a player and of a model."""
    folder = tmp_path_factory.mktemp("submissions")
    with pytest.MonkeyPatch.context() as patch, served(answer_by_position) as server:
        patch.setenv("NUMDUEL_HOME", str(folder / "home"))
        patch.setenv("NO_PROXY", "127.0.0.1")
        patch.setenv("OPENAI_API_KEY", KEY)
        patch.setenv("OPENAI_BASE_URL", server.url)
        run_quick("casual", folder / "casual")
        run_quick(MODEL, folder / "model")
        yield folder


@pytest.fixture
def copies(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with copies to change, without an endpoint."""
    monkeypatch.setenv("NUMDUEL_HOME", str(made / "home"))
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    return tmp_path


def problems(made: Path, name: str, copies: Path, change: Change, *, is_signed: bool) -> list[str]:
    """Return the problems of a changed copy."""
    folder = copies / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made / name, folder)
    change(folder)
    if is_signed:
        sign(folder)
    found = verify(str(folder))
    assert (found.verified is None) == bool(found.problems)
    return found.problems


def nothing(folder: Path) -> None:
    pass


def test_untouched_submissions_are_verified(made: Path, copies: Path) -> None:
    for name in ("casual", "model"):
        assert problems(made, name, copies, nothing, is_signed=False) == []
        assert problems(made, name, copies, nothing, is_signed=True) == []


def another_move(data: Any) -> None:
    """Change an answer into that of another question of the same game, also a legal move."""
    moves = {"1", "2", "3", "4", "5", "6", "7", "8", "9"} - {data["answers"][2]["move"]}
    data["answers"][2]["move"] = min(moves)


def set_value(*path: str | int, to: Any) -> Any:
    """Return a function that sets a value in JSON data."""

    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = to

    return change


def remove_last_answer(data: Any) -> None:
    data["answers"].pop()


def change_record(data: Any) -> None:
    first, _, rest = data["record"].partition("\n\n")
    data["record"] = f"{first}\n\n{rest[:3]}{int(rest[3]) ^ 1}{rest[4:]}"


CHANGES: list[tuple[str, Change, str]] = [
    ("casual", change_json("fresh.json", another_move), "fresh.json: answers[2].move is '"),
    (
        "casual",
        change_json("fresh.json", set_value("skill", "value", to=0.99)),
        "fresh.json: skill.value is 0.99, but it should be",
    ),
    (
        "casual",
        change_json("disguise.json", set_value("rows", 0, "kept", to=7)),
        "disguise.json: rows[0].kept is 7, but it should be",
    ),
    (
        "casual",
        change_json("fresh.json", set_value("exam", "commitment", to="0" * 64)),
        "fresh.json: exam.commitment is '0",
    ),
    (
        "casual",
        change_json("fresh.json", set_value("exam", "fresh", to="elm")),
        "fresh.json is of another exam or player than submission.json says",
    ),
    (
        "casual",
        change_json("fresh.json", set_value("exam", "digest", to="0" * 64)),
        "'fresh.json' is the result of other questions than this version's",
    ),
    ("casual", change_json("fresh.json", remove_last_answer), "question race-002 has no answer"),
    ("casual", change_line("arena.jsonl", change_record), "arena.jsonl: match 1: record is '"),
    (
        "casual",
        change_line("arena.jsonl", set_value("regret1", to="0"), 2),
        "arena.jsonl: match 2: ",
    ),
    (
        "casual",
        change_line("arena.jsonl", set_value("winner", to="both")),
        "arena.jsonl: line 1 isn't a match",
    ),
    (
        "model",
        change_line("fresh.calls.jsonl", set_value("messages", 0, "content", to="Play well.")),
        "has other messages than the protocol's",
    ),
    (
        "model",
        change_line("fresh.calls.jsonl", set_value("tokens_in", to=1)),
        ".usage.tokens_in is 100, but it should be 1",
    ),
    (
        "model",
        change_line("fresh.calls.jsonl", set_value("move", to="x")),
        "fresh.calls.jsonl: line 1: move is 'x', but it should be",
    ),
    (
        "model",
        change_line("arena.calls.jsonl", set_value("answer", to="MOVE: none")),
        "arena.",
    ),
    (
        "model",
        change_line("disguise.calls.jsonl", set_value("question", to="maze-999")),
        "disguise.calls.jsonl: has no call for question",
    ),
    (
        "model",
        change_line("fresh.calls.jsonl", set_value("settings", to={"temperature": 2})),
        "fresh.calls.jsonl: line 1: settings.temperature is 2, but it should be missing",
    ),
    ("model", change_json("fresh.json", another_move), "fresh.json: answers[2].move is '"),
]
"""A submission, a change that is signed like the original, and the start of a problem."""


def test_changed_contents_are_refused(made: Path, copies: Path) -> None:
    for name, change, problem in CHANGES:
        with where(problem):
            found = problems(made, name, copies, change, is_signed=True)
            assert problem in found[0]


def add_file(folder: Path) -> None:
    (folder / "run.sh").write_text("exit 1\n")


def remove_file(folder: Path) -> None:
    (folder / "arena.jsonl").unlink()


def add_link(folder: Path) -> None:
    (folder / "fresh.json").unlink()
    os.symlink("/etc/passwd", folder / "fresh.json")


def add_folder(folder: Path) -> None:
    (folder / "more").mkdir()


def other_seed(data: Any) -> None:
    data |= {"seed": "elm", "commitment": commitment("elm")}


def escape(data: Any) -> None:
    data["files"][0]["name"] = "../fresh.json"


def leak_key(folder: Path) -> None:
    change_line("fresh.calls.jsonl", set_value("reasoning", to="sk-" + "a1" * 12))(folder)


FILE_CHANGES: list[tuple[str, Change, str]] = [
    (
        "casual",
        change_json("fresh.json", another_move),
        "fresh.json was changed after it was packed: its SHA-256 isn't that of submission.json",
    ),
    ("casual", add_file, "'run.sh' isn't a file of the protocol"),
    ("casual", remove_file, "arena.jsonl is missing"),
    ("casual", add_link, "'fresh.json' isn't a regular file"),
    ("casual", add_folder, "'more' isn't a regular file"),
    ("casual", change_manifest(other_seed), "fresh.json is of another exam or player than"),
    (
        "casual",
        change_manifest(set_value("seed", to="elm")),
        "submission.json: 'commitment' doesn't agree with the rest of the manifest",
    ),
    ("casual", change_manifest(escape), "submission.json lists other files than those of the"),
    (
        "casual",
        change_manifest(set_value("protocol", "version", to=2)),
        "submission.json is of another protocol than numduel-bench 1",
    ),
    (
        "casual",
        change_manifest(set_value("player", to="human")),
        "'human' isn't a program",
    ),
    ("casual", change_manifest(set_value("name", to="\x1b[31m")), "isn't the manifest of a"),
    ("casual", change_manifest(set_value("price", to=[10**400, 1])), "isn't the manifest of a"),
    ("casual", change_manifest(set_value("extra", to=1)), "'extra' doesn't agree with the rest"),
]
"""A submission, a change to its files or manifest that isn't signed, and a problem."""


def test_changed_files_are_refused(made: Path, copies: Path) -> None:
    for name, change, problem in FILE_CHANGES:
        with where(problem):
            found = problems(made, name, copies, change, is_signed=False)
            assert problem in found[0]
    found = problems(made, "model", copies, leak_key, is_signed=False)
    assert found[-1] == "fresh.calls.jsonl: line 1 contains what looks like a secret key"


def test_transcript_may_have_earlier_attempts(made: Path, copies: Path) -> None:
    """An interrupted run asks again; half a line of a killed program isn't a call."""

    def repeat(folder: Path) -> None:
        path = folder / "fresh.calls.jsonl"
        first = path.read_text().splitlines()[0]
        path.write_text(f"{first}\n{first[:50]}\n{path.read_text()}")

    folder = copies / "again"
    shutil.copytree(made / "model", folder)
    repeat(folder)
    sign(folder)
    found = verify(str(folder))
    assert found.verified is not None, found.problems
    assert found.verified.repeated == 1


def test_too_many_unanswered_questions_are_refused(made: Path, copies: Path) -> None:
    def fail(folder: Path) -> None:
        question = json.loads((folder / "fresh.calls.jsonl").read_text().splitlines()[0])[
            "question"
        ]

        def unanswer(data: Any) -> None:
            one = next(answer for answer in data["answers"] if answer["id"] == question)
            one |= {"move": None, "unanswered": True, "fault": "it did not answer in time"}

        change_json("fresh.json", unanswer)(folder)
        gone = {"answer": None, "move": None, "fault": "unanswered"}
        change_line("fresh.calls.jsonl", lambda call: call.update(gone))(folder)

    found = problems(made, "model", copies, fail, is_signed=True)
    assert found[-1].startswith("fresh.json: 1 of 10 are unanswered, but at most 1% may be")


def test_program_of_a_submission_is_never_started(home: Path, tmp_path: Path, bots: Bots) -> None:
    """Its moves are given again; a bot that is deleted, or harmful by now, doesn't matter."""
    bot = bots.write("greet()\nwhile True: move()")
    folder = run_quick(bot, tmp_path / "bot")
    (bots.folder / "bot.py").write_text(f"open({str(tmp_path / 'started')!r}, 'w')")
    found = verify(str(folder))
    assert found.problems == []
    assert not (tmp_path / "started").exists()
    change_json("fresh.json", set_value("skill", "value", to=0.99))(folder)
    sign(folder)
    assert verify(str(folder)).problems[0].startswith("fresh.json: skill.value is 0.99")


def test_seed_of_the_run_is_the_committed_one(made: Path) -> None:
    manifest = json.loads((made / "casual" / "submission.json").read_text())
    assert manifest["seed"] == SEED
    assert manifest["commitment"] == commitment(SEED)

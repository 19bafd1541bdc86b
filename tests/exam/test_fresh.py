"""Fresh exams: questions from a seed, the same on every machine."""

from __future__ import annotations

import io
import json
import os
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import numduel
from numduel import Dice, Engine
from numduel.budget import Budget
from numduel.cli.main import main
from numduel.exam import making
from numduel.exam.exams import commitment, digest, exam_questions, exam_text
from numduel.exam.fresh import make_work, read_kept
from numduel.exam.making import TIERS, Candidate, check_exam, find_candidates, list_pieces
from numduel.exam.questions import Exam, questions, read_text
from numduel.games import built_in
from numduel.jobs.pieces import InProcesses, InThisProcess
from numduel.storage.record import loads
from running import run_program

SMALL = Exam("oak", 25)


@pytest.fixture(autouse=True)
def use_empty_home(home: Path) -> None:
    """Keep exams that were made before away."""


def lines(exam: Exam) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exam_text(exam).splitlines()]


def exam_file(home: Path) -> Path:
    (file,) = home.parent.glob("exams/*.jsonl")
    return file


# ---- making


@pytest.mark.slow
def test_method_still_makes_the_public_exam() -> None:
    exam = Exam()
    found = ((piece, find_candidates(exam, piece)) for piece in list_pieces(exam).values())
    assert making.write_exam(exam, found) == read_text()


@pytest.mark.parametrize("tier", TIERS)
def test_fresh_exam_has_distinct_labelled_questions(tier: str) -> None:
    exam = Exam("oak", 25, tier)
    asked = lines(exam)
    assert Counter(line["game"] for line in asked) == dict.fromkeys(numduel.games(), 5)
    assert [line["id"] for line in asked[:3]] == ["maze-001", "maze-002", "maze-003"]
    engine = Engine()
    for line in asked[::3]:
        match = loads(line["record"])
        report = engine.analyse(match.game, match.state, Budget(positions=2_000_000))
        assert report.is_exact
        for move, value in report.moves.items():
            assert line["moves"][move]["worth"] == str(value.worth)
        worths = {Fraction(value["worth"]) for value in line["moves"].values()}
        assert Fraction(line["worth"]) == max(worths) > min(worths)
    public = {one.record for one in questions()}
    assert not public & {line["record"] for line in asked}
    assert list(asked[0]) == list(json.loads(read_text().splitlines()[0]))


def test_large_tier_has_larger_boards() -> None:
    for kind in built_in():
        standard, large = (
            kind.setup(making.game_options(kind.id, tier), None, Dice(0)) for tier in TIERS
        )
        assert len(large.vocabulary) >= len(standard.vocabulary)
        assert large.options != standard.options


def test_boards_and_positions_are_used_once() -> None:
    def candidate(identity: str, board: str) -> Candidate:
        return Candidate(identity, board, "win", 1, 0, True, "", [])

    boards = [
        [candidate("a", "1 2"), candidate("b", "1 2"), candidate("a", "1 2")],
        [candidate("c", "1 2")],  # the same board again
        [candidate("d", "2 1")],  # a board of another exam
        [candidate("e", ""), candidate("a", "")],  # a game without boards
    ]
    kept = list(making._without_repeats(boards, [("x", "2 1"), ("e", "")]))
    assert [[one.identity for one in board] for board in kept] == [["a", "b"], [], [], []]


def test_exam_is_the_same_for_every_executor_and_after_a_stop() -> None:
    text = exam_text(SMALL)
    pieces = list_pieces(SMALL)
    work = make_work(SMALL)
    found = InProcesses(2).run(work.plan.perform, dict(list(pieces.items())[:2]))
    work.done.update({name: json.loads(json.dumps(result)) for name, result in found})
    work.save()
    resumed = make_work(SMALL)
    assert len(resumed.done) == 2
    assert resumed.run(InThisProcess())
    assert making.write_exam(SMALL, resumed.results()) == text


@pytest.mark.slow
def test_exam_is_the_same_without_the_compiled_core() -> None:
    code = (
        "from hashlib import sha256\n"
        "from numduel.exam.exams import digest\n"
        "from numduel.exam.questions import Exam\n"
        "print(digest(Exam('oak', 25)))"
    )
    for pure in "01":
        env = {
            **os.environ,
            "NUMDUEL_PURE": pure,
            "NUMDUEL_HOME": f"{os.environ['NUMDUEL_HOME']}{pure}",
        }
        assert run_program([sys.executable, "-c", code], env=env).stdout == f"{OAK_25}\n"


OAK_25 = "27f25ec7e729cec5908f7356c571c69b0af45438896783911e0c00d44cb4d34d"
"""The digest of 25 questions from the seed oak: they are the same on every machine."""


def test_seed_size_and_tier_decide_the_questions() -> None:
    assert digest(SMALL) == OAK_25
    texts = {exam_text(SMALL._replace(**other)) for other in ({}, {"fresh": "elm"}, {"size": 30})}
    assert len(texts) == 3
    assert exam_questions(SMALL._replace(disguise="x")) == exam_questions(SMALL)


def test_wrong_settings_say_what_works() -> None:
    for exam, problem in (
        (Exam("", 25), "1 to 200 printable characters"),
        (Exam("a" * 201, 25), "1 to 200 printable characters"),
        (Exam("a\x1b", 25), "1 to 200 printable characters"),
        (Exam("a", 26), "a multiple of 5"),
        (Exam("a", 3005), "from 5 to 3000"),
        (Exam("a", 25, "huge"), "tier must be standard or large, not 'huge'"),
    ):
        with pytest.raises(numduel.SetupError, match=problem):
            check_exam(exam)


# ---- kept exams


def test_made_exam_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = exam_text(SMALL)
    kept = exam_file(home).read_text()
    assert kept == f"{sha256(text.encode()).hexdigest()}\n{text}"
    assert "oak" not in exam_file(home).name
    monkeypatch.setattr("numduel.exam.fresh.make_work", None)
    assert exam_text(SMALL) == text


def test_damaged_exam_is_made_again(home: Path) -> None:
    text = exam_text(SMALL)
    file = exam_file(home)
    for damaged in (
        b"",
        b"\xff",
        file.read_bytes()[:-9],
        file.read_bytes().replace(b"win", b"los"),
    ):
        file.write_bytes(damaged)
        assert read_kept(SMALL) is None
    assert exam_text(SMALL) == text
    assert read_kept(SMALL) == text


# ---- the command


def run(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["exam", *words])
    return status, out.getvalue(), err.getvalue()


def test_command_asks_fresh_questions() -> None:
    chosen = ("--fresh", "oak", "--questions", "25")
    status, out, err = run("random", *chosen, "--json", "--processes", "1")
    assert (status, "Making the questions" in err) == (0, True)
    data = json.loads(out)
    assert data["exam"] == {
        "version": 1,
        "fresh": "oak",
        "commitment": sha256(b"numduel exam oak").hexdigest(),
        "tier": "standard",
        "questions": 25,
        "disguise": None,
        "digest": OAK_25,
    }
    assert len(data["answers"]) == 25
    assert run("--positions", *chosen) == (0, exam_text(SMALL), "")
    status, out, err = run("random", *chosen, "--processes", "1")
    assert out.startswith("Fresh exam from seed oak, 25 questions: random\n")
    assert "Making" not in err
    for words, problem in (
        (["random", "--questions", "25"], "Add --fresh SEED"),
        (["random", "--tier", "large"], "Add --fresh SEED"),
        (["random", "--fresh", "oak", "--questions", "7"], "a multiple of 5"),
        (["random", "--fresh", ""], "the seed of a fresh exam"),
        (["random", "--disguise", ""], "the seed of a disguise"),
    ):
        status, out, err = run(*words)
        assert (status, out) == (1, "")
        assert problem in err


def test_command_commits_to_a_seed() -> None:
    assert run("--commit", "oak") == (0, f"seed: oak\ncommitment: {commitment('oak')}\n", "")
    (status, one, _), (_, other, _) = run("--commit"), run("--commit")
    assert status == 0
    assert one != other
    seed = one.split()[1]
    assert len(seed) == 32
    assert commitment(seed) in one

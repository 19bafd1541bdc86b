"""`numduel exam me`: a person answers at the prompt, in parts, with the report of every player."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest
from schema_support import check
from terminal import Ran, command_line
from tmux import NUMDUEL, Tmux

from numduel.exam.disguise import open_question
from numduel.exam.exams import exam_questions
from numduel.exam.people import find_open_part, split_exam
from numduel.exam.questions import Exam, Question, questions
from numduel.exam.results import read_result

pytestmark = pytest.mark.usefixtures("home")

SITTING = 5
PARTS = split_exam(questions(), SITTING, 0)


class Run(Protocol):
    def __call__(self, *words: str, typed: str = "") -> Ran: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs commands in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return command_line(monkeypatch, capsys, tmp_path / "home")


Take = Callable[..., str]


@pytest.fixture
def take(run: Run) -> Take:
    """Return a function that types lines at the prompt of the exam, and returns the output."""

    def take(*typed: str, words: tuple[str, ...] = ()) -> str:
        lines = "".join(f"{line}\n" for line in typed)
        ran = run("exam", "me", "--sitting", str(SITTING), *words, typed=lines)
        assert ran.status == 0, ran.err
        return ran.out

    return take


def best(question: Question) -> str:
    return max(question.worths, key=question.worths.__getitem__)


# ---- parts


def test_every_part_has_all_games_and_kinds() -> None:
    parts = split_exam(questions(), 25, 7)
    assert [len(part) for part in parts] == [25] * 12
    assert sorted(one.id for part in parts for one in part) == sorted(one.id for one in questions())
    for part in parts:
        games = [one.game for one in part]
        assert all(games.count(game) == 5 for game in games)
        assert len(set(games)) == sum(a != b for a, b in zip(["", *games], games, strict=False))
        assert 14 <= sum(one.outcome == "win" for one in part) <= 20
        depths = [one.depth for one in part]
        assert min(depths) <= 2
        assert max(depths) >= 7
    larger = split_exam(questions(), 50, 7)
    assert {one.id for part in parts[:2] for one in part} == {one.id for one in larger[0]}
    assert parts != split_exam(questions(), 25, 8)


def test_parts_of_any_size_have_all_questions() -> None:
    for size in (1, 7, 299, 3000):
        parts = split_exam(questions()[::3], size, 1)
        assert len({one.id for part in parts for one in part}) == 100
        assert max(map(len, parts)) == min(size, 100)
    ids = {one.id for one in PARTS[0]}
    assert find_open_part(PARTS, ids) == PARTS[1]
    assert find_open_part(PARTS, {one.id for one in questions()}) == []


# ---- answering


def test_answers_are_kept_and_continued_until_the_report(run: Run, take: Take) -> None:
    first, second = PARTS[0], PARTS[1]
    out = take(*map(best, first[:2]))
    assert "2 of 5 questions are answered." in out
    assert "correct" not in out, "nothing is judged before the end"
    out = take(*map(best, first[2:]))
    assert "Question 3 of 5: " in out
    assert "Exam 1, 5 of 300 questions: me" in out
    assert re.search(r"all questions +5 +5 +0 ", out)
    assert "Your answers are in exam-me.json." in out
    result = read_result("exam-me.json")
    assert {answer.id: answer.move for answer in result.answers} == {q.id: best(q) for q in first}
    data = json.loads(Path("exam-me.json").read_text())
    check(data, "exam")
    assert (data["player"], data["skill"]["value"]) == ("me", 1)
    report = run("exam", "report", "exam-me.json").out
    assert report in out
    assert "You answered 5 before." in take("quit")
    assert len(read_result("exam-me.json").answers) == 5
    take(*map(best, second))
    assert len(read_result("exam-me.json").answers) == 10


def test_bad_input_and_commands_cost_no_answer(take: Take) -> None:
    first, later, *others = PARTS[0]
    typed = ["", "99,99", "x" * 999, "help", "?", "board", "back", "rules"]
    out = take(*typed, "skip", best(later), *map(best, others), best(first), "quit")
    assert out.count("Question 1 of 5: ") == 2
    assert "isn't a move." in out
    assert "Legal moves: " in out
    assert "  skip   answer this question last" in out
    assert "You have no earlier answer to change." in out
    assert re.search(r"all questions +5 +5 +0 ", out), "the skipped question was asked at the end"


def test_back_changes_the_last_answer(take: Take) -> None:
    first, second, *_ = PARTS[0]
    wrong = min(first.worths, key=first.worths.__getitem__)
    take(wrong, "back", best(first), best(second), "quit")
    moves = {answer.id: answer.move for answer in read_result("exam-me.json").answers}
    assert moves == {first.id: best(first), second.id: best(second)}


def test_last_question_is_left_with_quit_only(take: Take) -> None:
    out = take(*map(best, PARTS[0][:-1]), "skip", "quit")
    assert "This is the last question." in out
    assert "4 of 5 questions are answered." in out


def test_name_and_file_can_be_chosen(run: Run, take: Take) -> None:
    answers = list(map(best, PARTS[0]))
    assert "Exam 1, 5 of 300 questions: Ann Lee" in take(*answers, words=("--name", " Ann Lee "))
    assert read_result("exam-Ann-Lee.json").player == "Ann Lee"
    take(answers[0], "quit", words=("--out", "mine.json"))
    assert len(read_result("mine.json").answers) == 1
    for words, problem in (
        (["me", "--name", "skilled"], "is a player of numduel"),
        (["me", "--name", "x" * 21], "at most 20 printable characters"),
        (["me", "--json"], "--json doesn't work with me"),
        (["me", "--sitting", "0"], "sitting must be a whole number from 1 to 3000"),
        (["me", "--out", "mine.json", "--seed", "1"], "holds another result"),
        (["me", "--out", "none/mine.json"], "folder that doesn't exist"),
        (["skilled", "--name", "Ann"], "--name is the name of a person"),
    ):
        ran = run("exam", *words)
        assert (ran.status, ran.out) == (1, "")
        assert problem in ran.err


def test_fresh_exam_is_reported_when_it_is_complete(take: Take) -> None:
    words = ("--fresh", "oak", "--questions", "5", "--html", "page.html")
    out = take("quit", words=words)
    assert "Fresh exam from seed oak, 5 questions. 5 of them now." in out
    (part,) = split_exam(exam_questions(Exam("oak", 5)), SITTING, 0)
    out = take(*map(best, part), words=words)
    assert "Fresh exam from seed oak, 5 questions: me" in out
    assert "run the same command" not in out
    assert "100%" in Path("page.html").read_text()
    assert "Question" not in take(words=words), "the report is shown at once"


def test_disguised_questions_are_answered_in_their_words(take: Take) -> None:
    asked = [open_question(question, 0, "elm") for question in PARTS[0]]
    typed = [
        next(move for move in one.match.moves if one.plain(move) == best(question))
        for question, one in zip(PARTS[0], asked, strict=True)
    ]
    out = take("rules", "help", *typed, words=("--disguise", "elm"))
    assert f"Question 1 of 5: {asked[0].match.game.title}" in out
    assert "Number Maze," not in out
    assert "numduel rules" not in out, "the page of the plain game isn't named"
    moves = {answer.id: answer.move for answer in read_result("exam-me.json").answers}
    assert moves == {question.id: best(question) for question in PARTS[0]}


def test_prompt_fits_a_small_terminal(tmp_path: Path) -> None:
    answers = list(map(best, PARTS[0]))
    words = [*NUMDUEL, "exam", "me", "--sitting", str(SITTING), "--out", str(tmp_path / "t.json")]
    with Tmux(words, (44, 24), NO_COLOR="1") as terminal:
        terminal.until("Question 1 of 5", "Your turn")
        terminal.type(f"{answers[0]}\n")
        terminal.until("Question 2 of 5")
        terminal.press("C-c")
        terminal.until("status 130")
    with Tmux(words, (80, 60)) as terminal:
        terminal.until("Question 2 of 5", "Your turn")
        terminal.type("".join(f"{move}\n" for move in answers[1:]))
        terminal.until("all questions", "status 0")
    assert len(read_result(str(tmp_path / "t.json")).answers) == SITTING

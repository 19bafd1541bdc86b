"""`numduel compare`: what it pairs, shows and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from terminal import Ran, command_line

from numduel.arena.lines import dumps
from numduel.arena.tournament import Entry, Tournament, merge_results, perform
from numduel.errors import SetupError
from numduel.exam.comparing import compare_results
from numduel.exam.exams import exam_questions
from numduel.exam.questions import Exam, Question
from numduel.exam.results import Result
from numduel.exam.scoring import Answer
from numduel.views.exam_json import exam_json

Run = Callable[..., Ran]

PUBLIC = Exam()
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "json-schema.json").read_text())


def write_result(
    path: Path, player: str, choose: Callable[[Question], str | None], exam: Exam = PUBLIC
) -> str:
    """Write the result of a player; None is an unanswered question."""
    answers = []
    for question in exam_questions(exam.plain):
        move = choose(question)
        answers.append(Answer(question.id, move, None if move else "HTTP 500", move is None))
    result = Result(exam, player, 0, tuple(answers), "0.1.0")
    path.write_text(json.dumps(exam_json(result)))
    return str(path)


def best(question: Question) -> str:
    return max(question.worths, key=lambda move: question.worths[move])


def first(question: Question) -> str:
    return next(iter(question.worths))


def write_matches(path: Path, player: str, seed: int = 0) -> str:
    """Write the matches of a player against two others."""
    games = (Entry("sum"), Entry("maze"))
    played = Tournament((player, "random", "beginner"), games, 4, seed, is_gauntlet=True)
    pieces = played.pieces().values()
    path.write_text(dumps(merge_results((one, perform(played, one)) for one in pieces)[0]))
    return str(path)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("exams")
    return {
        "best": write_result(folder / "best.json", "best", best),
        "first": write_result(folder / "first.json", "first", first),
        "disguised": write_result(folder / "x.json", "first", first, Exam(disguise="elm")),
    }


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("matches")
    return {
        "expert": write_matches(folder / "expert.jsonl", "expert"),
        "casual": write_matches(folder / "casual.jsonl", "casual"),
        "other seed": write_matches(folder / "other.jsonl", "casual", seed=1),
    }


run = pytest.fixture(command_line)


def compare_json(run: Run, *words: str, kind: str = "compare") -> Any:
    ran = run("compare", *words, "--json")
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    schema = {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}
    Draft202012Validator(schema).validate(data)
    return data


def row_of(data: Any, figure: str, game: str = "all") -> Any:
    return next(row for row in data["rows"] if (row["figure"], row["game"]) == (figure, game))


# ---- exams


def test_results_of_an_exam_are_paired_by_question(run: Run, files: dict[str, str]) -> None:
    data = compare_json(run, files["best"], files["first"])
    assert (data["kind"], data["unit"], data["names"]) == ("exam", "question", ["best", "first"])
    assert [row["figure"] for row in data["rows"]] == [
        *["skill"] * 6,
        *["accuracy"] * 6,
        *["regret"] * 6,
    ]
    row = row_of(data, "accuracy")
    correct = sum(not one.regret(first(one)) for one in exam_questions(Exam()))
    assert (row["first"], row["second"]) == (1.0, pytest.approx(correct / 300, abs=1e-6))
    assert (row["groups"], row["differing"]) == (300, 300 - correct)
    assert row["difference"]["value"] == pytest.approx(1 - correct / 300, abs=1e-6)
    assert (row["settled"], row["better"], row["needed"], row["p"] < 1e-6) == (True, 1, None, True)
    assert row_of(data, "regret")["better"] == 1
    assert row_of(data, "regret")["difference"]["value"] < 0
    assert row_of(data, "skill")["first"] == 1.0


def test_exchanged_files_give_the_opposite_difference(run: Run, files: dict[str, str]) -> None:
    one, two = (
        compare_json(run, *names)
        for names in (
            (files["best"], files["first"]),
            (files["first"], files["best"]),
        )
    )
    for there, back in zip(one["rows"], two["rows"], strict=True):
        assert there["difference"]["value"] == -back["difference"]["value"]
        assert there["difference"]["low"] == pytest.approx(-back["difference"]["high"], abs=2e-6)
        assert (there["p"], there["settled"]) == (back["p"], back["settled"])
        assert there["better"] == 3 - back["better"]


def test_same_file_twice_has_difference_0_and_p_1(run: Run, files: dict[str, str]) -> None:
    for row in compare_json(run, files["first"], files["first"])["rows"]:
        assert (row["difference"]["value"], row["p"], row["differing"]) == (0.0, 1.0, 0)
        assert (row["settled"], row["needed"], row["better"]) == (False, None, None)


def test_disguised_questions_count_as_the_same_exam(run: Run, files: dict[str, str]) -> None:
    data = compare_json(run, files["first"], files["disguised"])
    assert data["names"] == ["first, plain", "first, in disguise elm"]
    assert row_of(data, "skill")["difference"]["value"] == 0.0
    ran = run("exam", "report", files["disguised"], files["first"])
    assert "plain and in disguise: first, plain and first, in disguise elm, paired" in ran.out
    assert "By skill in all games, the players are equal so far." in ran.out
    assert "paired" not in run("exam", "report", files["first"], files["first"]).out


def test_unanswered_questions_are_left_out_in_pairs(
    run: Run, files: dict[str, str], tmp_path: Path
) -> None:
    def choose(question: Question) -> str | None:
        return None if question.id.endswith("7") else first(question)

    path = write_result(tmp_path / "partly.json", "partly", choose)
    data = compare_json(run, files["best"], path)
    missing = sum(one.id.endswith("7") for one in exam_questions(Exam()))
    assert data["left_out"] == missing > 0
    assert row_of(data, "skill")["groups"] == 300 - missing
    ran = run("compare", files["best"], path)
    assert f"Left out: {missing} pairs of answers" in ran.out


def test_report_says_what_would_settle_it(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    def choose(question: Question) -> str:
        return first(question) if question.id.endswith("1") else best(question)

    path = write_result(tmp_path / "good.json", "good", choose)
    ran = run("compare", files["best"], path)
    assert ran.out.startswith("Exam 1, 300 questions: best and good, paired by question\n")
    assert "All games" in ran.out
    data = compare_json(run, files["best"], path)
    row = row_of(data, "skill")
    assert "By skill in all games, best is better by 0." in ran.out
    assert ("That is settled." in ran.out) == row["settled"]
    open_rows = [one for one in data["rows"] if one["better"] and not one["settled"]]
    assert open_rows
    assert all(one["needed"] > one["groups"] for one in open_rows)
    assert f"{open_rows[0]['needed']:,}" in ran.out


# ---- tournaments


def test_gauntlets_are_paired_by_board(run: Run, matches: dict[str, str]) -> None:
    data = compare_json(run, matches["expert"], matches["casual"])
    assert (data["kind"], data["unit"]) == ("tournament", "board")
    assert data["names"] == ["expert", "casual"]
    row = row_of(data, "result", "sum")
    shares = []
    for name in ("expert", "casual"):
        lines = [json.loads(line) for line in Path(matches[name]).read_text().splitlines()]
        played = [line for line in lines if line["game"] == "sum"]
        shares.append(sum(line[f"player{line['winner']}"] == name for line in played) / 16)
    assert [row["first"], row["second"]] == shares
    assert row["groups"] == 4
    assert {one["figure"] for one in data["rows"]} == {"skill", "result", "regret"}
    assert compare_json(run, matches["casual"], matches["expert"])["names"] == ["casual", "expert"]


def test_players_of_one_file_are_compared_by_name(run: Run, matches: dict[str, str]) -> None:
    data = compare_json(run, matches["expert"], "--players", "beginner,random")
    assert data["names"] == ["beginner", "random"]
    same = compare_json(run, matches["expert"], matches["expert"], "--players", "expert")
    assert {row["p"] for row in same["rows"]} == {1.0}
    assert same["names"] == ["expert, first file", "expert, second file"]


def test_unanswered_matches_are_left_out_in_pairs(
    run: Run, matches: dict[str, str], tmp_path: Path
) -> None:
    lines = [json.loads(line) for line in Path(matches["casual"]).read_text().splitlines()]
    lines[0] |= {"ended": "unanswered", "winner": None, "fault": "HTTP 500"}
    path = tmp_path / "partly.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert compare_json(run, matches["expert"], str(path))["left_out"] == 1


# ---- power


def test_power_without_files_is_a_table_of_shares(run: Run) -> None:
    ran = run("compare", "--power")
    assert ran.out.startswith("What 300 questions settle, 80% of the time:\n")
    assert "20% of the questions                             9.0%\n" in ran.out
    data = compare_json(run, "--power", "3000", kind="compare_power")
    assert (data["size"], data["names"]) == (3000, None)
    assert all(row["difference"] < row["share"] for row in data["rows"])


def test_power_with_files_uses_their_variance(run: Run, files: dict[str, str]) -> None:
    both = compare_json(run, "--power", "600", files["best"], files["first"], kind="compare_power")
    assert both["names"] == ["best", "first"]
    assert (row_of(both, "skill")["size"], row_of(both, "skill", "maze")["size"]) == (600, 120)
    larger = compare_json(
        run, "--power", "1200", files["best"], files["first"], kind="compare_power"
    )
    assert row_of(larger, "skill")["difference"] < row_of(both, "skill")["difference"]
    alone = compare_json(run, "--power", files["first"], kind="compare_power")
    assert alone["size"] == 300
    assert alone["names"] == ["first", "an equally strong player"]


def test_power_of_a_tournament_needs_one_player(run: Run, matches: dict[str, str]) -> None:
    ran = run("compare", "--power", "50", matches["expert"])
    assert (ran.status, "name one player with --players" in ran.err) == (1, True)
    ran = run("compare", "--power", "50", matches["expert"], "--players", "expert")
    assert ran.out.startswith("What 50 boards settle, 80% of the time:\n")


# ---- refusals


def test_files_that_cannot_be_compared_are_refused(
    run: Run, files: dict[str, str], matches: dict[str, str], tmp_path: Path
) -> None:
    hostile = tmp_path / "hostile.json"
    hostile.write_text('{"exam": {"fresh": [[[]]]}}')
    text = tmp_path / "text.json"
    text.write_text("\x1b[2J" + "[" * 100_000)
    for names, problem in (
        ([], "name two files"),
        ([files["best"]], "name a second result of the same exam"),
        ([files["best"]] * 3, "name two files"),
        (
            [files["best"], matches["expert"]],
            "one file is of an exam and the other of a tournament",
        ),
        ([files["best"], "nosuch.json"], "'nosuch.json' cannot be read: No such file"),
        ([files["best"], str(hostile)], "isn't the result of an exam"),
        ([files["best"], str(text)], "holds neither the result of an exam"),
        ([files["best"], files["first"], "--players", "a,b"], "--players is for tournaments"),
        ([matches["expert"], matches["other seed"]], "only one of the players has the seed '0'"),
        (
            [matches["expert"]],
            "name the two players to compare with --players; there are beginner, ",
        ),
        ([matches["expert"], "--players", "expert,random"], "has the opponent 'beginner'"),
        ([matches["expert"], "--players", "nosuch,random"], "'nosuch' isn't in the first file"),
        (["--power", "0"], "power must be a whole number from 1 to 1000000, not 0"),
    ):
        ran = run("compare", *names)
        assert (ran.status, ran.out) == (1, ""), names
        assert problem in ran.err, names
        assert ran.err.count("\n") == 1
        assert "\x1b" not in ran.err


def test_results_of_other_questions_are_refused(
    run: Run, files: dict[str, str], tmp_path: Path
) -> None:
    data = json.loads(Path(files["best"]).read_text())
    data["exam"]["digest"] = "0" * 64
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(data))
    ran = run("compare", files["best"], str(changed))
    assert (ran.status, "other questions" in ran.err) == (1, True)
    for other in (Exam("oak"), Exam(size=600), Exam(tier="large")):
        with pytest.raises(SetupError, match="the results are of different questions"):
            compare_results(Result(PUBLIC, "one", 0, ()), Result(other, "two", 0, ()))

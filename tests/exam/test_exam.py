"""The exam: correct positions, and scores that follow from the answers."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import numduel
from duel_support import where, with_more_games
from numduel import Dice, Engine, Move, Player
from numduel.budget import Budget
from numduel.cli.main import main
from numduel.core import HiddenBoard
from numduel.dataset.lines import build_line
from numduel.dataset.positions import Source
from numduel.exam.questions import VERSION, Question, parse_question, questions, read_text
from numduel.exam.scoring import Answer, Sitting, ask_question, parse_answer, score_answers
from numduel.picture_text import draw
from numduel.play.players import RandomPlayer
from numduel.storage.record import loads

DOCS = Path(__file__).parents[2] / "docs"
LINES: list[dict[str, Any]] = [json.loads(line) for line in read_text().splitlines()]


@pytest.fixture(autouse=True)
def use_empty_home(home: Path) -> None:
    """Keep the results of earlier exams away."""


# ---- the file


def test_every_game_has_equally_many_distinct_questions() -> None:
    assert Counter(line["game"] for line in LINES) == dict.fromkeys(numduel.games(), 60)
    assert len({line["id"] for line in LINES}) == len({line["record"] for line in LINES}) == 300
    assert {line["version"] for line in LINES} == {VERSION}
    for game in numduel.games():
        lines = [line for line in LINES if line["game"] == game]
        outcomes = Counter(line["outcome"] for line in lines)
        assert max(outcomes.values()) - min(outcomes.values()) <= 10, outcomes
        depths = Counter(line["depth"] for line in lines)
        assert max(depths.values()) <= 20, depths
        seats = Counter(line["player"] for line in lines)
        assert min(seats.values()) >= 15, seats


def test_docs_describe_every_key_of_a_line() -> None:
    page = (DOCS / "exam.md").read_text().split("## The file")[1]
    keys = [key for row in re.findall(r"^\| (`.+?) \|", page, re.M) for key in row.split(", ")]
    for line in LINES:
        assert [f"`{key}`" for key in line] == keys


def test_every_line_matches_its_record() -> None:
    for line, question in zip(LINES, questions(), strict=True):
        with where(line["id"]):
            match = loads(line["record"])
            assert match.player == line["player"] - 1
            assert list(match.moves) == list(line["moves"]) == list(question.worths)
            assert line["options"] == dict(vars(match.game.options))
            assert line["board"] == "\n".join(draw(match.game.picture(match.state), match.moves))
            worths = {move: Fraction(value["worth"]) for move, value in line["moves"].items()}
            assert Fraction(line["worth"]) == max(worths.values()) > min(worths.values())
            assert line["keep"] == [move for move in worths if not question.regret(move)]


def test_worths_agree_with_the_engine() -> None:
    engines: dict[str, Engine] = {}
    for number, line in enumerate(LINES):
        match = loads(line["record"])
        if line["game"] in ("maze", "race") or number % 10 == 0:
            with where(line["id"]):
                engine = engines.setdefault(f"{line['game']} {match.game.board}", Engine())
                report = engine.analyse(match.game, match.state, Budget(seconds=120))
                assert report.is_exact
                assert report.value.outcome == line["outcome"]
                for move, value in report.moves.items():
                    assert line["moves"][move] == {
                        "outcome": value.outcome,
                        "turns": value.turns,
                        "worth": str(value.worth),
                    }
                if line["outcome"] == "win":
                    assert report.value.turns == line["depth"]


def test_file_contains_no_hidden_numbers() -> None:
    """A line is the same for every arrangement of the hidden numbers."""
    hidden = 0
    for line in LINES:
        match = loads(line["record"], dice=Dice(1))
        if not isinstance(match.game, HiddenBoard):
            continue
        drawn = {ply.move for ply in match.plies if ply.player is None}
        (board,) = re.findall(r'\[Board "(.+)"\]', line["record"])
        assert {number for number in re.split("[ /]", board) if number != "?"} == drawn
        labels = re.findall(r"\d+", "".join(re.findall(r"\|(.*)\|", line["board"])))
        assert set(labels) <= drawn | {"1", "2"}  # from the tags p1 and p2
        hidden += board.count("?")
    assert hidden > 200


# ---- scores


def ask(player: str, seed: int, question: Question) -> Answer:
    """Return an answer after a way through JSON, as from another process."""
    return parse_answer(json.loads(json.dumps(ask_question(Sitting(player, seed), question))))


def score(answers: Sequence[Answer], asked: Sequence[Question] = questions()) -> list[Any]:
    return score_answers(asked, answers)


def test_perfect_player_scores_100_percent() -> None:
    chosen = [q for q in questions() if q.game == "race" or q.id.endswith("maze-07")]
    for row in score([ask("perfect", 0, question) for question in chosen]):
        assert row.kept == row.questions
        assert row.accuracy.value == row.skill.value == 1
        assert row.regret.value == row.turns_lost.value == 0


def test_drawing_moves_are_correct_in_a_drawn_position() -> None:
    """Losing a draw costs half a win, and so does drawing a won position."""
    with with_more_games():
        found = [build_line(*one) for one in Source("pick15", (), 3, 400).labelled(0)]
        real = [one for one in found if len(one["keep"]) < len(one["moves"])]
        drawn = [one for one in real if one["outcome"] == "draw"][:5]
        won = [one for one in real if one["outcome"] == "win" and has_drawing_move(one)][:5]
        assert len(drawn) == len(won) == 5
        asked = tuple(parse_question(dict(one)) for one in (*drawn, *won))
        perfect = [ask("perfect", 0, question) for question in asked]
        rows = {row.name: row for row in score(perfect, asked) if row.of == "outcome"}
        assert set(rows) == {"draw", "win"}
        for row in rows.values():
            assert (row.kept, row.regret.value, row.turns_lost.value) == (5, 0, 0)
        worse = [Answer(q.id, move) for q in asked for move in q.worths if q.regret(move) == HALF]
        one_each = {answer.id: answer for answer in worse}
        assert len(one_each) == 10
        for row in score(list(one_each.values()), asked):
            assert (row.kept, row.regret.value) == (0, 0.5)
        failed = [Answer(q.id, None, "it failed") for q in asked]
        rows = {row.name: row for row in score(failed, asked) if row.of == "outcome"}
        assert (rows["draw"].regret.value, rows["win"].regret.value) == (0.5, 1)


HALF = Fraction(1, 2)


def has_drawing_move(line: Any) -> bool:
    return any(value["outcome"] == "draw" for value in line["moves"].values())


def test_scores_follow_from_the_answers() -> None:
    answers = [ask("random", 3, question) for question in questions()]
    assert answers[::15] == [ask("random", 3, question) for question in questions()[::15]]
    assert answers[::15] != [ask("random", 4, question) for question in questions()[::15]]
    asked = list(zip(questions(), answers, strict=True))
    rows = score(answers)
    for of in ("game", "outcome", "depth", "all"):
        assert sum(row.questions for row in rows if row.of == of) == 300
    everything = rows[-1]
    regrets = [q.regret(a.move) for q, a in asked if a.move is not None]
    assert everything.kept == regrets.count(Fraction(0))
    assert everything.regret.value == pytest.approx(float(sum(regrets)) / 300)
    assert 0.3 < everything.guessing < 0.6
    assert everything.accuracy.value == pytest.approx(float(everything.guessing), abs=0.1)
    skills = [row.skill.value for row in rows if row.of == "game"]
    assert everything.skill.value == pytest.approx(sum(skills) / 5)
    assert everything.skill.interval[0] < 0 < everything.skill.interval[1]
    guessed = sum(q.guessing_regret for q in questions()[:60])
    assert skills[0] == pytest.approx(1 - float(sum(regrets[:60]) / guessed))
    best = [Answer(q.id, next(m for m in q.worths if not q.regret(m))) for q in questions()]
    late = sum(q.turns_lost(a.move or "") for q, a in zip(questions(), best, strict=True))
    (last,) = (row for row in score(best) if row.of == "all")
    assert last.kept == 300
    assert last.turns_lost.value == pytest.approx(late / 300)
    assert late > 0


def test_illegal_answer_loses_the_whole_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    class Illegal(RandomPlayer):
        def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
            return "nowhere"

        def end(self, match: numduel.Match) -> None:
            ended.append("end")

    monkeypatch.setattr("numduel.play.players.seat", lambda who, dice: Illegal(dice))
    answers = [ask("illegal", 0, question) for question in questions()[::10]]
    assert len(ended) == len(answers)
    everything = score(answers)[-1]
    assert (everything.faults, everything.kept) == (30, 0)
    worths = [q.worth for q in questions()[::10]]
    assert everything.regret.value == pytest.approx(float(sum(worths)) / 30)
    assert all(answer.fault and "'nowhere'" in answer.fault for answer in answers)


def test_players_get_no_hidden_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player gets the same input for every arrangement of hidden numbers."""
    handed: list[object] = []

    class Witness(RandomPlayer):
        def begin(self, game: Any, player: Player) -> None:
            handed.append((game, game.board, player))

        def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
            handed.append((view, moves))
            return moves[0]

    monkeypatch.setattr("numduel.play.players.seat", lambda who, dice: Witness(dice))
    for seed in range(5):
        for question in questions():
            if question.outcome == "chance":
                ask("witness", seed, question)
    length = len(handed) // 5
    assert all(handed[n] == handed[n % length] for n in range(len(handed)))


# ---- the command


def run(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["exam", *words])
    return status, out.getvalue(), err.getvalue()


def test_exam_command_prints_scores_and_positions() -> None:
    status, out, _ = run("random", "--json", "--processes", "1")
    assert status == 0
    data = json.loads(out)
    schema = json.loads((DOCS / "json-schema.json").read_text())
    for error in Draft202012Validator({**schema, "$ref": "#/$defs/exam"}).iter_errors(data):
        raise AssertionError(error.message)
    assert [answer["id"] for answer in data["answers"]] == [line["id"] for line in LINES]
    shares = [f"{row['accuracy']['value']:.0%}" for row in data["rows"] if row["of"] == "game"]
    page = (DOCS / "baselines.md").read_text()
    assert f"\n| random | {' | '.join(shares)} | " in page, "run `make baselines`"
    table = run("random", "--processes", "2")[1]
    assert f" {data['rows'][-1]['accuracy']['value']:.0%} [" in table
    assert "Number Maze Race" in table
    assert "depth 3 to 4" in table
    assert run("--positions") == (0, read_text(), "")
    for words, problem in (
        ([], "name a player"),
        (["nobody"], "'nobody' isn't a player. Choose random, beginner, casual, "),
        (["human"], "'human' cannot play here. Choose a program"),
        (["random", "--seed", "x"], "seed"),
        (["random", "--processes", "0"], "processes"),
    ):
        status, out, err = run(*words)
        assert (status, out) == (1, "")
        assert problem in err

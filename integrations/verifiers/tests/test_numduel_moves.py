"""Questions about one move, answered through verifiers by a fake model."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from evaluating import evaluate, first_legal, scores
from model_server import Say

import numduel
from numduel import SetupError, record
from numduel.dataset.splits import exam_groups, group_of, split_of
from numduel.exam.questions import questions
from numduel_moves import MovesConfig, MovesTaskset


def best_moves(**options: object) -> dict[str, str]:
    """Return a correct move for every prompt, from numduel's analysis."""
    best = {}
    for task in MovesTaskset(MovesConfig(**options)):
        match = record.loads(task.data.record)
        best[task.data.prompt] = numduel.analyse(match).best[0]
    return best


def test_reward_is_the_exact_worth_of_the_move(tmp_path: Path) -> None:
    traces, _ = evaluate("numduel-moves", first_legal, tmp_path, positions=12, moves=True, seed=5)
    assert len(traces) == 12 * len(numduel.games())
    for trace in traces:
        match = record.loads(trace.task.data.record)
        report = numduel.analyse(match)
        regret = report.value.worth - report.moves[match.moves[0]].worth
        assert scores(trace) == {
            "worth": pytest.approx(float(1 - regret)),
            "accuracy": not regret,
            "regret": pytest.approx(float(regret)),
            "format": 1,
        }
        assert trace.reward == scores(trace)["worth"]
    assert len({trace.reward for trace in traces}) > 2


def test_perfect_model_gets_the_whole_reward(tmp_path: Path) -> None:
    best = best_moves(positions=5)
    traces, _ = evaluate("numduel-moves", lambda asked: best[asked], tmp_path, positions=5)
    assert [trace.reward for trace in traces] == [1.0] * 25


def test_exam_is_scored_like_numduels_exam(tmp_path: Path) -> None:
    asked = [one for one in questions() if one.game == "race"]
    traces, _ = evaluate(
        "numduel-moves", first_legal, tmp_path, game="race", split="exam", moves=True
    )
    assert [trace.task.data.id for trace in traces] == [one.id for one in asked]
    regrets = [one.regret(next(iter(one.worths))) for one in asked]
    assert [scores(trace)["regret"] for trace in traces] == [float(one) for one in regrets]


def always(answer: Say, asked: str) -> Say:
    return answer


def test_answer_without_a_legal_move_gets_nothing(tmp_path: Path) -> None:
    for answer in (Say("no"), Say(""), Say("MOVE: 99"), Say("maybe 1 or", finish="length")):
        traces, _ = evaluate("numduel-moves", partial(always, answer), tmp_path, positions=1)
        for trace in traces:
            worth = max(map(Fraction, trace.task.data.worths.values()))
            assert (trace.reward, trace.num_turns) == (0, 1)
            expected = {"worth": 0, "accuracy": 0, "regret": float(worth), "format": 0}
            assert scores(trace) == expected


# ---- tasks


@pytest.mark.parametrize("split", ["train", "test"])
def test_positions_are_real_choices_on_their_side_of_the_split(split: str) -> None:
    tasks = list(MovesTaskset(MovesConfig(positions=100, split=split)))
    assert len({task.data.id for task in tasks}) == len(tasks) == 500
    for task in tasks:
        match = record.loads(task.data.record)
        group = group_of(match.game, match.state)
        assert split_of(match.game.id, group) == split
        assert (split == "test") or group not in exam_groups(match.game.id)
        assert len(set(task.data.worths.values())) > 1


def test_no_exam_question_is_a_training_prompt() -> None:
    asked = {task.data.prompt for task in MovesTaskset(MovesConfig(positions=2000, game="sum"))}
    exam = {task.data.prompt for task in MovesTaskset(MovesConfig(split="exam", game="sum"))}
    assert (len(asked), len(exam)) == (2000, 60)
    assert asked.isdisjoint(exam)


def test_prompts_and_records_have_no_hidden_number() -> None:
    for task in MovesTaskset(MovesConfig(game="quest", positions=50)):
        match = record.loads(task.data.record)
        drawn = [ply.move for ply in match.plies if ply.player is None]
        cells = [cell for row in match.board.split("/") for cell in row.split()]
        assert sorted(cells) == sorted(drawn + ["?"] * (9 - len(drawn)))
        assert task.data.prompt.count("?") > 9 - len(drawn)


def test_seed_determines_the_positions() -> None:
    def ids(seed: int) -> list[str | None]:
        config = MovesConfig(game="race", positions=20, seed=seed)
        return [task.data.id for task in MovesTaskset(config)]

    assert ids(1) == ids(1) != ids(2)


def test_few_positions_end_the_taskset() -> None:
    config = MovesConfig(game="sum", options={"target": 9, "highest": 3}, positions=500)
    assert 0 < len(list(MovesTaskset(config))) < 100


def test_taskset_without_positions_is_refused() -> None:
    config = MovesConfig(game="quest", options={"stand": False, "size": 2})
    with pytest.raises(SetupError, match="no train position with a real choice"):
        list(MovesTaskset(config))


def test_exam_refuses_options() -> None:
    with pytest.raises(SetupError, match="fixed options"):
        list(MovesTaskset(MovesConfig(game="maze", options={"size": 4}, split="exam")))

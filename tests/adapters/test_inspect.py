"""Inspect tasks, found by name and run offline with its mock model."""
# ruff: noqa: E402 - the test is skipped before imports of missing packages

from __future__ import annotations

import gc
import math
import re
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

import numduel
from duel_support import needs_package, where, with_more_games
from numduel import Budget, Match, PlayerError, record
from numduel.errors import Unanswered

needs_package("inspect_ai", "inspect")

from numduel.adapters.inspect import TASK_VERSION, pooled_accuracy, pooled_stderr
from numduel.adapters.model_prompt import PROMPT_VERSION, question
from numduel.dataset.splits import board_group, group_of
from numduel.exam.questions import questions
from numduel.play.players import RandomPlayer

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

Script = Callable[[str], str]
"""A function from the last message to the answer."""


def run_task(
    task: str, script: Script, folder: Path, *, limit: int = 999, **options: Any
) -> EvalLog:
    """Run a task by its name, as the command line does."""
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def answer(messages: list[Any], *_: Any) -> Any:
        output = ModelOutput.from_content("mockllm/model", script(messages[-1].text))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    with warnings.catch_warnings():  # Inspect's own deprecations and unclosed streams
        warnings.simplefilter("ignore")
        (log,) = evaluate(
            task,
            model=model,
            task_args=options,
            limit=limit,
            log_dir=str(folder),
            display="none",
            log_format="json",
        )
        gc.collect()
    assert log.status == "success", log.error
    return log


def figures(log: EvalLog) -> dict[str, float]:
    """Return the first metric of every score."""
    assert log.results is not None
    return {score.name: next(iter(score.metrics.values())).value for score in log.results.scores}


def first_legal(asked: str) -> str:
    found = re.search("Legal moves: ([^;\n]+)", asked)
    return f"MOVE: {found[1]}" if found else "none"


@pytest.mark.slow
def test_matches_are_played_recorded_and_scored(tmp_path: Path) -> None:
    log = run_task("numduel/play", first_legal, tmp_path, boards=1, moves=True)
    assert log.samples is not None
    assert len(log.samples) == 2 * len(numduel.games())
    for sample in log.samples:
        with where(sample.id):
            match = record.loads(sample.output.completion)
            seat = sample.metadata["seat"]
            assert match.tags[f"Player{seat}"] == "model"
            assert match.ending is not None or match.turn > 200
            (score,) = (sample.scores or {}).values()
            assert score.value["fault"] == 0
            if match.is_over:
                won = score.value["won"]
                assert won == (match.winner == seat - 1)
    metrics = figures(log)
    assert list(metrics) == ["won", "accuracy", "regret", "fault"]
    assert 0 < metrics["accuracy"] < 1
    assert metrics["regret"] > 0


@pytest.mark.slow
def test_draw_scores_half_a_win(tmp_path: Path) -> None:
    def stays(asked: str) -> str:
        return "MOVE: stay" if "; stay" in asked else first_legal(asked)

    with with_more_games():
        log = run_task(
            "numduel/play", stays, tmp_path, game="shuttle", boards=1, moves=True, limit=1
        )
        assert log.samples is not None
        match = record.loads(log.samples[0].output.completion)
    assert match.ending == (None, "middle")
    (score,) = (log.samples[0].scores or {}).values()
    assert (score.answer, score.explanation) == ("1/2-1/2", "middle")
    metrics = figures(log)
    assert (metrics["won"], metrics["accuracy"], metrics["fault"]) == (0.5, 1, 0)


@pytest.mark.slow
def test_model_without_a_legal_move_forfeits_and_faults_are_counted(tmp_path: Path) -> None:
    def script(asked: str) -> str:
        if "Your answer was empty" in asked:
            return "MOVE: 0"
        return "" if "It is still your turn" in asked else "MOVE: 77"

    log = run_task("numduel/play", script, tmp_path, game="sum", opponent="beginner", boards=1)
    assert log.samples is not None
    for sample in log.samples:
        (score,) = (sample.scores or {}).values()
        assert "forfeited: it gave no legal move in 3 answers" in (score.explanation or "")
        counts = score.metadata or {}
        assert (counts["unreadable"], counts["empty"], counts["illegal"]) == (2, 1, 0)
    assert figures(log)["won"] == 0
    assert figures(log)["fault"] == 1


def unanswered(*_: object) -> str:
    """Fail like the endpoint of a model."""
    raise Unanswered("it did not answer in time")


@pytest.mark.slow
def test_failing_opponent_counts_as_a_win_and_is_always_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Match] = []

    class Failing(RandomPlayer):
        def choose(self, view: Any, moves: tuple[str, ...], budget: Budget) -> str:
            raise PlayerError("it did not answer")

        def end(self, match: Match) -> None:
            ended.append(match)

    monkeypatch.setattr("numduel.adapters.inspect.make_player", lambda _, dice: Failing(dice))
    log = run_task("numduel/play", first_legal, tmp_path, game="sum", boards=1, moves=True)
    assert (figures(log)["won"], figures(log)["fault"]) == (1, 0)
    assert len(ended) == 2

    monkeypatch.setattr(Failing, "choose", unanswered)
    with pytest.raises(AssertionError, match="it did not answer in time"):
        run_task("numduel/play", first_legal, tmp_path, game="sum", boards=1, limit=1, moves=True)
    assert len(ended) == 3

    def script(asked: str) -> str:
        raise OSError("connection lost")

    with pytest.raises(AssertionError, match="connection lost"):
        run_task("numduel/play", script, tmp_path, game="sum", boards=1, limit=1)
    assert len(ended) == 4


@pytest.mark.slow
def test_exam_is_scored_by_exact_values(tmp_path: Path) -> None:
    asked = [one for one in questions() if one.game == "sum"]
    best = {}
    for one in asked:
        prompt = question(record.loads(one.record), with_moves=False, with_history=False)
        best[prompt] = max(one.worths, key=one.worths.__getitem__)
    log = run_task("numduel/exam", lambda prompt: f"MOVE: {best[prompt]}", tmp_path, game="sum")
    assert log.samples is not None
    assert len(log.samples) == len(asked)
    assert figures(log) == {"accuracy": 1, "regret": 0, "fault": 0}
    log = run_task("numduel/exam", lambda _: "no", tmp_path, limit=5)
    assert figures(log)["accuracy"] == 0
    assert figures(log)["fault"] == 1


@pytest.mark.slow
def test_log_has_no_hidden_number(tmp_path: Path) -> None:
    """A prompt has only the numbers that the match has shown by then."""
    log = run_task("numduel/play", first_legal, tmp_path, game="quest", boards=1, moves=True)
    assert log.samples is not None
    for sample in log.samples:
        plies = record.loads(sample.output.completion).plies
        seat = sample.metadata["seat"]
        choices = [n for n, ply in enumerate(plies) if ply.player == seat - 1]
        _, *prompts = (message.text for message in sample.messages if message.role == "user")
        for ply_index, text in zip(choices, prompts, strict=True):
            rows = re.findall(r"^ \d  \|(.+)\|$", text, re.M)
            cells = [cell.strip() for row in rows for cell in row.split("|")]
            drawn = [ply.move for ply in plies[:ply_index] if ply.player is None]
            assert sorted(cells) == sorted(drawn + ["?"] * (9 - len(drawn)))


# ---- standard errors, versions and names


def all_figures(log: EvalLog) -> dict[str, dict[str, float]]:
    """Return all metrics of every score."""
    assert log.results is not None
    return {
        score.name: {name.rpartition("/")[2]: one.value for name, one in score.metrics.items()}
        for score in log.results.scores
    }


def clustered_error(parts: Sequence[Sequence[float]]) -> float:
    """Return the standard error of a mean from the values of each cluster."""
    values = [value for part in parts for value in part]
    middle, n = fmean(values), len(parts)
    squares = sum(sum(value - middle for value in part) ** 2 for part in parts)
    return math.sqrt(squares * n / (n - 1)) / len(values)


@pytest.mark.slow
def test_standard_errors_of_matches_are_clustered_by_board(tmp_path: Path) -> None:
    log = run_task("numduel/play", first_legal, tmp_path, game="race", boards=8, moves=True)
    assert log.samples is not None
    regrets: dict[str, list[float]] = {}
    counts: dict[str, list[int]] = {}
    for sample in log.samples:
        match = record.loads(sample.output.completion)
        group = sample.metadata["board_group"]
        assert group == board_group("race", match.game.board)
        (score,) = (sample.scores or {}).values()
        about = score.metadata or {}
        regrets.setdefault(group, []).append(score.value["regret"])
        correct, decisions = counts.setdefault(group, [0, 0])
        counts[group] = [correct + about["kept"], decisions + about["decisions"]]
    found = all_figures(log)
    assert len(regrets) == 8
    expected = clustered_error(list(regrets.values()))
    assert found["regret"]["stderr"] == pytest.approx(expected)
    single = [[regret] for pair in regrets.values() for regret in pair]
    assert expected != pytest.approx(clustered_error(single))

    decided = [(correct, decisions) for correct, decisions in counts.values() if decisions]
    total = sum(decisions for _, decisions in decided)
    share = sum(correct for correct, _ in decided) / total
    squares = sum((correct - share * decisions) ** 2 for correct, decisions in decided)
    n = len(decided)
    assert found["accuracy"] == pytest.approx(
        {"pooled_accuracy": share, "pooled_stderr": math.sqrt(squares * n / (n - 1)) / total}
    )


@pytest.mark.slow
def test_matches_without_a_visible_board_are_clustered_by_both_seats(tmp_path: Path) -> None:
    log = run_task("numduel/play", first_legal, tmp_path, game="sum", boards=2, moves=True)
    assert log.samples is not None
    groups = [sample.metadata["board_group"] for sample in log.samples]
    assert groups == ["sum, board 1"] * 2 + ["sum, board 2"] * 2


@pytest.mark.slow
def test_log_names_version_and_data_set(tmp_path: Path) -> None:
    for task, options, name in (
        ("exam", {}, "numduel-exam-1"),
        ("exam", {"game": "sum"}, "numduel-exam-1-sum"),
        ("play", {"boards": 1, "seed": 7}, "numduel-boards-seed-7"),
        ("play", {"boards": 1, "game": "sum"}, "numduel-boards-sum-seed-0"),
    ):
        log = run_task(f"numduel/{task}", first_legal, tmp_path, limit=1, moves=True, **options)
        assert log.eval.dataset.name == name
        assert log.eval.task_version == TASK_VERSION
        assert TASK_VERSION.split(".")[0] == str(PROMPT_VERSION)


@pytest.mark.slow
def test_exam_questions_carry_the_group_of_the_dataset(tmp_path: Path) -> None:
    log = run_task("numduel/exam", first_legal, tmp_path, game="quest", moves=True, limit=4)
    assert log.samples is not None
    for sample in log.samples:
        match = record.loads(str(sample.input))
        assert sample.metadata["board_group"] == group_of(match.game, match.state)
    assert all_figures(log)["accuracy"].keys() == {"mean", "stderr"}


@pytest.mark.slow
def test_empty_set_of_scores_has_no_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the book, Number Quest has no decisions; a match that was cut has no winner."""
    assert math.isnan(pooled_accuracy()([]))
    assert pooled_stderr()([]) == 0
    log = run_task("numduel/play", first_legal, tmp_path, game="quest", boards=1, moves=True)
    assert all(map(math.isnan, all_figures(log)["accuracy"].values()))
    monkeypatch.setattr("numduel.adapters.inspect.MAX_TURNS", 1)
    log = run_task("numduel/play", first_legal, tmp_path, game="run", boards=1, moves=True)
    assert all(map(math.isnan, all_figures(log)["won"].values()))
    log = run_task("numduel/exam", first_legal, tmp_path, limit=0)
    assert log.samples in (None, [])


def test_tasks_without_a_sample_are_refused() -> None:
    from numduel.adapters.inspect import exam, play

    with pytest.raises(numduel.SetupError, match=r"a whole number from 1 to \d+, not 0"):
        play(boards=0)
    with with_more_games(), pytest.raises(numduel.SetupError, match="no question about Pick 15"):
        exam(game="pick15")


def test_wrong_arguments_are_refused_before_the_model_is_asked(tmp_path: Path) -> None:
    from numduel.adapters.inspect import play

    with pytest.raises(numduel.SetupError, match="isn't a player"):
        play(opponent="hal")
    with pytest.raises(numduel.SetupError, match="Did you mean maze"):
        play(game="mazee")

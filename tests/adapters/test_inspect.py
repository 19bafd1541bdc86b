"""Inspect's tasks, found by their names and run offline with its mock model."""
# ruff: noqa: E402 - what is imported may be missing, and is asked for first

from __future__ import annotations

import gc
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import numduel
from duel_support import needs_package, where, with_more_games
from numduel import Budget, Match, PlayerError, record

needs_package("inspect_ai", "inspect")

from numduel.adapters.model_prompt import question
from numduel.exam.questions import questions
from numduel.play.players import RandomPlayer

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

Script = Callable[[str], str]
"""What is answered to what was asked last."""


def ran(task: str, script: Script, folder: Path, *, limit: int = 999, **options: Any) -> EvalLog:
    """A task as the command line runs it: by its name."""
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def answer(messages: list[Any], *_: Any) -> Any:
        output = ModelOutput.from_content("mockllm/model", script(messages[-1].text))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    with warnings.catch_warnings():  # Inspect's own: deprecations, and streams it leaves open
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
    """Of every key, the first metric."""
    assert log.results is not None
    return {score.name: next(iter(score.metrics.values())).value for score in log.results.scores}


def first_allowed(asked: str) -> str:
    found = re.search("Legal moves: ([^;\n]+)", asked)
    return f"MOVE: {found[1]}" if found else "none"


@pytest.mark.slow
def test_matches_are_played_recorded_and_weighed(tmp_path: Path) -> None:
    log = ran("numduel/play", first_allowed, tmp_path, boards=1, moves=True)
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
    told = figures(log)
    assert list(told) == ["won", "accuracy", "regret", "fault"]
    assert 0 < told["accuracy"] < 1
    assert told["regret"] > 0


@pytest.mark.slow
def test_draw_scores_half_a_win(tmp_path: Path) -> None:
    def stays(asked: str) -> str:
        return "MOVE: stay" if "; stay" in asked else first_allowed(asked)

    with with_more_games():
        log = ran("numduel/play", stays, tmp_path, game="shuttle", boards=1, moves=True, limit=1)
        assert log.samples is not None
        match = record.loads(log.samples[0].output.completion)
    assert match.ending == (None, "middle")
    (score,) = (log.samples[0].scores or {}).values()
    assert (score.answer, score.explanation) == ("1/2-1/2", "middle")
    told = figures(log)
    assert (told["won"], told["accuracy"], told["fault"]) == (0.5, 1, 0)


@pytest.mark.slow
def test_who_gives_no_move_forfeits_and_each_kind_is_counted(tmp_path: Path) -> None:
    def script(asked: str) -> str:
        if "Your answer was empty" in asked:
            return "MOVE: 0"
        return "" if "It is still your turn" in asked else "MOVE: 77"

    log = ran("numduel/play", script, tmp_path, game="sum", opponent="beginner", boards=1)
    assert log.samples is not None
    for sample in log.samples:
        (score,) = (sample.scores or {}).values()
        assert "forfeited: it gave no legal move in 3 answers" in (score.explanation or "")
        counts = score.metadata or {}
        assert (counts["unreadable"], counts["empty"], counts["illegal"]) == (2, 1, 0)
    assert figures(log)["won"] == 0
    assert figures(log)["fault"] == 1


@pytest.mark.slow
def test_an_opponent_that_fails_is_no_fault_of_the_model_and_is_always_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Match] = []

    class Failing(RandomPlayer):
        def choose(self, view: Any, moves: tuple[str, ...], budget: Budget) -> str:
            raise PlayerError("it did not answer")

        def end(self, match: Match) -> None:
            ended.append(match)

    monkeypatch.setattr("numduel.adapters.inspect.seated", lambda _, dice: Failing(dice))
    log = ran("numduel/play", first_allowed, tmp_path, game="sum", boards=1, moves=True)
    assert (figures(log)["won"], figures(log)["fault"]) == (1, 0)
    assert len(ended) == 2

    def script(asked: str) -> str:
        raise OSError("the line is cut")

    with pytest.raises(AssertionError, match="the line is cut"):
        ran("numduel/play", script, tmp_path, game="sum", boards=1, limit=1)
    assert len(ended) == 3


@pytest.mark.slow
def test_the_exam_is_marked_by_the_truth(tmp_path: Path) -> None:
    asked = [one for one in questions() if one.game == "sum"]
    best = {}
    for one in asked:
        told = question(record.loads(one.record), with_moves=False, with_history=False)
        best[told] = max(one.worths, key=one.worths.__getitem__)
    log = ran("numduel/exam", lambda told: f"MOVE: {best[told]}", tmp_path, game="sum")
    assert log.samples is not None
    assert len(log.samples) == len(asked)
    assert figures(log) == {"accuracy": 1, "regret": 0, "fault": 0}
    log = ran("numduel/exam", lambda _: "no", tmp_path, limit=5)
    assert figures(log)["accuracy"] == 0
    assert figures(log)["fault"] == 1


@pytest.mark.slow
def test_nothing_hidden_is_in_a_log(tmp_path: Path) -> None:
    """All that a model is told of a hidden board is what its match has shown by then."""
    log = ran("numduel/play", first_allowed, tmp_path, game="quest", boards=1, moves=True)
    assert log.samples is not None
    for sample in log.samples:
        plies = record.loads(sample.output.completion).plies
        seat = sample.metadata["seat"]
        choices = [n for n, ply in enumerate(plies) if ply.player == seat - 1]
        _, *told = (message.text for message in sample.messages if message.role == "user")
        for place, text in zip(choices, told, strict=True):
            rows = re.findall(r"^ \d  \|(.+)\|$", text, re.M)
            cells = [cell.strip() for row in rows for cell in row.split("|")]
            drawn = [ply.move for ply in plies[:place] if ply.player is None]
            assert sorted(cells) == sorted(drawn + ["?"] * (9 - len(drawn)))


def test_what_cannot_be_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    from numduel.adapters.inspect import play

    with pytest.raises(numduel.SetupError, match="there is no player"):
        play(opponent="hal")
    with pytest.raises(numduel.SetupError, match="did you mean maze"):
        play(game="mazee")

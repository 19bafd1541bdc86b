"""Matches, played through verifiers by a fake model."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from evaluating import evaluate, first_legal, scores
from model_server import Fail, Say
from verifiers.v1 import Trace

import numduel
import numduel_play
from numduel import Match, Player, record
from numduel.adapters.model_prompt import question
from numduel.dataset.splits import exam_groups, group_of, split_of
from numduel.exam.questions import questions
from numduel.games import find
from numduel_play import PlayConfig, PlayTaskset


def own_regret(trace: Trace) -> tuple[list[Fraction], Fraction]:
    """Return the regret of each decision of the model, and the worth at the start for it."""
    match = record.loads(trace.info["record"])
    own, regrets = Player(trace.task.data.seat - 1), []
    for ply, state in zip(match.plies, match.states, strict=False):
        if ply.player is own:
            report = numduel.analyse(match.game, state)
            if len({value.worth for value in report.moves.values()}) > 1:
                regrets.append(report.value.worth - report.moves[ply.move].worth)
    start = numduel.analyse(match.game, match.states[0]).value.worth
    return regrets, start if own is Player.ONE else 1 - start


def test_rewards_are_numduels_own_values(tmp_path: Path) -> None:
    traces, _ = evaluate(
        "numduel-play", first_legal, tmp_path, boards=2, moves=True, split="test", seed=3
    )
    assert len(traces) == 2 * 2 * len(numduel.games())
    for trace in traces:
        match = record.loads(trace.info["record"])
        own = Player(trace.task.data.seat - 1)
        assert match.is_over or match.turn > 200
        regrets, _ = own_regret(trace)
        found = scores(trace)
        if match.is_over:
            assert trace.reward == found["result"] == (match.winner is own)
        assert found["regret"] == pytest.approx(float(sum(regrets)))
        assert trace.metrics["decisions"] == len(regrets)
        if regrets:
            assert found["accuracy"] == regrets.count(Fraction(0)) / len(regrets)
        else:
            assert "accuracy" not in found
        assert found["format"] == 1
    assert len({trace.reward for trace in traces}) > 1


def perfect_sum(asked: str) -> str:
    """Play Sum Battle perfectly, from the moves that the prompt lists."""
    taken = re.findall(r"^\d+\. Player \d took (\d)", asked, re.M)
    match = Match.replay(numduel.new("sum", target=30), taken)
    return f"<think>7 or 8?</think>**Move:** {numduel.analyse(match).best[0]}"


def test_perfect_model_loses_nothing_and_wins_what_is_won(tmp_path: Path) -> None:
    traces, server = evaluate(
        "numduel-play",
        perfect_sum,
        tmp_path,
        game="sum",
        options={"target": "30"},
        opponent="goldie",
        boards=3,
        history=True,
        split="test",
    )
    for trace in traces:
        regrets, start = own_regret(trace)
        found = scores(trace)
        assert (found["regret"], sum(regrets)) == (0, 0)
        assert found.get("accuracy", 1) == 1
        assert found["result"] >= start
    assert any(own_regret(trace)[1] == 1 for trace in traces)
    messages = server.asked[-1]["messages"]
    assert [one["role"] for one in messages[:3]] == ["system", "user", "assistant"]
    assert "of 30." in messages[1]["content"] + messages[-1]["content"]


def test_model_without_a_legal_move_forfeits(tmp_path: Path) -> None:
    def nonsense(asked: str) -> str:
        if "Your answer was empty" in asked:
            return "MOVE: 0"
        return "" if "It is still your turn" in asked else "MOVE: 77"

    traces, _ = evaluate("numduel-play", nonsense, tmp_path, game="sum", boards=1)
    for trace in traces:
        match = record.loads(trace.info["record"])
        assert "it gave no legal move in 3 answers" in (match.fault or "")
        assert (trace.reward, scores(trace)["format"]) == (0, 0)
        assert (trace.metrics["unreadable"], trace.metrics["empty"]) == (2, 1)


def test_model_can_correct_an_answer(tmp_path: Path) -> None:
    def hasty(asked: str) -> str:
        return "MOVE: 5" if "It is still your turn" in asked else "MOVE: 10"

    traces, _ = evaluate(
        "numduel-play", hasty, tmp_path, game="sum", options={"target": 5}, boards=1
    )
    first = traces[0]
    assert record.loads(first.info["record"]).plies[0].move == "5"
    assert (first.reward, scores(first)["format"]) == (1, 0.5)


def test_answer_that_was_cut_is_a_fault_of_its_kind(tmp_path: Path) -> None:
    def endless(asked: str) -> Say:
        return Say("I think about 5 and", finish="length")

    (first, _), _ = evaluate("numduel-play", endless, tmp_path, game="sum", boards=1)
    assert first.metrics["cut"] == 3


def test_model_whose_turns_are_used_up_forfeits(tmp_path: Path) -> None:
    traces, _ = evaluate(
        "numduel-play",
        first_legal,
        tmp_path,
        agent={"max_turns": 1},
        game="sum",
        boards=1,
        moves=True,
    )
    for trace in traces:
        assert trace.reward == 0
        assert "its run ended: max_turns" in (record.loads(trace.info["record"]).fault or "")


def test_failing_endpoint_gives_an_error_and_no_reward(tmp_path: Path) -> None:
    traces, _ = evaluate("numduel-play", lambda _: Fail(400), tmp_path, game="sum", boards=1)
    for trace in traces:
        assert (trace.ok, scores(trace)) == (False, {})
        assert trace.errors[0].status_code == 400


def test_cut_match_counts_as_the_worth_of_its_last_position() -> None:
    match = Match(numduel.new("race", board="1 1 1/1 1 1/1 1 1"))
    for move in ("Down", "Up", "Up", "Down"):
        match.play(move)
    worth = numduel.analyse(match).value.worth
    assert numduel_play._score(match, Player.ONE, [])["result"] == worth
    assert numduel_play._score(match, Player.TWO, [])["result"] == 1 - worth


# ---- what the model may see


def test_prompts_have_no_hidden_number(tmp_path: Path) -> None:
    """A prompt has only the numbers that the match has shown by then."""
    traces, _ = evaluate(
        "numduel-play", first_legal, tmp_path, game="quest", boards=3, moves=True, split="test"
    )
    for trace in traces:
        plies = record.loads(trace.info["record"]).plies
        choices = [n for n, ply in enumerate(plies) if ply.player == trace.task.data.seat - 1]
        sent = trace.branches[-1].messages
        prompts = [message.content for message in sent if message.role == "user"]
        assert len(prompts) == len(choices) > 0
        for ply_index, text in zip(choices, prompts, strict=True):
            rows = re.findall(r"^ \d  \|(.+)\|$", text, re.M)
            cells = [cell.strip() for row in rows for cell in row.split("|")]
            drawn = [ply.move for ply in plies[:ply_index] if ply.player is None]
            assert sorted(cells) == sorted(drawn + ["?"] * (9 - len(drawn)))


def test_training_asks_no_question_of_the_exam(tmp_path: Path) -> None:
    """Number Quest always begins with one: the environment plays it for the model."""
    start = find("quest").setup({"stand": True}, None, numduel.Dice(1))
    assert group_of(start, start.start()) in exam_groups("quest")
    exam = {
        question(record.loads(one.record), with_moves=True, with_history=False)
        for one in questions()
    }
    seen: dict[str, list[str]] = {}
    for split in ("train", "test"):
        traces, server = evaluate(
            "numduel-play", first_legal, tmp_path, game="quest", boards=5, moves=True, split=split
        )
        seen[split] = [body["messages"][-1]["content"] for body in server.asked]
        for trace in traces:
            match = record.loads(trace.info["record"])
            own = trace.task.data.seat - 1
            not_asked = sum(ply.player == own for ply in match.plies) - trace.num_turns
            assert not_asked >= (own == 0) if split == "train" else not_asked == 0
            assert trace.metrics["decisions"] <= trace.num_turns
    assert exam.isdisjoint(seen["train"])
    assert not exam.isdisjoint(seen["test"])


# ---- tasks


@pytest.mark.parametrize("split", ["train", "test"])
def test_boards_are_on_their_side_of_the_split(split: str) -> None:
    tasks = list(PlayTaskset(PlayConfig(boards=30, split=split)))
    assert len({task.data.id for task in tasks}) == len(tasks) == 5 * 2 * 30
    for task in tasks:
        data = task.data
        game = numduel_play._deal(find(data.game), data.options, data.seed, data.board)
        if game.has_visible_deal:
            assert split_of(game.id, group_of(game, game.start())) == split


def test_seed_determines_the_tasks() -> None:
    def boards(seed: int) -> list[str]:
        config = PlayConfig(game="maze", boards=5, seed=seed)
        kind = find("maze")
        return [
            numduel_play._deal(kind, {}, seed, task.data.board).board
            for task in PlayTaskset(config)
        ]

    assert boards(1) == boards(1) != boards(2)


def test_wrong_settings_are_refused_before_the_model_is_asked() -> None:
    for wrong, problem in (
        ({"opponent": "hal"}, "isn't a player"),
        ({"game": "mazee"}, "Did you mean maze"),
        ({"options": {"size": 4}}, "options belong to one game"),
        ({"game": "maze", "options": {"size": 1}}, "size"),
        ({"game": "maze", "options": {"size": 2}, "split": "test"}, "no test board"),
    ):
        with pytest.raises(numduel.SetupError, match=problem):
            list(PlayTaskset(PlayConfig(**wrong)))

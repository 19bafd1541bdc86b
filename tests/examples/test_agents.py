"""The examples of bots that search or play a trained network, and of training."""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bot_support import play_match
from network import Inputs, Network

import numduel
from duel_support import where, with_more_games
from numduel import Budget, Dice, Match, Player, batch
from numduel.adapters.encoding import Encoding
from numduel.cli.main import main
from numduel.core import AnyGame
from numduel.exam.questions import questions
from numduel.games import find
from numduel.play.players import RandomPlayer, take_turn
from numduel.storage.record import loads
from running import run_program

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 60.0


def bot(*words: object) -> str:
    return f"program {shlex.join([sys.executable, *map(str, words)])}"


def draw_network(game: AnyGame, file: Path) -> Any:
    """Write a network with random weights, and return it."""
    numbers = np.random.default_rng(7)
    inputs, width = Inputs(game), 8
    sizes = {
        "table": (inputs.rows, width),
        "inner": (width, inputs.size),
        "inner_bias": (width,),
        "middle": (width, width),
        "middle_bias": (width,),
        "outer": (len(game.vocabulary), width),
        "outer_bias": (len(game.vocabulary),),
    }
    arrays = {name: numbers.normal(scale=0.3, size=size) for name, size in sizes.items()}
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return Network(game, file)


def test_trained_bot_plays_the_best_legal_move_of_its_network(tmp_path: Path) -> None:
    who = bot(EXAMPLES / "trained_bot.py", tmp_path, 0)
    game = numduel.new("sum", target=20)
    network = draw_network(game, tmp_path / "sum.npz")
    match = play_match(who, SECONDS, Match(game))
    assert match.is_over, match.ended
    for ply, state in zip(match.plies, match.states, strict=False):
        if ply.player is numduel.Player.ONE:
            (rated,) = network.rate(np.array([game.features(state, ply.player)]))
            legal = Encoding(game).mask(state, ply.player)
            assert ply.move == game.vocabulary[np.where(legal, rated, -1).argmax()]

    for other, said in (
        (numduel.new("maze", seed=7), "maze.npz does not exist"),
        (numduel.new("sum", highest=8), "was trained with other options"),
    ):
        with where(other):
            assert said in play_match(who, SECONDS, Match(other)).ended


def test_trained_bot_looks_ahead_before_it_asks_its_network(tmp_path: Path) -> None:
    """Even with random weights, two moves ahead are enough to win at once and not to lose next."""
    trained = import_module("trained_bot").Trained(tmp_path, 2)
    for id, options in (("sum", {"target": 20}), ("race", {}), ("quest", {"stand": True})):
        draw_network(numduel.new(id, seed=1, **options), tmp_path / f"{id}.npz")
        for seed in range(5):
            match = Match(numduel.new(id, seed=seed, **options))
            while (mover := match.player) is not None and len(match.plies) < 30:
                with where(id, seed, len(match.plies)):
                    trained.begin(match.game.public(), mover)
                    view = match.game.view(match.state, mover)
                    chosen = trained.choose(view, match.moves, Budget())
                    values = numduel.analyse(match).moves
                    if any(
                        value.turns == 1 and value.outcome == "win" for value in values.values()
                    ):
                        assert values[chosen].turns == 1
                    is_lost = {
                        move: v.outcome == "loss" and v.turns == 2 for move, v in values.items()
                    }
                    assert not is_lost[chosen] or all(
                        is_lost[move] or value.turns == 1 for move, value in values.items()
                    )
                match.play(chosen)


def needs_openspiel() -> None:
    if find_spec("pyspiel") is None:
        if os.environ.get("CI"):
            pytest.fail("pyspiel is missing: pip install 'numduel[openspiel]'")
        pytest.skip("pyspiel is not installed")


def test_openspiel_search_plays_games_unlike_the_five() -> None:
    needs_openspiel()
    with with_more_games() as ids:
        search = runpy.run_path(str(EXAMPLES / "mcts_bot.py"))["Search"]
        import_module("numduel.adapters.openspiel").register()
        for id in ids:
            with where(id):
                match = Match(numduel.new(id, seed=3), dice=Dice(3))
                rival = RandomPlayer(Dice(3))
                chooser = search(3)
                chooser.begin(match.game, Player.ONE)
                while (mover := match.player) is not None:
                    choosing = chooser if mover is Player.ONE else rival
                    take_turn(choosing, match, Budget())
                assert match.is_over, match.ended


def test_random_match_prints_drawn_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with with_more_games() as ids:
        monkeypatch.setattr(numduel, "games", lambda: 4 * ids)  # some of them are drawn
        runpy.run_path(str(EXAMPLES / "random_match.py"), run_name="__main__")
        lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
        assert len(lines) == len(numduel.games())
        for line, id in zip(lines, numduel.games(), strict=True):
            kind = find(id)
            (reason,) = re.findall(rf"^{kind.title}: (?:Player [12] wins|drawn) \((\w+)\)$", line)
            assert reason in kind.reasons
            assert kind.has_draws or " wins (" in line
    assert any(": drawn (" in line for line in lines)


@pytest.mark.slow
def test_openspiel_search_plays_every_game() -> None:
    needs_openspiel()
    who = bot(EXAMPLES / "mcts_bot.py", 5)
    for game in numduel.games():
        with where(game):
            match = play_match(who, SECONDS, Match(numduel.new(game, seed=3)))
            assert match.is_over, match.ended
    quest = play_match(who, SECONDS, Match(numduel.new("quest", seed=3, stand=True)))
    assert quest.is_over, quest.ended
    won = play_match(
        bot(EXAMPLES / "mcts_bot.py", 100), SECONDS, Match(numduel.new("sum", target=9))
    )
    assert [ply.move for ply in won.plies] == ["9"]


# ---- training


def needs_torch() -> None:
    if find_spec("torch") is None:
        pytest.skip("torch is not installed: pip install 'numduel[train]'")


def train(*words: object) -> str:
    """Run a training program; return what it prints."""
    ran = run_program([sys.executable, *map(str, words)], seconds=200)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_missing_torch_is_named(tmp_path: Path) -> None:
    missing = "raise ModuleNotFoundError(name='torch')"
    (tmp_path / "torch.py").write_text(missing)  # found before the real module
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    for program in ("self_play.py", "learn_labels.py"):
        with where(program):
            command = [sys.executable, str(EXAMPLES / program), "sum"]
            ran = run_program(command, env={**os.environ, "PYTHONPATH": path})
            assert (ran.returncode, ran.stdout) == (1, "")
            assert ran.stderr == (
                "training needs torch: pip install 'numduel[train]' (docs/train-an-agent.md)\n"
            )


@pytest.mark.long
def test_both_agents_learn_and_play(tmp_path: Path) -> None:
    """Trained for seconds on a small game, each is better than guessing."""
    needs_torch()
    game = numduel.new("sum", target=15, highest=5)
    options = ["target=15", "highest=5"]
    label, test = tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    flags = ["--target", "15", "--highest", "5"]
    for split, file in (("train", label), ("test", test)):
        main(
            ["dataset", "sum", *flags, "--split", split, "--positions", "2000", "--out", str(file)]
        )
    one, two = tmp_path / "one", tmp_path / "two"
    self_play = [EXAMPLES / "self_play.py", "sum", *options, "--positions", 500_000]
    labels = [EXAMPLES / "learn_labels.py", "sum", *options, "--labels", label, "--steps", 300]
    for words, out in ((self_play, one), (labels, two)):
        with where(out.name):
            said = train(*words, "--test", test, "--out", out)
            assert re.search(r"^sum: [\d,]+ positions in \d+ s, accuracy \d+", said, re.MULTILINE)
            *_, last = (out / "sum.curve.jsonl").read_text().splitlines()
            assert json.loads(last)["regret"] < 0.2
            match = play_match(bot(EXAMPLES / "trained_bot.py", out), SECONDS, Match(game))
            assert match.is_over, match.ended


def test_self_play_learns_from_no_board_of_the_exam() -> None:
    needs_torch()
    boards = import_module("self_play").Boards(numduel.new("maze", seed=0))
    matches = [loads(question.record) for question in questions() if question.game == "maze"]
    seen = np.array([match.game.features(match.state, Player.ONE) for match in matches])
    is_seen = np.ones(len(seen), np.bool_)
    boards.check(seen, is_seen, np.arange(len(seen)))
    assert not is_seen.any()
    others = batch.make("maze", 200, seed=1).observation
    is_seen = np.zeros(200, np.bool_)
    boards.check(others, is_seen, np.arange(200))
    assert 150 < is_seen.sum() < 200

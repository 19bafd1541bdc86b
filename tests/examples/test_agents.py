"""The examples of bots that search or play a trained network, and of training."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from bot_support import play_match

import numduel
from duel_support import where, with_more_games
from numduel import Budget, Dice, Match, Player
from numduel.adapters.encoding import Encoding
from numduel.games import find
from numduel.play.players import RandomPlayer, take_turn
from running import run_program

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 60.0


def bot(*words: object) -> str:
    return f"program {shlex.join([sys.executable, *map(str, words)])}"


def drawn_layers(shape: tuple[int, ...], actions: int) -> list[Any]:
    numbers = np.random.default_rng(7)
    return [
        numbers.normal(size=size)
        for before, after in pairwise((int(np.prod(shape)), 8, 8, actions))
        for size in ((after, before), (after,))
    ]


def test_trained_bot_plays_the_best_legal_move_of_its_network(tmp_path: Path) -> None:
    who = bot(EXAMPLES / "trained_bot.py", tmp_path)
    game = numduel.new("sum", target=20)
    encoding = Encoding(game)
    layers = drawn_layers(encoding.shape, encoding.actions)
    np.savez(tmp_path / "sum.npz", *layers)
    match = play_match(who, SECONDS, Match(game))
    assert match.is_over, match.ended
    one, two, three = layers[::2]
    for ply, state in zip(match.plies, match.states, strict=False):
        if ply.player is numduel.Player.ONE:
            seen = encoding.observe(state, ply.player).ravel()
            inner = np.tanh(two @ np.tanh(one @ seen + layers[1]) + layers[3])
            liked = np.where(encoding.mask(state, ply.player), three @ inner + layers[5], -np.inf)
            assert ply.move == encoding.move(liked.argmax())

    for other, said in (
        (numduel.new("maze", seed=7), "maze.npz does not exist"),
        (numduel.new("sum", highest=8), "was trained with other options"),
    ):
        with where(other):
            assert said in play_match(who, SECONDS, Match(other)).ended


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


class FakeAgent:
    """A stand-in for sb3-contrib's agent whose network learns nothing.

    torch is too large even for CI, which runs everything else of the example.
    """

    def __init__(self, policy: str, duels: Any, *, seed: int, **small: Any) -> None:
        self.duels, self.steps = duels, 0
        self.layers = drawn_layers(duels.observation_space.shape, int(duels.action_space.n))
        arrays = [
            SimpleNamespace(detach=lambda a=a: SimpleNamespace(numpy=lambda: a))
            for a in self.layers
        ]
        one, two, last = (
            SimpleNamespace(parameters=lambda pair=pair: pair)
            for pair in zip(arrays[::2], arrays[1::2], strict=True)
        )
        tanh = SimpleNamespace(parameters=lambda: ())
        inner = SimpleNamespace(policy_net=(one, tanh, two, tanh))
        self.policy = SimpleNamespace(mlp_extractor=inner, action_net=last)

    def learn(self, steps: int) -> None:
        duels = self.duels
        duels.reset()
        ended = 0
        for _ in range(12):
            duels.step_async(np.stack(duels.env_method("action_masks")).argmax(axis=1))
            seen, reward, over, infos = duels.step_wait()
            assert len(seen) == len(reward) == len(over) == len(infos) == duels.num_envs
            assert [bool(info) for info in infos] == over.tolist()
            ended += over.sum()
        assert ended
        assert duels.get_attr("render_mode") == [None] * duels.num_envs
        duels.close()
        self.steps = steps

    def predict(self, seen: Any, *, action_masks: Any, deterministic: bool) -> tuple[Any, None]:
        """Return the largest legal number before learning, and the smallest after it."""
        legal = np.flatnonzero(action_masks)
        return legal[0 if self.steps else -1], None

    def save(self, path: Path) -> None:
        path.write_text(f"after {self.steps} steps")


@pytest.fixture
def _without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the learning modules that examples/train.py imports."""

    class VecEnv:
        def __init__(self, num_envs: int, seen: Any, actions: Any) -> None:
            self.num_envs, self.observation_space, self.action_space = num_envs, seen, actions
            self._seeds = [None] * num_envs

    stand_ins: dict[str, dict[str, Any]] = {
        "torch": {"set_num_threads": lambda number: None},
        "sb3_contrib": {"MaskablePPO": FakeAgent},
        "stable_baselines3": {},
        "stable_baselines3.common": {},
        "stable_baselines3.common.vec_env": {"VecEnv": VecEnv},
    }
    for name, members in stand_ins.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("_without_torch")
def test_training_works_without_learning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "agents"
    words = ["sum", "target=20", "--steps", "640", "--opponent", "casual", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["train.py", *words])
    runpy.run_path(str(EXAMPLES / "train.py"), run_name="__main__")
    said = re.fullmatch(
        r"sum, untrained: wins (\d+)% against random\n"
        r"sum, 640 steps in \d+ s: wins (\d+)% against random\n",
        capsys.readouterr().out,
    )
    assert said
    assert int(said[1]) < 5
    assert int(said[2]) > 60
    assert (out / "sum.zip").read_text() == "after 640 steps"
    game = numduel.new("sum", target=20)
    encoding = Encoding(game)
    saved = list(np.load(out / "sum.npz").values())
    for array, drawn in zip(saved, drawn_layers(encoding.shape, encoding.actions), strict=True):
        assert np.array_equal(array, drawn)
    match = play_match(bot(EXAMPLES / "trained_bot.py", out), SECONDS, Match(game))
    assert match.is_over, match.ended


@pytest.mark.usefixtures("_without_torch")
def test_draw_counts_as_half_a_win_in_training() -> None:
    def takes(index: int) -> SimpleNamespace:
        def predict(seen: Any, *, action_masks: Any, deterministic: bool) -> tuple[Any, None]:
            return np.flatnonzero(action_masks)[index], None

        return SimpleNamespace(predict=predict)

    win_rate = runpy.run_path(str(EXAMPLES / "train.py"))["win_rate"]
    with with_more_games():
        assert win_rate(takes(-1), "shuttle", {"seat": 1}, games=4) == 0.5
        assert win_rate(takes(0), "shuttle", {"seat": 1, "max_turns": 1}, games=4) == 0


@pytest.mark.slow
def test_training_names_the_missing_package(tmp_path: Path) -> None:
    missing = "raise ModuleNotFoundError(name='sb3_contrib')"
    (tmp_path / "sb3_contrib.py").write_text(missing)  # found before the real module
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(EXAMPLES / "train.py"), "sum"]
    ran = run_program(command, env={**os.environ, "PYTHONPATH": path})
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.fullmatch(
        r"training needs \w+: pip install 'numduel\[train\]' \(docs/train-an-agent.md\)\n",
        ran.stderr,
    )


@pytest.mark.slow
def test_agent_is_trained_and_plays(tmp_path: Path) -> None:
    if find_spec("sb3_contrib") is None:
        pytest.skip("sb3-contrib is not installed: pip install 'numduel[train]'")
    words = ["sum", "--steps", "2048", "--out", str(tmp_path)]
    ran = run_program([sys.executable, str(EXAMPLES / "train.py"), *words], seconds=200)
    assert ran.returncode == 0, ran.stderr
    assert "sum, 2048 steps in " in ran.stdout
    assert (tmp_path / "sum.zip").exists()
    match = play_match(
        bot(EXAMPLES / "trained_bot.py", tmp_path), SECONDS, Match(numduel.new("sum"))
    )
    assert match.is_over, match.ended

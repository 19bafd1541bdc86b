"""PettingZoo environments: its own suites, and step by step the same as a match."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from inspect import isfunction
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo.test as suites
import pytest
from adapter_support import every_variant, match_of  # noqa: F401
from gymnasium.error import ResetNeeded
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper
from PIL import Image, ImageDraw

import numduel
from duel_support import Variant, where, with_more_games
from numduel import Match, Over, Player, SetupError
from numduel.adapters.drawing import TOKEN_COLOURS, _draw_tile, render
from numduel.adapters.encoding import Encoding
from numduel.adapters.pettingzoo import AGENTS, Duel, env
from numduel.core import Tile
from numduel.errors import RulesError

EXPECTED_WARNINGS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
)
"""PettingZoo's warnings about any observation with a mask that isn't its own."""

GAMES: list[tuple[str, dict[str, Any]]] = [
    *((id, {}) for id in numduel.games()),
    ("maze", {"size": 2, "starts": "random", "extra": 1}),
    ("quest", {"stand": True}),
    ("nim", {}),
    ("pick15", {}),
    ("pig", {}),
    ("shuttle", {}),
    ("threes", {"columns": 3}),
    ("toss", {}),
    ("vineyard", {}),
]


@pytest.fixture(autouse=True)
def _more_games() -> Iterator[None]:
    with with_more_games():
        yield


@contextmanager
def warns_exactly(messages: tuple[str, ...]) -> Iterator[None]:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        yield
    assert {str(warning.message) for warning in seen} == set(messages)


def legal(duel: Duel) -> list[int]:
    return [int(action) for action in np.flatnonzero(duel.last()[0]["action_mask"])]


# ---- PettingZoo's own suites

RUN = {
    *("api_test", "seed_test", "render_test", "performance_benchmark", "state_test"),
    *("parallel_api_test", "parallel_seed_test", "bombardment_test", "max_cycles_test"),
}
NOT_RUN = {
    "collect_render_results": "part of render_test",
    "manual_control_test": "needs a window to play in, which we don't have",
    "test_save_obs": "only saves observations that are images",
}


def test_every_pettingzoo_suite_is_run_or_excluded() -> None:
    suite_names = {name for name, thing in vars(suites).items() if isfunction(thing)}
    assert suite_names == RUN | NOT_RUN.keys()


def test_games_pass_pettingzoo_suites(monkeypatch: pytest.MonkeyPatch) -> None:
    for id, options in GAMES:

        def made(id: str = id, options: dict[str, Any] = options, **more: Any) -> Duel:
            return env(id, **options, **more)

        def in_parallel(made: Any = made) -> Any:
            return turn_based_aec_to_parallel(made())

        with where(id, options):
            for _ in range(3):
                with warns_exactly(EXPECTED_WARNINGS):
                    suites.api_test(made(), num_cycles=60)
            suites.seed_test(made, num_cycles=30)
            suites.render_test(made)
            clock = iter(range(0, 10**6, 2))
            benchmark: Any = import_module("pettingzoo.test.performance_benchmark")
            monkeypatch.setattr(benchmark.time, "time", clock.__next__)
            suites.performance_benchmark(made())
            monkeypatch.undo()
            suites.parallel_api_test(in_parallel(), num_cycles=30)
            suites.parallel_seed_test(in_parallel, num_cycles=30)
            suites.state_test(made(), in_parallel(), num_cycles=1)
            suites.bombardment_test(Planes(made()), cycles=20)


class Planes(BaseWrapper[Any, Any, Any]):  # type: ignore[misc]
    """A wrapper without mask whose steps return the next observation.

    `bombardment_test` requires both, and fails on all of PettingZoo's own environments.
    """

    def observation_space(self, agent: Any) -> Any:
        return self.env.observation_space(agent)["observation"]

    def last(self, observe: bool = True) -> Any:
        observation, *rest = self.env.last(observe)
        return observation["observation"], *rest

    def step(self, action: Any) -> Any:
        super().step(action)
        return self.last()[0]


class Legal(BaseWrapper[Any, Any, Any]):  # type: ignore[misc]
    """A wrapper that samples legal actions: `max_cycles_test` would soon lose otherwise."""

    def action_space(self, agent: Any) -> Any:
        mask = self.infos[agent]["action_mask"]
        return SimpleNamespace(sample=lambda: self.env.action_space(agent).sample(mask))


def test_turn_limit_passes_max_cycles_suite() -> None:
    """A cycle is one turn of each agent, but a single turn in a parallel environment."""

    def made(turns: int) -> Legal:
        return Legal(env("sum", target=200, max_turns=turns))

    module = SimpleNamespace(
        env=lambda max_cycles: made(2 * max_cycles),
        parallel_env=lambda max_cycles: turn_based_aec_to_parallel(made(max_cycles)),
    )
    suites.max_cycles_test(module)


# ---- compared with a match


def follow(duel: Duel, match: Match, random: Random) -> None:
    """Play one random game in both and compare every step."""
    while match.moves:
        player = match.player
        assert player is not None
        assert duel.agent_selection == AGENTS[player]
        encoding = Encoding(match.game)
        for who in Player:
            seen = duel.observe(AGENTS[who])
            assert np.array_equal(seen["observation"], encoding.observe(match.state, who))
            mask = encoding.mask(match.state, who)
            assert np.array_equal(seen["action_mask"], mask)
            assert np.array_equal(duel.infos[AGENTS[who]]["action_mask"], mask)
        assert duel.record() == numduel.record.dumps(match)
        assert set(duel.rewards.values()) == {0}
        action = random.choice(legal(duel))
        match.play(match.game.vocabulary[action])
        duel.step(action)
        if any(duel.truncations.values()):
            return
    status = match.status
    assert isinstance(status, Over)
    scores = {who: 0.5 if status.is_draw else float(status.winner is who) for who in Player}
    assert duel.rewards == {AGENTS[who]: 2 * score - 1 for who, score in scores.items()}
    for info in duel.infos.values():
        assert info.get("draw", False) is status.is_draw
    assert duel.terminations == dict.fromkeys(AGENTS, True)
    assert duel.truncations == dict.fromkeys(AGENTS, False)
    assert duel.record() == numduel.record.dumps(match)
    for agent in AGENTS:
        assert np.array_equal(
            duel.observe(agent)["observation"],
            Encoding(match.game).observe(match.state, Player(AGENTS.index(agent))),
        )


def test_draw_terminates_both_agents_without_reward() -> None:
    duel = env("shuttle")
    duel.reset(seed=1)
    duel.step(0)
    assert all("draw" not in info for info in duel.infos.values())
    duel.step(1)
    duel.step(2)
    assert duel.rewards == {"player_1": 0, "player_2": 0}
    assert duel.terminations == {"player_1": True, "player_2": True}
    assert duel.truncations == {"player_1": False, "player_2": False}
    assert all(info["draw"] is True for info in duel.infos.values())
    match = numduel.record.loads(duel.record())
    assert (match.is_over, match.winner, match.reason) == (True, None, "middle")
    for _ in duel.agent_iter():
        _, reward, terminated, truncated, info = duel.last()
        assert (reward, terminated, truncated, info["draw"]) == (0, True, False, True)
        duel.step(None)


def test_truncated_game_is_not_a_draw() -> None:
    duel = env("shuttle", max_turns=2)
    duel.reset(seed=1)
    duel.step(0)
    duel.step(1)
    assert duel.truncations == {"player_1": True, "player_2": True}
    assert not any(duel.terminations.values())
    assert all("draw" not in info for info in duel.infos.values())


def test_undeclared_draw_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = env("shuttle")
    monkeypatch.setattr(type(duel._factory.game), "has_draws", False)
    duel.reset(seed=1)
    with pytest.raises(RulesError, match="Shuttle ended without a winner, but the class"):
        duel.step(2)


def follow_variants(variants: list[Variant], seeds: range) -> None:
    for variant in variants:
        duel = env(variant.id, **variant.options)
        for seed in seeds:
            with where(variant, seed):
                duel.reset(seed=seed)
                follow(duel, match_of(variant, seed), Random(seed))


def test_every_step_equals_that_of_a_match(every_variant: list[Variant]) -> None:  # noqa: F811
    follow_variants(every_variant, range(3))


# ---- rewards, faults, turn limits


def test_illegal_move_loses_and_is_explained() -> None:
    duel = env("sum")
    duel.reset(seed=1)
    duel.step(6)
    assert duel.agent_selection == "player_2"
    duel.step(6)
    assert duel.terminations == {"player_1": True, "player_2": True}
    assert duel.truncations == {"player_1": False, "player_2": False}
    assert duel.rewards == {"player_1": 1, "player_2": -1}
    assert duel.infos["player_2"]["fault"] == "7 is your opponent's last number"
    assert "fault" not in duel.infos["player_1"]
    match = numduel.record.loads(duel.record())
    assert match.ended == "Player 2 forfeited: it played 7: 7 is your opponent's last number"
    for agent in duel.agent_iter():
        _, reward, terminated, _, _ = duel.last()
        assert (reward, terminated) == (1 if agent == "player_1" else -1, True)
        duel.step(None)


@pytest.mark.parametrize("wrong", [-1, 9, 1.5, None, "0", np.array([1, 2])])
def test_invalid_action_changes_nothing(wrong: Any) -> None:
    duel = env("sum")
    duel.reset(seed=1)
    duel.step(6)
    before = (duel.record(), duel.agent_selection, duel.observe("player_2")["action_mask"].tolist())
    with pytest.raises(ValueError, match="an action is a number from 0 to 8"):
        duel.step(wrong)
    assert before == (
        duel.record(),
        duel.agent_selection,
        duel.observe("player_2")["action_mask"].tolist(),
    )
    duel.step(0)


def play_game(duel: Duel, seed: int) -> int:
    """Play one random game to the end; return the number of turns."""
    duel.reset(seed=seed)
    random = Random(seed)
    while not any(duel.terminations.values()) and not any(duel.truncations.values()):
        duel.step(random.choice(legal(duel)))
    match = numduel.record.loads(duel.record())
    return match.plies[-1].turn


def test_game_is_truncated_exactly_at_the_turn_limit() -> None:
    """A turn may have several moves: in run, a challenge is answered before the limit."""
    truncated_games = 0
    for id in ("run", "race", "pig", "quest"):
        for seed in range(20):
            duel = env(id, max_turns=5)
            turns = play_game(duel, seed)
            is_truncated = duel.truncations["player_1"]
            match = numduel.record.loads(duel.record())
            assert turns <= 5
            if is_truncated:
                truncated_games += 1
                assert turns == 5
                assert not match.is_over
                assert duel.rewards == {"player_1": 0, "player_2": 0}
                assert not any(duel.terminations.values())
                assert match.turn == 6
    assert truncated_games > 20


def test_only_endless_games_have_a_default_turn_limit() -> None:
    for id in numduel.games():
        duel = env(id)
        assert duel._factory.max_turns == (200 if numduel.new(id).endless else None)
    endless = env("race", board="1 1 1/1 1 1/1 1 1")
    endless.reset()
    steps = 0
    while not any(endless.truncations.values()):
        ahead, back = (3, 2) if endless.agent_selection == "player_1" else (2, 3)
        endless.step(back if steps % 4 > 1 else ahead)
        steps += 1
    assert steps == 200
    assert not any(endless.terminations.values())
    for wrong in (0, -1, 1.5, "many", True):
        with pytest.raises(SetupError):
            env("race", max_turns=wrong)  # type: ignore[arg-type]


def test_last_turn_before_the_limit_can_win() -> None:
    duel = env("sum", target=9, max_turns=1)
    duel.reset(seed=1)
    duel.step(8)
    assert duel.rewards == {"player_1": 1, "player_2": -1}
    assert not any(duel.truncations.values())


# ---- dealing


def test_board_without_a_first_move_is_dealt_again() -> None:
    over = [seed for seed in range(60) if not Match(numduel.new("race", seed=seed)).moves]
    assert over
    for seed in over:
        one, two = env("race"), env("race")
        for duel in (one, two):
            duel.reset(seed=seed)
            assert legal(duel)
        assert one.record() == two.record()


def test_given_board_without_a_first_move_is_refused() -> None:
    with pytest.raises(SetupError, match="over before the first move"):
        env("race", board="4 4 4 4/4 4 4 4/4 4 4 4/4 4 4 4")


def test_boards_and_options_are_used_and_checked() -> None:
    duel = env("maze", board="4 3 8/9 5 1/2 7 6", target=12)
    for _ in range(3):
        duel.reset()
        match = numduel.record.loads(duel.record())
        assert (match.game.board, match.game.options.target) == ("4 3 8/9 5 1/2 7 6", 12)
    for wrong in ({"size": 1}, {"colour": "red"}, {"board": 3}, {"render_mode": "gif"}):
        with pytest.raises((SetupError, numduel.WrongType)):
            env("maze", **wrong)
    with pytest.raises(numduel.UnknownGame):
        env("chess")


def test_seed_fixes_the_sequence_of_games() -> None:
    def deals(seed: int) -> list[str]:
        duel = env("run")
        duel.reset(seed=seed)
        records = [duel.record()]
        for _ in range(3):
            duel.reset()
            records.append(duel.record())
        return records

    assert deals(7) == deals(7) != deals(8)
    assert len(set(deals(7))) == 4
    assert numduel.new("run", seed=7).board in deals(7)[0]


# ---- order of calls


def test_calls_before_reset_or_after_the_end_raise_errors() -> None:
    duel = env("sum", target=9)
    for call in (lambda: duel.step(0), lambda: duel.observe("player_1"), duel.render, duel.record):
        with pytest.raises(ResetNeeded):
            call()
    duel.reset()
    duel.step(8)
    for _ in AGENTS:
        with pytest.raises(ValueError, match="None"):
            duel.step(0)
        duel.step(None)
    assert duel.agents == []
    with pytest.raises(ResetNeeded):
        duel.step(None)


# ---- pictures


def test_positions_are_rendered_as_text_and_pixels(capsys: pytest.CaptureFixture[str]) -> None:
    board = "4 3 8/9 5 1/2 7 6"
    text = env("maze", board=board, render_mode="ansi")
    text.reset()
    text.step(0)
    assert "P1" in text.render()
    assert capsys.readouterr().out == ""
    human = env("maze", board=board, render_mode="human")
    human.reset()
    human.step(0)
    assert capsys.readouterr().out.endswith(text.render())
    image = env("maze", board=board, render_mode="rgb_array")
    image.reset()
    before = image.render()
    image.step(0)
    assert before.shape == image.render().shape
    assert (before != image.render()).any()
    assert env("maze").render_mode is None


def test_pixels_show_facts_without_tiles_and_crowded_tiles() -> None:
    toss = env("toss", render_mode="rgb_array")
    toss.reset(seed=1)
    height, width, _ = toss.render().shape
    assert height > 3 * 16
    assert width > 100
    assert (toss.render() < 100).any(), "facts are drawn"
    assert "Throws: 1" in render(toss._current_episode(), "ansi")
    threes = env("threes", columns=3, render_mode="rgb_array")
    threes.reset()
    threes.step(0)
    assert threes.render().shape == (2 * 64 + 24, 3 * 64 + 24, 3)
    crowded = Tile("", (Player.ONE,) * 5 + (Player.TWO,))
    image = Image.new("RGB", (192, 64), (250, 250, 247))
    _draw_tile(ImageDraw.Draw(image), crowded, 64, 0, (232, 230, 222))
    painted = np.asarray(image)
    assert (painted[:, :64] == (250, 250, 247)).all(), "no token lies on the next tile"
    assert (painted[:, 128:] == (250, 250, 247)).all()
    for player in Player:
        assert (painted == TOKEN_COLOURS[player]).all(axis=2).any()

"""OpenSpiel games: its own tests, playthroughs and solvers, against our rules and engine."""
# ruff: noqa: E402 - the test is skipped before imports of missing packages

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import numduel
from duel_support import laid_open, needs_package, walk, where, with_more_games
from numduel import Chance, Match, Over, Turn

needs_package("pyspiel", "openspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

from numduel.adapters.openspiel import register
from numduel.errors import RulesError
from numduel.games import find

GOLDEN = Path(__file__).parent / "playthroughs"

GAMES = [
    *(f"numduel_{id}" for id in numduel.games()),
    "numduel_maze(size=4,extra=2,diagonal=1,starts=random)",
    "numduel_maze(target=20,seed=7)",
    "numduel_run(size=3)",
    "numduel_quest(size=2,stand=true)",
    "numduel_quest(board=1 2/3 4)",
    "numduel_race(max_turns=7)",
    "numduel_nim(piles=2)",
    "numduel_pick15",
    "numduel_pig(max_turns=20)",
    "numduel_shuttle",
    "numduel_threes(columns=3)",
    "numduel_toss",
    "numduel_vineyard(rows=3,columns=2)",
]


FIVE = numduel.games()


@pytest.fixture(scope="module", autouse=True)
def _more_games() -> Iterator[None]:
    with with_more_games():
        register()
        yield


def rules(game: Any) -> Any:
    """Return our game behind an OpenSpiel game."""
    return game.rules.game


# ---- OpenSpiel's own tests


def test_games_pass_openspiel_random_simulation_with_serialisation() -> None:
    for text in GAMES:
        with where(text):
            game = pyspiel.load_game(text)
            pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


PLAYTHROUGHS = {
    "maze": "numduel_maze(board=2 3/1 4)",
    "sum": "numduel_sum(target=12,highest=5)",
    "run": "numduel_run(board=1 2 1/2 1 2/1 2 1)",
    "quest": "numduel_quest(size=2,target=5,stand=true)",
    "race": "numduel_race(board=1 1 2/2 1 1/1 2 1,max_turns=5)",
}


def test_playthroughs_match_golden_files() -> None:
    """Set GOLDEN=write to regenerate the files, then read the diff."""
    assert set(PLAYTHROUGHS) == set(FIVE)
    for id, name in PLAYTHROUGHS.items():
        lines = playthrough(name, action_sequence=None, seed=7, observation_params_string="")
        text = "\n".join(line.rstrip() for line in lines.splitlines()) + "\n"
        file = GOLDEN / f"{id}.txt"
        if os.environ.get("GOLDEN") == "write":
            file.write_text(text)
        assert text == file.read_text(), id


# ---- our own rules


def follow(state: Any, match: Match, random: Random) -> None:
    """Play one random game in OpenSpiel and compare every step with our rules."""
    game = match.game
    while not state.is_terminal():
        status = game.status(state.position)
        if isinstance(status, Chance):
            assert state.is_chance_node()
            odds = {
                game.chance_outcomes[outcome]: share for outcome, share in state.chance_outcomes()
            }
            assert odds == {drawn: float(share) for drawn, share in status.odds}
            state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
            continue
        assert isinstance(status, Turn)
        assert state.current_player() == status.player
        moves = {game.vocabulary[action] for action in state.legal_actions()}
        assert moves == set(status.moves)
        assert state.returns() == [0, 0]
        action = random.choice(state.legal_actions())
        assert state.action_to_string(action) == game.vocabulary[action]
        after = game.play(state.position, game.vocabulary[action])
        state.apply_action(action)
        assert state.position == after
    status = game.status(state.position)
    if isinstance(status, Over) and status.winner is not None:
        assert state.returns() == [1.0 if status.winner is p else -1.0 for p in numduel.Player]
    else:
        assert state.returns() == [0, 0]
    assert len(state.history()) <= state.get_game().max_history_length()


def test_every_step_follows_our_rules() -> None:
    for text in GAMES:
        for seed in range(20):
            game = pyspiel.load_game(text)
            with where(text, seed, game):
                follow(game.new_initial_state(), Match(rules(game)), Random(seed))


def test_observation_is_our_encoding() -> None:
    for text in GAMES:
        game = pyspiel.load_game(text)
        seen, state, random = make_observation(game), game.new_initial_state(), Random(3)
        while not state.is_terminal():
            for player in numduel.Player:
                seen.set_from(state, int(player))
                planes = game.rules.encoding.observe(state.position, player)
                assert np.array_equal(seen.dict["observation"], planes), text
                assert game.observation_tensor_shape() == list(planes.shape)
            state.apply_action(random.choice(state.legal_actions()))


def test_state_text_identifies_position() -> None:
    shown = ("numduel_maze(board=2 3/1 4)", "numduel_quest(size=2,stand=true)")
    for text in (*shown, "numduel_nim(board=2 3 1)", "numduel_threes(columns=3)", "numduel_toss"):
        game = pyspiel.load_game(text)
        texts: dict[str, Any] = {}
        waiting = [game.new_initial_state()]
        while waiting and len(texts) < 400:
            state = waiting.pop()
            is_new = str(state) not in texts
            assert texts.setdefault(str(state), state.position) == state.position
            if is_new and not state.is_terminal():
                waiting += [state.child(action) for action in state.legal_actions()]


def test_endless_game_is_truncated_at_the_turn_limit() -> None:
    game = pyspiel.load_game("numduel_race(board=1 1 1/1 1 1/1 1 1,max_turns=6)")
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        ahead, back = (3, 2) if state.current_player() == 0 else (2, 3)
        state.apply_action(back if plies % 4 > 1 else ahead)
        plies += 1
    assert (plies, state.returns()) == (6, [0, 0])
    assert pyspiel.load_game("numduel_race").rules.max_turns == 200
    assert pyspiel.load_game("numduel_run").rules.max_turns is None


# ---- draws, and games without declared length


def state_after(text: str, *moves: str) -> Any:
    """Return the position after these moves and chance outcomes."""
    state = pyspiel.load_game(text).new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(state.current_player(), move))
    return state


def test_draw_returns_zero_for_both() -> None:
    for text, moves in (
        ("numduel_shuttle", ["left", "right", "stay"]),
        ("numduel_toss", ["=3", "keep", "=5", "throw", "=3"]),
        ("numduel_threes(columns=3)", ["a1", "b1", "c1", "a2", "b2", "c2"]),
        ("numduel_pick15", list("527391846")),
    ):
        with where(text):
            *before, last = moves
            assert not state_after(text, *before).is_terminal()
            state = state_after(text, *before, last)
            assert state.is_terminal()
            assert state.current_player() == pyspiel.PlayerId.TERMINAL
            assert state.returns() == state.rewards() == [0, 0]
            assert "Over: draw (" in str(state)


def test_undeclared_draw_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_after("numduel_shuttle", "left", "right")
    monkeypatch.setattr(type(rules(state.get_game())), "has_draws", False)
    with pytest.raises(RulesError, match="Shuttle ended without a winner"):
        state.apply_action(2)


def test_game_without_declared_length_has_a_ply_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pyspiel.load_game("numduel_pick15").max_game_length() == 9
    monkeypatch.setattr(find("pick15"), "max_plies", None)
    game = pyspiel.load_game("numduel_pick15")
    assert game.max_game_length() == 10_000
    assert game.rules.max_turns is None
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    monkeypatch.setattr("numduel.adapters.openspiel.DEFAULT_MAX_PLIES", 4)
    stopped = state_after("numduel_pick15", *"1234")
    assert (stopped.is_terminal(), stopped.returns()) == (True, [0, 0])


def test_chance_comes_before_the_first_move() -> None:
    game = pyspiel.load_game("numduel_toss")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]
    assert (game.max_chance_outcomes(), game.max_game_length()) == (6, 6)
    state.apply_action(2)
    assert state.current_player() == 0
    assert state.get_game().observation_tensor_shape()[1:] == [1, 1]


# ---- parameters and hidden boards


def test_seed_deals_our_board_and_is_not_kept() -> None:
    game = pyspiel.load_game("numduel_run(seed=7)")
    assert rules(game).board == numduel.new("run", seed=7).board
    assert "seed" not in str(game)
    assert rules(pyspiel.load_game(str(game))) == rules(game)
    assert rules(pyspiel.load_game("numduel_maze(size=4)")).options.target == 34


def test_invalid_options_are_refused() -> None:
    for wrong in ("numduel_maze(size=1)", "numduel_sum(target=0)", "numduel_run(board=1 2 3/4)"):
        with pytest.raises((numduel.SetupError, pyspiel.SpielError)):
            pyspiel.load_game(wrong)


def test_games_and_states_never_reveal_a_hidden_board() -> None:
    """Games with different hidden boards or seeds have the same texts and copies."""
    given = [
        pyspiel.load_game("numduel_quest", {"board": board})
        for board in ("1 2 3/4 5 6/7 8 9", "9 8 7/6 5 4/3 2 1")
    ]
    games = [*given, pyspiel.load_game("numduel_quest(size=3,seed=5)")]
    texts = set()
    for game in games:
        assert set(laid_open(rules(game))) == set("? /")
        state = game.new_initial_state()
        state.apply_action(4)
        assert {share for _, share in state.clone().chance_outcomes()} == {1 / 9}
        texts.add((str(game), pyspiel.serialize_game_and_state(game, state), str(state)))
    assert len(texts) == 1


# ---- OpenSpiel's solvers


SOLVED = [
    "numduel_maze(board=4 3 8/9 5 1/2 7 6)",
    "numduel_maze(board=2 3/1 4)",
    "numduel_sum(target=12,highest=5)",
    "numduel_sum(target=9,highest=6)",
    "numduel_run(board=1 2 1/2 1 2/1 2 1)",
    "numduel_nim(board=2 3 1)",
    "numduel_threes(columns=3)",
    "numduel_vineyard(board=3 1 2/2 4 1)",
]
VALUES = {"win": 1, "draw": 0, "loss": -1}


def test_minimax_agrees_with_our_engine() -> None:
    for text in SOLVED:
        game = pyspiel.load_game(text)
        ours = numduel.analyse(rules(game), rules(game).start())
        value, _ = minimax.alpha_beta_search(game)
        assert value == VALUES[ours.value.outcome], text
        for move, worth in ours.moves.items():
            state = game.new_initial_state()
            state.apply_action(game.rules.encoding.action(move))
            theirs, _ = minimax.alpha_beta_search(game, state, maximizing_player_id=0)
            assert theirs == VALUES[worth.outcome], (text, move)


def test_expectiminimax_agrees_with_our_engine() -> None:
    for text in (
        "numduel_quest(size=2,target=5)",
        "numduel_quest(size=2,target=5,stand=true)",
    ):
        game = pyspiel.load_game(text)
        ours = numduel.analyse(rules(game), rules(game).start()).value
        value, _ = minimax.expectiminimax(game.new_initial_state(), 100, lambda _: 0, 0)
        assert value == pytest.approx(float(2 * ours.chance - 1)), text


def test_expectiminimax_agrees_that_a_draw_is_half_a_win() -> None:
    game = pyspiel.load_game("numduel_toss")
    for face in range(6):
        state = game.new_initial_state()
        state.apply_action(face)
        ours = numduel.analyse(rules(game), state.position).value
        value, _ = minimax.expectiminimax(state, 100, lambda _: 0, 0)
        assert value == pytest.approx(float(2 * ours.worth - 1)), face


def test_mcts_finds_an_immediate_win_and_finishes_games() -> None:
    game = pyspiel.load_game("numduel_sum(target=9)")
    bot = mcts.MCTSBot(
        game, 2, 60, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=True
    )
    assert bot.step(game.new_initial_state()) == 8
    quest = pyspiel.load_game("numduel_quest(size=2,stand=true)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot, state = mcts.MCTSBot(quest, 2, 10, evaluator), quest.new_initial_state()
    while not state.is_terminal():
        is_drawn = state.is_chance_node()
        state.apply_action(state.legal_actions()[0] if is_drawn else bot.step(state))
    assert sorted(state.returns()) == [-1, 1]


def test_every_position_of_a_small_game_is_reachable() -> None:
    """The tree has the same positions as our own walk."""
    game = pyspiel.load_game("numduel_maze(board=2 3/1 4)")
    found, waiting = set(), [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        found.add(state.position)
        waiting += [] if state.is_terminal() else [state.child(a) for a in state.legal_actions()]
    assert found == set(walk(rules(game)))


def test_example_in_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()
    code, output = re.findall(r"```python\n(import pyspiel\n.+?)```\n\n```\n(.+?)```", page, re.S)[
        0
    ]
    exec(code, {})
    assert capsys.readouterr().out == output

"""Environments, their copies and pickles never reveal a number that no player has seen."""

from __future__ import annotations

import copy
import pickle
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from adapter_support import COPIERS, Copier, First

import numduel
from duel_support import laid_open, with_more_games
from numduel import Dice, Over, Status
from numduel.adapters.episode import Episode
from numduel.adapters.gymnasium import Duel
from numduel.adapters.pettingzoo import env
from numduel.games.number_quest import NumberQuest
from running import run_program


def boards(seed: int, seen: list[int]) -> tuple[str, str]:
    """Return two boards that agree in these cells and differ in all others."""
    random = Random(seed)
    numbers = random.sample(range(1, 10), 9)
    other = list(numbers)
    unseen = [cell for cell in range(9) if cell not in seen]
    for cell, by in zip(unseen, [*unseen[1:], unseen[0]], strict=True):
        other[cell] = numbers[by]
    first, second = (
        "/".join(" ".join(map(str, b[r : r + 3])) for r in (0, 3, 6)) for b in (numbers, other)
    )
    return first, second


def everything_shown(duel: Any) -> list[Any]:
    unwrapped = duel.unwrapped
    given = [duel.record(), duel.render(), pickle.dumps(unwrapped)]
    if isinstance(unwrapped, Duel):
        return [*given, duel.action_masks().tolist(), unwrapped.np_random_seed]
    seen = [duel.observe(agent) for agent in duel.possible_agents]
    given += [{name: part.tolist() for name, part in one.items()} for one in seen]
    return [*given, duel.state().tolist(), duel.rewards, duel.terminations, str(duel.infos)]


def test_environment_output_is_independent_of_unseen_numbers() -> None:
    """Play the same cells on two boards that differ only in unseen cells."""
    for seed in range(10):
        cells = Random(seed).sample(range(9), 3)
        pair = []
        for board in boards(seed, cells):
            duel = env("quest", board=board, target=40, stand=True, render_mode="ansi")
            duel.reset(seed=1)
            alone = Duel(
                "quest", board=board, target=40, seat=1, opponent=First(), render_mode="ansi"
            )
            told = alone.reset(seed=1)
            for cell in cells:
                duel.step(cell)
            pair.append((everything_shown(duel), everything_shown(alone), str(told)))
        assert pair[0] == pair[1]


@pytest.mark.parametrize("copier", COPIERS, ids=["copy", "deepcopy", "pickle"])
def test_copy_deals_hidden_numbers_again(copier: Copier) -> None:
    """Moves in the copy don't change the original."""
    duel = env("quest", target=40)
    duel.reset(seed=7)
    duel.step(0)
    before = duel.record()
    found = set()
    for _ in range(40):
        other = copier(duel)
        assert other.record() == before
        other.step(8)
        found.add(other.record().split()[-1])
    assert len(found) > 4
    assert duel.record() == before
    assert duel.agent_selection == "player_2"
    duel.step(8)
    assert duel.record().split()[-1] == f"={laid_open(numduel.new('quest', seed=7)).split()[-1]}"


@pytest.mark.parametrize("copier", COPIERS, ids=["copy", "deepcopy", "pickle"])
def test_copy_of_a_duel_deals_hidden_numbers_again(copier: Copier) -> None:
    duel = Duel("quest", seat=1, target=40, opponent=First())
    duel.reset(seed=7)
    before = duel.record()
    found = set()
    for _ in range(40):
        other = copier(duel)
        other.step(8)
        found.add(other.record().split("1. 3,3 ")[1].split()[0])
    assert len(found) > 4
    assert duel.record() == before


@pytest.mark.parametrize("copier", COPIERS, ids=["copy", "deepcopy", "pickle"])
def test_copy_holds_neither_given_board_nor_future_games(copier: Copier) -> None:
    hidden = env("quest", board="1 2 3/4 5 6/7 8 9")
    hidden.reset()
    shown, deals = set(), set()
    open_board = env("run")
    open_board.reset(seed=7)
    for _ in range(10):
        other = copier(hidden)
        other.reset()
        other.step(0)
        shown.add(other.record().split()[-1])
        other = copier(open_board)
        other.reset()
        deals.add(other.record())
    assert len(shown) > 2
    assert len(deals) == 10


def test_copy_has_new_dice() -> None:
    with with_more_games():
        duel = env("pig", target=100)
        duel.reset(seed=7)
        throws = []
        for _ in range(20):
            other = copy.deepcopy(duel)
            other.step(0)
            throws.append(other.record().split()[-1])
    assert len(set(throws)) > 2


def test_copies_hold_no_seed() -> None:
    """A seed reveals the board, so environments that differ only in the seed look the same."""
    outputs = []
    for seed in (1, 2):
        both, alone = env("sum"), Duel("sum", seat=1)
        both.reset(seed=seed)
        alone.reset(seed=seed)
        outputs.append((everything_shown(both), everything_shown(alone)))
        assert np.int64(alone.np_random_seed) == -1
    assert outputs[0] == outputs[1]


def test_gymnasium_spec_has_no_hidden_board() -> None:
    board = "16 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1"
    duel = gymnasium.make("numduel/quest-v0", board=board, seat=1, target=40)
    assert b"16 15" not in pickle.dumps(duel)
    assert duel.spec is not None
    assert "board" not in duel.spec.kwargs
    again = gymnasium.make(duel.spec)
    assert again.observation_space == duel.observation_space
    duels = gymnasium.make_vec("numduel/quest-v0", num_envs=2, board=board, seat=1, target=40)
    assert duels.spec is not None
    assert "16 15" not in str(duels.spec)
    assert gymnasium.make_vec(duels.spec).observation_space == duels.observation_space
    maze = gymnasium.make("numduel/maze-v0", board="4 3 8/9 5 1/2 7 6")
    assert maze.spec is not None
    assert maze.spec.kwargs["board"] == "4 3 8/9 5 1/2 7 6"


def test_public_generator_does_not_reveal_the_seed() -> None:
    """Its numbers for a seed differ between processes, so that no one can precompute them."""
    code = (
        "from numduel.adapters.gymnasium import Duel; duel = Duel('quest'); duel.reset(seed=7);"
        "print(duel.np_random.integers(2**62))"
    )
    duel = Duel("quest")
    shown = []
    for _ in range(2):
        duel.reset(seed=7)
        shown.append(str(duel.np_random.integers(2**62)))
    assert shown[0] == shown[1]
    done = run_program([sys.executable, "-c", code])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() not in shown


def test_opponent_of_a_closed_game_sees_no_hidden_number() -> None:
    class Curious(First):
        def end(self, match: numduel.Match) -> None:
            match.stop()
            told.append(match.board)

    told: list[str] = []
    for _ in range(12):
        duel = Duel("quest", board="1 2 3/4 5 6/7 8 9", target=40, seat=1, opponent=Curious())
        duel.reset()
        duel.step(8)
        duel.close()
    assert {board.split()[0] + board[-1] for board in told} == {"19"}, "what was seen"
    assert len(set(told)) > 4


def test_copy_of_a_finished_game_shows_the_whole_board() -> None:
    duel = env("quest", board="9 8 7/6 5 4/3 2 1", target=9)
    duel.reset()
    duel.step(0)
    assert "9 8 7/6 5 4/3 2 1" in duel.record()
    for copier in COPIERS:
        assert copier(duel).record() == duel.record()


class Level(NumberQuest):
    """Number Quest in which every game ends as a draw."""

    has_draws = True

    def status(self, state: Any) -> Status:
        status = super().status(state)
        return Over(None, status.reason) if isinstance(status, Over) else status


@pytest.mark.parametrize("copier", COPIERS, ids=["copy", "deepcopy", "pickle"])
def test_copy_of_a_drawn_game_shows_the_whole_board(copier: Copier) -> None:
    board = "9 8 7/6 5 4/3 2 1"
    dealer = Level.setup({"target": 17}, board, Dice(1))
    episode = Episode(dealer, dealer.public(), Dice(1))
    episode.play("1,1")
    episode.play("3,3")
    assert episode.moves
    assert board not in copier(episode).match().board
    episode.play("1,2")
    assert episode.ending is not None
    assert episode.ending.is_draw
    assert (episode.moves, episode.is_truncated, episode.rewards) == ((), False, (0, 0))
    assert copier(episode).match().board == board

"""Values and costs of the compiled searches, compared with Python."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from threading import Thread
from typing import Any

import pytest

import numduel
from duel_support import Variant, needs_core, plenty, where
from numduel import Budget, Chance, Over, Player, Turn
from numduel.budget import STRIDE, Exhausted
from numduel.compiled import rules_of
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.engine import Engine
from numduel.engine.opponents.levels import LEVELS, Opponent
from numduel.engine.solving.analysis import Solver
from numduel.engine.solving.expectation import (
    UNLIMITED_CHOICES,
    CompiledExpectation,
    Expectation,
    exact_expectation,
    rough_expectation,
)
from numduel.engine.solving.quota import PositionQuota
from numduel.engine.solving.search import CompiledSearch, PythonSearch, search_of

needs_core()

CERTAIN = [
    *(Variant("maze", {"size": size}) for size in (2, 3)),
    Variant("maze", {"size": 3, "extra": 2, "diagonal": 1}),
    Variant("maze", {"size": 4, "extra": 3, "diagonal": 2, "target": 20}),
    Variant("maze", {"size": 4, "starts": "random", "target": 20}),
    *(Variant("run", {"size": size, "highest": 4}) for size in (2, 3, 4)),
    *(Variant("race", {"size": size, "highest": 3}) for size in (2, 3, 4, 6, 7)),
    *(Variant("sum", {"target": 30, "highest": highest}) for highest in (1, 2, 3, 9)),
    Variant("sum", {"target": 40, "highest": 63}),
    Variant("maze", {"size": 5}),
    Variant("run", {"size": 5}),
]

CHANCES = [
    *(Variant("quest", {"size": 2, "target": t, "stand": True}) for t in (1, 5, 9)),
    *(Variant("quest", {"size": 3, "target": t, "stand": t != 15}) for t in (9, 15)),
    Variant("quest", {"size": 7, "target": 4, "stand": True}),
]


def random_positions(game: AnyGame, seed: int) -> Iterator[Any]:
    """Yield the positions of a random game."""
    rng, state = Random(seed), game.start()
    for _ in range(200):
        yield state
        match game.status(state):
            case Turn(_, moves):
                state = game.play(state, rng.choice(moves))
            case Chance(odds):
                state = game.play(state, rng.choice(odds)[0])
            case Over():
                return


def test_values_proofs_and_costs_agree_with_python() -> None:
    for variant in CERTAIN:
        for seed in range(3):
            game = variant.new(seed)
            compiled, python = search_of(game, PositionQuota()), PythonSearch(game, PositionQuota())
            assert isinstance(compiled, CompiledSearch)
            for state in random_positions(game, seed):
                if not isinstance(game.status(state), Turn):
                    continue
                with where(variant, seed, state):
                    ours, theirs = Budget(), Budget()
                    assert compiled.value(state, ours) == python.value(state, theirs)
                    for turns in (1, 2, 3, 8):
                        won = python.wins(state, turns, theirs)
                        lost = python.loses(state, turns, theirs)
                        assert compiled.wins(state, turns, ours) == won
                        assert compiled.loses(state, turns, ours) == lost
                    assert ours.spent == theirs.spent
                    assert len(compiled) == len(python)


def test_position_budget_ends_as_in_python() -> None:
    for variant in CERTAIN:
        game = variant.new(2)
        if isinstance(game.status(game.start()), Over):
            continue
        for positions in (0, 1, 2, 5, 9, 40, 200):
            found: list[object] = []
            for search in (search_of(game, PositionQuota()), PythonSearch(game, PositionQuota())):
                budget = Budget(positions=positions + 3).part(positions=positions)
                try:
                    found.append((search.value(game.start(), budget), budget.spent, len(search)))
                except Exhausted:
                    found.append((None, budget.spent, len(search)))
                    assert budget.is_spent
            assert found[0] == found[1], (variant, positions)


def test_part_of_a_budget_is_limited_by_the_whole() -> None:
    """Even if the part alone would allow more."""
    game = numduel.new("maze", size=4, seed=2)
    found = []
    for search in (search_of(game, PositionQuota()), PythonSearch(game, PositionQuota())):
        whole = Budget(positions=1000)
        for _ in range(960):
            whole.spend()
        with pytest.raises(Exhausted):
            search.value(game.start(), part := whole.part(positions=500))
        found.append((part.spent, whole.spent, whole.is_spent))
    assert found[0] == found[1] == (41, 1000, True)


def test_values_of_all_moves_agree_with_single_values() -> None:
    for variant in CERTAIN:
        game = variant.new(5)
        for state in random_positions(game, 5):
            status = game.status(state)
            if isinstance(status, Turn):
                solver = Solver(game)
                values = {move: solver.move_value(state, move, plenty()) for move in status.moves}
                with where(variant, state):
                    report = Solver(game).report(state, status, plenty())
                    assert report.moves == values
                    assert list(report.moves) == list(status.moves)


def test_chances_and_costs_agree_with_python() -> None:
    for variant in CHANCES:
        game = variant.new().public()
        exact, rough = exact_expectation(game, PositionQuota()), rough_expectation(game)
        assert isinstance(exact, CompiledExpectation)
        assert isinstance(rough, CompiledExpectation)
        plain = Expectation(game, Fraction, lambda share: share, PositionQuota())
        guess = Expectation(game, float, float)
        for seed in range(3):
            for state in random_positions(game, seed):
                with where(variant, state):
                    ours, theirs = Budget(), Budget()
                    for player in Player:
                        chance = plain.chance(player, state, theirs)
                        assert exact.chance(player, state, ours) == chance
                        for choices in (0, 1, 2, 5, UNLIMITED_CHOICES):
                            share = guess.chance(player, state, theirs, choices)
                            near = rough.chance(player, state, ours, choices)
                            assert near == pytest.approx(share, abs=1e-12)
                    assert ours.spent == theirs.spent
                    assert len(exact) == len(plain)
                    assert len(rough) == len(guess)


def test_overflowing_chances_fall_back_to_python() -> None:
    """The orders of 49 numbers don't fit into 128 bits."""
    game = numduel.new("quest", size=7, target=10_000).public()
    state = game.start()._replace(left=0b1110, closed=0b111)
    value = Engine().value(game, Player.ONE, state, plenty())
    plain = Expectation(game, Fraction, lambda share: share, PositionQuota())
    assert value.chance == plain.chance(Player.ONE, state, plenty())


def test_invalid_positions_are_handled_as_in_python() -> None:
    """No input reads beyond the end of a table."""
    maze, race = numduel.new("maze", seed=1), numduel.new("race", seed=1)
    start = maze.start()
    odd = [
        (maze, start._replace(me=start.me._replace(cell=200))),
        (maze, start._replace(me=start.me._replace(cell=2**70))),
        (maze, start._replace(me=start.me._replace(visited=1 << 60))),
        (maze, start._replace(me=start.me._replace(total=16))),
        (maze, start._replace(me=start.me._replace(total="many"))),
        (race, race.start()._replace(mine=16)),
        (race, race.start()._replace(theirs=-1)),
        (numduel.new("sum"), numduel.new("sum").start()._replace(last=10)),
        (numduel.new("sum"), numduel.new("sum").start()._replace(mine=30_000)),
    ]
    for game, state in odd:
        with where(game, state):
            compiled, python = search_of(game, PositionQuota()), PythonSearch(game, PositionQuota())
            assert isinstance(compiled, CompiledSearch)
            assert _answer(compiled, state) == _answer(python, state)


def test_estimates_of_unusual_positions_agree_with_python() -> None:
    game = numduel.new("sum")
    odd = game.start()._replace(theirs=-1)
    assert rules_of(game) is not None
    report = Engine().analyse(game, odd, Budget(positions=0))
    with pytest.MonkeyPatch.context() as patch:
        for module in ("search", "playouts"):
            patch.setattr(f"numduel.engine.solving.{module}.rules_of", lambda game: None)
        assert Engine().analyse(game, odd, Budget(positions=0)) == report


def test_levels_choose_in_unusual_positions_as_in_python() -> None:
    """Even if only a later position is unusual: Python handles the whole branch."""
    sums, runs = numduel.new("sum"), numduel.new("run", size=3, seed=1)
    quest = numduel.new("quest", stand=True).public()
    odd: list[tuple[AnyGame, Any]] = [
        (sums, sums.start()._replace(mine=50)),
        (sums, sums.start()._replace(mine=59)),
        (runs, runs.start()._replace(me=runs.start().me._replace(score=45))),
        (quest, quest.start()._replace(mine=24)),
        (quest, quest.start()._replace(standing=(Player.ONE,))),
        (quest, quest.start()._replace(standing=(Player.TWO, Player.TWO), choice=0)),
    ]

    def answer(game: AnyGame, state: Any) -> object:
        found: list[object] = [Engine().value(game, Player.ONE, state, Budget(positions=300))]
        status = game.status(state)
        for level in LEVELS.values():
            if isinstance(status, Turn):
                opponent = Opponent(level, Dice(4))
                opponent.begin(game, Player.ONE)
                found.append(opponent.choose(state, status.moves, Budget(positions=300)))
        return found

    compiled = [answer(*one) for one in odd]
    with pytest.MonkeyPatch.context() as patch:
        for module in ("search", "playouts", "expectation"):
            patch.setattr(f"numduel.engine.solving.{module}.rules_of", lambda game: None)
        for one, found in zip(odd, compiled, strict=True):
            with where(*one):
                assert answer(*one) == found


def test_any_memory_size_is_accepted() -> None:
    for game in (numduel.new("maze", seed=1), numduel.new("quest").public()):
        with where(game):
            report = Engine(memory=10**30).analyse(game, game.start(), plenty())
            assert report == Engine().analyse(game, game.start(), plenty())


def _answer(search: Any, state: Any) -> object:
    try:
        return search.value(state, Budget(positions=1000))
    except Exception as error:
        return type(error)


# ---- budgets


def test_search_respects_timeout_and_cancellation() -> None:
    game = numduel.new("maze", size=7, target=400, seed=1)  # takes much longer
    budget = Budget(seconds=0.2)
    with pytest.raises(Exhausted):
        search_of(game).value(game.start(), budget)
    assert budget.spent > 10 * STRIDE
    told: list[int] = []

    def stop(spent: int) -> bool:
        told.append(spent)
        return len(told) == 5

    stopped = Budget(progress=stop)
    with pytest.raises(Exhausted):
        search_of(game).value(game.start(), stopped)
    assert stopped.is_cancelled
    assert len(told) == 5
    assert told[-1] <= 5 * STRIDE


def test_error_in_the_progress_callback_reaches_the_caller() -> None:
    game = numduel.new("run", size=7, seed=1)

    def interrupted(spent: int) -> bool:
        raise KeyboardInterrupt

    search = search_of(game)
    with pytest.raises(KeyboardInterrupt):
        search.value(game.start(), Budget(progress=interrupted))
    before = len(search)
    with pytest.raises(Exhausted):
        search.value(game.start(), Budget(positions=3000))
    assert len(search) > before


@pytest.mark.slow
def test_too_deep_proof_is_abandoned() -> None:
    game = numduel.new("sum", target=10_000, highest=4)
    assert Engine().value(game, Player.ONE, game.start(), Budget(seconds=2)).outcome == "unknown"


def test_threads_can_search_at_the_same_time() -> None:
    """Each thread solves its own games, and all share one."""
    engine, found, shared = Engine(), [], numduel.new("run", size=5, seed=9)
    true = Engine().analyse(shared, shared.start(), plenty())[:4]

    def ask(seed: int) -> None:
        for number in range(5):
            game = numduel.new("maze", size=4, seed=100 * seed + number)
            told = engine.analyse(game, game.start(), plenty())
            found.append(told[:4] == Engine().analyse(game, game.start(), plenty())[:4])
            found.append(engine.analyse(shared, shared.start(), plenty())[:4] == true)

    threads = [Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 40


def test_search_does_not_block_other_threads() -> None:
    """The search releases the GIL."""
    game = numduel.new("run", size=7, seed=1)
    done: list[float] = []

    def ask() -> None:
        with suppress(Exhausted):
            search_of(game).value(game.start(), Budget(seconds=1.0))
        done.append(time.monotonic())

    thread = Thread(target=ask)
    thread.start()
    steps = 0
    while thread.is_alive():
        steps += 1
        time.sleep(0)
    thread.join()
    assert done
    assert steps > 100

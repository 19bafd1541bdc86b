"""The compiled core never crashes: any input, from any number of threads, gets an answer or error.

Under tools/sanitize, what reads or writes outside its memory ends these tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest

import numduel
from duel_support import Variant, needs_core, where
from numduel import Budget
from numduel.batch import make
from numduel.compiled import rules_of
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.engine.solving.quota import PositionQuota

core = needs_core()

LARGEST = [
    Variant("maze", {"size": 7, "extra": 3, "diagonal": 3}),
    Variant("sum", {"highest": 63, "target": 10_000}),
    Variant("run", {"size": 7, "highest": 99}),
    Variant("quest", {"size": 7, "target": 10_000, "stand": True}),
    Variant("race", {"size": 7, "highest": 7}),
]

KINDS = ("MazeRules", "SumRules", "RunRules", "QuestRules", "RaceRules")

BUSY = "one question at a time"


def rules(game: AnyGame) -> Any:
    found = rules_of(game)
    assert found is not None
    return found


def few() -> Budget:
    return Budget(positions=100)


def questions(game: AnyGame) -> list[Callable[[bytes], object]]:
    """Return all questions about a packed position."""
    known = rules(game)
    playouts = core.Playouts(known, Dice(1).rng_state)
    asked = [known.status_of, known.unpack, lambda at: playouts.play(at, 60)]
    asked += [lambda at: known.features_of(at, 0), lambda at: known.after(at, game.vocabulary[0])]
    if game.chance:
        exact, rough = (core.Expectation(known, PositionQuota(), rough) for rough in (False, True))
        asked += [lambda at: exact.chance(at, few()), lambda at: exact.chances(at, few())]
        return [*asked, lambda at: rough.chance(at, few(), 3)]
    search = core.Search(known, PositionQuota())
    asked += [lambda at: search.value(at, few()), lambda at: search.values(at, few())]
    return [*asked, lambda at: search.wins(at, 3, few()), lambda at: search.loses(at, 3, few())]


@pytest.mark.slow
def test_arbitrary_bytes_are_a_position_or_refused() -> None:
    rng = Random(1)
    for variant in LARGEST:
        game = variant.new(1)
        asked = questions(game)
        first, fitting = rules(game).pack(game.start()), 0
        for _ in range(400):
            position = bytearray(first)
            for _ in range(rng.choice((1, 1, 2, 32))):
                position[rng.randrange(32)] = rng.choice((0, 1, 48, 49, 127, 255))
            try:
                rules(game).unpack(bytes(position))
            except ValueError:
                for ask in asked:
                    with pytest.raises(ValueError, match="isn't a position"):
                        ask(bytes(position))
                continue
            fitting += 1
            for ask in asked:
                with suppress(ValueError, OverflowError, numduel.budget.Exhausted):
                    ask(bytes(position))
        assert 0 < fitting < 400, variant


def test_selected_cell_must_be_on_the_grid() -> None:
    """No shift is wider than a word."""
    game = numduel.new("quest", size=7)
    state = game.play(game.start(), "1,1")
    position = bytearray(rules(game).pack(state))
    assert rules(game).unpack(bytes(position)).choice == 0
    for cell in (49, 63, 64, 255):
        position[28] = cell
        with pytest.raises(ValueError, match="isn't a position"):
            rules(game).unpack(bytes(position))
    for standing in ((-1,), (2,), (100,)):
        with pytest.raises(ValueError, match="Player"):
            rules(game).pack(state._replace(standing=standing))


def test_player_must_be_0_or_1() -> None:
    for variant in LARGEST:
        game = variant.new(1)
        position = rules(game).pack(game.start())
        for player in (-1, 2, 31, 2**31 - 1):
            with pytest.raises(ValueError, match="player is 0 or 1"):
                rules(game).features_of(position, player)


def test_failed_init_leaves_rules_unchanged() -> None:
    for kind, variant in zip(KINDS, LARGEST, strict=True):
        ours = getattr(core, kind)
        with pytest.raises(TypeError):
            ours.__new__(ours)
        for other in LARGEST:
            if other is not variant:
                with pytest.raises((AttributeError, TypeError, ValueError)):
                    ours(other.new(1))
        if variant.id != "sum":
            with pytest.raises(OverflowError):
                ours(numduel.new(variant.id, size=12))
    small = rules(numduel.new("maze", size=3))
    features, actions = small.n_features, small.actions
    with suppress(TypeError):
        small.__init__(numduel.new("maze", size=7))
    assert (small.n_features, small.actions) == (features, actions)


def test_invalid_boards_are_refused() -> None:
    race = rules(numduel.new("race"))
    for board in ((), (1,) * 15, (1,) * 10_000, (0,) * 16, (1,) * 15 + (255,)):
        with pytest.raises(ValueError, match="board"):
            core.count_listed(race, [(board, 1)], PositionQuota(), 10)
    maze = numduel.new("maze")
    for numbers in ((1,) * 9, (*range(1, 9), 10)):
        with pytest.raises(ValueError, match="board"):
            core.count_listed(
                rules(maze), [(maze._board._replace(numbers=numbers), 1)], PositionQuota(), 10
            )


def test_counting_boards_leaves_the_rules_unchanged() -> None:
    game = numduel.new("run", seed=3)
    known = rules(game)
    position = known.pack(game.start())
    before = known.features_of(position, 0)
    core.count_dealt(known, 1, 3, PositionQuota(), 10)
    assert known.features_of(position, 0) == before


def test_search_and_expectation_refuse_each_others_games() -> None:
    quest, race = rules(numduel.new("quest")), rules(numduel.new("race"))
    with pytest.raises(ValueError, match="without chance"):
        core.Search(quest, PositionQuota())
    with pytest.raises(ValueError, match="with chance"):
        core.Expectation(race, PositionQuota(), True)


def test_exact_chance_refuses_a_limited_depth() -> None:
    """At a limited depth, positions beyond count as even, which isn't a whole number of orders."""
    game = numduel.new("quest").public()
    position = rules(game).pack(game.start())
    with pytest.raises(OverflowError):
        core.Expectation(rules(game), PositionQuota(), False).chance(position, Budget(), 2)
    rough = core.Expectation(rules(game), PositionQuota(), True)
    assert rough.chance(position, Budget(), -3) == rough.chance(position, Budget(), 0) == 0.5


def test_huge_number_of_turns_proves_nothing_false() -> None:
    game = numduel.new("sum", target=20)
    search = core.Search(rules(game), PositionQuota())
    position = rules(game).pack(game.start())
    is_won = search.value(position, Budget()) > 0
    assert search.wins(position, 2**31 - 1, Budget()) == is_won
    assert search.loses(position, 2**31 - 1, Budget()) != is_won


# ---- batches


def test_tampered_games_are_refused_or_playable() -> None:
    rng = Random(2)
    for variant in LARGEST:
        games: Any = make(variant.id, 2, seed=1, **variant.options)
        core_games, went_on = games._games, 0
        whole = core_games.dump()
        with pytest.raises(ValueError, match="other games"):
            core_games.restore(whole, [1] * 1000)
        for _ in range(200):
            kept = bytearray(whole)
            for _ in range(rng.choice((1, 2, 30))):
                kept[rng.randrange(len(kept))] = rng.randrange(256)
            try:
                core_games.restore(bytes(kept), [1, 2])
            except ValueError:
                continue
            went_on += 1
            for _ in range(3):
                with suppress(ValueError, numduel.SetupError):
                    games.step(games.sample())
            core_games.dump()
        assert 0 < went_on < 200, variant


def written(known: Any, count: int, shift: int = 0) -> tuple[Any, ...]:
    sizes = [2 * known.n_features, known.actions, 1, 8, 1, 1]
    return tuple(np.zeros(count * size + 8, np.uint8)[shift:][: count * size] for size in sizes)


def test_unaligned_arrays_are_refused() -> None:
    known = rules(numduel.new("maze"))
    with pytest.raises(ValueError, match="not aligned"):
        core.Games(known, 4, True, 0, written(known, 4, 1), 9)
    games = core.Games(known, 4, True, 0, written(known, 4), 9)
    askew = np.zeros(40, np.uint8)[1:33]
    with pytest.raises(ValueError, match="64-bit integers"):
        games.step(askew)
    with pytest.raises(ValueError, match="64-bit integers"):
        games.sample(askew, np.zeros(4, np.int64))


def test_core_checks_the_arguments_of_duels() -> None:
    known, game = rules(numduel.new("maze")), numduel.new("maze")
    highest = [feature.highest for feature in game.layout()[1]]
    sizes = [4 * 49, known.actions, 1, 8, 1, 1, 4 * 49, 16, 8]

    def make(shift: int = 0, **more: Any) -> Any:
        arrays = [np.zeros(4 * n + 8, np.uint8)[shift:][: 4 * n] for n in sizes]
        asked = {"seat": 0, "tries": 9, "highest": highest, "has_planes": False} | more
        return core.DuelGames(known, 4, True, 0, arrays, 9, **asked)

    wrong: list[dict[str, Any]] = [
        {"seat": 3},
        {"tries": 256},
        {"highest": highest[1:]},
        {"highest": [0, *highest[1:]]},
        {"has_planes": True},
        {"shift": 1},
    ]
    for more in wrong:
        with where(more), pytest.raises(ValueError, match=r"range|highest|size|aligned|a seat"):
            make(**more)
    with pytest.raises(ValueError, match="Games have none"):
        core.Games(known, 4, True, 0, written(known, 4), 9, seat=1)
    games = make(is_asked=True)
    for number in range(4):
        assert games.begin(number, number, number)
    for actions in (np.zeros(3, np.int64), np.zeros(4, np.int32)):
        with pytest.raises(ValueError, match="64-bit integers"):
            games.step(actions)
    assert games.step(np.array([0, 0, 0, 9])) == 3
    for array in (np.zeros(4 * 49 * 4 - 1, np.uint8), np.zeros(4 * 49 * 4 + 1, np.uint8)[1:]):
        with pytest.raises(ValueError, match="wrong size"):
            games.write_to(array)
    assert games.step(np.zeros(4, np.int64)) is None
    count = games.pending()
    assert count > 0
    for seen, mask in ((49 * count - 1, 9 * count), (49 * count, 9 * count - 1)):
        with pytest.raises(ValueError, match="wrong size"):
            games.observe_pending(np.zeros(seen, np.float32), np.zeros(mask, np.int8))
    with pytest.raises(ValueError, match="one per pending game"):
        games.answer(np.zeros(count + 1, np.int64))
    for action in (-1, 9, 64, 2**40):
        assert games.answer(np.full(count, action)) == 0


def test_core_refuses_boards_that_python_deals() -> None:
    board = numduel.new("maze", starts="random", target=9, seed=1)
    known = rules(board)
    for target in range(2, 9):
        with suppress(numduel.SetupError):
            known = rules(numduel.new("maze", starts="random", target=target, seed=1))
        if not known.can_deal:
            break
    assert not known.can_deal
    with pytest.raises(ValueError, match="Python deals"):
        core.Games(known, 4, True, 0, written(known, 4), 9)
    for bonus in ({"extra": 144}, {"extra": 5, "diagonal": 5}, {"diagonal": 8, "starts": "random"}):
        options = type(board.options)(size=3, **bonus)  # doesn't fit on the board
        assert not rules(type(board)(options, board._board)).can_deal


# ---- threads


def run_in_threads(ask: Callable[[], object]) -> list[str]:
    """Run a call in four threads; return the errors."""
    refused: list[str] = []

    def asks() -> None:
        try:
            ask()
        except RuntimeError as why:
            refused.append(str(why))

    threads = [Thread(target=asks) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return refused


def test_search_answers_one_question_at_a_time() -> None:
    game = numduel.new("run", size=6, seed=1)
    position = rules(game).pack(game.start())
    search = core.Search(rules(game), PositionQuota())
    again: list[str] = []

    def asks_again(spent: int) -> None:
        again.extend(run_in_threads(lambda: search.value(position, Budget())))

    found = search.value(position, Budget(progress=asks_again))
    assert again
    assert all(BUSY in why for why in again)
    assert search.value(position, Budget()) == found
    assert core.Search(rules(game), PositionQuota()).value(position, Budget()) == found


def test_failed_question_does_not_block_the_search() -> None:
    game = numduel.new("sum")
    search = core.Search(rules(game), PositionQuota())
    position = rules(game).pack(game.start())
    for odd in (None, 3, "much"):
        with pytest.raises((AttributeError, TypeError)):
            search.value(position, odd)
    assert search.value(position, Budget())


def test_playouts_refuse_a_second_thread() -> None:
    game = numduel.new("run", size=7, seed=1)
    position = rules(game).pack(game.start())
    playouts = core.Playouts(rules(game), Dice(1).rng_state)
    refused = run_in_threads(lambda: playouts.play(position, 500, 3000))
    assert all("another thread" in why for why in refused)
    alone = core.Playouts(rules(game), Dice(1).rng_state)
    alone.play(position, 500, 3000 * (4 - len(refused)))
    assert playouts.rng_state == alone.rng_state


# ---- growing memory


def cancel_at(full: int, checks: int, known: Any) -> tuple[Budget, list[int]]:
    """Return a budget that cancels at one of the checks made while `full` positions are known.

    0 is none of them; the list tells how many there were.
    """
    calls: list[int] = []

    def stop(spent: int) -> bool:
        calls.extend([spent] * (len(known) == full))
        return 0 < len(calls) == checks

    return Budget(progress=stop), calls


def test_search_continues_after_cancellation_during_growth() -> None:
    """While nodes are copied, and while a table is cleared and filled."""
    game = numduel.new("run", size=7, seed=1)
    position = rules(game).pack(game.start())
    search = core.Search(rules(game), PositionQuota())
    budget, calls = cancel_at(2**17, 0, search)
    found = search.value(position, budget)
    assert len(calls) == 9  # 4 while nodes are copied, 3 and 2 while the table is built
    for checks in range(1, len(calls) + 1):
        search = core.Search(rules(game), PositionQuota())
        with pytest.raises(numduel.budget.Exhausted):
            search.value(position, cancel_at(2**17, checks, search)[0])
        assert search.value(position, Budget()) == found
        assert len(search) > 2**17


@pytest.mark.slow
def test_expectation_continues_after_cancellation_during_growth() -> None:
    game = numduel.new("quest", size=4, target=25, stand=True).public()
    position = rules(game).pack(game.start())
    chances = core.Expectation(rules(game), PositionQuota(), False)
    budget, calls = cancel_at(2**17, 0, chances)
    found = chances.chance(position, budget)
    for checks in (1, len(calls) // 2, len(calls) - 2, len(calls)):
        chances = core.Expectation(rules(game), PositionQuota(), False)
        with pytest.raises(numduel.budget.Exhausted):
            chances.chance(position, cancel_at(2**17, checks, chances)[0])
        assert chances.chance(position, Budget()) == found


WITHOUT_MEMORY = """
import resource
import numduel
from numduel import Budget
from numduel.engine import Engine

for game in (
    numduel.new("run", size=7, seed=1),
    numduel.new("quest", size=4, target=25, stand=True).public(),
):
    engine, state = Engine(), game.start()
    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as pages:
        taken = int(pages.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + 12 * 2**20, unlimited[1]))
    report = engine.analyse(game, state, Budget())
    resource.setrlimit(resource.RLIMIT_AS, unlimited)
    assert not report.is_exact, report
    assert len(engine) == 0
    assert engine.analyse(game, state, Budget())[:4] == Engine().analyse(game, state, Budget())[:4]
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc")
def test_out_of_memory_leaves_moves_unknown_and_frees_memory() -> None:
    asked = subprocess.run(
        [sys.executable, "-c", WITHOUT_MEMORY], capture_output=True, text=True, timeout=120
    )
    assert (asked.returncode, asked.stderr) == (0, "")


ON_A_SMALL_STACK = """
import threading
import numduel
from numduel import Budget
from numduel.compiled import loaded, rules_of
from numduel.engine.solving.quota import PositionQuota

def ask():
    game = numduel.new("sum", target=10_000, highest=4)
    rules = rules_of(game)
    try:
        loaded().Search(rules, PositionQuota()).wins(rules.pack(game.start()), 20_000, Budget())
    except RecursionError as error:
        errors.append(str(error))

errors = []
threading.stack_size(256 * 1024)
thread = threading.Thread(target=ask)
thread.start()
thread.join()
assert errors == ["the proof is too deep"]
"""


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="its frames are larger")
def test_deep_proof_fits_on_a_small_stack() -> None:
    asked = subprocess.run(
        [sys.executable, "-c", ON_A_SMALL_STACK], capture_output=True, text=True, timeout=120
    )
    assert (asked.returncode, asked.stderr) == (0, "")


# ---- loading


def test_broken_core_counts_as_missing(tmp_path: Path) -> None:
    package = tmp_path / "numduel"
    ours = Path(numduel.__file__).parent
    shutil.copytree(ours, package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    broken = [
        ("core.abi3.so", ""),
        ("core.abi3.so", "no library"),
        ("core.py", "raise SystemError"),
    ]
    for name, content in broken:
        file = package / "compiled" / name
        file.write_text(content)
        version = subprocess.run(
            [sys.executable, "-m", "numduel", "--version"],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        file.unlink()
        assert (version.returncode, version.stderr) == (0, ""), name
        assert "rules in Python" in version.stdout

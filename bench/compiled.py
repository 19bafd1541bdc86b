"""Compare the compiled core with hand-written C and with the rules in Python."""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numduel
from numduel import Budget, Turn
from numduel.compiled import loaded, rules_of
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.engine import Engine, Report
from numduel.engine.solving import expectation, search
from numduel.engine.solving.playouts import play_out
from numduel.engine.solving.sweep import PythonSweep, _find_positions, sweep

ROUNDS = 7
"""Rounds in which the sides take turns; the median ratio counts."""

MAX_STEPS = 500
"""Steps after which a random game stops."""

GAMES, PYTHON_GAMES = 100_000, 300
"""Random games for compiled code and for Python."""

C_TARGETS = {"sum": 4.5}
"""Maximum time of a step relative to C (default: 2)."""

PYTHON_TARGET = 40.0
"""Minimum speed of a step relative to Python."""


class Measurement(NamedTuple):
    """A measured ratio and its target."""

    what: str
    ratio: float
    target: float
    is_maximum: bool
    """Whether the target is a maximum, not a minimum."""

    @property
    def is_met(self) -> bool:
        return self.ratio <= self.target if self.is_maximum else self.ratio >= self.target

    def __str__(self) -> str:
        bound = "at most" if self.is_maximum else "at least"
        word = "" if self.is_met else "   MISSED"
        return f"{self.what:<44} {self.ratio:>9.2f}   {bound} {self.target:g}{word}"


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a call in seconds."""
    before = process_time()
    work()
    return process_time() - before


def ratios(one: Callable[[], object], other: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the median ratio of the times of two calls, measured in turns."""
    return median(seconds(one) / seconds(other) for _ in range(rounds))


# ---- random games


class Tally(ctypes.Structure):
    """Results of random games in C."""

    _fields_ = [(name, ctypes.c_long) for name in ("one", "two", "steps")]


def c_games(folder: str) -> ctypes.CDLL:
    """Compile the hand-written games with the flags of the core and load them."""
    source, built = Path(__file__).with_name("random_games.c"), Path(folder, "random_games.so")
    compiler = shutil.which("cc") or sys.exit("This benchmark needs a C compiler.")
    flags = ["-O3", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(source), "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))


def play_in_c(library: ctypes.CDLL, game: AnyGame, seed: int) -> tuple[int, int, int]:
    options, board = game.options, game._board
    numbers = bytes(getattr(board, "numbers", board) or [0])
    size = getattr(options, "size", 0) or getattr(options, "highest", 0)
    tally, count = Tally(), ctypes.c_long(GAMES)
    play = getattr(library, f"{game.id}_games")
    play(numbers, size, getattr(options, "target", 0), seed, count, MAX_STEPS, ctypes.byref(tally))
    return tally.one, tally.two, tally.steps


def random_games() -> list[Measurement]:
    """Time random games; check that all sides play the same ones."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        library = c_games(folder)
        for id in numduel.games():
            game = numduel.new(id, seed=1)
            public, rules = game.public(), rules_of(game)
            assert rules is not None
            first = rules.pack(public.start())

            def compiled(count: int = GAMES, rules: Any = rules, first: bytes = first) -> Any:
                return loaded().Playouts(rules, Dice(5).rng_state).play(first, MAX_STEPS, count)

            def python(public: AnyGame = public) -> int:
                dice = Dice(5)
                played = [
                    play_out(public, public.start(), dice, MAX_STEPS) for _ in range(PYTHON_GAMES)
                ]
                return sum(len(each.moves) for each in played)

            assert compiled()[:3] == play_in_c(library, game, 5), f"{id} differs in C"
            steps = python()
            assert compiled(PYTHON_GAMES)[2] == steps, f"{id} differs in Python"
            share = steps / compiled()[2]
            beside_c = ratios(compiled, partial(play_in_c, library, game, 5))
            target = C_TARGETS.get(id, 2.0)
            found.append(Measurement(f"{id}: a random step, times C", beside_c, target, True))
            faster = ratios(python, compiled) / share
            name = f"{id}: random steps, times Python"
            found.append(Measurement(name, faster, PYTHON_TARGET, False))
    return found


# ---- exact values

ANALYSES: list[tuple[str, dict[str, Any], float, int]] = [
    ("sum", {}, 15, 3),
    ("maze", {}, 40, 100),
    ("maze", {"size": 5}, 40, 3),
    ("maze", {"size": 7}, 40, 1),
    ("run", {}, 40, 10),
    ("run", {"size": 6}, 40, 1),
    ("race", {"size": 7}, 40, 5),
    ("quest", {}, 100, 2),
    ("quest", {"stand": True}, 100, 1),
    ("quest", {"size": 4, "target": 25}, 100, 1),
]
"""First positions, the target ratio, and the number of repetitions in Python."""


class PurePython:
    """A context in which the engine does not use the core."""

    def __enter__(self) -> None:
        for module in (search, expectation):
            vars(module)["rules_of"] = lambda game: None

    def __exit__(self, *why: object) -> None:
        for module in (search, expectation):
            vars(module)["rules_of"] = rules_of


def analysis() -> list[Measurement]:
    """Time the analysis of first positions with an empty engine."""
    found = []
    for id, options, target, often in ANALYSES:
        seeds = range(3, 100)
        games = (numduel.new(id, seed=seed, **options).public() for seed in seeds)
        game = next(each for each in games if isinstance(each.status(each.start()), Turn))

        def analysed(game: AnyGame = game) -> Any:
            return Engine().analyse(game, game.start(), Budget())

        def python(often: int = often, analysed: Callable[[], Any] = analysed) -> Any:
            with PurePython():
                for _ in range(often):
                    report = analysed()
            return report

        def compiled(often: int = often, analysed: Callable[[], Any] = analysed) -> Any:
            for _ in range(10 * often):
                report = analysed()
            return report

        assert python()[:4] == compiled()[:4], f"{game} differs in Python"
        rounds = 3 if often == 1 else ROUNDS
        faster = 10 * ratios(python, compiled, rounds)
        label = " ".join([id, *(f"{name}={value}" for name, value in options.items())])
        found.append(Measurement(f"{label}: analysed, times Python", faster, target, False))
    return found


# ---- labels

SWEPT: list[tuple[str, dict[str, Any], int]] = [
    ("maze", {}, 100),
    ("maze", {"size": 4}, 20),
    ("maze", {"size": 5}, 1),
    ("race", {}, 100),
    ("race", {"size": 7}, 20),
    ("sum", {}, 5),
]
"""Games whose positions are all labelled, and the number of boards."""

MAX_PYTHON_POSITIONS, MAX_POSITIONS = 20_000, 1 << 22
"""Maximum positions per board for Python and for the core."""


def sweep_boards(boards: list[AnyGame]) -> list[int]:
    """Label all positions of some boards; return how many each has."""
    return [len(loaded().Sweep(rules_of(game), MAX_POSITIONS, Budget())) for game in boards]


def sweep_in_python(game: AnyGame) -> list[Report]:
    with PurePython():
        found = _find_positions(game, MAX_PYTHON_POSITIONS, Budget())
        assert found is not None
        positions = PythonSweep(game, found)
        return [positions.report(number, Budget()) for number in range(len(positions))]


def labels() -> list[Measurement]:
    """Time labelling all positions of boards."""
    measured = []
    for id, options, count in SWEPT:
        boards = [numduel.new(id, seed=seed, **options) for seed in range(count)]
        counts = sweep_boards(boards)
        label = " ".join([id, *(f"{name}={value}" for name, value in options.items())])
        rate = sum(counts) / median(seconds(partial(sweep_boards, boards)) for _ in range(ROUNDS))
        name = f"{label}: labelled, millions per second"
        measured.append(Measurement(name, rate / 1e6, 1, False))
        largest = max(counts)
        if largest <= MAX_PYTHON_POSITIONS:
            game = boards[counts.index(largest)]
            reports = sweep_in_python(game)
            found = sweep(game, MAX_PYTHON_POSITIONS, Budget())
            assert found is not None
            same = (found.report(n, Budget())[:4] == one[:4] for n, one in enumerate(reports))
            assert all(same), f"{game} differs in Python"
            slow = median(seconds(partial(sweep_in_python, game)) for _ in range(3))
            name = f"{label}: labelled, times Python"
            measured.append(Measurement(name, rate * slow / largest, 40, False))
    return measured


PARTS = {"play": random_games, "analyse": analysis, "label": labels}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "parts", nargs="*", choices=[*PARTS, []], help="parts to run (default: all)"
    )
    asked = parser.parse_args().parts or list(PARTS)
    if loaded() is None:
        sys.exit("The compiled core is not built. Install a C compiler and run `make check`.")
    met = True
    for part in asked:
        for measurement in PARTS[part]():
            print(measurement, flush=True)
            met = met and measurement.is_met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())

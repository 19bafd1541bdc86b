"""The compiled core beside C written by hand and beside the rules in Python, in one run."""

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
from numduel.dataset.pieces import find
from numduel.dataset.positions import Source
from numduel.dice import Dice
from numduel.engine import Engine, Report
from numduel.engine.solving import expectation, search
from numduel.engine.solving.playouts import play_out
from numduel.engine.solving.sweep import PythonSweep, _find_positions, sweep

ROUNDS = 7
"""How often the sides take turns; the median of their ratios counts."""

LONGEST = 500
"""Steps after which a random game is given up."""

GAMES, FEW = 100_000, 300
"""Random games for what is compiled, and for Python, whose time a step is the same."""

BESIDE_C = {"sum": 4.5}
"""A step takes at most so many times as long as in C; twice, where nothing else is said."""

BESIDE_PYTHON = 40.0
"""A step is at least so many times faster than by the rules in Python."""


class Mark(NamedTuple):
    """Something measured, and what it should be."""

    what: str
    ratio: float
    mark: float
    is_most: bool
    """Whether the mark is the most that it may be, and not the least."""

    @property
    def is_met(self) -> bool:
        return self.ratio <= self.mark if self.is_most else self.ratio >= self.mark

    def __str__(self) -> str:
        bound = "at most" if self.is_most else "at least"
        word = "" if self.is_met else "   MISSED"
        return f"{self.what:<44} {self.ratio:>9.2f}   {bound} {self.mark:g}{word}"


def seconds(work: Callable[[], object]) -> float:
    """The CPU time that something takes."""
    before = process_time()
    work()
    return process_time() - before


def ratios(one: Callable[[], object], other: Callable[[], object], rounds: int = ROUNDS) -> float:
    """How many times as long the one takes as the other, by turns."""
    return median(seconds(one) / seconds(other) for _ in range(rounds))


# ---- random games


class Tally(ctypes.Structure):
    """What became of random games in C."""

    _fields_ = [(name, ctypes.c_long) for name in ("one", "two", "steps")]


def c_games(folder: str) -> ctypes.CDLL:
    """The games written by hand, compiled as the core is."""
    source, built = Path(__file__).with_name("random_games.c"), Path(folder, "random_games.so")
    compiler = shutil.which("cc") or sys.exit("this bench needs a C compiler")
    flags = ["-O3", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(source), "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))


def in_c(library: ctypes.CDLL, game: AnyGame, seed: int) -> tuple[int, int, int]:
    options, board = game.options, game._board
    numbers = bytes(getattr(board, "numbers", board) or [0])
    size = getattr(options, "size", 0) or getattr(options, "highest", 0)
    tally, count = Tally(), ctypes.c_long(GAMES)
    play = getattr(library, f"{game.id}_games")
    play(numbers, size, getattr(options, "target", 0), seed, count, LONGEST, ctypes.byref(tally))
    return tally.one, tally.two, tally.steps


def random_play() -> list[Mark]:
    """Every side plays the same games by the same dice, which is checked."""
    marks = []
    with tempfile.TemporaryDirectory() as folder:
        library = c_games(folder)
        for id in numduel.games():
            game = numduel.new(id, seed=1)
            public, rules = game.public(), rules_of(game)
            assert rules is not None
            first = rules.pack(public.start())

            def compiled(count: int = GAMES, rules: Any = rules, first: bytes = first) -> Any:
                return loaded().Playouts(rules, Dice(5).rng_state).play(first, LONGEST, count)

            def python(public: AnyGame = public) -> int:
                dice = Dice(5)
                played = [play_out(public, public.start(), dice, LONGEST) for _ in range(FEW)]
                return sum(len(each.moves) for each in played)

            assert compiled()[:3] == in_c(library, game, 5), f"{id} is not the same in C"
            steps = python()
            assert compiled(FEW)[2] == steps, f"{id} is not the same in Python"
            share = steps / compiled()[2]
            beside_c = ratios(compiled, partial(in_c, library, game, 5))
            most = BESIDE_C.get(id, 2.0)
            marks.append(Mark(f"{id}: a random step, times C", beside_c, most, True))
            faster = ratios(python, compiled) / share
            marks.append(Mark(f"{id}: random steps, times Python", faster, BESIDE_PYTHON, False))
    return marks


# ---- exact values

ANALYSED: list[tuple[str, dict[str, Any], float, int]] = [
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
"""First positions, how many times faster they should be analysed, and how often Python is asked."""


class InPython:
    """While it is entered, the engine does without the core."""

    def __enter__(self) -> None:
        for module in (search, expectation):
            vars(module)["rules_of"] = lambda game: None

    def __exit__(self, *why: object) -> None:
        for module in (search, expectation):
            vars(module)["rules_of"] = rules_of


def analysis() -> list[Mark]:
    """Every move of the first position with its value, by an engine that knows nothing yet."""
    marks = []
    for id, options, mark, often in ANALYSED:
        seeds = range(3, 100)
        games = (numduel.new(id, seed=seed, **options).public() for seed in seeds)
        game = next(each for each in games if isinstance(each.status(each.start()), Turn))

        def analysed(game: AnyGame = game) -> Any:
            return Engine().analyse(game, game.start(), Budget())

        def python(often: int = often, analysed: Callable[[], Any] = analysed) -> Any:
            with InPython():
                for _ in range(often):
                    report = analysed()
            return report

        def compiled(often: int = often, analysed: Callable[[], Any] = analysed) -> Any:
            for _ in range(10 * often):
                report = analysed()
            return report

        assert python()[:4] == compiled()[:4], f"{game} is not the same in Python"
        rounds = 3 if often == 1 else ROUNDS
        faster = 10 * ratios(python, compiled, rounds)
        words = " ".join([id, *(f"{name}={value}" for name, value in options.items())])
        marks.append(Mark(f"{words}: analysed, times Python", faster, mark, False))
    return marks


# ---- labels

LABELLED: list[tuple[str, dict[str, Any], int]] = [
    ("maze", {}, 100),
    ("maze", {"size": 4}, 20),
    ("maze", {"size": 5}, 1),
    ("race", {}, 100),
    ("race", {"size": 7}, 20),
    ("sum", {}, 5),
]
"""Games of which all positions are labelled, and on how many boards."""

MANY, MOST = 20_000, 1 << 22
"""Positions of a board that Python labels, and that the core does, at most."""


def swept(boards: list[AnyGame]) -> list[int]:
    """Label all positions of some boards; how many each has."""
    return [len(loaded().Sweep(rules_of(game), MOST, Budget())) for game in boards]


def swept_in_python(game: AnyGame) -> list[Report]:
    with InPython():
        found = _find_positions(game, MANY, Budget())
        assert found is not None
        positions = PythonSweep(game, found)
        return [positions.report(number, Budget()) for number in range(len(positions))]


def labels() -> list[Mark]:
    """All positions of boards with the value of every move, and how fast they are written."""
    marks = []
    for id, options, count in LABELLED:
        boards = [numduel.new(id, seed=seed, **options) for seed in range(count)]
        counts = swept(boards)
        words = " ".join([id, *(f"{name}={value}" for name, value in options.items())])
        rate = sum(counts) / median(seconds(partial(swept, boards)) for _ in range(ROUNDS))
        marks.append(Mark(f"{words}: labelled, millions a second", rate / 1e6, 1, False))
        largest = max(counts)
        if largest <= MANY:
            game = boards[counts.index(largest)]
            reports = swept_in_python(game)
            found = sweep(game, MANY, Budget())
            assert found is not None
            same = (found.report(n, Budget())[:4] == one[:4] for n, one in enumerate(reports))
            assert all(same), f"{game} is not the same in Python"
            slow = median(seconds(partial(swept_in_python, game)) for _ in range(3))
            marks.append(Mark(f"{words}: labelled, times Python", rate * slow / largest, 40, False))
    for id in numduel.games():
        before = process_time()
        lines = len(find(Source(id, (), 1, 50), (0, 8)).ids)
        rate = lines / (process_time() - before)
        print(f"{id}: {rate:,.0f} lines of a data set a second, in one process")
    return marks


PARTS = {"play": random_play, "analyse": analysis, "label": labels}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all, if none is named")
    asked = parser.parse_args().parts or list(PARTS)
    if loaded() is None:
        sys.exit("the compiled core is not built: make test builds it where there is a C compiler")
    met = True
    for part in asked:
        for mark in PARTS[part]():
            print(mark, flush=True)
            met = met and mark.is_met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())

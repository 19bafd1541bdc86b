"""Print the table "Limits, measured" of docs/engine.md: the cost of solving first positions."""

from __future__ import annotations

import argparse
import gc
import time
from typing import Any

import numduel
from numduel import NumduelError, Report
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.engine import Engine

CASES: list[tuple[str, dict[str, Any]]] = [
    ("maze", {}),
    ("maze", {"extra": 2, "diagonal": 2}),
    ("maze", {"size": 4}),
    ("maze", {"size": 5}),
    ("maze", {"size": 6}),
    ("maze", {"size": 7}),
    ("maze", {"size": 8}),
    ("maze", {"size": 12}),
    ("sum", {}),
    ("sum", {"target": 100}),
    ("sum", {"target": 200}),
    ("sum", {"target": 500}),
    ("run", {"size": 4}),
    ("run", {}),
    ("run", {"size": 6}),
    ("run", {"size": 7}),
    ("run", {"size": 8}),
    ("run", {"size": 9}),
    ("quest", {}),
    ("quest", {"stand": True}),
    ("quest", {"size": 4}),
    ("quest", {"size": 4, "target": 25}),
    ("quest", {"size": 4, "target": 34}),
    ("quest", {"size": 4, "stand": True}),
    ("race", {}),
    ("race", {"size": 6}),
    ("race", {"size": 8}),
    ("race", {"size": 12}),
]


MEMORY = 10**8
"""Positions that the engine may remember: more than it visits in a minute."""


def deal_game(id: str, options: dict[str, Any]) -> AnyGame:
    """Return the board of the first seed that is not over before the first move."""
    for seed in range(1, 100):
        game = numduel.new(id, seed=seed, **options)
        try:
            numduel.analyse(game, None, positions=0)
        except NumduelError:
            continue
        return game
    raise AssertionError("no such board")


def row(id: str, options: dict[str, Any], seconds: float) -> str:
    game = deal_game(id, options)
    gc.collect()  # free the memory of earlier cases before the clock starts
    began = time.perf_counter()
    report = Engine(MEMORY).analyse(game, game.start(), Budget(seconds))
    took = time.perf_counter() - began
    variant = ", ".join(f"{name} {value}" for name, value in options.items()) or "standard"
    return f"| {id} | {variant} | {report.positions:,} | {_time(took)} | {_answer(report)} |"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.2 else f"{seconds * 1000:.1f} ms"


def _answer(report: Report) -> str:
    return str(report.value) if report.how == "exact" else f"not exact: {report.value}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--seconds", type=float, default=60, help="time limit for each case (default: 60)"
    )
    asked = options.parse_args()
    print("| game | options | positions visited | time | value of the first position |")
    print("| --- | --- | ---: | ---: | --- |")
    for id, given in CASES:
        print(row(id, given, asked.seconds), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

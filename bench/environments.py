"""Measure steps per second of the environments next to PettingZoo's and OpenSpiel's own."""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import numduel

ROUNDS = 9
"""Rounds in which all sides take turns; figures and ratios are medians."""

Play = Callable[[Callable[[], float]], int]
"""A function that plays one random game and returns the number of moves."""


# ---- loops


def aec(env: Any) -> Play:
    """Return the loop of PettingZoo's documentation, with observation and mask at every step."""

    def play(random: Callable[[], float]) -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(random() * len(legal))]))
                moves += 1
        return moves

    return play


def spiel(game: Any) -> Play:
    """Return the loop of OpenSpiel's documentation; chance does not count as a move."""

    def play(random: Callable[[], float]) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
        return moves

    return play


def sides() -> tuple[dict[str, Play], dict[str, Play]]:
    """Return the loops to measure for PettingZoo and for OpenSpiel: theirs first, then ours."""
    import pyspiel
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    from numduel.adapters.pettingzoo import env

    for registering in ("open_spiel.python.games", "numduel.adapters.openspiel"):
        import_module(registering)
    both = (("tictactoe", tictactoe_v3), ("connect four", connect_four_v3))
    zoo = {f"{name} env()": aec(module.env()) for name, module in both}
    zoo |= {f"{name} raw_env": aec(module.raw_env()) for name, module in both}
    zoo |= {id: aec(env(id)) for id in numduel.games()}
    names = {"tic-tac-toe in Python": "python_tic_tac_toe"}
    names |= {id: f"numduel_{id}" for id in numduel.games()}
    return zoo, {label: spiel(pyspiel.load_game(name)) for label, name in names.items()}


RIVALS = ("tictactoe env()", "connect four env()", "tic-tac-toe in Python")
"""Environments that all our games should be faster than."""


# ---- measuring


class Row(NamedTuple):
    """The measurements of one environment."""

    form: str
    name: str
    steps: float
    """Moves per second."""
    ratio: float | None
    """Moves per second relative to the fastest rival; None for rivals."""


def measure_rate(play: Play, seed: int, seconds: float) -> float:
    random = Random(seed).random
    moves, taken, began = 0, 0.0, process_time()
    while taken < seconds:
        moves += play(random)
        taken = process_time() - began
    return moves / taken


def measure(form: str, plays: dict[str, Play], seconds: float) -> list[Row]:
    """Measure all environments of one library in turns."""
    each = seconds / ROUNDS
    rounds = [{n: measure_rate(play, r, each) for n, play in plays.items()} for r in range(ROUNDS)]
    rivals = [name for name in plays if name in RIVALS]

    def ratio(name: str) -> float | None:
        if name not in numduel.games():
            return None
        return median(figures[name] / max(figures[rival] for rival in rivals) for figures in rounds)

    return [Row(form, n, median(figures[n] for figures in rounds), ratio(n)) for n in plays]


# ---- output


def table(rows: list[Row]) -> str:
    lines = [f"{'form':<12}{'environment':<24}{'steps/s':>9}{'ratio':>9}"]
    for form, name, steps, ratio in rows:
        ahead = "" if ratio is None else f"{ratio:.2f}×"
        lines.append(f"{form:<12}{name:<24}{steps:>9,.0f}{ahead:>9}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="time for each side (default: 2)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")  # pygame warns when it is imported
    zoo, spiels = sides()
    rows = [
        *measure("PettingZoo", zoo, asked.seconds),
        *measure("OpenSpiel", spiels, asked.seconds),
    ]
    print(json.dumps([row._asdict() for row in rows], indent=2) if asked.json else table(rows))
    behind = [
        f"{row.form}'s {row.name}" for row in rows if row.ratio is not None and row.ratio <= 1
    ]
    if behind:
        print(f"behind: {', '.join(behind)}", file=sys.stderr)
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())

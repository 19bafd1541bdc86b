"""Steps a second of the environments, in one run beside PettingZoo's and OpenSpiel's own."""

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
"""How often all take turns; the median counts, of figures and of ratios."""

Play = Callable[[Callable[[], float]], int]
"""Plays one random game and tells how many moves the players made."""


# ---- how a game is played


def aec(env: Any) -> Play:
    """By the loop of PettingZoo's documentation, an observation and a mask at every step."""

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
    """By the loop of OpenSpiel's documentation; what chance draws is no move."""

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
    """All that is measured of PettingZoo's form and of OpenSpiel's: theirs first, then ours."""
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


MARKS = ("tictactoe env()", "connect four env()", "tic-tac-toe in Python")
"""Those that every game of ours is to be ahead of."""


# ---- measuring


class Row(NamedTuple):
    """What came out for one environment."""

    form: str
    name: str
    steps: float
    """Moves a second."""
    ratio: float | None
    """How many times as many as the fastest of those it is to be ahead of; None for theirs."""


def paced(play: Play, seed: int, seconds: float) -> float:
    random = Random(seed).random
    moves, taken, began = 0, 0.0, process_time()
    while taken < seconds:
        moves += play(random)
        taken = process_time() - began
    return moves / taken


def measure(form: str, plays: dict[str, Play], seconds: float) -> list[Row]:
    """All of one form, taking turns."""
    each = seconds / ROUNDS
    rounds = [{n: paced(play, r, each) for n, play in plays.items()} for r in range(ROUNDS)]
    marks = [name for name in plays if name in MARKS]

    def ratio(name: str) -> float | None:
        if name not in numduel.games():
            return None
        return median(figures[name] / max(figures[mark] for mark in marks) for figures in rounds)

    return [Row(form, n, median(figures[n] for figures in rounds), ratio(n)) for n in plays]


# ---- telling


def table(rows: list[Row]) -> str:
    lines = [f"{'form':<12}{'environment':<24}{'steps/s':>9}{'ratio':>9}"]
    for form, name, steps, ratio in rows:
        ahead = "" if ratio is None else f"{ratio:.2f}×"
        lines.append(f"{form:<12}{name:<24}{steps:>9,.0f}{ahead:>9}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long each is played (default: 2)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")  # of pygame, when it is loaded
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

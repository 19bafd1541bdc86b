"""Measure steps per second of batches, side by side with SyncVectorEnv and pgx."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import SyncVectorEnv

import numduel
from numduel import batch, compiled
from numduel.adapters.gymnasium import Duel

GAMES = 4096
ROUNDS = 5
"""Rounds in which all sides take turns; figures and ratios are medians."""

BOARDS = {
    "maze": "4 3 8/9 5 1/2 7 6",
    "run": "5 3 2 4 1/4 3 1 1 5/2 5 4 2 3/3 1 1 5 2/3 5 3 5 3",
    "quest": "3 8 7/6 9 4/5 1 2",
    "race": "2 1 3 1/3 2 1 3/1 2 1 1/2 4 1 1",
}
"""A fixed board for every game that has one."""

FIXED_TARGET, DEALT_TARGET, RATIO_TARGET = 10e6, 7e6, 100
"""Steps per second on one board and on dealt boards, and the ratio to Gymnasium."""

PGX = """
import time, jax, pgx
env = pgx.make("tic_tac_toe")
n = 4096
def step(carry, _):
    state, key = carry
    key, one, two = jax.random.split(key, 3)
    logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
    action = jax.random.categorical(one, logits, axis=-1)
    again = pgx.experimental.auto_reset(env.step, env.init)
    return (jax.vmap(again)(state, action, jax.random.split(two, n)), key), state.observation.sum()
run = jax.jit(lambda carry: jax.lax.scan(step, carry, None, length=50))
carry = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), n)), jax.random.PRNGKey(1)
carry, _ = jax.block_until_ready(run(carry))
rates = []
for _ in range(5):
    began = time.process_time()
    carry, _ = jax.block_until_ready(run(carry))
    rates.append(50 * n / (time.process_time() - began))
print(sorted(rates)[2])
"""
"""A compiled loop of pgx's tic-tac-toe with observations, random legal actions and restarts."""


class Row(NamedTuple):
    """The measurements of one game."""

    game: str
    boards: str
    steps: float
    """Moves per second, with observation, mask and the random choice of the next move."""
    ratio: float
    """Moves per second relative to SyncVectorEnv over our Duel, in the same round."""


def measure_rate(step: Callable[[], int], seconds: float) -> float:
    moves, taken, began = 0, 0.0, process_time()
    while taken < seconds:
        moves += step()
        taken = process_time() - began
    return moves / taken


def batch_stepper(games: batch.Batch) -> Callable[[], int]:
    def step() -> int:
        games.step(games.sample())
        return GAMES

    for _ in range(20):  # spread the games over different moves
        step()
    return step


def sync_stepper(id: str) -> Callable[[], int]:
    """Return a step of 16 environments in Python: a move of the agent and the answer."""
    duels: Any = SyncVectorEnv([lambda: Duel(id)] * 16)
    info = duels.reset(seed=1)[1]

    def step() -> int:
        nonlocal info
        masks = info["action_mask"]
        drawn = np.random.default_rng().random(masks.shape) * masks
        info = duels.step(drawn.argmax(axis=1))[4]
        return 16

    return step


def measure(id: str, seconds: float) -> list[Row]:
    boards = {"one": BOARDS.get(id), "dealt": None} if id in BOARDS else {"one": None}
    sides = {
        name: batch_stepper(batch.make(id, GAMES, seed=1, board=b)) for name, b in boards.items()
    }
    sides["sync"] = sync_stepper(id)
    each = seconds / ROUNDS
    rounds = [
        {name: measure_rate(step, each) for name, step in sides.items()} for _ in range(ROUNDS)
    ]
    return [
        Row(id, n, median(r[n] for r in rounds), median(r[n] / r["sync"] for r in rounds))
        for n in boards
    ]


def pgx_rate(python: str) -> float:
    return float(subprocess.check_output([python, "-c", PGX], text=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="time for each side (default: 2)"
    )
    parser.add_argument("--pgx", metavar="PYTHON", help="a Python with pgx to compare with")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    if not compiled.is_used():
        sys.exit("The compiled core is not built. Build it with `make check`.")
    rows = [row for id in numduel.games() for row in measure(id, asked.seconds)]
    theirs = pgx_rate(asked.pgx) if asked.pgx else 0.0
    if asked.json:
        print(json.dumps([row._asdict() for row in rows], indent=2))
    else:
        print(f"{'game':<8}{'boards':<8}{'steps/s':>12}{'ns':>8}{'× Gymnasium':>14}")
        for id, boards, steps, ratio in rows:
            print(f"{id:<8}{boards:<8}{steps:>12,.0f}{1e9 / steps:>8.0f}{ratio:>14,.0f}")
        if theirs:
            print(f"{'pgx tic-tac-toe':<16}{theirs:>12,.0f}{1e9 / theirs:>8.0f}")
    behind = [
        f"{row.game} ({row.boards})"
        for row in rows
        if row.steps < (FIXED_TARGET if row.boards == "one" else DEALT_TARGET)
        or row.ratio < RATIO_TARGET
        or row.steps <= theirs
    ]
    if behind:
        print(f"behind: {', '.join(behind)}", file=sys.stderr)
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())

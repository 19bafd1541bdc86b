"""Measure steps per second of Duels against a random opponent, side by side with SyncVectorEnv."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from batches import BOARDS, GAMES, ROUNDS
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import numduel
from numduel import compiled
from numduel.adapters.gymnasium import Duel
from numduel.adapters.vector import Duels

FIXED_TARGET, DEALT_TARGET = 10e6, 6e6
"""Steps per second of the fastest form, on one board and on dealt boards."""

FORMS: dict[str, dict[str, Any]] = {
    "planes": {},
    "vector": {"observation": "vector"},
    "planes, no copy": {"copy": False},
    "vector, no copy": {"observation": "vector", "copy": False},
}
"""Arguments of Duels, by column."""

Seconds = Callable[[], tuple[int, float]]
"""A function that makes one step in all games and returns their number and the CPU time."""


class Row(NamedTuple):
    """The measurements of one game."""

    game: str
    boards: str
    steps: dict[str, float]
    """Steps per second by form: a move of the agent and the answer, without choosing the move."""
    ratio: float
    """Steps per second with planes relative to SyncVectorEnv over Duel, in the same round."""


def stepper(duels: Any, count: int) -> Seconds:
    """Return a step with random legal actions, which are drawn while the clock stands still."""
    random = np.random.default_rng(1)
    masks = duels.reset(seed=1)[1]["action_mask"]

    def step() -> tuple[int, float]:
        nonlocal masks
        actions = (random.random(masks.shape, np.float32) * masks).argmax(axis=1)
        began = process_time()
        info = duels.step(actions)[4]
        taken = process_time() - began
        masks = info["action_mask"]
        return count, taken

    for _ in range(20):  # spread the games over different moves
        step()
    return step


def measure_rate(step: Seconds, seconds: float) -> float:
    made, taken = 0, 0.0
    while taken < seconds:
        count, more = step()
        made, taken = made + count, taken + more
    return made / taken


def measure(id: str, board: str | None, seconds: float) -> Row:
    sides = {n: stepper(Duels(id, GAMES, board=board, **more), GAMES) for n, more in FORMS.items()}
    same_step = AutoresetMode.SAME_STEP
    theirs = SyncVectorEnv([lambda: Duel(id, board=board)] * 16, autoreset_mode=same_step)
    sides["sync"] = stepper(theirs, 16)
    rounds = [
        {name: measure_rate(step, seconds / ROUNDS) for name, step in sides.items()}
        for _ in range(ROUNDS)
    ]
    steps = {name: median(found[name] for found in rounds) for name in FORMS}
    ratio = median(found["planes"] / found["sync"] for found in rounds)
    return Row(id, "dealt" if board is None and id in BOARDS else "one", steps, ratio)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="time for each side (default: 2)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    if not compiled.is_used():
        sys.exit("The compiled core is not built. Build it with `make check`.")
    boards = [(id, board) for id in numduel.games() for board in {BOARDS.get(id): 1, None: 1}]
    rows = [measure(id, board, asked.seconds) for id, board in boards]
    if asked.json:
        print(json.dumps([row._asdict() for row in rows], indent=2))
    else:
        print(f"{'game':<8}{'boards':<8}{''.join(f'{n:>17}' for n in FORMS)}{'× Gymnasium':>14}")
        for row in rows:
            figures = "".join(f"{steps:>17,.0f}" for steps in row.steps.values())
            print(f"{row.game:<8}{row.boards:<8}{figures}{row.ratio:>14,.0f}")
    behind = [
        f"{row.game} ({row.boards})"
        for row in rows
        if max(row.steps.values()) < (FIXED_TARGET if row.boards == "one" else DEALT_TARGET)
    ]
    if behind:
        print(f"behind: {', '.join(behind)}", file=sys.stderr)
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())

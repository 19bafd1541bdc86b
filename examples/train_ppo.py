#!/usr/bin/env python3
"""Train an agent for one game with stable-baselines3, on the CPU (docs/train-an-agent.md).

    python3 examples/train_ppo.py maze --out agents/ppo
    python3 examples/train_ppo.py quest stand=true --steps 300000 --opponent casual --out agents/ppo

It needs the extra `train`. GAME.zip is the agent in sb3-contrib's format: load it with
`MaskablePPO.load` to train it further.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

try:
    import torch
    from sb3_contrib import MaskablePPO
except ModuleNotFoundError as error:
    sys.exit(f"training needs {error.name}: pip install 'numduel[train]' (docs/train-an-agent.md)")

from numduel.adapters.gymnasium import Duel
from numduel.adapters.sb3 import SideBySide
from numduel.adapters.vector import Duels

NUM_ENVS = 16
"""Number of games side by side: one call of the network serves all of them."""


def main() -> None:
    parser = ArgumentParser(description="Train an agent for one game.")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="such as stand=true")
    parser.add_argument(
        "--steps", type=int, default=100_000, help="number of the agent's moves (default: 100000)"
    )
    parser.add_argument(
        "--opponent", default="random", help="opponent in training (default: random)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("agents/ppo"), help="output folder (default: agents/ppo)"
    )
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    options: dict[str, Any] = dict(option.split("=") for option in args.options)

    torch.set_num_threads(1)  # small networks are slower on several threads
    options["observation"] = "vector"  # a multi-layer perceptron needs no planes
    duels = SideBySide(Duels(args.game, NUM_ENVS, opponent=args.opponent, **options))
    settings = {"n_steps": 128, "batch_size": 512, "learning_rate": 1e-3, "device": "cpu"}
    agent = MaskablePPO("MlpPolicy", duels, seed=args.seed, **settings)
    print(f"{args.game}, untrained: wins {win_rate(agent, args.game, options):.0%} against random")
    start = time.monotonic()
    agent.learn(args.steps)
    seconds = time.monotonic() - start
    won = win_rate(agent, args.game, options)
    print(f"{args.game}, {args.steps} steps in {seconds:.0f} s: wins {won:.0%} against random")

    args.out.mkdir(parents=True, exist_ok=True)
    agent.save(args.out / f"{args.game}.zip")


def win_rate(agent: Any, game: str, options: dict[str, Any], games: int = 400) -> float:
    """Return the share of wins in games outside the training, from either seat.

    A draw counts as half a win.
    """
    duel = Duel(game, **options)
    won = 0.0
    for number in range(games):
        seen, _ = duel.reset(seed=10**6 + number)
        is_over = False
        while not is_over:
            action, _ = agent.predict(seen, action_masks=duel.action_masks(), deterministic=True)
            seen, reward, terminated, truncated, info = duel.step(action)
            is_over = terminated or truncated
        won += 0.5 if info.get("draw") else float(reward > 0)
    return won / games


if __name__ == "__main__":
    main()

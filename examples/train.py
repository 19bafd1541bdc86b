#!/usr/bin/env python3
"""Train an agent for one game on the CPU, and save what it has learned (docs/train-an-agent.md).

    python3 examples/train.py maze --out agents
    python3 examples/train.py quest stand=true --steps 300000 --opponent casual --out agents

It needs the extra `train`. Two files are written: GAME.zip is the agent as sb3-contrib keeps it, to
train on; GAME.npz is its network alone, which examples/trained_bot.py plays without torch.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

try:
    import numpy as np
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    sys.exit(f"training needs {error.name}: pip install 'numduel[train]' (docs/train-an-agent.md)")

from numduel.adapters.gymnasium import Duel
from numduel.adapters.vector import Duels

GAMES = 16
"""So many are played side by side: the network is asked once for all of them."""


def main() -> None:
    words = ArgumentParser(description="Train an agent for one game.")
    words.add_argument("game")
    words.add_argument("options", nargs="*", help="such as stand=true")
    words.add_argument("--steps", type=int, default=100_000, help="moves of the agent (100000)")
    words.add_argument("--opponent", default="random", help="whom it trains against (random)")
    words.add_argument("--out", type=Path, default=Path("agents"), help="a folder (agents)")
    words.add_argument("--seed", type=int, default=0)
    asked = words.parse_args()
    options: dict[str, Any] = dict(option.split("=") for option in asked.options)

    torch.set_num_threads(1)  # so small a network is slower on several
    duels = SideBySide(Duels(asked.game, GAMES, opponent=asked.opponent, **options))
    small = {"n_steps": 128, "batch_size": 512, "learning_rate": 1e-3, "device": "cpu"}
    agent = MaskablePPO("MlpPolicy", duels, seed=asked.seed, **small)
    print(f"{asked.game}, untrained: wins {wins(agent, asked.game, options):.0%} against random")
    begun = time.monotonic()
    agent.learn(asked.steps)
    seconds = time.monotonic() - begun
    won = wins(agent, asked.game, options)
    print(f"{asked.game}, {asked.steps} steps in {seconds:.0f} s: wins {won:.0%} against random")

    asked.out.mkdir(parents=True, exist_ok=True)
    agent.save(asked.out / f"{asked.game}.zip")
    np.savez(asked.out / f"{asked.game}.npz", *network(agent))


class SideBySide(VecEnv):  # type: ignore[misc,unused-ignore]
    """Many duels in the form that stable-baselines3 asks for."""

    def __init__(self, duels: Duels) -> None:
        self.duels = duels
        spaces = duels.single_observation_space, duels.single_action_space
        super().__init__(duels.num_envs, *spaces)

    def reset(self) -> Any:
        return self.duels.reset(seed=self._seeds if None not in self._seeds else None)[0]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, reward, terminated, truncated, told = self.duels.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in reward]
        for number in np.flatnonzero(terminated | truncated):
            infos[number]["terminal_observation"] = told["final_obs"][number]
            infos[number]["TimeLimit.truncated"] = bool(truncated[number])
        return seen, reward, terminated | truncated, infos

    def env_method(self, name: str, *asked: Any, indices: Any = None, **more: Any) -> list[Any]:
        return list(getattr(self.duels, name)(*asked, **more))  # action_masks: one a game

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.duels, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        setattr(self.duels, name, value)

    def env_is_wrapped(self, kind: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.duels.close()


def wins(agent: Any, game: str, options: dict[str, Any], games: int = 400) -> float:
    """Return the share of wins in games that it was not trained on, from either seat.

    A draw counts as half a win.
    """
    duel = Duel(game, **options)
    won = 0.0
    for number in range(games):
        seen, _ = duel.reset(seed=10**6 + number)
        is_over = False
        while not is_over:
            action, _ = agent.predict(seen, action_masks=duel.action_masks(), deterministic=True)
            seen, reward, terminated, truncated, told = duel.step(action)
            is_over = terminated or truncated
        won += 0.5 if told.get("draw") else float(reward > 0)
    return won / games


def network(agent: Any) -> list[Any]:
    """What chooses the moves: weights and biases, one layer after the other."""
    layers = [*agent.policy.mlp_extractor.policy_net, agent.policy.action_net]
    return [array.detach().numpy() for layer in layers for array in layer.parameters()]


if __name__ == "__main__":
    main()

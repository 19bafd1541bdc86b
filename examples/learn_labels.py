#!/usr/bin/env python3
"""Train an agent on exact labels, on the CPU (docs/train-an-agent.md).

    numduel dataset maze --split train --positions 300000 --out maze-train.jsonl
    python3 examples/learn_labels.py maze --labels maze-train.jsonl --out agents/labels

The network learns the exact worth of every legal move of every position in the file. With --test it
also learns from the first 1,000, 3,000, 10,000 and 30,000 positions only, for the learning curve.

It needs the extra `train`. GAME.npz is the network, which examples/trained_bot.py plays without
torch; GAME.curve.jsonl has the accuracy for each number of labels.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from training import (  # first: it says what is missing
    LEARNING_RATE,
    Curve,
    Labels,
    Learner,
    read_labels,
)

# isort: split
import numpy as np
import torch

import numduel
from numduel.core import AnyGame

BATCH = 512
"""Number of positions per step."""

STEPS = 4000
"""Number of steps, for any number of labels."""

COUNTS = (1_000, 3_000, 10_000, 30_000)
"""Numbers of labels on the learning curve; the last point uses all."""


def main() -> None:
    parser = ArgumentParser(description="Train an agent for one game on exact labels.")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="such as stand=true")
    parser.add_argument(
        "--labels", type=Path, required=True, help="JSON lines of `numduel dataset`"
    )
    parser.add_argument("--test", type=Path, help="test positions for the learning curve")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"(default: {STEPS})")
    parser.add_argument("--out", type=Path, default=Path("agents/labels"), help="output folder")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    options: dict[str, Any] = dict(option.split("=") for option in args.options)

    game = numduel.new(args.game, seed=0, **options)
    labels = read_labels(game, args.labels)
    test = read_labels(game, args.test) if args.test else None
    curve = Curve(test, args.out / f"{game.id}.curve.jsonl", game.id)
    total = len(labels.features)
    counts = [count for count in COUNTS if count < total] if test is not None else []
    for count in (*counts, total):
        some = Labels(*(part[:count] for part in labels))
        curve.start_clock()
        learner = learn(game, some, args.steps, args.seed)
        curve.measure(learner, count)
    learner.save(args.out / f"{game.id}.npz")


def learn(game: AnyGame, labels: Labels, steps: int, seed: int) -> Learner:
    """Return a network that has learned these labels."""
    torch.manual_seed(seed)
    learner = Learner(game)
    settings = {"lr": LEARNING_RATE, "weight_decay": 0.01, "fused": True}  # three times as fast
    optimizer = torch.optim.AdamW(learner.parameters(), **settings)
    decay = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.02, steps)
    dice = np.random.default_rng(seed)
    for _ in range(steps):
        chosen = dice.integers(len(labels.features), size=BATCH)
        targets = torch.from_numpy(labels.targets[chosen])
        is_legal = targets >= 0
        ratings = learner(labels.features[chosen])[is_legal]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(ratings, targets[is_legal])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        decay.step()
    return learner


if __name__ == "__main__":
    main()

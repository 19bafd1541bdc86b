"""The network in torch, labels and learning curves, for self_play.py and learn_labels.py."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

try:
    import numpy as np
    import torch
except ModuleNotFoundError as error:
    sys.exit(f"training needs {error.name}: pip install 'numduel[train]' (docs/train-an-agent.md)")

from network import HURRY, Inputs

from numduel.core import AnyGame

WIDTH = 256
"""Number of units in each of the two hidden layers."""

LEARNING_RATE = 1e-3

torch.set_num_threads(1)  # small networks are hardly faster on several threads


class Learner(torch.nn.Module):  # type: ignore[misc,unused-ignore]
    """The network of `network.Network`, in torch."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.inputs = Inputs(game)
        self.inner = torch.nn.Linear(self.inputs.size, WIDTH)
        self.table = torch.nn.Embedding(self.inputs.rows, WIDTH)
        self.middle = torch.nn.Linear(WIDTH, WIDTH)
        self.outer = torch.nn.Linear(WIDTH, len(game.vocabulary))
        torch.nn.init.zeros_(self.table.weight)

    def forward(self, features: Any) -> Any:
        """Return the logit of every action's chance of winning."""
        inputs, rows = (torch.from_numpy(part) for part in self.inputs.encode(features))
        hidden = torch.relu(self.inner(inputs) + self.table(rows))
        return self.outer(torch.relu(self.middle(hidden)))

    def save(self, file: Path) -> None:
        """Write the weights for `network.Network`."""
        file.parent.mkdir(parents=True, exist_ok=True)
        layers = {"inner": self.inner, "middle": self.middle, "outer": self.outer}
        arrays = {"table": self.table.weight}
        for name, layer in layers.items():
            arrays |= {name: layer.weight, f"{name}_bias": layer.bias}
        np.savez(file, **{name: array.detach().numpy() for name, array in arrays.items()})


class Labels(NamedTuple):
    """Positions with the exact worth of every move, from a file of `numduel dataset`."""

    features: Any
    worths: Any
    """The worth of every action; -1 if it isn't legal."""
    targets: Any
    """The same, where sooner wins and later losses rate higher."""


def read_labels(game: AnyGame, file: Path, most: int | None = None) -> Labels:
    """Return the first positions of a file in JSON lines."""
    features, worths, targets = [], [], []
    with file.open(encoding="utf-8") as lines:
        for number, text in enumerate(lines):
            if number == most:
                break
            line = json.loads(text)
            features.append(np.hstack([*line["features"].values()]))
            worth = np.full(len(game.vocabulary), -1.0, np.float32)
            target = worth.copy()
            for move in line["moves"].values():
                worth[move["action"]] = move["worth_float"]
                lead = (move["worth_float"] - 0.5) * HURRY ** (move.get("turns") or 0)
                target[move["action"]] = 0.5 + lead
            worths.append(worth)
            targets.append(target)
    return Labels(np.array(features, np.int16), np.array(worths), np.array(targets))


class Curve:
    """A learning curve, printed and written: exact accuracy and regret on test positions."""

    def __init__(self, test: Labels | None, file: Path, name: str) -> None:
        self.test, self.file, self.name = test, file, name
        self.points = list[dict[str, float]]()
        self.start_clock()
        if test is not None:
            best = test.worths.max(axis=1, keepdims=True)
            is_real = ((test.worths >= 0) & (test.worths < best)).any(axis=1)
            self.test = Labels(*(part[is_real] for part in test))

    def start_clock(self) -> None:
        """Count the processor's seconds of the following points from now."""
        self.start = time.process_time()

    def measure(self, learner: Learner, count: int) -> None:
        """Add a point after learning from this many positions."""
        point: dict[str, float] = {"positions": count, "seconds": time.process_time() - self.start}
        said = f"{self.name}: {count:,} positions in {point['seconds']:.0f} s"
        if self.test is not None:
            accuracy, regret = self._score(learner, self.test)
            point |= {"accuracy": accuracy, "regret": regret}
            said += f", accuracy {accuracy:.1%}, regret {regret:.4f}"
        self.points.append(point)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text("".join(f"{json.dumps(one)}\n" for one in self.points))
        print(said, flush=True)

    def _score(self, learner: Learner, test: Labels) -> tuple[float, float]:
        with torch.no_grad():
            rated = learner(test.features).numpy()
        chosen = np.where(test.worths >= 0, rated, -np.inf).argmax(axis=1)
        regrets = test.worths.max(axis=1) - test.worths[np.arange(len(chosen)), chosen]
        return float((regrets == 0).mean()), float(regrets.mean())

"""A small network that rates the moves of a position, for examples/trained_bot.py and the training.

It needs numpy, but not torch. Its inputs are the features of a position (`Game.layout`): one input
per value of a feature, and one row of a table for the first two totals together.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from numduel.core import AnyGame

Floats = npt.NDArray[np.float32]

HURRY = 0.99
"""The share of a lead that is left a move later: so a sooner win rates higher than a later one."""


class Inputs:
    """The inputs of a network for one game; they follow from its options, not from its board."""

    def __init__(self, game: AnyGame) -> None:
        (rows, columns), features = game.layout()
        counts = [rows * columns if feature.per_tile else 1 for feature in features]
        tops = [feature.highest for feature in features]
        self.highest = np.repeat(tops, counts).astype(np.int64)
        self.first = np.cumsum(self.highest) - self.highest
        self.size = int(self.highest.sum())
        starts = np.cumsum(counts) - counts
        totals = [
            int(start)
            for start, feature in zip(starts, features, strict=True)
            if not feature.per_tile and feature.highest > 2
        ]
        self.totals = totals[:2] if len(totals) >= 2 else []
        self.rows = int(np.prod(self.highest[self.totals] + 1)) if self.totals else 1

    def encode(self, features: npt.NDArray[Any]) -> tuple[Floats, npt.NDArray[np.int64]]:
        """Return the inputs of positions, and the row of each for its totals."""
        values = np.asarray(features, np.int64)
        inputs = np.zeros((len(values), self.size), np.float32)
        position, feature = np.nonzero(values)
        inputs[position, self.first[feature] + values[position, feature] - 1] = 1
        if not self.totals:
            return inputs, np.zeros(len(values), np.int64)
        one, two = self.totals
        return inputs, values[:, one] * (self.highest[two] + 1) + values[:, two]


class Network:
    """A trained network: the chance of winning after each action, from 0 to 1."""

    def __init__(self, game: AnyGame, file: Path) -> None:
        self.inputs = Inputs(game)
        with np.load(file) as arrays:
            self.arrays = dict(arrays)
        sizes = self.arrays["table"].shape[0], self.arrays["inner"].shape[1]
        actions = self.arrays["outer"].shape[0]
        if (*sizes, actions) != (self.inputs.rows, self.inputs.size, len(game.vocabulary)):
            raise SystemExit(f"{file} was trained with other options")

    def rate(self, features: npt.NDArray[Any]) -> Floats:
        """Return the chances of all actions, legal or not, for positions given by features."""
        inputs, rows = self.inputs.encode(features)
        own = self.arrays
        hidden = np.maximum(inputs @ own["inner"].T + own["inner_bias"] + own["table"][rows], 0)
        hidden = np.maximum(hidden @ own["middle"].T + own["middle_bias"], 0)
        rated: Floats = 1 / (1 + np.exp(-(hidden @ own["outer"].T + own["outer_bias"])))
        return rated

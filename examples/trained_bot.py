#!/usr/bin/env python3
"""A bot that plays a network from examples/train.py. It needs numduel and numpy, but not torch.

numduel play maze --p2 "program python3 examples/trained_bot.py agents"
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from numduel import Budget, Match, Player
from numduel.adapters.encoding import Encoding
from numduel.bots.speaker import Speaker
from numduel.core import AnyGame


class Trained:
    """A player that takes the legal move with the highest network output."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, game: AnyGame, player: Player) -> None:
        self.encoding, self.player = Encoding(game), player
        file = self.folder / f"{game.id}.npz"
        if not file.exists():
            sys.exit(f"{file} does not exist; create it with python3 examples/train.py {game.id}")
        self.network = list(np.load(file).values())
        ends = self.network[0].shape[1], self.network[-1].size
        if ends != (np.prod(self.encoding.shape), self.encoding.actions):
            sys.exit(f"{file} was trained with other options")

    def choose(self, view: Any, moves: tuple[str, ...], budget: Budget) -> str:
        numbers = self.encoding.observe(view, self.player).ravel()
        *hidden, weights, bias = self.network
        for inner, shift in zip(hidden[::2], hidden[1::2], strict=True):
            numbers = np.tanh(inner @ numbers + shift)
        scores = weights @ numbers + bias
        return max(moves, key=lambda move: float(scores[self.encoding.action(move)]))

    def end(self, match: Match) -> None:
        pass


if __name__ == "__main__":
    speaker = Speaker("trained", lambda game: Trained(Path(sys.argv[1])))
    for line in sys.stdin:
        if answer := speaker.answer(line):
            print(answer, flush=True)

#!/usr/bin/env python3
"""Train an agent by self-play, on the CPU (docs/train-an-agent.md).

    python3 examples/self_play.py maze --out agents/self-play
    python3 examples/self_play.py quest stand=true --test quest-test.jsonl --out agents/self-play

The method is Q-learning: the network rates every move with the chance of winning, and learns from
its own rating of the next position. Thousands of games run at once (`numduel.batch`); some play
almost as the network says, others at random, so that it sees good and bad positions. No exact value
is used, except to draw the learning curve (--test). Boards of the test split of `numduel dataset`,
which include those of the exam, are never learned from.

It needs the extra `train`. GAME.npz is the network, which examples/trained_bot.py plays without
torch; GAME.curve.jsonl is the learning curve.
"""

from __future__ import annotations

from argparse import ArgumentParser
from copy import deepcopy
from pathlib import Path
from typing import Any

from training import LEARNING_RATE, Curve, Learner, read_labels  # first: it says what is missing

# isort: split
import numpy as np
import torch
from network import HURRY

import numduel
from numduel import batch
from numduel.core import AnyGame
from numduel.dataset.splits import board_group, split_of

GAMES = 2048
"""Number of games at once."""

RANDOM_SHARES = np.linspace(0.05, 1, GAMES, dtype=np.float32)
"""The share of random moves in each game."""

COPY_EVERY = 100
"""Steps after which the rating of next positions uses the newest network."""

POINTS = 20
"""Number of points on the learning curve."""


def main() -> None:
    parser = ArgumentParser(description="Train an agent for one game by self-play.")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="such as stand=true")
    positions = "number of positions to learn from (default: 12000000)"
    parser.add_argument("--positions", type=int, default=12_000_000, help=positions)
    parser.add_argument("--test", type=Path, help="test positions for the learning curve")
    parser.add_argument("--out", type=Path, default=Path("agents/self-play"), help="output folder")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    options: dict[str, Any] = dict(option.split("=") for option in args.options)

    torch.manual_seed(args.seed)
    game = numduel.new(args.game, seed=0, **options)
    learner = Learner(game)
    test = read_labels(game, args.test) if args.test else None
    curve = Curve(test, args.out / f"{game.id}.curve.jsonl", game.id)
    steps = max(1, args.positions // GAMES)
    play = SelfPlay(game, learner, batch.make(game.id, GAMES, seed=args.seed, **options))
    curve.measure(learner, 0)
    for step in range(1, steps + 1):
        play.step(LEARNING_RATE * max(0.02, 1 - step / steps))
        if step * POINTS // steps > (step - 1) * POINTS // steps:
            curve.measure(learner, step * GAMES)
            learner.save(args.out / f"{game.id}.npz")


class SelfPlay:
    """Games of a network against itself, from which it learns."""

    def __init__(self, game: AnyGame, learner: Learner, games: batch.Batch) -> None:
        self.learner, self.games = learner, games
        self.older = deepcopy(learner)
        self.optimizer = torch.optim.Adam(learner.parameters(), lr=LEARNING_RATE)
        self.dice = np.random.default_rng(0)
        self.boards = Boards(game)
        self.is_seen = np.ones(GAMES, np.bool_)
        self.boards.check(games.observation, self.is_seen, np.arange(GAMES))
        self.count = 0

    def step(self, rate: float) -> None:
        """Play a move in every game and learn from it."""
        games, numbers = self.games, np.arange(GAMES)
        ratings = self.learner(games.observation)
        actions = self._choose(ratings.detach().numpy())
        mover, is_learned = games.to_move.copy(), self.is_seen.copy()
        games.step(actions)
        chosen = ratings[numbers, actions][is_learned]
        targets = torch.from_numpy(self._targets(mover)[is_learned])
        loss = torch.nn.functional.binary_cross_entropy_with_logits(chosen, targets)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.count += 1
        if self.count % COPY_EVERY == 0:
            self.older.load_state_dict(self.learner.state_dict())
        ended = np.flatnonzero(games.terminated | games.truncated)
        self.boards.check(games.observation, self.is_seen, ended)

    def _choose(self, ratings: Any) -> Any:
        """Return an action for each game: the best one, or a random one."""
        best = np.where(self.games.action_mask, ratings, -np.inf).argmax(axis=1)
        return np.where(self.dice.random(GAMES) < RANDOM_SHARES, self.games.sample(), best)

    def _targets(self, mover: Any) -> Any:
        """Return the chance of winning that each move has, by the rating of what follows it.

        A game that reached the turn limit counts as even.
        """
        games = self.games
        with torch.no_grad():
            ratings = torch.sigmoid(self.older(games.observation)).numpy()
        best = np.where(games.action_mask, ratings, 0).max(axis=1)
        later = 0.5 + HURRY * (np.where(games.to_move == mover, best, 1 - best) - 0.5)
        result = (games.reward[np.arange(GAMES), mover] + 1) / 2
        return np.where(games.terminated | games.truncated, result, later).astype(np.float32)


class Boards:
    """The boards to learn from: those of the train split, if the game has a visible board."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        (self.rows, self.columns), _ = game.layout()
        self.known: dict[bytes, bool] = {}

    def check(self, observation: Any, is_seen: Any, numbers: Any) -> None:
        """Set `is_seen` for new games. The numbers of the board are their first feature."""
        if not self.game.has_visible_deal:
            return
        for number in numbers:
            cells = observation[number, : self.rows * self.columns]
            key = cells.tobytes()
            if key not in self.known:
                text = "/".join(" ".join(map(str, row)) for row in cells.reshape(self.rows, -1))
                side = split_of(self.game.id, board_group(self.game.id, text))
                self.known[key] = side == "train"
            is_seen[number] = self.known[key]


if __name__ == "__main__":
    main()

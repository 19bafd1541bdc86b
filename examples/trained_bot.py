#!/usr/bin/env python3
"""A bot that plays a network from examples/self_play.py or learn_labels.py.

    numduel play maze --p2 "program python3 examples/trained_bot.py agents/self-play"
    numduel exam "program python3 examples/trained_bot.py agents/self-play 0"

It needs numduel and numpy, but not torch. The second argument is how many moves it looks ahead
before it asks the network (default: 3); 0 plays the move that the network rates highest.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from network import HURRY, Network

from numduel import Budget, Chance, Match, Over, Player
from numduel.bots.speaker import Speaker
from numduel.core import AnyGame, Move

MAX_POSITIONS = 4000
"""Positions to rate for one move; a deeper search with more of them isn't started."""


class Trained:
    """A player that looks a few moves ahead, and rates the positions there by a network."""

    def __init__(self, folder: Path, depth: int) -> None:
        self.folder, self.depth = folder, depth

    def begin(self, game: AnyGame, player: Player) -> None:
        self.game, self.player = game, player
        self.actions = {move: action for action, move in enumerate(game.vocabulary)}
        file = self.folder / f"{game.id}.npz"
        if not file.exists():
            command = f"python3 examples/self_play.py {game.id}"
            sys.exit(f"{file} does not exist; create it with {command}")
        self.network = Network(game, file)

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        chosen = self._best(view, moves, 0)
        for depth in range(1, self.depth + 1):
            if (better := self._best(view, moves, depth)) is None:
                break
            chosen = better
        return chosen or moves[0]

    def _best(self, view: Any, moves: tuple[Move, ...], depth: int) -> Move | None:
        """Return the best move after looking ahead; None if there are too many positions."""
        search = Search(self.game, self.actions)
        if depth == 0:
            rated = self.network.rate(np.array([self.game.features(view, self.player)]))[0]
            return max(moves, key=lambda move: float(rated[self.actions[move]]))
        nodes = {move: search.look(self.game.play(view, move), depth - 1) for move in moves}
        if len(search.features) > MAX_POSITIONS:
            return None
        rated = self.network.rate(np.array(search.features)) if search.features else np.empty(0)
        return max(moves, key=lambda move: search.chance(nodes[move], rated, self.player))

    def end(self, match: Match) -> None:
        pass


class Search:
    """Positions a few moves ahead, as a tree whose leaves a network rates."""

    def __init__(self, game: AnyGame, actions: dict[Move, int]) -> None:
        self.game, self.actions = game, actions
        self.features: list[tuple[int, ...]] = []
        """The features of every leaf."""
        self.legal: list[list[int]] = []
        """The legal actions of every leaf."""

    def look(self, state: Any, depth: int) -> Any:
        """Return the tree below a position: a result, draws with odds, a leaf, or a turn."""
        status = self.game.status(state)
        if isinstance(status, Over) or len(self.features) > MAX_POSITIONS:
            return status
        if isinstance(status, Chance):
            return [
                (float(odds), self.look(self.game.play(state, drawn), depth))
                for drawn, odds in status.odds
            ]
        if depth == 0:
            self.features.append(tuple(self.game.features(state, status.player)))
            self.legal.append([self.actions[move] for move in status.moves])
            return status.player, len(self.features) - 1
        below = tuple(self.look(self.game.play(state, move), depth - 1) for move in status.moves)
        return status.player, below

    def chance(self, node: Any, rated: Any, player: Player) -> float:
        """Return a player's chance of winning in a tree."""
        if isinstance(node, Over):
            return 0.5 if node.winner is None else float(node.winner is player)
        if isinstance(node, list):
            return float(sum(odds * self.chance(one, rated, player) for odds, one in node))
        mover, below = node
        if isinstance(below, int):
            found = float(rated[below, self.legal[below]].max())
        else:
            best = max(self.chance(one, rated, mover) for one in below)
            found = 0.5 + HURRY * (best - 0.5)
        return found if mover is player else 1 - found


if __name__ == "__main__":
    depth = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    speaker = Speaker("trained", lambda game: Trained(Path(sys.argv[1]), depth))
    for line in sys.stdin:
        if answer := speaker.answer(line):
            print(answer, flush=True)

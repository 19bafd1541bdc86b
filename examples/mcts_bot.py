#!/usr/bin/env python3
"""A bot that is OpenSpiel's Monte Carlo tree search, with so many simulations a move.

numduel play maze --p2 "program python3 examples/mcts_bot.py 100"

It needs the extra `openspiel`. Its luck is the same in every game.
"""

from __future__ import annotations

import sys
from typing import Any

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
except ModuleNotFoundError as error:
    sys.exit(f"this search needs {error.name}: pip install 'numduel[openspiel]'")

import numduel.adapters.openspiel  # noqa: F401 - registers the games
from numduel import Budget, Match, Player
from numduel.bots.speaker import Speaker
from numduel.core import AnyGame


class Search:
    """Goes through the match in OpenSpiel's game, and asks its bot there."""

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations

    def begin(self, game: AnyGame, player: Player) -> None:
        said: dict[str, object] = dict(vars(game.options))
        if game.board and not game.hidden:
            said["board"] = game.board
        self.vocabulary = game.vocabulary
        self.game = pyspiel.load_game(f"numduel_{game.id}", said)
        luck = np.random.RandomState(0)
        rollouts = RandomRolloutEvaluator(1, luck)
        self.bot = MCTSBot(self.game, 2**0.5, self.simulations, rollouts, random_state=luck)

    def follow(self, match: Match) -> None:
        self.state = self.game.new_initial_state()
        for ply in match.plies:
            named = match.game.chance_outcomes if ply.player is None else match.game.vocabulary
            self.state.apply_action(named.index(ply.move))

    def choose(self, view: Any, moves: tuple[str, ...], budget: Budget) -> str:
        action: int = self.bot.step(self.state)
        return self.vocabulary[action]

    def end(self, match: Match) -> None:
        pass


if __name__ == "__main__":
    speaker = Speaker("MCTS", lambda game: Search(int(sys.argv[1])))
    for line in sys.stdin:
        if answer := speaker.answer(line):
            print(answer, flush=True)

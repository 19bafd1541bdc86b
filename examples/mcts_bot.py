#!/usr/bin/env python3
"""A bot that plays by OpenSpiel's Monte Carlo tree search.

numduel play maze --p2 "program python3 examples/mcts_bot.py 100"

The argument is the number of simulations per move. It needs the extra `openspiel` and uses the same
random seed in every game.
"""

from __future__ import annotations

import sys
from typing import Any

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
except ModuleNotFoundError as error:
    sys.exit(f"this bot needs {error.name}: pip install 'numduel[openspiel]'")

import numduel.adapters.openspiel  # noqa: F401 - registers the games
from numduel import Budget, Match, Player
from numduel.bots.speaker import Speaker
from numduel.core import AnyGame


class Search:
    """A player that replays the match in OpenSpiel and asks its search for a move."""

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations

    def begin(self, game: AnyGame, player: Player) -> None:
        parameters: dict[str, object] = dict(vars(game.options))
        if game.board and not game.hidden:
            parameters["board"] = game.board
        self.vocabulary = game.vocabulary
        self.game = pyspiel.load_game(f"numduel_{game.id}", parameters)
        random = np.random.RandomState(0)
        rollouts = RandomRolloutEvaluator(1, random)
        self.bot = MCTSBot(self.game, 2**0.5, self.simulations, rollouts, random_state=random)

    def follow(self, match: Match) -> None:
        self.state = self.game.new_initial_state()
        for ply in match.plies:
            is_chance = ply.player is None
            names = match.game.chance_outcomes if is_chance else match.game.vocabulary
            self.state.apply_action(names.index(ply.move))

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

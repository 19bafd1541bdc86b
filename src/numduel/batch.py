"""Many games of one kind at once, in arrays that are written anew at every step."""

from __future__ import annotations

import operator
from copy import copy
from typing import Any

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as error:
    missing = f"a batch of games needs {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from .adapters.encoding import Encoding
from .adapters.episode import Deals, Episode
from .dice import Dice
from .options import Whole

__all__ = ["Batch", "make"]

GAMES = Whole(1, 1, 10**6, "how many games are played at once", "n")


def make(
    game: str,
    n: int,
    *,
    seed: int | None = None,
    board: str | None = None,
    max_turns: int | None = None,
    **options: object,
) -> Batch:
    """So many games of one kind; the same seed deals the same ones.

    >>> games = make("sum", 3, target=9)
    >>> games.step([8, 4, 0])
    >>> games.terminated.tolist(), games.reward.tolist()
    ([True, False, False], [[1.0, -1.0], [0.0, 0.0], [0.0, 0.0]])
    >>> games.to_move.tolist()
    [0, 1, 1]
    """
    if seed is not None:
        Dice(seed := operator.index(seed))  # refused where it is none
    return Batch(Deals(game, board, max_turns, options), GAMES.accept(n), seed)


class Batch:
    """Games side by side, each with dice of its own; one that has ended starts again at once."""

    def __init__(self, deals: Deals, n: int, seed: int | None) -> None:
        self._deals = deals
        self._encoding = Encoding(deals.game)
        self._dice = [Dice.derived(seed, f"game {number} of a batch") for number in range(n)]
        self._episodes = [deals.deal(dice) for dice in self._dice]
        told = len(deals.game.features(deals.game.start(), self._episodes[0].mover))
        self.observation = np.zeros((n, told), np.int16)
        """The game's features, one after another, for the player to move."""
        self.action_mask = np.zeros((n, self._encoding.actions), np.bool_)
        self.to_move = np.zeros(n, np.uint8)
        """0 or 1: the player's column of `reward`."""
        self.reward = np.zeros((n, 2), np.float32)
        """+1 and -1 in the step that ended a game, by seat."""
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        for number, episode in enumerate(self._episodes):
            self._tell(number, episode)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play a move in every game; ValueError, and nothing has changed, if one is illegal."""
        chosen = self._checked(actions)
        self.reward[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False
        for number, episode in enumerate(self._episodes):
            episode.play(episode.game.vocabulary[chosen[number]])
            if not episode.moves:
                episode = self._begin_again(number, episode)
            self._tell(number, episode)

    def _checked(self, actions: npt.ArrayLike) -> list[int]:
        chosen = np.asarray(actions)
        count = len(self._episodes)
        if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"there are {count} games, and each needs an action, a whole number")
        legal = (chosen >= 0) & (chosen < self._encoding.actions)
        legal[legal] = [
            self._encoding.move(chosen[number]) in self._episodes[number].moves
            for number in np.flatnonzero(legal)
        ]
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"action {chosen[wrong]} is not legal in game {wrong}")
        return [int(action) for action in chosen]

    def _begin_again(self, number: int, ended: Episode) -> Episode:
        winner = ended.winner
        if winner is None:
            self.truncated[number] = True
        else:
            self.terminated[number] = True
            self.reward[number] = -1
            self.reward[number, winner] = 1
        episode = self._episodes[number] = self._deals.deal(self._dice[number])
        return episode

    def _tell(self, number: int, episode: Episode) -> None:
        mover = episode.mover
        self.observation[number] = episode.game.features(episode.state, mover)
        self.action_mask[number] = self._encoding.mask_of(episode.moves)
        self.to_move[number] = mover

    def __getstate__(self) -> dict[str, Any]:
        """What a copy begins with: nothing that nobody has seen, and dice that fall anew."""
        arrays = {n: value.copy() for n, value in vars(self).items() if not n.startswith("_")}
        return arrays | {
            "_deals": copy(self._deals),
            "_encoding": self._encoding,
            "_episodes": [copy(episode) for episode in self._episodes],
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _dice=[Dice() for _ in kept["_episodes"]])

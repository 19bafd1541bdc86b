"""Many games of one kind at once, in arrays that are written anew at every step."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from copy import copy
from itertools import combinations
from typing import Any, Protocol

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as error:
    missing = f"a batch of games needs {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from .adapters.arrays import GAME_COUNT, Arrays, make_arrays, make_compiled_games
from .adapters.encoding import Encoding
from .adapters.episode import NO_MOVE_MESSAGE, Episode, GameFactory
from .checks import need
from .dice import Dice, derive_seed
from .errors import SetupError, listed, quoted

__all__ = ["Batch", "make"]


def make(
    game: str,
    n: int,
    *,
    seed: int | None = None,
    board: str | None = None,
    max_turns: int | None = None,
    out: Mapping[str, npt.NDArray[Any]] | None = None,
    **options: object,
) -> Batch:
    """So many games of one kind; the same seed deals the same ones, whatever n is.

    What `out` holds by the name of an array is written into, instead of an array of its own.

    >>> games = make("sum", 3, target=9)
    >>> games.step([8, 4, 0])
    >>> games.terminated.tolist(), games.reward.tolist()
    ([True, False, False], [[1.0, -1.0], [0.0, 0.0], [0.0, 0.0]])
    >>> games.to_move.tolist()
    [0, 1, 1]
    """
    if seed is not None:
        Dice(seed := operator.index(seed))  # refused where it is none
    what = "out is a dictionary of arrays by name"
    given = {} if out is None else need(out, Mapping, what)  # type: ignore[type-abstract]
    return Batch(GameFactory(game, board, max_turns, options), GAME_COUNT.accept(n), seed, given)


class Batch:
    """Games side by side, each with dice of its own; one that has ended starts again at once."""

    observation: npt.NDArray[np.int16]
    """The game's features, one after another, for the player to move."""
    action_mask: npt.NDArray[np.bool_]
    to_move: npt.NDArray[np.uint8]
    """0 or 1: the player's column of `reward`."""
    reward: npt.NDArray[np.float32]
    """+1 and -1 in the step that ended a game, by seat; 0 for both in a draw."""
    terminated: npt.NDArray[np.bool_]
    """Games that the rules ended in this step: won, or drawn where the reward is 0."""
    truncated: npt.NDArray[np.bool_]
    """Games that were cut in this step, after as many turns as they may have."""

    def __init__(
        self, factory: GameFactory, n: int, seed: int | None, out: Mapping[str, npt.NDArray[Any]]
    ) -> None:
        self._factory = factory
        self._count = n
        arrays = make_arrays(factory, n)
        _put_in(arrays, out)
        vars(self).update(arrays)
        lucks = [derive_seed(seed, f"choices in game {number} of a batch") for number in range(n)]
        self._luck = np.array(lucks, np.uint64)
        self._games = _games(factory, arrays)
        for number in range(n):
            if not self._games.begin(number, derive_seed(seed, f"game {number} of a batch")):
                raise SetupError(NO_MOVE_MESSAGE)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play a move in every game; ValueError, and nothing has changed, if one is illegal."""
        chosen = np.asarray(actions)
        if chosen.shape != (self._count,) or chosen.dtype.kind not in "iu":
            count = self._count
            raise ValueError(f"there are {count} games, and each needs an action, a whole number")
        wrong = self._games.step(np.ascontiguousarray(chosen, np.int64))
        if wrong is not None:
            if wrong < 0:
                raise SetupError(NO_MOVE_MESSAGE)
            raise ValueError(f"action {chosen[wrong]} is not legal in game {wrong}")

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, each as likely; from the same seed the same ones."""
        actions = np.empty(self._count, np.int64)
        self._games.sample(self._luck, actions)
        return actions

    def __getstate__(self) -> dict[str, Any]:
        """What a copy begins with: nothing that nobody has seen, and dice that fall anew."""
        arrays = {n: value.copy() for n, value in vars(self).items() if not n.startswith("_")}
        return {"arrays": arrays, "deals": copy(self._factory), "games": self._games.dump()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        arrays = kept["arrays"]
        vars(self).update(arrays, _factory=kept["deals"], _count=len(arrays["to_move"]))
        seeds, lucks = ([derive_seed(None, "") for _ in range(self._count)] for _ in range(2))
        self._luck = np.array(lucks, np.uint64)
        self._games = _games_kept(kept["games"], self._factory, arrays)
        self._games.restore(kept["games"], seeds)


# ---- arrays


def _put_in(arrays: Arrays, out: Mapping[str, npt.NDArray[Any]]) -> None:
    """Take arrays of somebody else, which are refused unless they are just like ours."""
    for name, given in out.items():
        if name not in arrays:
            raise SetupError(f"there is no array {quoted(name)}, only {listed([*arrays], 'and')}")
        ours = arrays[name]
        found = need(given, np.ndarray, f"{name} is a numpy array")
        if (found.shape, found.dtype) != (ours.shape, ours.dtype):
            asked, told = (f"{one.dtype} of shape {one.shape}" for one in (ours, found))
            raise SetupError(f"{name} must be {asked}, not {told}")
        if not found.flags.carray:
            raise SetupError(f"{name} must be contiguous, aligned and writeable")
    for one, two in combinations(out, 2):
        if np.may_share_memory(out[one], out[two]):
            raise SetupError(f"{one} and {two} share their memory")
    arrays.update(out)
    for array in arrays.values():
        array[...] = 0


# ---- who plays the games


class Games(Protocol):
    """What plays them, and writes what becomes of them into arrays."""

    def begin(self, number: int, seed: int | None = None) -> bool:
        """Deal a game, by dice of this seed or those that are there; whether it can be played."""
        ...

    def step(self, actions: npt.NDArray[np.int64]) -> int | None:
        """Play a move in every game; the first in which it is illegal, and nothing has changed.

        Less than 0: there is no further game to be had.
        """
        ...

    def sample(self, luck: npt.NDArray[np.uint64], actions: npt.NDArray[np.int64]) -> None:
        """Write a legal action of every game, each as likely, drawn by numbers that move on."""
        ...

    def dump(self) -> Any:
        """All games, with nothing that nobody has seen."""
        ...

    def restore(self, dumped: Any, seeds: list[int]) -> None:
        """Stand where these stood, with dice of other seeds."""
        ...


def _games(factory: GameFactory, arrays: Arrays) -> Games:
    """Compiled, where there are such rules, and nothing that Python alone can deal."""
    return make_compiled_games(factory, arrays) or _InPython(factory, arrays)


def _games_kept(kept: Any, factory: GameFactory, arrays: Arrays) -> Games:
    """Those who can go on with what such games have kept: the compiled ones keep bytes."""
    if not isinstance(kept, bytes):
        return _InPython(factory, arrays)
    games: Games | None = make_compiled_games(factory, arrays)
    if games is None:
        raise SetupError("the compiled core played these games, and is not here to go on with them")
    return games


class _InPython:
    """By the rules in Python."""

    def __init__(self, factory: GameFactory, arrays: Arrays) -> None:
        self._factory = factory
        self._encoding = Encoding(factory.game)
        self._arrays = arrays
        self._dice: dict[int, Dice] = {}
        self._episodes: dict[int, Episode] = {}

    def begin(self, number: int, seed: int | None = None) -> bool:
        if seed is not None:
            self._dice[number] = Dice(seed)
        self._episodes[number] = self._factory.deal(self._dice[number])
        self._tell(number)
        return True

    def step(self, actions: npt.NDArray[np.int64]) -> int | None:
        words = dict(enumerate(self._factory.game.vocabulary))
        moves = [words.get(action, "") for action in actions.tolist()]
        for number, episode in self._episodes.items():
            if moves[number] not in episode.moves:
                return number
        for name in ("reward", "terminated", "truncated"):
            self._arrays[name][:] = 0
        for number, episode in self._episodes.items():
            episode.play(moves[number])
            if episode.moves:
                self._tell(number)
            else:
                self._end(number, episode)
        return None

    def _end(self, number: int, episode: Episode) -> None:
        self._arrays["truncated"][number] = episode.is_truncated
        self._arrays["terminated"][number] = not episode.is_truncated
        self._arrays["reward"][number] = episode.rewards
        self.begin(number)

    def _tell(self, number: int) -> None:
        episode = self._episodes[number]
        arrays, mover = self._arrays, episode.mover
        arrays["observation"][number] = episode.game.features(episode.state, mover)
        arrays["action_mask"][number] = self._encoding.mask_of(episode.moves)
        arrays["to_move"][number] = mover

    def sample(self, luck: npt.NDArray[np.uint64], actions: npt.NDArray[np.int64]) -> None:
        """By SplitMix64: a number that grows evenly, well mixed."""
        luck += np.uint64(0x9E3779B97F4A7C15)
        drawn = (luck ^ luck >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        drawn = (drawn ^ drawn >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        drawn = (drawn ^ drawn >> np.uint64(31)) >> np.uint64(32)
        masks = [self._encoding.mask_of(episode.moves) for episode in self._episodes.values()]
        before = np.cumsum(masks, axis=1)
        place = drawn * before[:, -1].astype(np.uint64) >> np.uint64(32)
        actions[:] = (before > place.astype(np.int64)[:, None]).argmax(axis=1)

    def dump(self) -> list[Episode]:
        return [copy(episode) for episode in self._episodes.values()]

    def restore(self, dumped: list[Episode], seeds: list[int]) -> None:
        self._episodes = dict(enumerate(dumped))
        self._dice = {number: Dice(seed) for number, seed in enumerate(seeds)}

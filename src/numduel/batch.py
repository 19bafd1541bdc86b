"""Many games of one kind at once, in arrays that every step overwrites."""

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
    missing = f"numduel.batch needs {error.name}: pip install 'numduel[agents]'"
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
    """Return a batch of `n` games; game i of a seed is the same for every `n`.

    Results are written into the arrays in `out`, by name, instead of new ones.

    >>> games = make("sum", 3, target=9)
    >>> games.step([8, 4, 0])
    >>> games.terminated.tolist(), games.reward.tolist()
    ([True, False, False], [[1.0, -1.0], [0.0, 0.0], [0.0, 0.0]])
    >>> games.to_move.tolist()
    [0, 1, 1]
    """
    if seed is not None:
        Dice(seed := operator.index(seed))  # check it
    what = "out must be a dictionary of arrays by name"
    given = {} if out is None else need(out, Mapping, what)  # type: ignore[type-abstract]
    return Batch(GameFactory(game, board, max_turns, options), GAME_COUNT.accept(n), seed, given)


class Batch:
    """Games that are played together, each with its own dice; a finished game restarts at once."""

    observation: npt.NDArray[np.int16]
    """The features of each game, for the player to move."""
    action_mask: npt.NDArray[np.bool_]
    """The legal actions of each game."""
    to_move: npt.NDArray[np.uint8]
    """The player to move, 0 or 1: a column of `reward`."""
    reward: npt.NDArray[np.float32]
    """+1 and -1 for the players of a game that ended in this step; 0 for both in a draw."""
    terminated: npt.NDArray[np.bool_]
    """Whether the rules ended each game in this step; with reward 0 it is a draw."""
    truncated: npt.NDArray[np.bool_]
    """Whether each game reached the turn limit in this step."""

    def __init__(
        self, factory: GameFactory, n: int, seed: int | None, out: Mapping[str, npt.NDArray[Any]]
    ) -> None:
        self._factory = factory
        self._count = n
        arrays = make_arrays(factory, n)
        _use_arrays(arrays, out)
        vars(self).update(arrays)
        lucks = [derive_seed(seed, f"choices in game {number} of a batch") for number in range(n)]
        self._luck = np.array(lucks, np.uint64)
        self._games = _make_games(factory, arrays)
        for number in range(n):
            if not self._games.begin(number, derive_seed(seed, f"game {number} of a batch")):
                raise SetupError(NO_MOVE_MESSAGE)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play a move in every game.

        Raises:
            ValueError: If a move is illegal; then no game has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self._count,) or chosen.dtype.kind not in "iu":
            count = self._count
            raise ValueError(f"actions must be {count} whole numbers, one for each game")
        wrong = self._games.step(np.ascontiguousarray(chosen, np.int64))
        if wrong is not None:
            if wrong < 0:
                raise SetupError(NO_MOVE_MESSAGE)
            raise ValueError(f"action {chosen[wrong]} is not legal in game {wrong}")

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every game; equal seeds give equal actions."""
        actions = np.empty(self._count, np.int64)
        self._games.sample(self._luck, actions)
        return actions

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy: no hidden numbers, and new dice."""
        arrays = {n: value.copy() for n, value in vars(self).items() if not n.startswith("_")}
        return {"arrays": arrays, "factory": copy(self._factory), "games": self._games.dump()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        arrays = state["arrays"]
        vars(self).update(arrays, _factory=state["factory"], _count=len(arrays["to_move"]))
        seeds, lucks = ([derive_seed(None, "") for _ in range(self._count)] for _ in range(2))
        self._luck = np.array(lucks, np.uint64)
        self._games = _make_games_for(state["games"], self._factory, arrays)
        self._games.restore(state["games"], seeds)


# ---- arrays


def _use_arrays(arrays: Arrays, out: Mapping[str, npt.NDArray[Any]]) -> None:
    """Replace arrays by the caller's; raise SetupError unless they have the same shape and type."""
    for name, given in out.items():
        if name not in arrays:
            raise SetupError(
                f"{quoted(name)} isn't an array here; the arrays are {listed([*arrays], 'and')}"
            )
        ours = arrays[name]
        found = need(given, np.ndarray, f"{name} must be a numpy array")
        if (found.shape, found.dtype) != (ours.shape, ours.dtype):
            expected, actual = (f"{one.dtype} of shape {one.shape}" for one in (ours, found))
            raise SetupError(f"{name} must be {expected}, not {actual}")
        if not found.flags.carray:
            raise SetupError(f"{name} must be contiguous, aligned and writeable")
    for one, two in combinations(out, 2):
        if np.may_share_memory(out[one], out[two]):
            raise SetupError(f"{one} and {two} share memory; use separate arrays")
    arrays.update(out)
    for array in arrays.values():
        array[...] = 0


# ---- playing the games


class Games(Protocol):
    """An implementation that plays the games and writes results into arrays."""

    def begin(self, number: int, seed: int | None = None) -> bool:
        """Deal a game, with new dice if there is a seed; return whether it can be played."""
        ...

    def step(self, actions: npt.NDArray[np.int64]) -> int | None:
        """Play a move in every game; return the first game in which it is illegal, or None.

        If a move is illegal, no game changes. A negative number means that no new game was dealt.
        """
        ...

    def sample(self, luck: npt.NDArray[np.uint64], actions: npt.NDArray[np.int64]) -> None:
        """Write a random legal action for every game; `luck` is the generator's state."""
        ...

    def dump(self) -> Any:
        """Return all games without hidden numbers."""
        ...

    def restore(self, dumped: Any, seeds: list[int]) -> None:
        """Continue from dumped games, with new dice."""
        ...


def _make_games(factory: GameFactory, arrays: Arrays) -> Games:
    """Return compiled games if possible, otherwise games in Python."""
    return make_compiled_games(factory, arrays) or _PythonGames(factory, arrays)


def _make_games_for(dumped: Any, factory: GameFactory, arrays: Arrays) -> Games:
    """Return games that can restore a dump; compiled games dump bytes."""
    if not isinstance(dumped, bytes):
        return _PythonGames(factory, arrays)
    games: Games | None = make_compiled_games(factory, arrays)
    if games is None:
        raise SetupError("these games need the compiled core, which is not installed")
    return games


class _PythonGames:
    """Games played by the rules in Python."""

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
        self._write_observation(number)
        return True

    def step(self, actions: npt.NDArray[np.int64]) -> int | None:
        by_action = dict(enumerate(self._factory.game.vocabulary))
        moves = [by_action.get(action, "") for action in actions.tolist()]
        for number, episode in self._episodes.items():
            if moves[number] not in episode.moves:
                return number
        for name in ("reward", "terminated", "truncated"):
            self._arrays[name][:] = 0
        for number, episode in self._episodes.items():
            episode.play(moves[number])
            if episode.moves:
                self._write_observation(number)
            else:
                self._end(number, episode)
        return None

    def _end(self, number: int, episode: Episode) -> None:
        self._arrays["truncated"][number] = episode.is_truncated
        self._arrays["terminated"][number] = not episode.is_truncated
        self._arrays["reward"][number] = episode.rewards
        self.begin(number)

    def _write_observation(self, number: int) -> None:
        episode = self._episodes[number]
        arrays, mover = self._arrays, episode.mover
        arrays["observation"][number] = episode.game.features(episode.state, mover)
        arrays["action_mask"][number] = self._encoding.mask_of(episode.moves)
        arrays["to_move"][number] = mover

    def sample(self, luck: npt.NDArray[np.uint64], actions: npt.NDArray[np.int64]) -> None:
        """Write random legal actions, drawn with SplitMix64."""
        luck += np.uint64(0x9E3779B97F4A7C15)
        drawn = (luck ^ luck >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        drawn = (drawn ^ drawn >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        drawn = (drawn ^ drawn >> np.uint64(31)) >> np.uint64(32)
        masks = [self._encoding.mask_of(episode.moves) for episode in self._episodes.values()]
        before = np.cumsum(masks, axis=1)
        index = drawn * before[:, -1].astype(np.uint64) >> np.uint64(32)
        actions[:] = (before > index.astype(np.int64)[:, None]).argmax(axis=1)

    def dump(self) -> list[Episode]:
        return [copy(episode) for episode in self._episodes.values()]

    def restore(self, dumped: list[Episode], seeds: list[int]) -> None:
        self._episodes = dict(enumerate(dumped))
        self._dice = {number: Dice(seed) for number, seed in enumerate(seeds)}

"""A Gymnasium vector environment: many games of one agent against an opponent."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    missing = f"this environment needs {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from ..dice import Dice, derive_seed
from ..errors import SetupError
from ..play.players import Chooser
from .arrays import GAME_COUNT, make_arrays, make_compiled_games
from .drawing import MODES
from .encoding import Encoding
from .gymnasium import MAX_DEALS, NO_MOVE_MESSAGE, Duel, Planes, SpecifiedEnv

__all__ = ["Duels"]

Bools = npt.NDArray[np.bool_]
Step = tuple[Planes, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]


class Duels(SpecifiedEnv, VectorEnv[Planes, Any, Any]):
    """Several `Duel`s side by side; a game that ends starts again in the same step.

    They behave like Gymnasium's `SyncVectorEnv`. Against a random opponent, the compiled core plays
    all of them at once, if it is built.

    >>> duels = Duels("sum", 3, target=9, seat=1)
    >>> seen, info = duels.reset(seed=7)
    >>> seen.shape, info["seat"].tolist()
    ((3, 5, 1, 9), [1, 1, 1])
    >>> seen, reward, terminated, truncated, info = duels.step([8, 8, 0])
    >>> reward.tolist(), terminated.tolist()
    ([1.0, 1.0, 0.0], [True, True, False])
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(MODES),
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str | Chooser = "random",
        seat: int | None = None,
        board: str | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        def duel() -> Duel:
            arguments: dict[str, Any] = {
                **options,
                "opponent": opponent,
                "seat": seat,
                "board": board,
            }
            return Duel(game, max_turns=max_turns, render_mode=render_mode, **arguments)

        one = duel()
        self.num_envs = count = GAME_COUNT.accept(num_envs)
        self.render_mode = one.render_mode
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(one.observation_space, count)
        self.action_space = batch_space(one.action_space, count)
        self._factory = one._factory
        self._encoding = Encoding(self._factory.game)
        self._mask = np.zeros((count, self._encoding.actions), np.int8)
        self._arrays = make_arrays(self._factory, count)
        final = np.zeros_like(self._arrays["observation"])
        self._arrays |= {"final": final, "unplayed": np.zeros((count, 2), np.int64)}
        self._games: Any = None
        self._sync: SyncVectorEnv | None = None
        if opponent == "random" and render_mode is None:
            agent = {"seat": 2 if seat is None else seat - 1, "tries": MAX_DEALS}
            self._games = make_compiled_games(self._factory, self._arrays, **agent)
        if self._games is None:
            same_step = AutoresetMode.SAME_STEP
            self._sync = SyncVectorEnv([duel] * count, autoreset_mode=same_step)
        self._needs_reset = True

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Planes, dict[str, Any]]:
        """Deal all games again; game i uses seed + i, or item i of a list of seeds."""
        if seed is None or isinstance(seed, int | np.integer):
            first = None if seed is None else operator.index(seed)
            seeds = [None if first is None else first + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"got {len(seeds)} seeds for {self.num_envs} games; give one each")
        if self._sync is not None:
            observations, infos = self._sync.reset(seed=seeds)
            self._mask = infos["action_mask"]
            return observations, infos
        for number, own in enumerate(seeds):
            if own is None and self._needs_reset:
                own = derive_seed(None, "")
            if own is not None:
                Dice(own := operator.index(own))  # raises an error for an invalid seed
            luck = None if own is None else derive_seed(own, "opponent")
            if not self._games.begin(number, own, luck):
                raise SetupError(NO_MOVE_MESSAGE)
        self._needs_reset = False
        every = np.ones(self.num_envs, np.bool_)
        return self._planes("observation"), self._info() | self._unplayed(every)

    def step(self, actions: Any) -> Step:
        """Play a move in every game and the opponents' answers; an illegal move loses."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"there are {self.num_envs} games; give one action each")
        if not ((chosen >= 0) & (chosen < self._encoding.actions)).all():
            raise ValueError(f"an action is a number from 0 to {self._encoding.actions - 1}")
        faults = np.flatnonzero(self._mask[np.arange(self.num_envs), chosen] == 0)
        stepped = self._sync.step(chosen) if self._sync is not None else self._step_compiled(chosen)
        self._mask = stepped[4]["action_mask"]
        for number in map(int, faults):
            move = self._encoding.move(chosen[number])
            fault = {"fault": f"it played {move}, which is not legal"}
            self._add_info(stepped[4]["final_info"], fault, number)
        return stepped

    def _step_compiled(self, chosen: npt.NDArray[Any]) -> Step:
        if self._needs_reset:
            raise ResetNeeded("call reset first")
        arrays, seats = self._arrays, self._arrays["to_move"].copy()
        if self._games.step(np.ascontiguousarray(chosen, np.int64)) is not None:
            raise SetupError(NO_MOVE_MESSAGE)
        reward = arrays["reward"][np.arange(self.num_envs), seats].astype(np.float64)
        terminated, truncated = arrays["terminated"].copy(), arrays["truncated"].copy()
        infos = self._info()
        ended = terminated | truncated
        if ended.any():
            infos |= self._final_info(ended, seats) | self._unplayed(ended)
        return self._planes("observation"), reward, terminated, truncated, infos

    # ---- observing

    def action_masks(self) -> Bools:
        """Return the legal actions of every game in the form of sb3-contrib."""
        return self._mask.astype(np.bool_)

    def _planes(self, name: str) -> Planes:
        return self._encoding.planes(self._arrays[name])

    def _info(self) -> dict[str, Any]:
        self._mask = self._arrays["action_mask"].astype(np.int8)
        every = np.ones(self.num_envs, np.bool_)
        seats = self._arrays["to_move"].astype(np.int64) + 1
        return {"action_mask": self._mask, "_action_mask": every, "seat": seats, "_seat": every}

    def _final_info(self, ended: Bools, seats: npt.NDArray[np.uint8]) -> dict[str, Any]:
        """Return the final observations and infos of the games that ended, in Gymnasium's form."""
        seen = np.full(self.num_envs, None, object)
        numbers = np.flatnonzero(ended)
        planes = self._encoding.planes(self._arrays["final"][numbers])
        for number, final in zip(numbers, planes, strict=True):
            seen[number] = final
        sat = np.where(ended, seats.astype(np.int64) + 1, 0)
        known = {"action_mask": np.zeros_like(self._mask), "_action_mask": ended}
        known |= {"seat": sat, "_seat": ended}
        return {"final_obs": seen, "_final_obs": ended, "final_info": known, "_final_info": ended}

    def _unplayed(self, started: Bools) -> dict[str, Any]:
        return {"unplayed": self._arrays["unplayed"].copy(), "_unplayed": started}

    def render(self) -> Any:
        """Render all games, if a `render_mode` was given."""
        return None if self._sync is None else self._sync.render()

    def close_extras(self, **more: Any) -> None:
        """End the games and notify the opponents."""
        if self._sync is not None:
            self._sync.close()

    def __reduce__(self) -> Any:
        raise TypeError("Duels cannot be copied; copy single Duel environments instead")

"""Many games at once as a Gymnasium vector environment for one agent, against an opponent."""

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

from ..dice import Dice, derived_seed
from ..errors import SetupError
from ..play.players import Chooser
from .arrays import GAMES, arrays_of, compiled_games
from .drawing import MODES
from .encoding import Encoding
from .gymnasium import NO_MOVE, TRIES, Duel, Planes, Specified

__all__ = ["Duels"]

Bools = npt.NDArray[np.bool_]
Step = tuple[Planes, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]


class Duels(Specified, VectorEnv[Planes, Any, Any]):
    """As many `Duel`s side by side; a game that ends in a step begins again in the same step.

    They are what Gymnasium's `SyncVectorEnv` makes of them. Against a random opponent the compiled
    core plays all of them at once, where it is built.

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
            asked: dict[str, Any] = {**options, "opponent": opponent, "seat": seat, "board": board}
            return Duel(game, max_turns=max_turns, render_mode=render_mode, **asked)

        one = duel()
        self.num_envs = count = GAMES.accept(num_envs)
        self.render_mode = one.render_mode
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(one.observation_space, count)
        self.action_space = batch_space(one.action_space, count)
        self._deals = one._deals
        self._encoding = Encoding(self._deals.game)
        self._mask = np.zeros((count, self._encoding.actions), np.int8)
        self._arrays = arrays_of(self._deals, count)
        told = np.zeros_like(self._arrays["observation"])
        self._arrays |= {"final": told, "unplayed": np.zeros((count, 2), np.int64)}
        self._games: Any = None
        self._sync: SyncVectorEnv | None = None
        if opponent == "random" and render_mode is None:
            sits = {"seat": 2 if seat is None else seat - 1, "tries": TRIES}
            self._games = compiled_games(self._deals, self._arrays, **sits)
        if self._games is None:
            same_step = AutoresetMode.SAME_STEP
            self._sync = SyncVectorEnv([duel] * count, autoreset_mode=same_step)
        self._is_new = True

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Planes, dict[str, Any]]:
        """Deal all games anew; those of game i follow from the seed + i, or its own in a list."""
        if seed is None or isinstance(seed, int | np.integer):
            first = None if seed is None else operator.index(seed)
            seeds = [None if first is None else first + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} games, and {len(seeds)} seeds")
        if self._sync is not None:
            seen, told = self._sync.reset(seed=seeds)
            self._mask = told["action_mask"]
            return seen, told
        for number, own in enumerate(seeds):
            if own is None and self._is_new:
                own = derived_seed(None, "")
            if own is not None:
                Dice(own := operator.index(own))  # refused where it is none
            luck = None if own is None else derived_seed(own, "opponent")
            if not self._games.begin(number, own, luck):
                raise SetupError(NO_MOVE)
        self._is_new = False
        every = np.ones(self.num_envs, np.bool_)
        return self._seen("observation"), self._told() | self._unplayed(every)

    def step(self, actions: Any) -> Step:
        """Play a move in every game, and let the opponents answer; an illegal one loses."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"there are {self.num_envs} games, and each needs an action")
        if not ((chosen >= 0) & (chosen < self._encoding.actions)).all():
            raise ValueError(f"an action is a number from 0 to {self._encoding.actions - 1}")
        faults = np.flatnonzero(self._mask[np.arange(self.num_envs), chosen] == 0)
        stepped = self._sync.step(chosen) if self._sync is not None else self._stepped(chosen)
        self._mask = stepped[4]["action_mask"]
        for number in map(int, faults):
            move = self._encoding.move(chosen[number])
            told = {"fault": f"it played {move}, which is not legal"}
            self._add_info(stepped[4]["final_info"], told, number)
        return stepped

    def _stepped(self, chosen: npt.NDArray[Any]) -> Step:
        if self._is_new:
            raise ResetNeeded("no game has begun: call reset first")
        arrays, seats = self._arrays, self._arrays["to_move"].copy()
        if self._games.step(np.ascontiguousarray(chosen, np.int64)) is not None:
            raise SetupError(NO_MOVE)
        reward = arrays["reward"][np.arange(self.num_envs), seats].astype(np.float64)
        terminated, truncated = arrays["terminated"].copy(), arrays["truncated"].copy()
        told = self._told()
        ended = terminated | truncated
        if ended.any():
            told |= self._ended(ended, seats) | self._unplayed(ended)
        return self._seen("observation"), reward, terminated, truncated, told

    # ---- seeing

    def action_masks(self) -> Bools:
        """The legal actions of every game, as sb3-contrib asks for them."""
        return self._mask.astype(np.bool_)

    def _seen(self, name: str) -> Planes:
        return self._encoding.planes(self._arrays[name])

    def _told(self) -> dict[str, Any]:
        self._mask = self._arrays["action_mask"].astype(np.int8)
        every = np.ones(self.num_envs, np.bool_)
        seats = self._arrays["to_move"].astype(np.int64) + 1
        return {"action_mask": self._mask, "_action_mask": every, "seat": seats, "_seat": every}

    def _ended(self, ended: Bools, seats: npt.NDArray[np.uint8]) -> dict[str, Any]:
        """What was seen and known at the end of games, as Gymnasium tells it."""
        seen = np.full(self.num_envs, None, object)
        numbers = np.flatnonzero(ended)
        planes = self._encoding.planes(self._arrays["final"][numbers])
        for number, final in zip(numbers, planes, strict=True):
            seen[number] = final
        sat = np.where(ended, seats.astype(np.int64) + 1, 0)
        known = {"action_mask": np.zeros_like(self._mask), "_action_mask": ended}
        known |= {"seat": sat, "_seat": ended}
        return {"final_obs": seen, "_final_obs": ended, "final_info": known, "_final_info": ended}

    def _unplayed(self, begun: Bools) -> dict[str, Any]:
        return {"unplayed": self._arrays["unplayed"].copy(), "_unplayed": begun}

    def render(self) -> Any:
        """What the games look like, where a `render_mode` was asked for."""
        return None if self._sync is None else self._sync.render()

    def close_extras(self, **more: Any) -> None:
        """End the games: opponents are told so."""
        if self._sync is not None:
            self._sync.close()

    def __reduce__(self) -> Any:
        raise TypeError("many duels at once cannot be copied; a copy of one Duel can be made")

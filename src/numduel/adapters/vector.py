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
from .arrays import GAME_COUNT, Arrays, make_compiled_games, make_duel_arrays
from .drawing import MODES
from .encoding import Encoding
from .gymnasium import MAX_DEALS, NO_MOVE_MESSAGE, Duel, Seen, SpecifiedEnv
from .observations import Form
from .opponents import RANDOM, OpponentFunction, ask_batch, is_function, one_row

__all__ = ["Duels"]

Bools = npt.NDArray[np.bool_]
Step = tuple[Seen, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]


class Duels(SpecifiedEnv, VectorEnv[Seen, Any, Any]):
    """Several `Duel`s side by side; a game that ends starts again in the same step.

    They behave like Gymnasium's `SyncVectorEnv`. Against a random opponent or a function, the
    compiled core plays all of them at once, if it is built. A function is called with the games in
    which the opponent is to move, one in each row. With `copy=False` every step overwrites the
    observations of the step before.

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
        opponent: str | Chooser | OpponentFunction = RANDOM,
        seat: int | None = None,
        observation: Form = "planes",
        copy: bool = True,
        board: str | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self._function = opponent if is_function(opponent) else None
        against = one_row(opponent) if is_function(opponent) else opponent

        def duel() -> Duel:
            arguments: dict[str, Any] = {
                **options,
                "opponent": against,
                "seat": seat,
                "observation": observation,
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
        self.copies = copy
        """Whether observations of earlier steps stay as they are."""
        self._factory = one._factory
        self._encoding = Encoding(self._factory.game)
        self._mask = np.zeros((count, self._encoding.actions), np.int8)
        self._arrays: Arrays = {}
        self._games: Any = None
        self._sync: SyncVectorEnv | None = None
        if (self._function or opponent == RANDOM) and render_mode is None and observation != "text":
            self._compile(2 if seat is None else seat - 1, has_planes=observation == "planes")
        if self._games is None:
            same_step = AutoresetMode.SAME_STEP
            self._sync = SyncVectorEnv([duel] * count, autoreset_mode=same_step, copy=copy)
        self._needs_reset = True

    def _compile(self, seat: int, *, has_planes: bool) -> None:
        """Let the compiled core play, if it can."""
        shape: Any = self.single_observation_space.shape
        arrays = make_duel_arrays(self._factory, self.num_envs, shape)
        duel = {
            "seat": seat,
            "tries": MAX_DEALS,
            "highest": [feature.highest for feature in self._factory.game.layout()[1]],
            "has_planes": has_planes,
            "is_asked": bool(self._function),
        }
        self._games = make_compiled_games(self._factory, arrays, **duel)
        self._arrays = arrays
        self._finals = np.fromiter(arrays["final"], object, self.num_envs)
        """A view of each row of `final`: new views for every game that ends would be slow."""

    @property
    def envs(self) -> Sequence[Any]:
        """The single environments; empty if the compiled core plays the games together."""
        return () if self._sync is None else self._sync.envs

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
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
            self._mask, self._needs_reset = infos["action_mask"], False
            return observations, infos
        is_first, self._needs_reset = self._needs_reset, True
        self._use_new_array()
        for number, own in enumerate(seeds):
            if own is None and is_first:
                own = derive_seed(None, "")
            if own is not None:
                Dice(own := operator.index(own))  # raises an error for an invalid seed
            luck = None if own is None else derive_seed(own, "opponent")
            if not self._games.begin(number, own, luck):
                raise SetupError(NO_MOVE_MESSAGE)
        self._let_opponents_play()
        self._needs_reset = False
        every = np.ones(self.num_envs, np.bool_)
        return self._arrays["observation"], self._info() | self._unplayed(every)

    def step(self, actions: Any) -> Step:
        """Play a move in every game and the opponents' answers; an illegal move loses."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"there are {self.num_envs} games; give one action each")
        if self._needs_reset:
            raise ResetNeeded("call reset first")
        return self._step_compiled(chosen) if self._sync is None else self._step_sync(chosen)

    def _step_sync(self, chosen: npt.NDArray[Any]) -> Step:
        assert self._sync is not None
        self._check_range(bool(((chosen >= 0) & (chosen < self._encoding.actions)).all()))
        faults = np.flatnonzero(self._mask[np.arange(self.num_envs), chosen] == 0)
        self._needs_reset = True  # in case of an error
        stepped = self._sync.step(chosen)
        self._needs_reset = False
        self._mask = stepped[4]["action_mask"]
        self._explain(stepped[4], chosen, faults.tolist())
        return stepped

    def _step_compiled(self, chosen: npt.NDArray[Any]) -> Step:
        arrays, games, seats = self._arrays, self._games, self._arrays["to_move"].copy()
        before = arrays["observation"]
        self._use_new_array()
        wrong = games.step(np.ascontiguousarray(chosen, np.int64))
        if wrong is not None:
            arrays["observation"] = before
            self._check_range(wrong < 0)
            self._needs_reset = True
            raise SetupError(NO_MOVE_MESSAGE)
        self._let_opponents_play()
        infos = self._info()
        if games.n_ended:
            ended = arrays["terminated"] | arrays["truncated"]
            infos |= self._final_info(ended, seats) | self._unplayed(ended)
        if games.n_faults:
            self._explain(infos, chosen, games.faults())
        reward, ended_by_rules = arrays["reward"].copy(), arrays["terminated"].copy()
        return arrays["observation"], reward, ended_by_rules, arrays["truncated"].copy(), infos

    def _use_new_array(self) -> None:
        if self.copies:
            self._arrays["observation"] = np.empty_like(self._arrays["observation"])
            self._games.write_to(self._arrays["observation"])

    def _check_range(self, is_valid: bool) -> None:
        if not is_valid:
            raise ValueError(f"an action is a number from 0 to {self._encoding.actions - 1}")

    def _explain(
        self, infos: dict[str, Any], chosen: npt.NDArray[Any], faults: Sequence[int]
    ) -> None:
        """Say which games the agent lost by an illegal action."""
        for number in faults:
            move = self._encoding.move(chosen[number])
            fault = {"fault": f"it played {move}, which is not legal"}
            self._add_info(infos["final_info"], fault, number)

    def _let_opponents_play(self) -> None:
        """Call the function until the agent is to move in every game.

        After an error the games can't be continued: they are neither won nor lost.
        """
        if not self._function:
            return
        needed_reset, self._needs_reset = self._needs_reset, True
        shape, actions = self._arrays["observation"].shape[1:], self._encoding.actions
        while count := self._games.pending():
            seen = np.empty((count, *shape), np.float32)
            masks = np.empty((count, actions), np.int8)
            self._games.observe_pending(seen, masks)
            if self._games.answer(ask_batch(self._function, seen, masks)) is not None:
                raise SetupError(NO_MOVE_MESSAGE)
        self._needs_reset = needed_reset

    # ---- observing

    def action_masks(self) -> Bools:
        """Return the legal actions of every game in the form of sb3-contrib."""
        return self._mask.astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        self._mask = self._arrays["action_mask"]
        every = np.ones(self.num_envs, np.bool_)
        seats = self._arrays["to_move"].astype(np.int64) + 1
        seen = {"action_mask": self._mask.copy(), "_action_mask": every}
        return seen | {"seat": seats, "_seat": every}

    def _final_info(self, ended: Bools, seats: npt.NDArray[np.uint8]) -> dict[str, Any]:
        """Return the final observations and infos of the games that ended, in Gymnasium's form."""
        count = self._games.n_ended
        finals = self._finals[:count]
        if self.copies:
            finals = np.fromiter(self._arrays["final"][:count].copy(), object, count)
        seen = np.full(self.num_envs, None, object)
        seen[self._arrays["ended"][:count]] = finals
        sat = ((seats + 1) * ended).astype(np.int64)
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

"""Many duels as a vector environment of stable-baselines3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    missing = f"this environment needs {error.name}: pip install 'numduel[train]'"
    raise ImportError(missing, name=error.name) from None

from ..checks import need
from ..errors import SetupError
from .vector import Duels

__all__ = ["SideBySide"]

Indices = int | Iterable[int] | None


class SideBySide(VecEnv):  # type: ignore[misc,unused-ignore]
    """Several duels as a `VecEnv`, with the action masks that sb3-contrib's MaskablePPO asks for.

    >>> duels = SideBySide(Duels("sum", 3, observation="vector"))
    >>> _ = duels.seed(7)
    >>> duels.reset().shape
    (3, 13)
    """

    def __init__(self, duels: Duels) -> None:
        self.duels = need(duels, Duels, "SideBySide needs numduel.adapters.vector.Duels")
        if not isinstance(duels.single_observation_space, spaces.Box):
            raise SetupError("stable-baselines3 can't read texts; use observation='vector'")
        if not duels.copies:
            raise SetupError("stable-baselines3 keeps observations; use Duels with copy=True")
        super().__init__(duels.num_envs, duels.single_observation_space, duels.single_action_space)

    # ---- playing

    def reset(self) -> Any:
        """Deal all games again, with the seeds of the last call of `seed`."""
        observation, info = self.duels.reset(seed=self._seeds)
        self.reset_infos = [_of_game(info, number) for number in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: Any) -> None:
        """Store an action for every game."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Play the stored actions; the info of a game that ended has its last observation."""
        observation, reward, terminated, truncated, info = self.duels.step(self._actions)
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in reward]
        for number in np.flatnonzero(terminated | truncated).tolist():
            infos[number] = _of_game(info["final_info"], number)
            infos[number]["terminal_observation"] = info["final_obs"][number]
            infos[number]["TimeLimit.truncated"] = bool(truncated[number])
            self.reset_infos[number] = _of_game(info, number, "final_obs", "final_info")
        return observation, reward.astype(np.float32), terminated | truncated, infos

    def close(self) -> None:
        """End the games and notify the opponents."""
        self.duels.close()

    # ---- single games

    def env_method(
        self, method_name: str, *args: Any, indices: Indices = None, **options: Any
    ) -> list[Any]:
        """Call a method of some games, such as `action_masks`."""
        if method_name == "action_masks":
            masks = self.duels.action_masks()
            return [masks[number] for number in self._get_indices(indices)]
        envs = self._envs(method_name, indices)
        return [getattr(env, method_name)(*args, **options) for env in envs]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute of some games."""
        if self.duels.envs:
            return [getattr(env, attr_name) for env in self._envs(attr_name, indices)]
        is_space = attr_name in ("observation_space", "action_space")
        value = getattr(self.duels, f"single_{attr_name}" if is_space else attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of some games."""
        for env in self._envs(attr_name, indices):
            setattr(env, attr_name, value)

    def _envs(self, name: str, indices: Indices) -> list[Any]:
        """Return some games; raise AttributeError if the compiled core plays them together."""
        if not self.duels.envs:
            only = "the compiled core plays these games together; only action_masks works for one"
            raise AttributeError(f"{name} can't be used: {only}")
        return [self.duels.envs[number] for number in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """Return False for each of these games: they have no wrappers."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        """Return the pixels of every game, or None for each if Duels has another `render_mode`."""
        has_pixels = self.duels.render_mode == "rgb_array"
        return self.duels.render() if has_pixels else [None] * self.num_envs


def _of_game(infos: dict[str, Any], number: int, *without: str) -> dict[str, Any]:
    """Return the info of one game, from the infos of all."""
    return {
        name: value[number]
        for name, value in infos.items()
        if f"_{name}" in infos and infos[f"_{name}"][number] and name not in without
    }

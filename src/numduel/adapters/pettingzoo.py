"""PettingZoo environments for two agents who take turns."""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    missing = f"this environment needs {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from ..core import Player
from .drawing import MODES, RenderedEnv, check_render_mode
from .encoding import Encoding
from .episode import Episode, GameFactory, copied_state

__all__ = ["AGENTS", "Duel", "env"]

AGENTS = ("player_1", "player_2")
"""The agents, in the order of the players."""

Observation = dict[str, Any]


def env(
    game: str,
    *,
    board: str | None = None,
    max_turns: int | None = None,
    render_mode: str | None = None,
    **options: object,
) -> Duel:
    """Return an environment of a game; it needs none of PettingZoo's wrappers.

    >>> duel = env("sum", target=20)
    >>> duel.reset(seed=7)
    >>> for action in (8, 3, 5):
    ...     duel.step(action)
    >>> duel.agent_selection, duel.observe("player_2")["action_mask"].tolist()
    ('player_2', [1, 1, 1, 1, 0, 0, 0, 1, 1])
    >>> duel.step(4)
    >>> duel.rewards, duel.infos["player_2"]["fault"]
    ({'player_1': 1, 'player_2': -1}, "5 is next to your opponent's last number, 6")
    """
    factory = GameFactory(game, board, max_turns, options)
    return Duel(factory, render_mode)


class Duel(RenderedEnv, AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """Two agents who take turns; an action is the index of a move in the vocabulary.

    It does the checks of PettingZoo's wrappers itself, at almost no cost.
    """

    def __init__(self, factory: GameFactory, mode: str | None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"numduel_{factory.game.id}_v0",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = check_render_mode(mode)
        self._factory = factory
        self._episode: Episode | None = None
        self._encoding = Encoding(factory.game)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        shape, actions = self._encoding.shape, self._encoding.actions
        self.state_space = spaces.Box(0, 1, shape, np.float32)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # ---- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; the same seed deals the same game."""
        self._factory.seed(seed)
        self._episode = episode = self._factory.deal()
        self._encoding = Encoding(episode.game)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._skip_agent_selection = None
        self._select_mover(episode)
        self._render_for_people()

    def step(self, action: int | None) -> None:
        """Play the selected agent's move; raise ValueError if it isn't an action."""
        episode = self._current_episode()
        agent = self.agent_selection
        if not self.agents:
            raise ResetNeeded("the game is over; call reset first")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._encoding.move(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(AGENTS, 0)
        fault = episode.try_move(move)
        if episode.moves:
            self._select_mover(episode)
        else:
            self._end(episode)
            if fault:
                self.infos[agent]["fault"] = fault
        self._render_for_people()

    def _select_mover(self, episode: Episode) -> None:
        """Select the agent to move, and set the masks."""
        selected = self.agent_selection = AGENTS[episode.mover]
        mask_of = self._encoding.mask_of
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": mask_of(episode.moves if agent == selected else ())}
            for agent in AGENTS
        }

    def _end(self, episode: Episode) -> None:
        ending = episode.ending
        if ending is None:
            self.truncations = dict.fromkeys(AGENTS, True)
        else:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = dict(zip(AGENTS, episode.rewards, strict=True))
            self._accumulate_rewards()
        drawn = {"draw": True} if ending is not None and ending.is_draw else {}
        self.infos = {agent: {"action_mask": self._final_mask(), **drawn} for agent in AGENTS}

    def _final_mask(self) -> Any:
        """Return the mask after the end: all ones, although only None can be played.

        PettingZoo's own tests warn of a mask without any action.
        """
        return np.ones(self._encoding.actions, np.int8)

    # ---- observing

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and its legal actions."""
        episode = self._current_episode()
        info = self.infos.get(agent)
        return {
            "observation": self._encoding.observe(episode.state, Player(AGENTS.index(agent))),
            "action_mask": self._final_mask() if info is None else info["action_mask"].copy(),
        }

    def state(self) -> Any:
        """Return the public position from Player 1's point of view."""
        return self._encoding.observe(self._current_episode().state, Player.ONE)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy, without hidden numbers and seed."""
        return copied_state(vars(self))

"""The games as Gymnasium's environments for one agent, against an opponent."""

from __future__ import annotations

import operator
import os
from typing import Any

try:
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.envs.registration import EnvSpec
    from gymnasium.error import ResetNeeded
except ModuleNotFoundError as error:
    missing = f"this environment needs {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from ..budget import Budget
from ..core import Move, Player
from ..dice import Dice
from ..errors import PlayerError, SetupError, WrongType
from ..games import ids
from ..options import shown
from ..play.players import HUMAN, SECONDS, Chooser, ask, ask_in_match, public, seat
from .drawing import MODES, Rendered, render_mode
from .encoding import Encoding
from .episode import Deals, Episode, apart

__all__ = ["Duel", "register"]

TRIES = 100
"""After so many deals in which the agent comes to no move, there is none to play."""

UNPLAYED = {1: 0, -1: 1, 0: 2}
"""Where `unplayed` counts a game, by the agent's reward: won, lost, drawn."""

NO_MOVE = "the opponent ends this game before the agent has a move"

_SALT = os.urandom(16).hex()
"""Makes Gymnasium's own generator another one in every process."""

Planes = npt.NDArray[np.float32]
Step = tuple[Planes, float, bool, bool, dict[str, Any]]


class Specified:
    """What tells how it was made, but for a hidden board."""

    _deals: Deals
    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """How it was made; of a hidden board, only which options it settles."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec, game = spec, self._deals.game
        if spec is not None and game.hidden and "board" in spec.kwargs:
            kept = {name: value for name, value in spec.kwargs.items() if name != "board"}
            spec.kwargs = kept | vars(game.options)


class Duel(Specified, Rendered, gymnasium.Env[Planes, Any]):
    """One agent against an opponent; an action is the place of a move in the vocabulary.

    The opponent is one of `numduel.players.kinds()`, or anything that chooses as they do. The
    agent's seat is 1 or 2, or drawn anew for every game.

    >>> duel = Duel("sum", target=9, opponent="perfect", seat=1)
    >>> observation, info = duel.reset(seed=7)
    >>> info["action_mask"].tolist(), info["seat"]
    ([1, 1, 1, 1, 1, 1, 1, 1, 1], 1)
    >>> observation, reward, terminated, truncated, info = duel.step(8)
    >>> reward, terminated, truncated
    (1.0, True, False)
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Chooser = "random",
        seat: int | None = None,
        board: str | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if seat is not None and seat not in (1, 2):
            raise SetupError(f"seat must be 1 or 2, or None for either, not {shown(seat)}")
        self.render_mode = _mode(render_mode)
        self._seat = seat
        self._opponent = opponent
        self._luck = Dice()
        self._chooser = _seated(opponent, self._luck)
        self._deals = Deals(game, board, max_turns, options)
        self._episode: Episode | None = None
        self._player = Player.ONE
        self._is_playing = False
        self._encoding = Encoding(self._deals.game)
        self.observation_space = spaces.Box(0, 1, self._encoding.shape, np.float32)
        self.action_space = spaces.Discrete(self._encoding.actions)

    # ---- playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Deal a game in which the agent has a move; the same seed deals the same one."""
        self._deals.seed(seed)
        # Gymnasium keeps a generator too, which nothing uses. Everybody sees it, so that without
        # the salt one could try out which seed it comes from, and a seed is the board.
        other = None if seed is None else Dice.derived(operator.index(seed), _SALT)
        super().reset(seed=None if other is None else other.below(2**31))
        self._np_random_seed = -1
        if seed is not None:
            self._luck = Dice.derived(operator.index(seed), "opponent")
        unplayed = np.zeros(3 if self._deals.game.has_draws else 2, np.int64)
        for _ in range(TRIES):
            self.close()
            episode = self._deals.deal()
            self._begin(episode)
            if episode.moves:
                self._show()
                return self._seen(), self._told() | {"unplayed": unplayed}
            if episode.fault:
                raise PlayerError(f"the opponent failed: {episode.fault}")
            if episode.ending is not None:
                unplayed[UNPLAYED[episode.rewards[self._player]]] += 1
        raise SetupError(NO_MOVE)

    def _begin(self, episode: Episode) -> None:
        self._episode = episode
        self._encoding = Encoding(episode.game)
        self._player = Player(self._deals.draw(2) if self._seat is None else self._seat - 1)
        if isinstance(self._opponent, str):
            self._chooser = _seated(self._opponent, self._luck)
        self._chooser.begin(episode.game, self._player.other)
        self._is_playing = True
        self._let_opponent_play(episode)

    def _let_opponent_play(self, episode: Episode) -> None:
        """Until the agent is to move, or nobody is."""
        other = self._player.other
        while episode.moves and episode.mover is other:
            try:
                episode.play(self._answer(episode))
            except PlayerError as error:
                episode.fault = str(error)
        if not episode.moves:
            self.close()

    def _answer(self, episode: Episode) -> Move:
        budget = Budget(seconds=SECONDS)
        if hasattr(self._chooser, "follow"):
            return ask_in_match(self._chooser, episode.match(), budget)
        view = episode.game.view(episode.state, episode.mover)
        return ask(self._chooser, view, episode.moves, budget)

    def step(self, action: Any) -> Step:
        """Play a move, and let the opponent answer; an illegal one loses the game."""
        episode = self._begun()
        if not episode.moves:
            raise ResetNeeded("the game is over: call reset first")
        fault = episode.take(self._encoding.move(action))
        told: dict[str, Any] = {"fault": fault} if fault else {}
        self._let_opponent_play(episode)
        if episode.fault and not told:
            told["opponent_fault"] = episode.fault
        ending = episode.ending
        if ending is not None and ending.is_draw:
            told["draw"] = True
        self._show()
        reward = float(episode.rewards[self._player])
        return self._seen(), reward, ending is not None, episode.is_cut, self._told() | told

    def close(self) -> None:
        """End the game, if one is being played: the opponent is told so."""
        if self._is_playing:
            self._is_playing = False
            self._chooser.end(public(self._begun().match()))

    # ---- seeing

    def _seen(self) -> Planes:
        return self._encoding.observe(self._begun().state, self._player)

    def _told(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._player + 1}

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._encoding.mask_of(self._begun().moves)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them."""
        return self._mask().astype(np.bool_)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy begins with: nothing that nobody has seen, and no seed."""
        gone = ("_np_random", "_luck")
        kept = {n: value for n, value in vars(self).items() if not n.startswith(gone)}
        if isinstance(self._opponent, str):
            del kept["_chooser"]
        return apart(kept)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _luck=Dice())
        if isinstance(self._opponent, str):
            self._chooser = _seated(self._opponent, self._luck)
            if self._episode is not None:
                self._chooser.begin(self._episode.game, self._player.other)


_mode = render_mode
"""By another name, since a parameter has this one."""


def _seated(opponent: str | Chooser, dice: Dice) -> Chooser:
    if isinstance(opponent, str):
        if found := seat(opponent, dice):
            return found
        raise SetupError(f"an opponent plays by itself, and a {HUMAN} has to be asked")
    asked = [getattr(opponent, name, None) for name in ("begin", "choose", "end")]
    if isinstance(opponent, type) or not all(map(callable, asked)):
        able = "somebody with the methods begin, choose and end"
        raise WrongType(f"an opponent is the name of a player, or {able}, not {shown(opponent)}")
    return opponent


def register() -> None:
    """Make every game known to `gymnasium.make` and `make_vec`, as numduel/<game>-v0."""
    for id in ids():
        name = f"numduel/{id}-v0"
        if name not in gymnasium.registry:
            many = f"{__package__}.vector:Duels"
            one = f"{__name__}:{Duel.__name__}"
            gymnasium.register(name, one, vector_entry_point=many, kwargs={"game": id})


register()

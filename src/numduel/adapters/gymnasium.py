"""Gymnasium environments for one agent against an opponent."""

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
from ..dice import Dice, derive_seed
from ..errors import PlayerError, SetupError, Unanswered
from ..games import ids
from ..options import short_repr
from ..play.players import SECONDS, Chooser, ask, ask_in_match, public_copy
from .drawing import MODES, RenderedEnv, check_render_mode
from .encoding import Encoding
from .episode import Episode, GameFactory, copied_state
from .observations import Form, check_form, make_space, observe
from .opponents import FunctionOpponent, Luck, OpponentFunction, is_function, make_opponent

__all__ = ["Duel", "register"]

MAX_DEALS = 100
"""Maximum number of deals to find a game in which the agent has a move."""

UNPLAYED_INDEX = {1: 0, -1: 1, 0: 2}
"""The index in `unplayed` of a game by the agent's reward: won, lost, drawn."""

NO_MOVE_MESSAGE = "the opponent ends this game before the agent has a move"

_SALT = os.urandom(16).hex()
"""A salt that makes Gymnasium's own generator different in every process."""

Seen = Any
"""An observation: an array of float32, or a text."""

Step = tuple[Seen, float, bool, bool, dict[str, Any]]


class SpecifiedEnv:
    """An environment whose spec doesn't reveal a hidden board."""

    _factory: GameFactory
    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """The arguments of the environment; instead of a hidden board, the options it implies."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec, game = spec, self._factory.game
        if spec is not None and game.hidden and "board" in spec.kwargs:
            shown = {name: value for name, value in spec.kwargs.items() if name != "board"}
            spec.kwargs = shown | vars(game.options)


class Duel(SpecifiedEnv, RenderedEnv, gymnasium.Env[Seen, Any]):
    """One agent against an opponent; an action is the index of a move in the vocabulary.

    The opponent is one of `numduel.players.kinds()`, any object with their methods, or a function
    of an observation and an action mask that returns an action. The agent's seat is 1 or 2, or None
    for a random seat in each game. An observation is planes, a vector or a text.

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
        opponent: str | Chooser | OpponentFunction = "random",
        seat: int | None = None,
        observation: Form = "planes",
        board: str | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if seat is not None and seat not in (1, 2):
            raise SetupError(f"seat must be 1, 2 or None for random, not {short_repr(seat)}")
        self.render_mode = check_render_mode(render_mode)
        self._seat = seat
        self._form = check_form(observation)
        self._opponent = opponent
        self._seed_opponent(None)
        self._chooser = self._make_chooser()
        self._factory = GameFactory(game, board, max_turns, options)
        self._episode: Episode | None = None
        self._player = Player.ONE
        self._is_playing = False
        self._unanswered = ""
        self._encoding = Encoding(self._factory.game)
        self.observation_space = make_space(self._form, self._encoding)
        self.action_space = spaces.Discrete(self._encoding.actions)

    # ---- playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a game in which the agent has a move; the same seed deals the same game."""
        self._factory.seed(seed)
        # Gymnasium has its own public generator, which we don't use. Without the salt, an agent
        # could find the seed by trial, and with it the hidden board.
        other = None if seed is None else Dice.derived(operator.index(seed), _SALT)
        super().reset(seed=None if other is None else other.below(2**31))
        self._np_random_seed = -1
        if seed is not None:
            self._seed_opponent(operator.index(seed))
        unplayed = np.zeros(3 if self._factory.game.has_draws else 2, np.int64)
        for _ in range(MAX_DEALS):
            self.close()
            episode = self._factory.deal()
            self._begin(episode)
            if episode.moves:
                self._render_for_people()
                return self._observation(), self._info() | {"unplayed": unplayed}
            if episode.fault:
                raise PlayerError(f"the opponent failed: {episode.fault}")
            if self._unanswered:
                raise Unanswered(f"the opponent failed: {self._unanswered}")
            if episode.ending is not None:
                unplayed[UNPLAYED_INDEX[episode.rewards[self._player]]] += 1
        raise SetupError(NO_MOVE_MESSAGE)

    def _begin(self, episode: Episode) -> None:
        self._episode = episode
        self._encoding = Encoding(episode.game)
        self._player = Player(
            self._factory.random_below(2) if self._seat is None else self._seat - 1
        )
        if self._is_chooser_ours:
            self._chooser = self._make_chooser()
        self._chooser.begin(episode.game, self._player.other)
        self._is_playing, self._unanswered = True, ""
        self._let_opponent_play(episode)

    def _let_opponent_play(self, episode: Episode) -> None:
        """Play the opponent's moves until the agent is to move, or the game is over.

        If the endpoint of a model fails, the game is truncated: it is neither won nor lost. An
        error of a function is the caller's: it is raised, and the game can't be continued.
        """
        other = self._player.other
        while episode.moves and episode.mover is other:
            if isinstance(self._chooser, FunctionOpponent):
                episode.play(self._ask_function(self._chooser, episode))
                continue
            try:
                episode.play(self._opponent_move(episode))
            except Unanswered as error:
                episode.is_truncated, self._unanswered = True, str(error)
            except PlayerError as error:
                episode.fault = str(error)
        if not episode.moves:
            self.close()

    def _ask_function(self, chooser: FunctionOpponent, episode: Episode) -> Move:
        view = episode.game.view(episode.state, episode.mover)
        try:
            return chooser.choose(view, episode.moves, Budget())
        except BaseException:
            episode.is_truncated = True
            raise

    def _opponent_move(self, episode: Episode) -> Move:
        budget = Budget(seconds=SECONDS)
        if hasattr(self._chooser, "follow"):
            return ask_in_match(self._chooser, episode.match(), budget)
        view = episode.game.view(episode.state, episode.mover)
        return ask(self._chooser, view, episode.moves, budget)

    def step(self, action: Any) -> Step:
        """Play a move and the opponent's answer; an illegal move loses the game."""
        episode = self._current_episode()
        if not episode.moves:
            raise ResetNeeded("the game is over; call reset first")
        fault = episode.try_move(self._encoding.move(action))
        extra: dict[str, Any] = {"fault": fault} if fault else {}
        self._let_opponent_play(episode)
        if episode.fault and not extra:
            extra["opponent_fault"] = episode.fault
        if self._unanswered:
            extra["opponent_unanswered"] = self._unanswered
        ending = episode.ending
        if ending is not None and ending.is_draw:
            extra["draw"] = True
        self._render_for_people()
        reward = float(episode.rewards[self._player])
        return (
            self._observation(),
            reward,
            ending is not None,
            episode.is_truncated,
            self._info() | extra,
        )

    def close(self) -> None:
        """End the current game, if any, and notify the opponent."""
        if self._is_playing:
            self._is_playing = False
            self._chooser.end(public_copy(self._current_episode().match()))

    # ---- observing

    def _observation(self) -> Seen:
        episode, player = self._current_episode(), self._player
        moves = episode.moves if episode.mover is player else ()
        return observe(self._form, self._encoding, episode.game, episode.state, player, moves)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._player + 1}

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._encoding.mask_of(self._current_episode().moves)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return a mask of the legal actions, as sb3-contrib expects it."""
        return self._mask().astype(np.bool_)

    # ---- the opponent

    @property
    def _is_chooser_ours(self) -> bool:
        return isinstance(self._opponent, str) or is_function(self._opponent)

    def _make_chooser(self) -> Chooser:
        return make_opponent(self._opponent, self._opponent_dice, self._luck, self._form)

    def _seed_opponent(self, seed: int | None) -> None:
        derived = derive_seed(seed, "opponent")
        self._opponent_dice, self._luck = Dice(derived), Luck(derived)

    # ---- copies

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, without hidden numbers or seed."""
        secret = ("_np_random", "_opponent_dice", "_luck")
        state = {n: value for n, value in vars(self).items() if not n.startswith(secret)}
        if self._is_chooser_ours:
            del state["_chooser"]
        return copied_state(state)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._seed_opponent(None)
        if self._is_chooser_ours:
            self._chooser = self._make_chooser()
            if self._episode is not None:
                self._chooser.begin(self._episode.game, self._player.other)


def register() -> None:
    """Register every game for `gymnasium.make` and `make_vec`, as numduel/<game>-v0."""
    for id in ids():
        name = f"numduel/{id}-v0"
        if name not in gymnasium.registry:
            many = f"{__package__}.vector:Duels"
            one = f"{__name__}:{Duel.__name__}"
            gymnasium.register(name, one, vector_entry_point=many, kwargs={"game": id})


register()

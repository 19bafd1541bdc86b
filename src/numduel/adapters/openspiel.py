"""OpenSpiel games; importing this module registers each game as numduel_<game>."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, TypeVar

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    missing = f"these games need {error.name}: pip install 'numduel[openspiel]'"
    raise ImportError(missing, name=error.name) from None

from ..core import AnyGame, Chance, Over, Player, Turn
from ..games import built_in, offered
from ..options import Flag, Option, Whole
from ..picture_text import draw
from ..play.controller import is_past_turn_limit
from .encoding import Encoding
from .episode import GameFactory

__all__ = ["register"]

T = TypeVar("T")

MAX_PLIES_PER_TURN = 10
"""Plies per turn that limit an endless game.

OpenSpiel needs the maximum length of a game, and a turn can have any number of plies.
"""

DEFAULT_MAX_PLIES = 10_000
"""Ply limit of a game that ends, but doesn't declare a maximum."""


class SharedRules:
    """The rules that all positions of a game share; OpenSpiel copies positions, but not this."""

    def __init__(self, game: AnyGame, max_turns: int | None) -> None:
        self.game = game
        self.max_turns = max_turns
        bound = DEFAULT_MAX_PLIES if max_turns is None else MAX_PLIES_PER_TURN * max_turns
        self.max_plies = game.max_plies or bound
        self.encoding = Encoding(game)
        self.outcome_ids = {drawn: outcome for outcome, drawn in enumerate(game.chance_outcomes)}
        self._cache: dict[int, tuple[Turn | Chance, Any]] = {}

    def actions(self, status: Turn) -> list[int]:
        """Return the legal actions in ascending order."""
        return self._cached(status, lambda: sorted(map(self.encoding.action, status.moves)))

    def outcomes(self, status: Chance) -> list[tuple[int, float]]:
        """Return the outcomes of chance and their probabilities."""
        odds = status.odds
        return self._cached(
            status, lambda: sorted((self.outcome_ids[d], float(s)) for d, s in odds)
        )

    def _cached(self, status: Turn | Chance, compute: Callable[[], list[T]]) -> list[T]:
        """Return `compute()`, cached for each status object.

        Games return the same objects repeatedly. Compare by identity, since comparing odds is slow.
        """
        known = self._cache.get(id(status))
        if known is None or known[0] is not status:
            if len(self._cache) >= 2**12:
                self._cache.clear()
            known = self._cache[id(status)] = status, compute()
        listed: list[T] = known[1]
        return listed

    def __deepcopy__(self, memo: object) -> SharedRules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return SharedRules, (self.game, self.max_turns)


class DuelGame(pyspiel.Game):  # type: ignore[misc]
    """A game on a public board; chance draws the hidden numbers.

    The board is a parameter, dealt if it isn't given, so that a game loaded from its text is the
    same game. The seed isn't a parameter of the loaded game: it would reveal the board.
    """

    kind: type[AnyGame]
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {
            name: value
            for name, value in (params or {}).items()
            if value != _unset_parameters(self.kind).get(name)
        }
        seed, board = given.pop("seed", None), given.pop("board", None)
        max_turns = given.pop("max_turns", None)
        factory = GameFactory(self.kind.id, board, max_turns, given)
        factory.seed(seed)
        self.rules = rules = SharedRules(factory.deal().game, factory.max_turns)
        if rules.game.hidden:
            given |= self.kind.implied(self.kind.read_board(board)) if board else {}
        elif rules.game.board:
            given["board"] = rules.game.board
        if max_turns is not None:
            given["max_turns"] = max_turns
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.encoding.actions,
            max_chance_outcomes=len(rules.outcome_ids),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.max_plies,
        )
        super().__init__(self.game_type, info, _as_parameters(self.kind, given))

    def new_initial_state(self, state: Any = None) -> DuelState:
        return DuelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.rules.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class DuelState(pyspiel.State):  # type: ignore[misc]
    """A position, with turn and ply counts for the limits."""

    def __init__(self, game: DuelGame) -> None:
        super().__init__(game)
        self._rules = rules = game.rules
        self.position = rules.game.start()
        self._status = rules.game.status(self.position)
        self._turn = 1
        self._plies = 0
        self._is_truncated = False
        self._last: Player | None = None

    def current_player(self) -> int:
        match self._status:
            case Turn(player, _) if not self._is_truncated:
                return int(player)
            case Chance():
                return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return isinstance(self._status, Over) or self._is_truncated

    def _legal_actions(self, player: int) -> list[int]:
        assert isinstance(self._status, Turn)
        return self._rules.actions(self._status)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self._status, Chance)
        return self._rules.outcomes(self._status)

    def _apply_action(self, action: int) -> None:
        rules = self._rules
        if isinstance(self._status, Turn):
            self._last = self._status.player
        self._plies += 1
        self.position = rules.game.play(self.position, self._move_of(action))
        self._status = status = rules.game.status(self.position)
        if isinstance(status, Turn):
            if self._last not in (None, status.player):
                self._turn += 1
                self._last = status.player
            is_late = is_past_turn_limit(self._turn, rules.max_turns)
            self._is_truncated = is_late or self._plies >= rules.max_plies
        elif isinstance(status, Over) and status.is_draw:
            rules.game.check_draw()

    def _move_of(self, action: int) -> str:
        rules = self._rules
        is_drawn = isinstance(self._status, Chance)
        return rules.game.chance_outcomes[action] if is_drawn else rules.encoding.move(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self._rules
        if player == pyspiel.PlayerId.CHANCE:
            return f"={rules.game.chance_outcomes[action]}"
        return rules.encoding.move(action)

    def returns(self) -> list[float]:
        if not isinstance(self._status, Over) or self._status.is_draw:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._status.winner is Player.ONE else [-1.0, 1.0]

    def __str__(self) -> str:
        rules = self._rules
        lines = draw(rules.game.picture(self.position))
        if type(rules.game) not in built_in():  # its picture may leave something out
            numbers = rules.game.features(self.position, Player.ONE)
            lines += [f"   {self._format_stage()}", f"   {' '.join(map(str, numbers))}"]
        if rules.max_turns is not None:
            lines.append(f"   Turn {self._turn} of {rules.max_turns}, ply {self._plies}")
        return "\n".join(lines)

    def _format_stage(self) -> str:
        """Return who decides next, or how the game ended."""
        match self._status:
            case Turn(player, _):
                return f"{player} is to move"
            case Chance():
                return f"Chance decides for {self.position.player}"
            case Over(winner, reason):
                return f"Over: {'draw' if winner is None else f'{winner} won'} ({reason})"


class Observer:
    """An observer of a player's view, in OpenSpiel's form."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor = np.zeros(prod(encoding.shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: DuelState, player: int) -> None:
        self.dict["observation"][:] = self._encoding.observe(state.position, Player(player))

    def string_from(self, state: DuelState, player: int) -> str:
        return str(state)


# ---- parameters


def _unset_parameters(kind: type[AnyGame]) -> dict[str, object]:
    """Return every parameter with the value that stands for "not given".

    OpenSpiel passes its defaults as if they had been given.
    """
    options = {name: _unset_value(option) for name, option in kind.options_type.fields.items()}
    return {**options, "board": "", "seed": -1, "max_turns": -1}


def _unset_value(option: Option[Any]) -> object:
    if isinstance(option, Flag):
        return bool(option.default)
    return -1 if isinstance(option, Whole) else ""


def _as_parameters(kind: type[AnyGame], given: dict[str, Any]) -> dict[str, Any]:
    """Return values as OpenSpiel stores them: numbers, booleans and strings."""
    fields = kind.options_type.fields
    return {
        name: fields[name].accept(value) if name in fields else value
        for name, value in given.items()
    }


# ---- registering


def register() -> None:
    """Register every game for `pyspiel.load_game`."""
    known = set(pyspiel.registered_names())
    for kind in offered():
        name = f"numduel_{kind.id}"
        if name not in known:
            game_type = _game_type(name, kind)
            made = type(name, (DuelGame,), {"kind": kind, "game_type": game_type})
            globals()[name] = made  # OpenSpiel looks it up here when copying
            pyspiel.register_game(game_type, made)


def _game_type(name: str, kind: type[AnyGame]) -> Any:
    modes, kinds = pyspiel.GameType.ChanceMode, pyspiel.GameType
    return pyspiel.GameType(
        short_name=name,
        long_name=kind.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if kind.chance else modes.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_unset_parameters(kind),
    )


register()

"""Opponents of Gymnasium's environments: random actions, and functions of the caller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from ..budget import Budget
from ..core import AnyGame, Move, Player
from ..dice import Dice
from ..errors import SetupError, WrongType
from ..options import short_repr
from ..play.match import Match
from ..play.players import HUMAN, Chooser, seat
from .encoding import Encoding
from .observations import Form, observe

__all__ = ["FunctionOpponent", "Luck", "OpponentFunction", "is_function", "make_opponent"]

OpponentFunction = Callable[[Any, npt.NDArray[np.int8]], Any]
"""A function of what the opponent sees and of its action mask, which returns an action."""

RANDOM = "random"


class Luck:
    """Random numbers of a random opponent (SplitMix64), as the compiled core draws them."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1, each equally likely."""
        self._state = drawn = (self._state + 0x9E3779B97F4A7C15) % 2**64
        drawn = (drawn ^ drawn >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        drawn = (drawn ^ drawn >> 27) * 0x94D049BB133111EB % 2**64
        return ((drawn ^ drawn >> 31) >> 32) * bound >> 32


class RandomOpponent:
    """A player that chooses any legal action, each equally likely."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck

    def begin(self, game: AnyGame, player: Player) -> None:
        self._encoding = Encoding(game)

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        actions = sorted(map(self._encoding.action, moves))
        return self._encoding.move(actions[self._luck.below(len(actions))])

    def end(self, match: Match) -> None:
        pass


class FunctionOpponent:
    """A player that asks a function; it sees the same form of observation as the agent."""

    def __init__(self, function: OpponentFunction, form: Form) -> None:
        self._function = function
        self._form: Form = form

    def begin(self, game: AnyGame, player: Player) -> None:
        self._game, self._encoding, self._player = game, Encoding(game), player

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Return the move of the function's action; raise an error if it isn't a legal one."""
        mask = self._encoding.mask_of(moves)
        seen = observe(self._form, self._encoding, self._game, view, self._player, moves)
        answer = self._function(seen, mask)
        found = np.asarray(answer)
        if found.shape or found.dtype.kind not in "iu":
            raise WrongType(f"the opponent must return an action, not {_describe(answer)}")
        return self._encoding.move(check_actions(found[None], mask[None])[0])

    def end(self, match: Match) -> None:
        pass


def ask_batch(
    function: OpponentFunction, seen: Sequence[Any] | npt.NDArray[Any], masks: npt.NDArray[np.int8]
) -> npt.NDArray[np.int64]:
    """Return the actions of a function in several games, one in each row."""
    answer = function(seen, masks.copy())
    found = np.asarray(answer)
    if found.shape != (len(seen),) or found.dtype.kind not in "iu":
        wrong = f"the opponent must return {len(seen)} actions, one in each row"
        raise WrongType(f"{wrong}, not {_describe(answer)}")
    return check_actions(found, masks)


def check_actions(actions: npt.NDArray[Any], masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Return an opponent's actions; raise ValueError if one is illegal."""
    count = masks.shape[1]
    for row in np.flatnonzero((actions < 0) | (actions >= count)):
        wrong = f"the opponent returned action {actions[row]}"
        raise ValueError(f"{wrong}; an action is a number from 0 to {count - 1}")
    chosen = actions.astype(np.int64)
    for row in np.flatnonzero(masks[np.arange(len(chosen)), chosen] == 0):
        legal = ", ".join(map(str, np.flatnonzero(masks[row])))
        wrong = f"the opponent returned action {chosen[row]}, which is not legal"
        raise ValueError(f"{wrong}; the legal actions were {legal}")
    return chosen


def _describe(answer: object) -> str:
    if isinstance(answer, np.ndarray):
        return f"an array of {answer.dtype} with shape {answer.shape}"
    return short_repr(answer)


def one_row(function: OpponentFunction) -> OpponentFunction:
    """Return a function for one game that calls a function for a batch."""

    def ask(seen: Any, mask: npt.NDArray[np.int8]) -> Any:
        rows = [seen] if isinstance(seen, str) else seen[None]
        return ask_batch(function, rows, mask[None])[0]

    return ask


def is_function(opponent: object) -> TypeGuard[OpponentFunction]:
    """Return whether an opponent is a function, and not a name or a player."""
    return callable(opponent) and not isinstance(opponent, type) and not hasattr(opponent, "choose")


def make_opponent(
    opponent: str | Chooser | OpponentFunction, dice: Dice, luck: Luck, form: Form
) -> Chooser:
    """Return the player that an argument means; raise an error if it means none."""
    if opponent == RANDOM:
        return RandomOpponent(luck)
    if isinstance(opponent, str):
        if found := seat(opponent, dice):
            return found
        raise SetupError(f"'{HUMAN}' cannot be the opponent. Choose a program")
    if is_function(opponent):
        return FunctionOpponent(opponent, form)
    methods = [getattr(opponent, name, None) for name in ("begin", "choose", "end")]
    if isinstance(opponent, type) or not all(map(callable, methods)):
        expected = "an object with the methods begin, choose and end"
        wrong = f"an opponent is the name of a player, a function, or {expected}"
        raise WrongType(f"{wrong}, not {short_repr(opponent)}")
    return opponent  # type: ignore[return-value]

"""Argument checks for the public API."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from .core import AnyGame, Game, Player, Status, Turn
from .errors import WrongType
from .options import short_repr

T = TypeVar("T")


def need(value: object, kind: type[T], what: str) -> T:
    """Return a value of this type; raise WrongType otherwise.

    >>> need(None, str, "a record is text")
    Traceback (most recent call last):
    numduel.errors.WrongType: a record is text, not None
    """
    if isinstance(value, kind):
        return value
    raise WrongType(f"{what}, not {short_repr(value)}")


def need_game(value: object) -> AnyGame:
    """Return a game; raise WrongType for anything else."""
    if isinstance(value, Game):
        return value
    raise WrongType(
        f'a game comes from numduel.new, such as numduel.new("maze"), not {short_repr(value)}'
    )


def need_player(value: object) -> Player:
    """Return a player, also from 0 or 1; raise WrongType for anything else."""
    try:
        return Player(value)  # type: ignore[arg-type]
    except ValueError:
        raise WrongType(
            f"a player must be Player.ONE or Player.TWO, not {short_repr(value)}"
        ) from None


def need_list(value: object, kind: type[T], what: str) -> list[T]:
    """Return the items of an iterable; raise WrongType unless all have this type."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise WrongType(f"{what} must be a list, not {short_repr(value)}")
    return [need(one, kind, f"each of {what} must be a {kind.__name__}") for one in value]


def need_state(game: AnyGame, state: Any) -> Status:
    """Return the status of a position; raise WrongType if it is not one of this game.

    For speed, rules don't check their arguments. An error in them, here or one move later, means
    that the position belongs to another game or to none.
    """
    try:
        if isinstance(state, type(game.start())):
            status = game.status(state)
            for move in status.moves[:2] if isinstance(status, Turn) else ():
                game.status(game.play(state, move))
            return status
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        pass
    raise WrongType(
        f"{short_repr(state)} is not a position of {game.title} with these options;"
        " use a match's state, or the game's start() and play()"
    )

"""What programs hand in at the public doors: the wrong kind is refused in words, at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from .core import AnyGame, Game, Player, Status, Turn
from .errors import WrongType
from .options import short_repr

T = TypeVar("T")


def need(value: object, kind: type[T], what: str) -> T:
    """A value of this kind; WrongType if it is of another.

    >>> need(None, str, "a record is text")
    Traceback (most recent call last):
    numduel.errors.WrongType: a record is text, not None
    """
    if isinstance(value, kind):
        return value
    raise WrongType(f"{what}, not {short_repr(value)}")


def need_game(value: object) -> AnyGame:
    if isinstance(value, Game):
        return value
    raise WrongType(
        f'a game comes from numduel.new, such as numduel.new("maze"), not {short_repr(value)}'
    )


def need_player(value: object) -> Player:
    """One of the two, also by its number, 0 or 1."""
    try:
        return Player(value)  # type: ignore[arg-type]
    except ValueError:
        raise WrongType(f"a player is Player.ONE or Player.TWO, not {short_repr(value)}") from None


def need_list(value: object, kind: type[T], what: str) -> list[T]:
    """All that a list, or anything to go through, holds, if each is of this kind."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise WrongType(f"{what} are given in a list, not as {short_repr(value)}")
    return [need(one, kind, f"each of {what} is a {kind.__name__}") for one in value]


def need_state(game: AnyGame, state: Any) -> Status:
    """The status of a position of this game; WrongType for what is none.

    Rules trust what they are given, since everything asks them. So whatever they stumble over,
    here or one move further, is a position of another game or of none.
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
        f"this is no position of {game.title} with these options, but {short_repr(state)};"
        " one comes from a match's state, or from the game's start() and play()"
    )

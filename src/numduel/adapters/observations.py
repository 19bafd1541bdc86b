"""Observations of Gymnasium's environments: planes, a vector, or text."""

from __future__ import annotations

import string
from typing import Any, Literal

try:
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as error:
    missing = f"this environment needs {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from ..core import AnyGame, Move, Player
from ..errors import SetupError, listed
from ..options import short_repr
from ..picture_text import draw, legend
from .encoding import Encoding

__all__ = ["FORMS", "Form", "check_form", "describe", "make_space", "observe"]

Form = Literal["planes", "vector", "text"]

FORMS: tuple[Form, ...] = ("planes", "vector", "text")

MAX_CHARS = 20_000
"""Maximum length of a text."""

CHARSET = frozenset(string.printable) - frozenset("\t\r\v\f")
"""The characters of a text: printable ASCII, spaces and line ends."""


def check_form(form: object) -> Form:
    """Return the form of observation; raise SetupError if it is unknown."""
    for known in FORMS:
        if form == known:
            return known
    raise SetupError(f"observation must be {listed(FORMS)}, not {short_repr(form)}")


def make_space(form: Form, encoding: Encoding) -> spaces.Space[Any]:
    """Return the space of observations."""
    if form == "text":
        return spaces.Text(MAX_CHARS, min_length=1, charset=CHARSET)
    shape = encoding.shape if form == "planes" else (encoding.length,)
    return spaces.Box(0, 1, shape, np.float32)


def observe(
    form: Form,
    encoding: Encoding,
    game: AnyGame,
    state: Any,
    player: Player,
    moves: tuple[Move, ...],
) -> Any:
    """Return what a player sees of a position with these legal moves."""
    if form == "planes":
        return encoding.observe(state, player)
    if form == "vector":
        return encoding.vector(game.features(state, player))
    return describe(encoding, game, state, player, moves)


def describe(
    encoding: Encoding, game: AnyGame, state: Any, player: Player, moves: tuple[Move, ...]
) -> str:
    """Return a position as text: the player's seat, the board, signs, and the legal actions.

    Everything outside ASCII is written as an escape sequence.

    >>> import numduel
    >>> game = numduel.new("race", board="2 1 3 1/3 2 1 3/1 2 1 1/2 4 1 1")
    >>> state, moves = game.start(), game.status(game.start()).moves
    >>> print(describe(Encoding(game), game, state, numduel.Player.ONE, moves).splitlines()[-1])
    Legal actions: 1 = Down; 3 = Right
    """
    picture = game.picture(game.view(state, player))
    over = "The game is over."
    if picture.winner is not None:
        over = f"The game is over: {picture.winner} has won."
    actions = "; ".join(f"{encoding.action(move)} = {move}" for move in moves)
    turn = "Your turn." if picture.player is player else "The opponent's turn."
    lines = [
        f"{game.title}. You are {player}. {turn if picture.player is not None else over}",
        "",
        *draw(picture, moves),
        *(f"{sign}: {meaning}" for sign, meaning in legend(picture).items()),
        f"Legal actions: {actions or 'none'}",
    ]
    return "\n".join(lines).encode("ascii", "backslashreplace").decode()

"""Names of moves in sentences: "the 4, top left" instead of "0,0"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core import AnyGame, Move
from ...errors import capitalise
from ...picture import enclose

ANSWERS = ("yes", "no")
"""Moves that answer a question."""


def name_move(game: AnyGame, state: Any, move: Move) -> str:
    """Return the name of a move, for the middle of a sentence."""
    return game.picture(state).name_of(move)


def name_as_subject(game: AnyGame, state: Any, move: Move) -> str:
    """Return the name of a move, capitalised, to start a sentence.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> f"{name_as_subject(game, game.start(), '0,0')} wins."
    'The 4, top left, wins.'

    An answer to a question is a deed: "Answering no wins in 3 turns".
    """
    if move in ANSWERS:
        return f"Answering {move}"
    return capitalise(enclose(name_move(game, state, move)))


def name_moves(game: AnyGame, state: Any, moves: Iterable[Move]) -> str:
    """Return the names of successive moves: "the 4, top left, then the 5, centre"."""
    names = []
    for move in moves:
        names.append(name_move(game, state, move))
        state = game.play(state, move)
    return ", then ".join(names)

"""Names of moves in sentences: "the 4, top left" instead of "0,0"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...core import AnyGame, Game, Move, Turn
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


def name_line(game: AnyGame, state: Any, line: Sequence[Move], longest: int) -> str:
    """Return who plays what in a line without chance: the first `longest` moves.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> name_line(game, game.start(), ["0,0", "0,1", "1,0"], 2)
    'Player 1 with the 4, top left; Player 2 with the 3, top middle, and so on.'
    """
    parts = []
    for move in line[:longest]:
        status = game.status(state)
        assert isinstance(status, Turn), "no chance in the line"
        parts.append(f"{status.player} with {name_move(game, state, move)}")
        state = game.play(state, move)
    more = ", and so on" if len(line) > longest else ""
    return f"{'; '.join(parts)}{more}."


def noun_of(game: AnyGame, state: Any) -> str:
    """Return the word for what a player chooses here: the game's noun if every move is a tile.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> noun_of(game, game.start())
    'cell'
    """
    status = game.status(state)
    tiles = {tile.move for tile in game.picture(state).tiles}
    is_tiles = isinstance(status, Turn) and tiles.issuperset(status.moves)
    return game.noun if is_tiles else Game.noun

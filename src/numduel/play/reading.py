"""Reading moves: forgiving of how people write them, never guessing between two, and judged."""

from __future__ import annotations

import re
from typing import Any

from ..core import AnyGame, Move, Status, Turn
from ..errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError, listed, quoted, some
from ..options import shown

LONGEST = 64
"""No move needs more characters than this, whatever is typed around it."""


def read(game: AnyGame, state: Any, text: object, status: Status | None = None) -> Move:
    """The legal move that a text names in this position, whose status may be known already.

    InvalidMove if it names no move, AmbiguousMove if it could mean several, IllegalMove if the
    move that is meant is not allowed now.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> [read(maze, maze.start(), text) for text in ("0,1", "(0, 1)", "0 1", "01")]
    ['0,1', '0,1', '0,1', '0,1']
    >>> read(maze, maze.start(), "11")
    Traceback (most recent call last):
    numduel.errors.IllegalMove: (1,1) is not an edge cell
    """
    now = game.status(state) if status is None else status
    legal = now.moves if isinstance(now, Turn) else ()
    move = _meant(game, state, text, legal)
    if move not in legal:
        raise IllegalMove(game.objection(state, move) or "", move)
    return move


def refusal(game: AnyGame, state: Any, move: object) -> MoveError:
    """Why something is no legal move of this position, as a program writes moves: to the letter."""
    if isinstance(move, str) and move in game.vocabulary:
        return IllegalMove(game.objection(state, move) or "", move)
    status = game.status(state)
    moves = status.moves if isinstance(status, Turn) else game.vocabulary
    return InvalidMove(f"{shown(move)} is no move; a move here is {some(moves)}")


def _meant(game: AnyGame, state: Any, text: object, legal: tuple[Move, ...]) -> Move:
    """The move of the game's vocabulary that a text names in this position, allowed or not."""
    words = _words(text) if isinstance(text, str) else None
    if words is None:
        raise _unknown(game, state, text)
    named = {_spelled(move): move for move in game.vocabulary}
    named_here: dict[str, Move | None] = {**named, **game.aliases(state)}
    joined = _spelled(",".join(words))
    if joined in named_here:
        return _somewhere(game, state, joined, named_here[joined])
    parted = _split_digits(words, named_here)
    allowed = {word: move for word, move in parted.items() if move in legal}
    meant = allowed or parted or _begun(joined, named_here)
    moves = set(meant.values())
    if len(moves) == 1:
        return _somewhere(game, state, *next(iter(meant.items())))
    if moves:
        raise AmbiguousMove(
            f"{quoted(joined)} could mean {listed(list(meant))}",
            tuple(move for move in meant.values() if move is not None),
        )
    raise _unknown(game, state, text)


def _words(text: str) -> list[str] | None:
    """Numbers and words, as far as nothing but spaces, commas and brackets is between them."""
    if len(text.strip()) > LONGEST:
        return None
    words = [word for word in re.split(r"[\s,()\[\]]+", text) if word]
    understood = all(re.fullmatch("[0-9]+|[A-Za-z]+(-[A-Za-z]+)*", word) for word in words)
    return words if understood else None


def _spelled(move: str) -> str:
    """Without capitals and leading zeros."""
    return re.sub(r"\b0+(?=[0-9])", "", move.lower())


def _split_digits(words: list[str], named: dict[str, Move | None]) -> dict[str, Move | None]:
    """`01` for `0,1`: every way to part the digits that names a move."""
    if len(words) != 1 or not words[0].isdigit():
        return {}
    digits = words[0]
    ways = (f"{digits[:cut]},{digits[cut:]}" for cut in range(1, len(digits)))
    return {way: named[way] for way in ways if way in named}


def _begun(joined: str, named: dict[str, Move | None]) -> dict[str, Move | None]:
    """`r` for `right`: every word that begins so."""
    if not joined[:1].isalpha():
        return {}
    return {word: move for word, move in named.items() if word.startswith(joined)}


def _somewhere(game: AnyGame, state: Any, word: str, move: Move | None) -> Move:
    if move is None:
        raise IllegalMove(game.nowhere(state, word))
    return move


def _unknown(game: AnyGame, state: Any, text: object) -> InvalidMove:
    if not isinstance(text, str):
        typed = "a move is text"
    elif text.strip():
        typed = f"{quoted(text.strip())} names no move"
    else:
        typed = "nothing was typed"
    return InvalidMove(f"{typed}; type {game.expects(state)}")

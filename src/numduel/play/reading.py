"""Reading moves: forgiving of how people write them, never guessing between two, and judged."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ..core import AnyGame, Move, Status, Turn
from ..errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    MoveError,
    RulesError,
    listed,
    quoted,
    shortlist,
)
from ..options import short_repr

MAX_MOVE_CHARS = 64
"""No move needs more characters than this, whatever is typed around it."""

MAX_LISTED = 20
"""Moves that the answer to an ambiguous text lists; of more it lists the first."""


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

    A move of letters and digits, such as b12, is also read from "B12", "b 12" and "b012".
    """
    now = game.status(state) if status is None else status
    legal = now.moves if isinstance(now, Turn) else ()
    move = _find_move(game, state, text, legal)
    if move not in legal:
        raise IllegalMove(game.objection(state, move) or "", move)
    return move


def move_error(game: AnyGame, state: Any, move: object) -> MoveError:
    """Why something is no legal move of this position, as a program writes moves: to the letter."""
    if isinstance(move, str) and move in game.vocabulary:
        return IllegalMove(game.objection(state, move) or "", move)
    status = game.status(state)
    moves = status.moves if isinstance(status, Turn) else game.vocabulary
    return InvalidMove(f"{short_repr(move)} is no move; a move here is {shortlist(moves)}")


def _find_move(game: AnyGame, state: Any, text: object, legal: tuple[Move, ...]) -> Move:
    """The move of the game's vocabulary that a text names in this position, allowed or not."""
    words = _split_words(text) if isinstance(text, str) else None
    if words is None:
        raise _unknown_move(game, state, text)
    named_here: dict[str, Move | None] = {
        **_moves_by_name(tuple(game.vocabulary)),
        **game.aliases(state),
    }
    joined = _normalise(",".join(words))
    if joined in named_here:
        return _require_move(game, state, joined, named_here[joined])
    parted = _split_digits(words, named_here)
    allowed = {word: move for word, move in parted.items() if move in legal}
    meant = (
        allowed or parted or _match_parts(joined, named_here) or _match_prefix(joined, named_here)
    )
    moves = set(meant.values())
    if len(moves) == 1:
        return _require_move(game, state, *next(iter(meant.items())))
    if moves:
        raise AmbiguousMove(
            f"{quoted(joined)} could mean {_list_names(tuple(meant))}",
            tuple(move for move in meant.values() if move is not None),
        )
    raise _unknown_move(game, state, text)


def _split_words(text: str) -> list[str] | None:
    """Numbers and words, as far as nothing but spaces, commas and brackets is between them."""
    if len(text.strip()) > MAX_MOVE_CHARS:
        return None
    words = [word for word in re.split(r"[\s,()\[\]]+", text) if word]
    return words if all(map(_is_word, words)) else None


def _is_word(text: str) -> bool:
    """Whether a text is letters and digits, with single hyphens between them."""
    return text.isascii() and all(part.isalnum() for part in text.split("-"))


def _normalise(move: str) -> str:
    """Without capitals and leading zeros."""
    return re.sub(r"\b0+(?=[0-9])", "", move.lower())


@lru_cache(maxsize=64)
def _moves_by_name(vocabulary: tuple[Move, ...]) -> dict[str, Move]:
    """Return the moves of a vocabulary by how they are spelled."""
    return {_normalise(move): move for move in vocabulary}


def _split_digits(words: list[str], named: dict[str, Move | None]) -> dict[str, Move | None]:
    """`01` for `0,1`: every way to part the digits that names a move."""
    if len(words) != 1 or not words[0].isdigit():
        return {}
    digits = words[0]
    ways = (f"{digits[:cut]},{digits[cut:]}" for cut in range(1, len(digits)))
    return {way: named[way] for way in ways if way in named}


def _match_parts(joined: str, named: dict[str, Move | None]) -> dict[str, Move | None]:
    """`b 2` or `b02` for `b2`: every name with the same letters and numbers, if it has both."""
    parts = _parts(joined)
    if not any(map(str.isdigit, parts)) or not any(map(str.isalpha, parts)):
        return {}
    return {word: move for word, move in named.items() if _parts(word) == parts}


def _parts(name: str) -> list[str]:
    """Return the letters and the numbers of a name; a hyphen before a digit may be a minus."""
    return [part.lstrip("0") or part[:1] for part in re.findall("[a-z]+|-?[0-9]+", name)]


def _match_prefix(joined: str, named: dict[str, Move | None]) -> dict[str, Move | None]:
    """`r` for `right`: every word that begins so; no number is taken for half of a longer one."""
    if not joined[:1].isalpha():
        return {}
    words = {word: move for word, move in named.items() if word.startswith(joined)}
    if joined[-1:].isdigit():
        words = {word: m for word, m in words.items() if not word[len(joined) :][:1].isdigit()}
    return words


def _list_names(words: tuple[str, ...]) -> str:
    return listed(words) if len(words) <= MAX_LISTED else shortlist(words)


def _require_move(game: AnyGame, state: Any, word: str, move: Move | None) -> Move:
    if move is None:
        raise IllegalMove(game.nowhere(state, word))
    return move


def _unknown_move(game: AnyGame, state: Any, text: object) -> InvalidMove:
    if not isinstance(text, str):
        typed = "a move is text"
    elif text.strip():
        typed = f"{quoted(text.strip())} names no move"
    else:
        typed = "nothing was typed"
    return InvalidMove(f"{typed}; type {game.expects(state)}")


# ---- what can be a move at all


@lru_cache(maxsize=64)
def check_vocabulary(
    kind: type[AnyGame], vocabulary: tuple[Move, ...], chance_outcomes: tuple[Move, ...]
) -> None:
    """Raise RulesError where a move could not be typed, or not be written in a record.

    People separate what they type by spaces, commas and brackets, and need not care for capitals
    and for zeros before a number. In a record white space and the signs { } [ ] ; = have a meaning.
    """
    spelled: dict[str, Move] = {}
    for move in vocabulary:
        if not _can_be_move(move):
            rule = "use letters and digits, with single commas or hyphens between them"
            raise RulesError(f"{short_repr(move)} can't be a move of {kind.title}: {rule}")
        if other := spelled.get(_normalise(move)):
            both = f"{quoted(other)} and {quoted(move)} can't both be moves of {kind.title}"
            raise RulesError(f"{both}: capitals and zeros before a number make no difference")
        spelled[_normalise(move)] = move
    for drawn in chance_outcomes:
        if not _can_be_outcome(drawn):
            rule = "a record can't have white space or one of { } [ ] ; in it"
            raise RulesError(f"{short_repr(drawn)} can't be drawn in {kind.title}: {rule}")


def _can_be_move(move: object) -> bool:
    if not isinstance(move, str) or len(move) > MAX_MOVE_CHARS:
        return False
    return all(map(_is_word, move.split(",")))


def _can_be_outcome(move: object) -> bool:
    return isinstance(move, str) and re.fullmatch(r"[^\s{};\[\]]+", move) is not None

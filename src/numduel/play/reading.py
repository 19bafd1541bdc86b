"""Reading moves: tolerant of how people write them, but never guessing between two."""

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
"""Maximum characters of a move."""

MAX_LISTED = 20
"""Maximum moves listed in an error about an ambiguous text."""


def read(game: AnyGame, state: Any, text: object, status: Status | None = None) -> Move:
    """Return the legal move that a text names in this position.

    Raise InvalidMove if it isn't a move, AmbiguousMove if it could mean several, and IllegalMove
    if the move is not allowed now. Pass `status` if it is known.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> [read(maze, maze.start(), text) for text in ("0,1", "(0, 1)", "0 1", "01")]
    ['0,1', '0,1', '0,1', '0,1']
    >>> read(maze, maze.start(), "11")
    Traceback (most recent call last):
    numduel.errors.IllegalMove: the 5, centre, is not an edge cell

    "B12", "b 12" and "b012" all name a move b12.
    """
    now = game.status(state) if status is None else status
    legal = now.moves if isinstance(now, Turn) else ()
    move = _find_move(game, state, text, legal)
    if move not in legal:
        raise IllegalMove(game.objection(state, move) or "", move)
    return move


def move_error(game: AnyGame, state: Any, move: object) -> MoveError:
    """Return the error for a program's move that is not legal, exactly as written."""
    if isinstance(move, str) and move in game.vocabulary:
        return IllegalMove(game.objection(state, move) or "", move)
    status = game.status(state)
    moves = status.moves if isinstance(status, Turn) else game.vocabulary
    return InvalidMove(f"{short_repr(move)} isn't a move. Play {shortlist(moves)}")


def _find_move(game: AnyGame, state: Any, text: object, legal: tuple[Move, ...]) -> Move:
    """Return the move that a text names in this position, legal or not."""
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
    """Return the words and numbers between spaces, commas and brackets; None for other text."""
    if len(text.strip()) > MAX_MOVE_CHARS:
        return None
    words = [word for word in re.split(r"[\s,()\[\]]+", text) if word]
    return words if all(map(_is_word, words)) else None


def _is_word(text: str) -> bool:
    """Return whether a text consists of letters and digits, with single hyphens between them."""
    return text.isascii() and all(part.isalnum() for part in text.split("-"))


def _normalise(move: str) -> str:
    """Return a move in lower case, without leading zeros."""
    return re.sub(r"\b0+(?=[0-9])", "", move.lower())


@lru_cache(maxsize=64)
def _moves_by_name(vocabulary: tuple[Move, ...]) -> dict[str, Move]:
    """Return the moves of a vocabulary by normalised spelling."""
    return {_normalise(move): move for move in vocabulary}


def _split_digits(words: list[str], named: dict[str, Move | None]) -> dict[str, Move | None]:
    """Return the moves that digits without a comma can mean: `01` for `0,1`."""
    if len(words) != 1 or not words[0].isdigit():
        return {}
    digits = words[0]
    ways = (f"{digits[:cut]},{digits[cut:]}" for cut in range(1, len(digits)))
    return {way: named[way] for way in ways if way in named}


def _match_parts(joined: str, named: dict[str, Move | None]) -> dict[str, Move | None]:
    """Return the names with the same letters and numbers: `b 2` or `b02` for `b2`."""
    parts = _parts(joined)
    if not any(map(str.isdigit, parts)) or not any(map(str.isalpha, parts)):
        return {}
    return {word: move for word, move in named.items() if _parts(word) == parts}


def _parts(name: str) -> list[str]:
    """Return the letters and numbers of a name; a hyphen before a digit can be a minus."""
    return [part.lstrip("0") or part[:1] for part in re.findall("[a-z]+|-?[0-9]+", name)]


def _match_prefix(joined: str, named: dict[str, Move | None]) -> dict[str, Move | None]:
    """Return the names that start with a text: `r` for `right`; numbers must be complete."""
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
        problem = "a move must be text"
    elif text.strip():
        problem = f"{quoted(text.strip())} isn't a move"
    else:
        problem = "nothing was typed"
    return InvalidMove(f"{problem}. Type {game.expects(state)}")


# ---- vocabularies


@lru_cache(maxsize=64)
def check_vocabulary(
    kind: type[AnyGame], vocabulary: tuple[Move, ...], chance_outcomes: tuple[Move, ...]
) -> None:
    """Raise RulesError for a move that people couldn't type or a record couldn't contain.

    Spaces, commas and brackets separate what people type; capitals and leading zeros don't matter.
    White space and { } [ ] ; = have a meaning in records.
    """
    spelled: dict[str, Move] = {}
    for move in vocabulary:
        if not _can_be_move(move):
            rule = "use letters and digits, with single commas or hyphens between them"
            raise RulesError(f"{short_repr(move)} can't be a move of {kind.title}: {rule}")
        if other := spelled.get(_normalise(move)):
            both = f"{quoted(other)} and {quoted(move)} can't both be moves of {kind.title}"
            raise RulesError(f"{both}: capitals and leading zeros make no difference")
        spelled[_normalise(move)] = move
    for drawn in chance_outcomes:
        if not _can_be_outcome(drawn):
            rule = "a record can't contain white space or { } [ ] ;"
            raise RulesError(f"{short_repr(drawn)} can't be drawn in {kind.title}: {rule}")


def _can_be_move(move: object) -> bool:
    if not isinstance(move, str) or len(move) > MAX_MOVE_CHARS:
        return False
    return all(map(_is_word, move.split(",")))


def _can_be_outcome(move: object) -> bool:
    return isinstance(move, str) and re.fullmatch(r"[^\s{};\[\]]+", move) is not None

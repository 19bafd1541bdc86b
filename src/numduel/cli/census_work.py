"""The work of a census, in pieces for processes and clusters."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..play import players
from ..version import __version__
from .long_work import resumable_work

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.studying.census import Census
    from ..jobs.pieces import Work

PERFECT = "perfect"
TARGET_PIECES = 64
"""Approximate number of pieces of a census; each is saved when it is done."""
MAX_CASES_IN_PIECE = 250
"""Maximum cases that are solved before the next save."""
PAIRS_IN_PIECE = 5


class Piece(NamedTuple):
    """Some cases to solve, or some boards on which perfect play meets a level."""

    first: int
    last: int
    level: str = ""
    rule_set: int = 0

    @property
    def name(self) -> str:
        return " ".join(str(part) for part in self if part != "")


def pieces_of(census: Census, pairs: int) -> list[Piece]:
    step = max(1, min(MAX_CASES_IN_PIECE, census.size // TARGET_PIECES))
    cuts = range(0, census.size, step)
    pieces = [Piece(first, min(first + step, census.size)) for first in cuts]
    for rule_set in range(len(census.rule_sets())):
        for level in (players.RANDOM, *players.LEVELS):
            if level != PERFECT:
                for first in range(0, pairs, PAIRS_IN_PIECE):
                    last = min(first + PAIRS_IN_PIECE, pairs)
                    pieces.append(Piece(first, last, level, rule_set))
    return pieces


@lru_cache(maxsize=1)
def _engine(memory: int) -> Engine:
    """Return the engine of this process; variants of a game share what it has solved."""
    from ..engine import Engine

    return Engine(memory)


def perform(census: Census, piece: Piece) -> Any:
    """Return the result of one piece of work, ready for JSON; it may run in any process."""
    if not piece.level:
        return census.solve(_engine(census.memory), piece.first, piece.last).as_data()
    from ..arena.matches import Score, play_pair

    _engine.cache_clear()  # players of a contest must not share solved positions
    score, rule_set = Score(), census.rule_sets()[piece.rule_set]
    for pair in range(piece.first, piece.last):
        game = census.dealt(pair, **rule_set)
        score = score.plus(play_pair(game, (PERFECT, piece.level), census.seed + pair))
    return score


def work_of(census: Census, pieces: list[Piece]) -> Work:
    """Return the work of a census, which the same command can resume."""
    named = {piece.name: piece for piece in pieces}
    return resumable_work(
        "census", census.id, [__version__, *census], named, partial(perform, census)
    )

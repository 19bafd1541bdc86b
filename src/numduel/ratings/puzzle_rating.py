"""A person's puzzle rating: the strength that best explains which puzzles they solved.

The measured difficulty of a puzzle says how likely each strength solves it. As in `estimate`,
every strength is weighed by how well it predicts the first tries.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from ..engine.teaching.puzzles import Puzzle
from ..intervals import Interval
from ..storage import practice
from ..storage.practice import PuzzleTry
from .curves import ratings_between, weigh
from .puzzle_difficulty import TRIES, Difficulty, key_of, measure
from .scale import ANCHOR_RATING, REFERENCES, Scale, scales

WINDOW = 50
"""The latest puzzles of a game that make up a rating: older ones say little about today."""


class PuzzleRating(NamedTuple):
    """A person's rating with the puzzles of one game, after the latest of them."""

    scale: Scale
    value: float
    interval: Interval
    tries: int
    """Number of puzzles that it follows from."""
    change: int | None
    """The change in whole points by the latest puzzle; None for the first one."""

    @property
    def is_wide(self) -> bool:
        """Whether the rating needs more puzzles: few were tried, or the interval is wide."""
        return self.scale.is_wide(self.interval, self.tries)


def rate_tries(game: str, tries: Sequence[PuzzleTry]) -> PuzzleRating | None:
    """Return the rating that follows from first tries at puzzles of a game, oldest first.

    None if the game has no scale, or without tries. Damaged tries don't count.
    """
    scale = scales().get(game)
    usable = [one for one in tries if is_usable(one.finds)]
    if scale is None or not usable:
        return None
    value, interval = _weigh(scale, usable[-WINDOW:])
    change = None
    if len(usable) > 1:
        change = round(value) - round(_weigh(scale, usable[-WINDOW - 1 : -1])[0])
    return PuzzleRating(scale, value, interval, min(len(usable), WINDOW), change)


def start_rating(rating: PuzzleRating | None) -> float:
    """Return the rating that puzzles should fit; before the first one, that of Casual."""
    return ANCHOR_RATING if rating is None else rating.value


def saved_rating(game: str) -> PuzzleRating | None:
    """Return the rating that follows from the saved tries at puzzles of a game."""
    return rate_tries(game, practice.load().tries(game))


def count_try(puzzle: Puzzle, *, is_solved: bool) -> PuzzleRating | None:
    """Save the first try at a puzzle, and return the rating after it.

    `is_solved` is whether no move was wrong and no hint was used. None if the try doesn't count:
    the puzzle has counted before, or its game has no scale. Raise OSError if it can't be saved.
    """
    difficulty, key, game = measure(puzzle), key_of(puzzle), puzzle.game.id
    if difficulty.scale is None or any(one.key == key for one in practice.load().tries(game)):
        return None
    return rate_tries(game, practice.add_try(game, PuzzleTry(key, is_solved, difficulty.finds)))


def is_usable(finds: Sequence[int]) -> bool:
    """Return whether these can be the numbers of a difficulty."""
    return len(finds) == len(REFERENCES) and all(0 <= found <= TRIES for found in finds)


def _weigh(scale: Scale, tries: Sequence[PuzzleTry]) -> tuple[float, Interval]:
    fits = [_fit(scale.game, one.finds, one.is_solved) for one in tries]
    return weigh(ratings_between(*scale.range), fits)


@lru_cache(maxsize=1000)
def _fit(game: str, finds: tuple[int, ...], is_solved: bool) -> list[float]:
    """Return how well each rating predicts the result of a try."""
    scale = scales()[game]
    difficulty = Difficulty(finds, scale)
    chances = [difficulty.chance(rating) for rating in ratings_between(*scale.range)]
    return [log(chance if is_solved else 1 - chance) for chance in chances]

"""Puzzles that fit a player: neither too easy nor too hard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..budget import Budget, Exhausted
from ..core import AnyGame
from ..dice import Dice
from ..engine.teaching.puzzles import GRADES, Puzzle, find_puzzle, with_puzzles
from ..games import built_in
from .puzzle_difficulty import Difficulty, measure
from .scale import scale_of

WANTED_CHANCE = 0.65
"""The chance to solve a puzzle that fits best."""

CLOSE = 0.05
"""The difference from WANTED_CHANCE up to which the search stops."""

MAX_CANDIDATES = 8
"""Puzzles of which the best fitting one is chosen."""

SEEDS = 2**32
"""Number of seeds of candidates: short in an address."""


class Candidate(NamedTuple):
    """A puzzle with what finds it again."""

    puzzle: Puzzle
    grade: str | None
    """None if the game has no scale: then any puzzle fits."""
    seed: int


def find_fitting(
    kind: type[AnyGame] | None,
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    rating_of: Callable[[str], float],
) -> Candidate:
    """Find a puzzle of a game, or of any, that a player solves about two times of three.

    `rating_of` returns the player's puzzle rating in a game. The same dice and rating find the same
    puzzle: `find_puzzle` with the candidate's grade and `Dice(seed)`. After a puzzle that is too
    hard or too easy, the search tries the next easier or harder grade.
    """
    kind = kind or dice.choice(with_puzzles(built_in()))
    if scale_of(kind.setup(options, None, Dice(0))) is None:
        seed = dice.below(SEEDS)
        return Candidate(find_puzzle(kind, options, Dice(seed), budget), None, seed)
    rating, grades = rating_of(kind.id), tuple(GRADES)
    best: Candidate | None = None
    misfit = (1.0, 0.0)
    index = dice.below(len(grades))
    for _ in range(MAX_CANDIDATES):
        seed = dice.below(SEEDS)
        try:
            puzzle = find_puzzle(kind, options, Dice(seed), budget, grades[index])
        except Exhausted:
            if best is None:
                raise
            break
        difficulty = measure(puzzle)
        if best is None or _misfit(difficulty, rating) < misfit:
            best = Candidate(puzzle, grades[index], seed)
            misfit = _misfit(difficulty, rating)
        if misfit[0] <= CLOSE:
            break
        step = 1 if difficulty.chance(rating) > WANTED_CHANCE else -1
        index = min(len(grades) - 1, max(0, index + step))
    assert best is not None
    return best


def _misfit(difficulty: Difficulty, rating: float) -> tuple[float, float]:
    """Return how far a puzzle is from the wanted chance; if equal, from the player's rating."""
    assert difficulty.rating is not None, "only puzzles on a scale are compared"
    off = abs(difficulty.chance(rating) - WANTED_CHANCE)
    return round(off, 3), abs(difficulty.rating - rating)

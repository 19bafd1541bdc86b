"""The sentences and JSON about the difficulty of puzzles and a person's puzzle rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import counted
from ..games import find
from ..ratings.puzzle_difficulty import Difficulty, key_of, measure
from ..ratings.puzzle_rating import PuzzleRating, rate_tries
from ..ratings.scale import scales
from ..storage.practice import PuzzleTry, Totals
from .rating_text import format_change, format_points, format_short, name_opponent

if TYPE_CHECKING:
    from ..engine.teaching.puzzles import Puzzle
    from .shapes import ratings

NAMED = ("casual", "expert")
"""The levels that a sentence about difficulty names."""

EASIEST, HARDEST = "beginner", "expert"

MOST, FEW = 9, 3
"""Of 10 times: even Beginner finds an easy puzzle, and Expert rarely finds a hard one."""

HELP_COUNTED = "With a hint it counts as not solved."

NONE_YET = "No puzzle ratings yet. Solve a puzzle without hints."


# ---- a puzzle


def describe_difficulty(difficulty: Difficulty) -> str:
    """Return how hard a puzzle is and who solves it, without a word about the answer.

    >>> describe_difficulty(Difficulty((5, 6, 9, 20, 27, 30), None))
    'Casual finds the move 3 of 10 times, Expert 9 of 10.'
    >>> describe_difficulty(Difficulty((10, 25, 30, 30, 30, 30), None))
    'Casual and Expert both find the move 10 of 10 times.'
    >>> describe_difficulty(Difficulty((10, 28, 30, 30, 30, 30), None))
    'Even Beginner finds the move 9 of 10 times.'
    >>> describe_difficulty(Difficulty((5, 4, 3, 3, 2, 30), None))
    'Even Expert finds the move only 1 of 10 times.'
    """
    rating = "" if difficulty.rating is None else f"Difficulty {round(difficulty.rating)}. "
    return f"{rating}{_describe_finders(difficulty)}"


def _describe_finders(difficulty: Difficulty) -> str:
    times = {name: round(10 * difficulty.share(name)) for name in (EASIEST, HARDEST, *NAMED)}
    if times[EASIEST] >= MOST:
        return f"Even {name_opponent(EASIEST)} finds the move {times[EASIEST]} of 10 times."
    if times[HARDEST] <= FEW:
        return f"Even {name_opponent(HARDEST)} finds the move only {times[HARDEST]} of 10 times."
    one, two = NAMED
    if times[one] == times[two]:
        names = f"{name_opponent(one)} and {name_opponent(two)}"
        return f"{names} both find the move {times[one]} of 10 times."
    return (
        f"{name_opponent(one)} finds the move {times[one]} of 10 times, "
        f"{name_opponent(two)} {times[two]} of 10."
    )


def difficulty_json(puzzle: Puzzle) -> ratings.PuzzleDifficulty:
    """Return the difficulty of a puzzle, which doesn't reveal its answer."""
    found = measure(puzzle)
    return {
        "key": key_of(puzzle),
        "rating": None if found.rating is None else round(found.rating),
        "finds": list(found.finds),
        "text": describe_difficulty(found),
    }


# ---- a person


def format_puzzle_rating(rating: PuzzleRating) -> str:
    """Return the rating as a phrase: "about 1040 (960–1120)", or the interval if it is wide."""
    return format_points(rating.value, rating.interval, is_wide=rating.is_wide)


def format_short_rating(rating: PuzzleRating) -> str:
    """Return the rating for a narrow column: "1040 (960–1120)", or the interval if it is wide."""
    return format_short(rating.value, rating.interval, is_wide=rating.is_wide)


def describe_puzzle_rating(rating: PuzzleRating) -> str:
    """Return the rating as a phrase, with the number of puzzles that it follows from."""
    return f"{format_puzzle_rating(rating)}, from {counted(rating.tries, 'puzzle')}"


def describe_after_puzzle(rating: PuzzleRating, *, is_helped: bool = False) -> str:
    """Return the line after a puzzle: the rating and its change.

    `is_helped` is whether the puzzle was solved with hints.
    """
    points = format_puzzle_rating(rating)
    change = ""
    if rating.change is not None and not rating.is_wide:
        change = f", {format_change(rating.change)}"
    more = [HELP_COUNTED] if is_helped else []
    if rating.is_wide:
        more.append("It needs more puzzles to say more.")
    title = find(rating.scale.game).title
    return " ".join([f"Your rating in {title} puzzles: {points}{change}.", *more])


def puzzle_ratings(totals: Totals) -> list[PuzzleRating]:
    """Return a person's puzzle ratings, in the order of the scales."""
    found = (rate_tries(game, totals.tries(game)) for game in scales())
    return [rating for rating in found if rating is not None]


def puzzle_rating_lines(totals: Totals) -> list[str]:
    """Return a line for each game in which a person has a puzzle rating."""
    return [
        f"{find(rating.scale.game).title}: {describe_puzzle_rating(rating)}."
        for rating in puzzle_ratings(totals)
    ]


def puzzle_ratings_json(
    tries: Mapping[str, Sequence[PuzzleTry]], *, is_helped: bool = False
) -> ratings.PuzzleRatings:
    """Return the ratings that follow from tries by game, oldest first.

    `is_helped` is whether the latest puzzle was solved with hints.
    """
    found = (rate_tries(game, tries.get(game, ())) for game in scales())
    rated = [_rating_json(one, is_helped) for one in found if one is not None]
    return {"ratings": rated, "none": "" if rated else NONE_YET}


def _rating_json(rating: PuzzleRating, is_helped: bool) -> ratings.PuzzleRating:
    low, high = map(round, rating.interval)
    return {
        "game": rating.scale.game,
        "title": find(rating.scale.game).title,
        "value": round(rating.value),
        "low": low,
        "high": high,
        "is_wide": rating.is_wide,
        "tries": rating.tries,
        "change": rating.change,
        "text": describe_puzzle_rating(rating),
        "after": describe_after_puzzle(rating, is_helped=is_helped),
    }

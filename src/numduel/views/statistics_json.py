"""All statistics of a person as JSON: results, streaks, duels and ratings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..daily.duel import load_results
from ..engine import Engine
from ..ratings.rated_games import load_rated_games
from ..ratings.scale import scales
from ..storage import practice, statistics, streak
from .history_text import results_json
from .puzzle_text import puzzle_ratings_json
from .rating_json import ratings_json

if TYPE_CHECKING:
    from .shapes import reports


def collect_statistics(
    engine: Engine,
    is_cancelled: Callable[[], bool] = lambda: False,
    progress: Callable[[int], object] = lambda number: None,
) -> reports.Statistics:
    """Read all saved games and results; `progress` gets the number of each game to rate."""
    duels = {day: result.outcome for day, result in load_results().items()}
    ratings = ratings_json(load_rated_games(engine, is_cancelled, progress).games)
    counted = statistics.count(is_cancelled)
    puzzles = practice.load()
    tries = {game: puzzles.tries(game) for game in scales()}
    return {
        **results_json(counted, streak.load(), streak.today(), duels),
        "ratings": ratings["ratings"],
        "puzzle_ratings": puzzle_ratings_json(tries)["ratings"],
    }

"""Ratings as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from ..games import find
from ..ratings.person import PersonInGame, Point, rate_person
from ..ratings.rated_games import RatedGame, Uncounted, format_game, parse_game
from ..ratings.scale import Scale, scales
from ..storage.history import format_time
from .rating_text import (
    METHOD,
    NONE_YET,
    describe_after_game,
    describe_counted,
    describe_curve,
    describe_rating,
    describe_results,
    describe_strength,
    describe_suggestion,
    describe_uncounted,
    format_points,
    name_opponent,
)

if TYPE_CHECKING:
    from .shapes import ratings
    from .shapes.basics import Options


def ratings_json(games: Sequence[RatedGame]) -> ratings.Ratings:
    """Return a person's ratings; games are oldest first."""
    found = rate_person(games)
    return {
        "ratings": [_game_json(person, games) for person in found],
        "none": "" if found else NONE_YET,
        "method": METHOD,
    }


def _game_json(person: PersonInGame, games: Sequence[RatedGame]) -> ratings.GameRating:
    scale, rating, suggestion = person.scale, person.rating, person.suggestion
    low, high = (None, None) if rating is None else map(round, rating.interval)
    return {
        "game": scale.game,
        "title": find(scale.game).title,
        "options": cast("Options", dict(scale.options)),
        "value": None if rating is None else round(rating.value),
        "low": low,
        "high": high,
        "is_wide": person.is_wide,
        "games": 0 if rating is None else rating.games,
        "decisions": 0 if rating is None else rating.decisions,
        "text": describe_rating(person),
        "strength": describe_strength(person),
        "after": describe_after_game(person),
        "chart": describe_curve(person),
        "points": [_point_json(number, point) for number, point in enumerate(person.points, 1)],
        "suggestion": None
        if suggestion is None
        else {
            "id": suggestion.opponent,
            "name": name_opponent(suggestion.opponent),
            "text": describe_suggestion(suggestion),
        },
        "results": _results_json(scale, [game for game in games if game.game == scale.game]),
        "opponents": opponents_json(scale),
    }


def _results_json(scale: Scale, games: Sequence[RatedGame]) -> list[ratings.OpponentResults]:
    """Return the results by opponent, weakest first; those without a rating are last."""
    names = {game.opponent for game in games}
    known = [name for name in scale.opponents if name in names]
    found: list[ratings.OpponentResults] = []
    for name in (*known, *sorted(names.difference(known))):
        results = [game.result for game in games if game.opponent == name]
        won, drawn, lost = (results.count(result) for result in ("won", "drawn", "lost"))
        found.append(
            {
                "id": name,
                "name": name_opponent(name),
                "won": won,
                "drawn": drawn,
                "lost": lost,
                "text": describe_results(won, drawn, lost),
            }
        )
    return found


def _point_json(number: int, point: Point) -> ratings.RatingPoint:
    rating, date = point.rating, format_time(point.at)[:10]
    low, high = map(round, rating.interval)
    when = f"Game {number} on {date}" if date else f"Game {number}"
    points = format_points(rating.value, rating.interval, is_wide=False)
    return {
        "at": round(point.at),
        "value": round(rating.value),
        "low": low,
        "high": high,
        "text": f"{when}: {points}",
    }


def opponents_json(scale: Scale) -> list[ratings.RatedOpponent]:
    """Return the opponents of a scale, weakest first."""
    found: list[ratings.RatedOpponent] = []
    for name, rated in scale.opponents.items():
        value, interval = rated.rating
        low, high = (value, value) if interval is None else interval
        found.append(
            {
                "id": name,
                "name": name_opponent(name),
                "value": round(value),
                "low": round(low),
                "high": round(high),
            }
        )
    return found


# ---- games that a page keeps


def counts_json(rated: RatedGame | Uncounted, game: str) -> ratings.GameCounts:
    """Return whether a game counts, with the line to keep or the reason."""
    if isinstance(rated, Uncounted):
        return {"line": None, "why": describe_uncounted(rated, scales().get(game))}
    return {"line": format_game(rated), "why": describe_counted(rated)}


def parse_lines(lines: Iterable[tuple[str, float]]) -> list[RatedGame]:
    """Return rated games, oldest first, from lines that a page kept with their times.

    Damaged ones, and those of games without a scale, are left out.
    """
    found = [game for line, at in lines if (game := parse_game(line, at)) is not None]
    return sorted(found, key=lambda game: game.at)

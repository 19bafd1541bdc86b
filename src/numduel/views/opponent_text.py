"""Texts on the computer opponents: who they are, and how strong in each game."""

from __future__ import annotations

from typing import NamedTuple

from ..core import AnyGame
from ..engine.opponents.characters import CHARACTERS
from ..intervals import Measure
from ..play import players
from ..ratings.rated_games import find_rule_objection
from ..ratings.scale import scale_of, scales
from .level_text import describe_level
from .rating_text import describe_uncounted, format_short, name_rules
from .shapes import match as shape


def describe_opponent(who: str) -> str:
    """Return a sentence on a built-in player: a character's portrait, or what a level sees.

    >>> describe_opponent("casual"), describe_opponent("bruno")
    ('Sees 1–2 turns ahead.', 'Stands in your way: leaves you as few moves as possible.')
    """
    if who in players.CHARACTERS:
        return CHARACTERS[who].portrait
    note = describe_level(who)
    return f"{note[0].upper()}{note[1:]}."


def note_opponent(who: str, game: AnyGame | None = None) -> str:
    """Return a phrase on a built-in player, with the rating if the game has one with its options.

    >>> import numduel
    >>> note_opponent("bruno"), note_opponent("casual", numduel.new("maze"))
    ('leaves you few moves', 'sees 1–2 turns ahead; rating 1000')
    """
    note = CHARACTERS[who].style.name if who in players.CHARACTERS else describe_level(who)
    scale = None if game is None else scale_of(game)
    if scale is None or who not in scale.opponents:
        return note
    return f"{note}; rating {scale.opponents[who].rating.value:.0f}"


def find_rating(who: str, game: str) -> Measure | None:
    """Return the measured rating of a built-in player in a game; None if there is none."""
    scale = scales().get(game)
    found = scale.opponents.get(who) if scale else None
    return found.rating if found else None


def rated_rules(game: str) -> str:
    """Return the options that the ratings of a game hold for; empty for the usual rules.

    >>> rated_rules("maze"), rated_rules("quest")
    ('', 'with Stand')
    """
    rules = name_rules(scales().get(game))
    return f"with {rules}" if rules else ""


def format_rating(rating: Measure) -> str:
    """Return a rating with its interval.

    >>> format_rating(Measure(1054.0, (979.0, 1137.0)))
    '1054 (979–1137)'
    """
    value, interval = rating
    return f"{value:.0f}" if interval is None else format_short(value, interval)


def describe_rating(who: str, game: str) -> str:
    """Return a character's or level's rating in a game: "Rating 1054 (979–1137)"; or nothing."""
    rating = find_rating(who, game)
    if rating is None:
        return ""
    rules = rated_rules(game)
    return f"Rating {format_rating(rating)}" + (f" {rules}" if rules else "")


def describe_unrated(game: AnyGame) -> str:
    """Return why a game with its options has no ratings, as a sentence; "" if it has some.

    >>> import numduel
    >>> describe_unrated(numduel.new("maze")), describe_unrated(numduel.new("quest"))
    ('', "Luck alone decides this game, so it doesn't count for a rating.")
    """
    reason = find_rule_objection(game)
    return "" if reason is None else describe_uncounted(reason, scales().get(game.id))


class OpponentRow(NamedTuple):
    """An opponent in a list."""

    id: str
    name: str
    rating: str
    """Its rating in the game, as a whole number; empty if there is none."""
    text: str
    """A sentence on how it plays."""


def list_opponents(game: str) -> dict[str, list[OpponentRow]]:
    """Return the built-in opponents in two parts, each weakest first on average.

    >>> [(title, [row.name for row in rows][:2]) for title, rows in list_opponents("maze").items()]
    [('Levels', ['Random', 'Beginner']), ('Characters', ['Goldie', 'Bruno'])]
    """
    parts = {
        "Levels": (players.RANDOM, *players.LEVELS),
        "Characters": players.CHARACTERS,
    }
    return {title: [_row(who, game) for who in names] for title, names in parts.items()}


def _row(who: str, game: str) -> OpponentRow:
    rating = find_rating(who, game)
    shown = "" if rating is None else f"{rating.value:.0f}"
    return OpponentRow(who, players.default_name(who), shown, describe_opponent(who))


def ratings_json(who: str) -> dict[str, shape.OpponentRating]:
    """Return the ratings of a built-in player in all games that have them."""
    found: dict[str, shape.OpponentRating] = {}
    for game in scales():
        rating = find_rating(who, game)
        if rating is not None and rating.interval is not None:
            low, high = (round(end) for end in rating.interval)
            text = describe_rating(who, game)
            found[game] = {"value": round(rating.value), "low": low, "high": high, "text": text}
    return found

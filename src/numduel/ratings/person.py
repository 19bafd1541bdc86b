"""A person's ratings: the value in each game, how it changed, and the next opponent to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..engine import Engine
from ..play.match import Match
from ..play.players import CHARACTERS, LEVELS
from .estimate import Rating, estimate_each
from .rated_games import RatedGame, Result, find_objection, load_rated_games
from .scale import Scale, scales

WINDOW = 50
"""The latest games that make up a rating: older ones say little about today."""

MAX_POINTS = 100
"""Points of a curve, the latest."""

RECENT = 10
"""The latest games against an opponent that a suggestion looks at."""

ENOUGH = 5
"""Games against an opponent before a suggestion follows from them."""

MANY = 0.7
"""The share of recent games won from which a stronger opponent is suggested."""

MANY_LOST = 0.8
"""The share of recent games lost from which a weaker opponent is suggested."""


class Point(NamedTuple):
    """A rating after a game."""

    at: float
    rating: Rating


class Suggestion(NamedTuple):
    """The opponent to try next, and why."""

    opponent: str
    latest: str = ""
    """The opponent that the recent games were against; empty if it follows from the rating."""
    won: int = 0
    played: int = 0
    is_early: bool = False
    """Whether it follows from a rating that needs more games."""


class PersonInGame(NamedTuple):
    """A person's standing in one game."""

    scale: Scale
    points: tuple[Point, ...]
    """The rating after each of the latest rated games, oldest first."""
    suggestion: Suggestion | None
    latest_result: Result
    """The result of the latest game."""

    @property
    def rating(self) -> Rating | None:
        return self.points[-1].rating if self.points else None

    @property
    def change(self) -> int | None:
        """The change in whole points by the latest game; None for the first one."""
        if len(self.points) < 2:
            return None
        before, now = (round(point.rating.value) for point in self.points[-2:])
        return now - before

    @property
    def is_wide(self) -> bool:
        """Whether the rating needs more games: they are few, or the interval is wide."""
        rating = self.rating
        return rating is None or self.scale.is_wide(rating.interval, rating.games)


def rate_person(games: Sequence[RatedGame]) -> list[PersonInGame]:
    """Return a person's standing in each game that they played; games are oldest first."""
    found = []
    for id, scale in scales().items():
        if mine := [game for game in games if game.game == id]:
            start = max(0, len(mine) - MAX_POINTS)  # the first points need the games before them
            used = mine[max(0, start - WINDOW) :]
            each = estimate_each(scale, [game.decisions for game in used], WINDOW)
            pairs = list(zip(used, each, strict=True))[-MAX_POINTS:]
            points = tuple(Point(game.at, rating) for game, rating in pairs if rating is not None)
            now = points[-1].rating if points else None
            found.append(PersonInGame(scale, points, suggest(scale, mine, now), mine[-1].result))
    return found


def rate_after_game(
    engine: Engine, match: Match, is_cancelled: Callable[[], bool]
) -> PersonInGame | None:
    """Return the person's standing in the game of a saved match that has just ended.

    None if the match doesn't count, or if the work was cancelled.
    """
    if find_objection(match) is not None:
        return None
    games, is_complete = load_rated_games(engine, is_cancelled)
    if not is_complete:
        return None
    found = rate_person([game for game in games if game.game == match.game.id])
    return found[0] if found else None


def suggest(scale: Scale, games: Sequence[RatedGame], now: Rating | None) -> Suggestion | None:
    """Return the opponent to try next: one step up or down after a clear result, else by rating.

    A rating that is clearly higher than the opponent's outweighs lost games.
    """
    latest = games[-1].opponent
    recent = [game for game in games if game.opponent == latest][-RECENT:]
    if len(recent) >= ENOUGH:
        won = sum(game.result == "won" for game in recent)
        lost = sum(game.result == "lost" for game in recent)
        has_lost = lost >= MANY_LOST * len(recent) and not _is_above(scale, now, latest)
        step = (won >= MANY * len(recent)) - has_lost
        if step and (other := _neighbour(scale, latest, step)):
            return Suggestion(other, latest, won, len(recent))
    if now is None:
        return None
    nearest = min(
        (name for name in scale.opponents if name in (*LEVELS, *CHARACTERS)),
        key=lambda name: abs(scale.opponents[name].rating.value - now.value),
    )
    return Suggestion(nearest, is_early=scale.is_wide(now.interval, now.games))


def _is_above(scale: Scale, rating: Rating | None, opponent: str) -> bool:
    """Return whether the whole interval of a rating is above an opponent's rating."""
    known = scale.opponents.get(opponent)
    return rating is not None and known is not None and rating.interval[0] > known.rating.value


def _neighbour(scale: Scale, opponent: str, step: int) -> str | None:
    """Return the next stronger or weaker opponent: after a level a level, else a character."""
    for kind in (LEVELS, CHARACTERS):
        if opponent in kind:
            ordered = [name for name in scale.opponents if name in kind]
            index = ordered.index(opponent) + step
            return ordered[index] if 0 <= index < len(ordered) else None
    return None

"""Bradley-Terry ratings: the maximum-likelihood strengths for the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

from ..intervals import Interval, bisect

TOLERANCE = 1e-7
"""Maximum difference between actual and expected wins at the solution."""

MAX_STEPS = 200
"""Step limit, far more than needed."""

PRIOR_WINS = 0.5
"""Wins added for both players of a pair, so that a player who never lost has a rating."""

RIDGE = 1e-6
"""Added to the derivative, so that groups who never met have ratings; the result stays the same."""

ELO_SCALE = 400 / log(10)
"""Elo points per unit of log strength."""

OPEN_END = 1600.0
"""Points beyond the strongest and weakest opponent at which the end of an interval is open."""


def elo(players: Sequence[str], wins: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """Return each player's rating; `wins` has both orders, (winner, loser), of every pair that met.

    The order of results doesn't matter. The mean rating is 0; a lead of 400 points means ten
    wins for each loss. Groups of players who never met are rated apart, each with a mean of 0.

    >>> found = elo("ab", {("a", "b"): 30, ("b", "a"): 10})
    >>> {player: round(rating, 1) for player, rating in found.items()}
    {'a': 92.6, 'b': -92.6}
    """
    count = range(len(players))
    won = [[_wins_with_prior(wins, mine, other) for other in players] for mine in players]
    at = [0.0] * len(players)
    for _ in range(MAX_STEPS):
        # Newton's method: the gradient, actual minus expected wins, and its derivative.
        off, change = [0.0] * len(players), [[1.0] * len(players) for _ in count]
        for i in count:
            change[i][i] += RIDGE
            for j in count:
                met = won[i][j] + won[j][i]
                share = win_chance(ELO_SCALE * (at[i] - at[j]))
                off[i] += won[i][j] - met * share
                change[i][i] += met * share * (1 - share)
                change[i][j] -= met * share * (1 - share)
        if max(map(abs, off)) <= TOLERANCE:
            break
        step = _solve(change, off)
        short = 1 / max(1.0, *map(abs, step))  # a longer step could overshoot
        at = [one + short * more for one, more in zip(at, step, strict=True)]
    return {player: ELO_SCALE * one for player, one in zip(players, at, strict=True)}


def rating_interval(
    win_rate: Interval, opponents: Sequence[tuple[float, float]], rating: float
) -> Interval:
    """Return the ratings at which a player would score between two win rates.

    `opponents` are their ratings and the number of games against each. Who lost no game could be
    arbitrarily strong: that end is OPEN_END points beyond the opponents.

    >>> [round(end) for end in rating_interval((0.24, 1.0), [(0.0, 10.0)], 50.0)]
    [-200, 1600]
    """
    games = sum(number for _, number in opponents)

    def expected(at: float) -> float:
        return sum(n * win_chance(at - other) for other, n in opponents) / games

    ratings = [other for other, _ in opponents]
    ends = min(ratings) - OPEN_END, max(ratings) + OPEN_END
    low = bisect(lambda at: expected(at) < win_rate[0], *ends)
    high = bisect(lambda at: expected(at) < win_rate[1], *ends)
    return min(low, rating), max(high, rating)


def win_chance(lead: float) -> float:
    """Return the expected score of a player who leads by this many points.

    >>> [round(win_chance(lead), 2) for lead in (0, 100, 400, -400)]
    [0.5, 0.64, 0.91, 0.09]
    """
    return 1 / (1 + exp(min(700.0, -lead / ELO_SCALE)))


def _wins_with_prior(wins: Mapping[tuple[str, str], float], mine: str, other: str) -> float:
    return wins[mine, other] + PRIOR_WINS if (mine, other) in wins else 0.0


def _solve(rows: list[list[float]], right: list[float]) -> list[float]:
    """Return x with rows · x = right; the matrix is symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for index, pivot in enumerate(rows):
        for row in rows[index + 1 :]:
            factor = row[index] / pivot[index]
            row[index:] = [a - factor * b for a, b in zip(row[index:], pivot[index:], strict=True)]
    found: list[float] = []
    for index in reversed(range(len(rows))):
        row = rows[index]
        known = sum(a * x for a, x in zip(row[index + 1 : -1], found, strict=True))
        found.insert(0, (row[-1] - known) / row[index])
    return found

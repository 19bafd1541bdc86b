"""Bradley-Terry ratings: the maximum-likelihood strengths for the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

TOLERANCE = 1e-7
"""Maximum difference between actual and expected wins at the solution."""

MAX_STEPS = 200
"""Step limit, far more than needed."""

PRIOR_WINS = 0.5
"""Wins added for both players of a pair, so that a player who never lost has a rating."""

ELO_SCALE = 400 / log(10)
"""Elo points per unit of log strength."""


def elo(
    players: Sequence[str],
    wins: Mapping[tuple[str, str], float],
    begin: Mapping[str, float] | None = None,
) -> dict[str, float]:
    """Return each player's rating; `wins` has both orders, (winner, loser), of every pair that met.

    The order of results doesn't matter. The mean rating is 0; a lead of 400 points means ten
    wins for each loss. `begin` is the starting point of the search and only affects its duration.

    >>> found = elo("ab", {("a", "b"): 30, ("b", "a"): 10})
    >>> {player: round(rating, 1) for player, rating in found.items()}
    {'a': 92.6, 'b': -92.6}
    """
    count = range(len(players))
    won = [[_wins_with_prior(wins, mine, other) for other in players] for mine in players]
    at = [(begin or {}).get(player, 0.0) / ELO_SCALE for player in players]
    for _ in range(MAX_STEPS):
        # Newton's method: the gradient, actual minus expected wins, and its derivative.
        off, change = [0.0] * len(players), [[1.0] * len(players) for _ in count]
        for i in count:
            for j in count:
                met = won[i][j] + won[j][i]
                share = 1 / (1 + exp(min(700.0, at[j] - at[i])))
                off[i] += won[i][j] - met * share
                change[i][i] += met * share * (1 - share)
                change[i][j] -= met * share * (1 - share)
        if max(map(abs, off)) <= TOLERANCE:
            break
        step = _solve(change, off)
        short = 1 / max(1.0, *map(abs, step))  # a longer step could overshoot
        at = [one + short * more for one, more in zip(at, step, strict=True)]
    return {player: ELO_SCALE * one for player, one in zip(players, at, strict=True)}


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

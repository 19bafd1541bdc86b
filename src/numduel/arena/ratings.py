"""Ratings by Bradley and Terry: the strengths under which the results are the likeliest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

CLOSE = 1e-7
"""Found, when nobody's wins are further than this from those that the ratings expect."""

STEPS = 200
"""A bound that no results come near."""

PRIOR = 0.5
"""Wins that either of a pair is given beforehand, so that who never lost has a rating too."""

SCALE = 400 / log(10)
"""Elo points for a strength that is e times as large."""


def elo(
    players: Sequence[str],
    wins: Mapping[tuple[str, str], float],
    begin: Mapping[str, float] | None = None,
) -> dict[str, float]:
    """The rating of each player; `wins` has both orders of every pair that met, (winner, loser).

    All results count at once, so their order does not matter. The mean rating is 0; 400 more mean
    ten wins for each loss. `begin` is where to look first: it only changes how long that takes.

    >>> found = elo("ab", {("a", "b"): 30, ("b", "a"): 10})
    >>> {player: round(rating, 1) for player, rating in found.items()}
    {'a': 92.6, 'b': -92.6}
    """
    count = range(len(players))
    won = [[_won(wins, mine, other) for other in players] for mine in players]
    at = [(begin or {}).get(player, 0.0) / SCALE for player in players]
    for _ in range(STEPS):
        # Newton's way uphill: by how much wins and expectation differ, and how that changes.
        off, change = [0.0] * len(players), [[1.0] * len(players) for _ in count]
        for i in count:
            for j in count:
                met = won[i][j] + won[j][i]
                share = 1 / (1 + exp(min(700.0, at[j] - at[i])))
                off[i] += won[i][j] - met * share
                change[i][i] += met * share * (1 - share)
                change[i][j] -= met * share * (1 - share)
        if max(map(abs, off)) <= CLOSE:
            break
        step = _solved(change, off)
        short = 1 / max(1.0, *map(abs, step))  # a longer step could lead too far
        at = [one + short * more for one, more in zip(at, step, strict=True)]
    return {player: SCALE * one for player, one in zip(players, at, strict=True)}


def _won(wins: Mapping[tuple[str, str], float], mine: str, other: str) -> float:
    return wins[mine, other] + PRIOR if (mine, other) in wins else 0.0


def _solved(rows: list[list[float]], right: list[float]) -> list[float]:
    """The x for which rows · x = right; the rows are symmetric and positive."""
    rows = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for place, pivot in enumerate(rows):
        for row in rows[place + 1 :]:
            factor = row[place] / pivot[place]
            row[place:] = [a - factor * b for a, b in zip(row[place:], pivot[place:], strict=True)]
    found: list[float] = []
    for place in reversed(range(len(rows))):
        row = rows[place]
        known = sum(a * x for a, x in zip(row[place + 1 : -1], found, strict=True))
        found.insert(0, (row[-1] - known) / row[place])
    return found

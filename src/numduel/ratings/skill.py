"""Skill: how far a player's choices are from random ones, on the way to perfect ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ..intervals import Measure, mean, unbounded_ratio


class Loss(NamedTuple):
    """The regret of a player in some positions, such as one question or all of one board."""

    game: str
    regret: float
    guessing: float
    """The expected regret of random moves in the same positions."""
    worst: float | None = None
    """The largest possible regret in a fixed question; None in positions that play led to."""


def skill(losses: Sequence[Loss]) -> Measure | None:
    """Return 1 − regret ÷ regret of random moves: 0 is guessing, 1 is perfect.

    Every game has the same weight. None if no choice mattered.

    >>> found = skill([Loss("sum", 0.0, 0.5, 1.0)] * 54 + [Loss("sum", 1.0, 0.5, 1.0)] * 6)
    >>> round(found.value, 3), tuple(round(end, 3) for end in found.interval)
    (0.8, (0.499, 0.965))
    """
    totals: dict[str, float] = defaultdict(float)
    for loss in losses:
        totals[loss.game] += loss.guessing
    # Parts of the regret of random moves, so that all games have the same weight.
    shares = [_divide(loss, totals[loss.game]) for loss in losses if totals[loss.game]]
    found = _lost_share(shares)
    if found is None or found.interval is None:
        return None
    low, high = found.interval
    return Measure(1 - found.value, (1 - high, 1 - low))


def _divide(loss: Loss, total: float) -> Loss:
    worst = None if loss.worst is None else loss.worst / total
    return Loss(loss.game, loss.regret / total, loss.guessing / total, worst)


def _lost_share(shares: Sequence[Loss]) -> Measure | None:
    """Return the regret as a share of that of random moves.

    The regret of random moves in fixed questions is known, so only the player's varies.
    """
    worst = [share.worst for share in shares if share.worst is not None]
    if len(worst) < len(shares) or not shares:
        return unbounded_ratio([one.regret for one in shares], [one.guessing for one in shares])
    scale = len(shares) / sum(share.guessing for share in shares)
    return mean([scale * share.regret for share in shares], 0.0, scale * max(worst))

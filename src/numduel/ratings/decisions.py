"""The decisions of a game, counted by how far ahead a player had to look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..core import Player
from ..engine.solving.value import Value
from ..engine.teaching.review import ReviewedPly

DISTANCES = {"1": 2, "2": 3, "3": 4, "4": 5, "5–6": 7, "7–9": 10}
"""Names of the bands of turns to the win, each with the first number of turns beyond it."""

FAR = "10+"
UNSURE = "no forced win"
"""The band of decisions between chances, draws and endless play."""

BANDS = (*DISTANCES, FAR, UNSURE)
"""The bands of decisions, from near to far."""


class Tally(NamedTuple):
    """Decisions in a band: how many, and the share of their worth that was kept, summed."""

    number: int = 0
    kept: float = 0.0

    def plus(self, other: Tally) -> Tally:
        return Tally(self.number + other.number, self.kept + other.kept)


Decisions = Mapping[str, Tally]
"""The decisions of a player, by band."""


def find_band(value: Value) -> str:
    """Return the band of a decision in a position of this value.

    >>> from numduel.engine.solving.value import draw, win
    >>> [find_band(value) for value in (win(1), win(6), win(30), draw())]
    ['1', '5–6', '10+', 'no forced win']
    """
    if value.outcome != "win" or value.turns is None:
        return UNSURE
    turns = value.turns
    return next((name for name, beyond in DISTANCES.items() if turns < beyond), FAR)


def count_decisions(plies: Iterable[ReviewedPly], player: Player) -> dict[str, Tally]:
    """Count a player's real choices; a choice is right if it keeps the worth of the position.

    In games of chance a choice can be partly right: it counts the share of the worth that was at
    stake and kept.
    """
    choices = (ply for ply in plies if ply.player is player and ply.is_decision)
    return add_up({find_band(ply.before): Tally(1, _share_kept(ply))} for ply in choices)


def _share_kept(ply: ReviewedPly) -> float:
    """Return how much of the worth at stake a choice kept: 0 for the worst move, 1 for the best."""
    worths = [value.worth for value in ply.moves.values() if value.is_known]
    return 1 - float(ply.regret / (max(worths) - min(worths)))


def add_up(games: Iterable[Decisions]) -> dict[str, Tally]:
    """Return the sum of the decisions of several games."""
    found: dict[str, Tally] = {}
    for decisions in games:
        for band, tally in decisions.items():
            found[band] = found.get(band, Tally()).plus(tally)
    return found

"""The worst moves of a tournament, found again with what would have been better, and why."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ..budget import Budget
from ..core import Player
from ..engine import Engine
from ..engine.teaching.review import ReviewedPly, reviewed
from ..errors import SetupError
from ..play.match import Match
from ..storage.record import loads
from .lines import MatchLine
from .tournament import POSITIONS

EACH, MOST = 2, 24
"""So many of each player in each game, and so many in all."""


class Blunder(NamedTuple):
    """A move that gave something away."""

    line: MatchLine
    player: Player
    ply: int
    """Its number in the record, from 1."""
    regret: Fraction


class Explained(NamedTuple):
    """A blunder on its board."""

    blunder: Blunder
    match: Match
    step: ReviewedPly


def worst(lines: Iterable[MatchLine]) -> list[Blunder]:
    """The worst of each player in each game, the worst of all first."""
    found: dict[tuple[str, str], list[Blunder]] = {}
    for line in lines:
        for player, side in zip(Player, line.sides, strict=True):
            if side.worst:
                blunder = Blunder(line, player, side.worst, side.worst_regret)
                found.setdefault((line.game, side.player), []).append(blunder)
    chosen = [one for group in found.values() for one in sorted(group, key=_order)[:EACH]]
    return sorted(chosen, key=_order)[:MOST]


def _order(blunder: Blunder) -> tuple[Fraction, int, int]:
    return -blunder.regret, blunder.line.match, blunder.ply


def explained(engine: Engine, blunder: Blunder) -> Explained:
    """The match, and the ply with its reason."""
    match = loads(blunder.line.record)
    if blunder.ply > len(match.plies) or match.plies[blunder.ply - 1].player is None:
        raise SetupError(f"match {blunder.line.match} has no move {blunder.ply}")
    step = reviewed(engine, match, blunder.ply - 1, Budget(positions=POSITIONS))
    return Explained(blunder, match, step)

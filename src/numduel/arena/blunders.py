"""The worst moves of a tournament, with better moves and reasons."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ..budget import Budget
from ..core import Player
from ..engine import Engine
from ..engine.teaching.review import ReviewedPly, review_ply
from ..errors import SetupError
from ..play.match import Match
from ..storage.record import loads
from .lines import MatchLine
from .tournament import POSITIONS

MAX_PER_PLAYER = 2
"""Maximum number of blunders of a player in a game."""

MAX_BLUNDERS = 24
"""Maximum number of blunders in total."""


class Blunder(NamedTuple):
    """A move with regret."""

    line: MatchLine
    player: Player
    ply: int
    """The number of the ply, from 1."""
    regret: Fraction


class ExplainedBlunder(NamedTuple):
    """A blunder with its match and its review."""

    blunder: Blunder
    match: Match
    step: ReviewedPly


def find_worst(lines: Iterable[MatchLine]) -> list[Blunder]:
    """Return the worst moves of each player in each game, the worst first."""
    found: dict[tuple[str, str], list[Blunder]] = {}
    for line in lines:
        if line.is_unanswered:
            continue
        for player, side in zip(Player, line.sides, strict=True):
            if side.worst:
                blunder = Blunder(line, player, side.worst, side.worst_regret)
                found.setdefault((line.game, side.player), []).append(blunder)
    chosen = [
        one for group in found.values() for one in sorted(group, key=_sort_key)[:MAX_PER_PLAYER]
    ]
    return sorted(chosen, key=_sort_key)[:MAX_BLUNDERS]


def _sort_key(blunder: Blunder) -> tuple[Fraction, int, int]:
    return -blunder.regret, blunder.line.match, blunder.ply


def explain(engine: Engine, blunder: Blunder) -> ExplainedBlunder:
    """Return a blunder with its match and review; raise SetupError if the move is missing."""
    match = loads(blunder.line.record)
    if blunder.ply > len(match.plies) or match.plies[blunder.ply - 1].player is None:
        raise SetupError(f"match {blunder.line.match} has no move {blunder.ply}")
    step = review_ply(engine, match, blunder.ply - 1, Budget(positions=POSITIONS))
    return ExplainedBlunder(blunder, match, step)

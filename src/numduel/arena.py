"""How much skill a game holds: perfect play against a weaker player, each board from both seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .budget import Budget
from .core import Player
from .dice import SEEDS, Dice
from .engine.studying.census import Census
from .play.match import Match
from .play.players import Chooser, chosen

__all__ = ["Score", "contest"]

LONGEST = 200
"""Turns after which a match counts as unfinished (X2)."""


Seat = Callable[[str, Dice], Chooser | None]


class Score(NamedTuple):
    """Matches of the stronger player."""

    won: int = 0
    lost: int = 0
    unfinished: int = 0

    def plus(self, other: Score) -> Score:
        return Score(*(mine + more for mine, more in zip(self, other, strict=True)))

    @property
    def matches(self) -> int:
        return sum(self)


def contest(
    census: Census, manner: dict[str, object], rivals: tuple[str, str], pair: int, seat: Seat
) -> Score:
    """Two matches on one board of a census, the seats swapped, counted for the first rival."""
    # Seeds from the top down: no player's luck is the luck that dealt the board.
    luck = [Dice((-1 - 3 * (census.seed + pair) - n) % SEEDS) for n in range(3)]
    first, second = (_seated(seat, *rival) for rival in zip(rivals, luck, strict=False))
    score = Score()
    for place in Player:
        seated = (first, second) if place is Player.ONE else (second, first)
        match = Match(census.dealt(pair, **manner), dice=luck[2])
        score = score.plus(_counted(_played(match, seated), place))
    return score


def _counted(winner: Player | None, place: Player) -> Score:
    if winner is None:
        return Score(unfinished=1)
    return Score(won=1) if winner is place else Score(lost=1)


def _seated(seat: Seat, name: str, dice: Dice) -> Chooser:
    chooser = seat(name, dice)
    assert chooser is not None, "nobody is there to choose"
    return chooser


def _played(match: Match, seated: tuple[Chooser, Chooser]) -> Player | None:
    """Who wins a match between these; None when it takes too long."""
    for player in Player:
        seated[player].begin(match.game, player)
    while match.player is not None and match.turn <= LONGEST:
        view = match.view(match.player)
        match.play(chosen(seated[match.player], view, match.moves, Budget()))
    for player in Player:
        seated[player].end(match)
    return match.winner

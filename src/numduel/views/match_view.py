"""All that a face shows of a match at one time, as plain data, from the match alone."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..core import Move, Picture, Player, Turn
from ..play.match import Match, Ply
from . import positions
from .sentences import Names, Narration


class Situation(NamedTuple):
    """Whether a match goes on, and what may be chosen; or how it ended."""

    player: Player | None
    """Who is to move; None when it is over."""
    moves: tuple[Move, ...]
    winner: Player | None
    reason: str | None
    """One of the game's reasons, "resigned", "stopped" or "forfeited"; None while it goes on."""
    fault: str | None = None
    """What the program did that has forfeited; None where none has."""

    @property
    def is_over(self) -> bool:
        return self.reason is not None


class MatchView(NamedTuple):
    """A match after so many plies, as one reader sees it."""

    match: Match
    situation: Situation
    picture: Picture
    last: int | None
    """The tile that was chosen last, counted row by row from 0."""
    trails: tuple[tuple[int, ...], tuple[int, ...]]
    """The tiles that each player has chosen, in order."""
    said: list[str]
    """The lines of the last turn, and at the end the verdict."""
    prompt: str
    buttons: dict[str, Move]
    """The moves that no tile stands for, by a key for each."""
    plies: tuple[Ply, ...]
    names: Names
    round: int


def situation(match: Match, ply: int | None = None) -> Situation:
    """What a match is at after so many plies; only its last position can be an end."""
    ending = match.ending if ply in (None, len(match.plies)) else None
    if ending is not None:
        return Situation(None, (), ending.winner, ending.reason, match.fault)
    status = match.game.status(match.state if ply is None else match.states[ply])
    if isinstance(status, Turn):
        return Situation(status.player, status.moves, None, None)
    return Situation(None, (), None, None)  # chance decides here


def view(
    match: Match,
    ply: int | None = None,
    *,
    names: Names | None = None,
    you: Player | None = None,
) -> MatchView:
    """A match after so many plies, or now; "you" is said to one of the players, or to nobody.

    >>> import numduel
    >>> seen = view(Match.replay(numduel.new("sum", target=20), ["9", "1", "9"]))
    >>> seen.last, seen.trails, seen.said
    (8, ((8, 8), (0,)), ['Player 1 took 9: 18 of 20.'])
    """
    now, picture = situation(match, ply), positions.picture(match, ply)
    narration = Narration(match, names, you)
    return MatchView(
        match,
        now,
        picture,
        positions.last_tile(match, ply),
        positions.trails(match, ply),
        narration.said(ply),
        narration.prompt(ply),
        positions.keys_for(positions.without_tile(picture, now.moves)),
        match.plies[:ply],
        narration.names,
        _round(match),
    )


def _round(match: Match) -> int:
    found = re.fullmatch("([0-9]{1,4})/[0-9]{1,4}", match.tags.get("Round", ""))
    return int(found[1]) if found else 1

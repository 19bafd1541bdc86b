"""Simulated persons: a level or character plays as if a person did."""

from __future__ import annotations

import os
from typing import Any

from numduel.budget import Budget
from numduel.core import Player
from numduel.dice import Dice
from numduel.games import find
from numduel.play.dealing import PLAYABLE, set_up
from numduel.play.match import Match
from numduel.play.players import HUMAN, seat, take_turn
from numduel.play.series import Series, Side
from numduel.ratings.scale import scales
from numduel.storage.saves import Save


def play_as(person: str, opponent: str, game: str, number: int, **options: Any) -> Match:
    """Return a finished game of a person, who plays like `person`; seats swap with the number."""
    dice = Dice(number)
    rules = {**scales()[game].options, **options}
    match = Match(set_up(find(game), rules, None, dice, PLAYABLE))
    seats = [Side("", HUMAN), Side(opponent.capitalize(), opponent)]
    kinds = [person, opponent]
    if number % 2:
        seats.reverse()
        kinds.reverse()
    Series((seats[0], seats[1])).tag(match)
    choosers = [seat(kind, Dice(7919 * number + at)) for at, kind in enumerate(kinds)]
    for player, chooser in zip(Player, choosers, strict=True):
        assert chooser is not None
        chooser.begin(match.game, player)
    while match.player is not None:
        chooser = choosers[match.player]
        assert chooser is not None
        take_turn(chooser, match, Budget(seconds=30))
        if len(match.plies) > 300:
            match.stop()
    return match


def save_match(match: Match, at: float | None = None) -> Save:
    """Save a match in the data folder, as played at this time."""
    save = Save.fresh(match.game.id)
    save.keep(match)
    if at is not None:
        os.utime(save.path, (at, at))
    return save

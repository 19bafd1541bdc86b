"""The history: all saved games, newest first, with the time of their last move."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..errors import SetupError
from ..play.match import Match
from . import saves


class PlayedGame(NamedTuple):
    """A saved game, finished or not."""

    save: saves.Save
    match: Match
    at: float
    """When it was last changed, in seconds since 1970; 0 if unknown."""

    @property
    def time(self) -> str:
        """The local date and time of the last change: 2026-11-15 18:30."""
        return format_time(self.at)


def format_time(at: float) -> str:
    """Return a local date and time, empty if it is unknown."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) if at else ""
    except (OverflowError, ValueError, OSError):
        return ""


def changed_at(save: saves.Save) -> float:
    """Return when a saved game was last changed; 0 if it is gone."""
    try:
        return os.stat(save.path).st_mtime
    except OSError:
        return 0.0


def read_game(save: saves.Save) -> PlayedGame:
    """Read a saved game; SetupError if it can't be read."""
    return PlayedGame(save, save.load(), changed_at(save))


def played_games(
    game: str | None = None, on_problem: Callable[[SetupError], object] = lambda error: None
) -> Iterator[PlayedGame]:
    """Yield saved games, newest first; only those of one game if its id is given.

    `on_problem` is called with the error of each file that can't be read.
    """
    for save in saves.list_saves():
        try:
            played = read_game(save)
        except SetupError as error:
            on_problem(error)
            continue
        if game in (None, played.match.game.id):
            yield played

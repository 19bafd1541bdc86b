"""A new start for statistics and ratings; nothing is deleted, all files are moved aside."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from ..daily import duel, missed_wins
from ..errors import SetupError
from ..storage import files, json_files, practice, saves, streak

STEMS = tuple(module.FILE_STEM for module in (streak, duel, practice, missed_wins))
"""The files with results: daily puzzles, daily duels, practice, your own mistakes.

Ratings follow from the games that are left.
"""


class ResetPlan(NamedTuple):
    """The files that a reset moves, and the number of games that stay."""

    games: list[saves.Save]
    """Finished games, which are moved."""
    files: list[str]
    """Paths of the files with results, which are moved."""
    kept: int
    """Number of games that stay: unfinished and unreadable ones."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to reset."""
        return not self.games and not self.files


def plan_reset() -> ResetPlan:
    """Return what a reset would move."""
    games, kept = [], 0
    for save in saves.list_saves():
        try:
            is_finished = save.load().is_finished
        except SetupError:
            is_finished = False
        if is_finished:
            games.append(save)
        else:
            kept += 1
    paths = [path for stem in STEMS if os.path.isfile(path := json_files.file(stem))]
    return ResetPlan(games, paths, kept)


def reset(plan: ResetPlan) -> str:
    """Move the files of a plan aside; return the new folder. SetupError on failure."""
    target = _new_folder()
    try:
        files.make_folder(target)
        files.make_folder(os.path.join(target, "games"))
        with files.locked(saves.home()):
            for save in plan.games:
                _move(save.path, os.path.join(target, "games"))
            for path in plan.files:
                _move(path, target)
    except OSError as error:
        raise SetupError(f"{target} cannot be written: {files.reason(error)}") from None
    return target


def _new_folder() -> str:
    """Return a path in our data folder that is not used yet: reset-2026-11-18, …-2."""
    base = os.path.join(saves.home(), f"reset-{time.strftime('%Y-%m-%d')}")
    number, path = 1, base
    while os.path.exists(path):
        number += 1
        path = f"{base}-{number}"
    return path


def _move(path: str, folder: str) -> None:
    if os.path.exists(path):  # it may have been deleted in the meantime
        os.replace(path, os.path.join(folder, os.path.basename(path)))

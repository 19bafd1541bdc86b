"""What has been learned: how many steps of each lesson are done, kept on disk."""

from __future__ import annotations

from . import json_files

KEPT = "lessons"


def file() -> str:
    """Where progress is kept."""
    return json_files.file(KEPT)


def load() -> dict[str, int]:
    """How many steps of each lesson are done, by the game's id; a damaged file tells of none."""
    kept = json_files.load(KEPT).items()
    return {id: done for id, done in kept if type(done) is int and done > 0}


def keep(id: str, done: int) -> None:
    """So many steps are done, unless more were before; OSError if that cannot be written."""
    if done > load().get(id, 0):
        json_files.add(KEPT, {id: done})

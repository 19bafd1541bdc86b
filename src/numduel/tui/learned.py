"""What has been learned: how many steps of each lesson are done, kept on disk."""

from __future__ import annotations

import json
import os

from .. import saves

__all__ = ["file", "keep", "load"]


def file() -> str:
    """Where progress is kept: beside the folder of saved games."""
    return os.path.join(os.path.dirname(saves.folder()), "lessons.json")


def load() -> dict[str, int]:
    """How many steps of each lesson are done, by the game's id; a spoilt file tells of none."""
    try:
        with open(file(), encoding="utf-8") as kept:
            told = json.loads(kept.read(10_000))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(told, dict):
        return {}
    return {id: done for id, done in told.items() if type(done) is int and done > 0}


def keep(id: str, done: int) -> None:
    """So many steps are done, unless more were before; OSError if that cannot be written."""
    before = load()
    if done > before.get(id, 0):
        os.makedirs(os.path.dirname(file()), exist_ok=True)
        saves.write(file(), json.dumps({**before, id: done}, indent=2) + "\n")

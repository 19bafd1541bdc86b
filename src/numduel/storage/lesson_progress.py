"""Progress in lessons on disk: the number of steps done in each."""

from __future__ import annotations

from . import json_files

FILE_STEM = "lessons"


def file() -> str:
    """Return the path of the progress file."""
    return json_files.file(FILE_STEM)


def load() -> dict[str, int]:
    """Return the number of steps done by lesson id; a damaged file counts as empty."""
    lessons = json_files.load(FILE_STEM).items()
    return {id: done for id, done in lessons if type(done) is int and done > 0}


def keep(id: str, done: int) -> None:
    """Save the number of steps done, unless it was higher before; raise OSError on failure."""
    if done > load().get(id, 0):
        json_files.add(FILE_STEM, {id: done})

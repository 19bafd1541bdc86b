"""Small files of JSON beside the folder of saved games."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from . import files, saves

LARGEST = 200_000
"""Characters of a file that are read; none of ours is longer."""


def file(name: str) -> str:
    """Where what has this name is kept."""
    return os.path.join(saves.home(), f"{name}.json")


def load(name: str) -> dict[str, Any]:
    """What is kept under a name; nothing where that is missing or damaged."""
    return _read(file(name)) or {}


def _read(path: str) -> dict[str, Any] | None:
    """What a file holds; None where it is missing or damaged."""
    import json

    try:
        with open(path, encoding="utf-8") as kept:
            data = json.loads(kept.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def keep(name: str, data: Mapping[str, Any]) -> None:
    """Keep this and nothing else under a name; OSError if it cannot be written."""
    change(name, lambda before: data)


def add(name: str, data: Mapping[str, Any]) -> None:
    """Keep this beside what is there under a name; OSError if it cannot be written."""
    change(name, lambda before: {**before, **data})


def change(name: str, made: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Keep what is made of what was there under a name; OSError if it cannot be written.

    What cannot be read is not lost: it stays beside it, under a name that ends in .damaged.
    """
    import json

    path = file(name)
    saves.make_home()
    with files.locked(saves.home()):
        before = _read(path)
        if before is None and os.path.isfile(path):
            os.replace(path, f"{path}.damaged")
        data = made(before or {})
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        files.write(path, text, is_private=True)

"""Small JSON files next to the folder of saved games."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from . import files, saves

MAX_FILE_CHARS = 200_000
"""Characters to read from a file; our files are all shorter."""


def file(name: str) -> str:
    """Return the path of the file with this name."""
    return os.path.join(saves.home(), f"{name}.json")


def load(name: str) -> dict[str, Any]:
    """Return the content of a file, empty if it is missing, damaged or not readable."""
    try:
        return _read(file(name)) or {}
    except OSError:
        return {}


def _read(path: str) -> dict[str, Any] | None:
    """Return the content of a file, None if it is missing or damaged; raise OSError otherwise."""
    import json

    try:
        with open(path, encoding="utf-8") as opened:
            data = json.loads(opened.read(MAX_FILE_CHARS))
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def keep(name: str, data: Mapping[str, Any]) -> None:
    """Replace the content of a file; raise OSError if it can't be written."""
    change(name, lambda before: data)


def add(name: str, data: Mapping[str, Any]) -> None:
    """Add keys to a file; raise OSError if it can't be written."""
    change(name, lambda before: {**before, **data})


def change(name: str, update: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Replace the content of a file by `update` of it.

    Raise OSError if it can't be read or written. Then it stays as it is.
    A damaged file isn't lost: it is renamed to end in .damaged.
    """
    import json

    path = file(name)
    saves.make_home()
    with files.locked(saves.home()):
        before = _read(path)
        if before is None and os.path.isfile(path):
            os.replace(path, f"{path}.damaged")
        data = update(before or {})
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        content = text.encode(errors="backslashreplace")  # as JSON escapes half of a character
        files.write(path, content, is_private=True)

"""Small files of JSON beside the folder of saved games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import saves

__all__ = ["file", "keep", "load"]

LARGEST = 200_000
"""Characters of a file that are read; none of ours is longer."""


def file(name: str) -> str:
    """Where what has this name is kept."""
    return os.path.join(saves.home(), f"{name}.json")


def load(name: str) -> dict[str, Any]:
    """What is kept under a name; nothing where that is missing or spoilt."""
    import json

    try:
        with open(file(name), encoding="utf-8") as kept:
            data = json.loads(kept.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def keep(name: str, data: Mapping[str, Any]) -> None:
    """Keep this and nothing else under a name; OSError if it cannot be written."""
    import json

    os.makedirs(os.path.dirname(file(name)), exist_ok=True)
    saves.write(file(name), json.dumps(data, indent=2, ensure_ascii=False) + "\n")

"""What is remembered from one day to the next: small files beside the folder of saved games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import saves

__all__ = ["file", "keep", "load"]

LARGEST = 200_000
"""Characters of a file that are read: nobody has wished for more."""


def file(name: str) -> str:
    """Where the thing of a name is kept."""
    return os.path.join(saves.home(), f"{name}.json")


def load(name: str) -> dict[str, Any]:
    """What is kept under a name; nothing where that is missing or spoilt."""
    import json

    try:
        with open(file(name), encoding="utf-8") as kept:
            told = json.loads(kept.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def keep(name: str, told: Mapping[str, Any]) -> None:
    """Keep this and nothing else under a name; OSError if it cannot be written."""
    import json

    os.makedirs(os.path.dirname(file(name)), exist_ok=True)
    saves.write(file(name), json.dumps(told, indent=2, ensure_ascii=False) + "\n")

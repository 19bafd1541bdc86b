"""The rule pages, and what is known of the games: packed beside the code, or in docs/."""

from __future__ import annotations

import os

from ..errors import SetupError
from ..games import find

_HERE = os.path.dirname(__file__)
FOLDERS = [
    os.path.join(_HERE, "..", "rules"),
    os.path.join(_HERE, "..", "..", "..", "docs", "rules"),
    os.path.join(_HERE, "..", "..", "..", "docs"),
]
"""Where pages are looked for."""


def page(id: str) -> str:
    """The rules of a game, in Markdown.

    >>> page("sum").splitlines()[0]
    '# Sum Battle'
    """
    return _read(find(id).id)


def every_game() -> str:
    """What holds in every game, in Markdown."""
    return _read("every-game")


def solved() -> str:
    """What perfect play says of the games, in Markdown."""
    return _read("solved")


def _read(name: str) -> str:
    for folder in FOLDERS:
        path = os.path.join(folder, f"{name}.md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.read()
    raise SetupError(f"the rule page {name} is missing from this installation")

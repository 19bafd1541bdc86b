"""The games: every module in this folder is one, and nothing else lists them."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module

from ..core import AnyGame, Game
from ..errors import UnknownGame, listed
from ..options import shown

__all__ = ["find", "ids", "offered"]


def offered() -> tuple[type[AnyGame], ...]:
    """All games there are, in the order in which they are listed."""
    return _offered(tuple(__path__))


def ids() -> tuple[str, ...]:
    """The ids of all games.

    >>> ids()
    ('maze', 'sum', 'run', 'quest', 'race')
    """
    return tuple(game.id for game in offered())


def find(id: object) -> type[AnyGame]:
    """The game with this id, in capitals or not."""
    for game in offered():
        if isinstance(id, str) and game.id == id.strip().lower():
            return game
    raise UnknownGame(f"there is no game {shown(id)}; there are {listed(ids(), 'and')}")


@lru_cache(maxsize=8)
def _offered(path: tuple[str, ...]) -> tuple[type[AnyGame], ...]:
    found = []
    for module in _modules(path):
        contents = vars(import_module(f"{__name__}.{module}"))
        found += [
            thing
            for thing in contents.values()
            if isinstance(thing, type)
            and issubclass(thing, Game)
            and thing.__module__ == contents["__name__"]
        ]
    return tuple(sorted(found, key=lambda game: (game.place, game.id)))


def _modules(path: tuple[str, ...]) -> list[str]:
    # pkgutil would do, but takes a third of the whole start-up (bench/startup).
    files = [file for folder in path for file in os.listdir(folder)]
    return [file[:-3] for file in files if file.endswith(".py") and not file.startswith("_")]

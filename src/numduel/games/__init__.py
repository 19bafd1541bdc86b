"""The games: each module in this folder defines one; no other list exists."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # imports are delayed, as in numduel/__init__.py
if TYPE_CHECKING:
    from ..core import AnyGame

__all__ = ["find", "ids", "offered"]

_cache: dict[tuple[str, ...], tuple[type[AnyGame], ...]] = {}
"""The games found in a list of folders."""


def offered() -> tuple[type[AnyGame], ...]:
    """Return all games in list order."""
    path = tuple(__path__)
    if path not in _cache:
        _cache[path] = _find_games(path)
    return _cache[path]


def ids() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(game.id for game in offered())


def find(id: object) -> type[AnyGame]:
    """Return the game with this id, ignoring case; raise UnknownGame if there is none."""
    for game in offered():
        if isinstance(id, str) and game.id == id.strip().lower():
            return game
    from ..errors import UnknownGame, listed
    from ..options import short_repr

    meant = _find_similar(id) if isinstance(id, str) else None
    more = f"Did you mean {meant}?" if meant else f"Choose {listed(ids())}"
    raise UnknownGame(f"{short_repr(id)} isn't a game. {more}")


def _find_similar(text: str) -> str | None:
    """Return the id of the game whose id or title is most similar; None if none is."""
    from difflib import get_close_matches

    names = {game.id: game.id for game in offered()}
    names.update({game.title.lower(): game.id for game in offered()})
    found = get_close_matches(text.strip().lower()[:40], names, 1, 0.7)
    return names[found[0]] if found else None


def _find_games(path: tuple[str, ...]) -> tuple[type[AnyGame], ...]:
    from importlib import import_module

    from ..core import Game

    found = []
    for module in _list_modules(path):
        contents = vars(import_module(f"{__name__}.{module}"))
        found += [
            thing
            for thing in contents.values()
            if isinstance(thing, type)
            and issubclass(thing, Game)
            and thing.__module__ == contents["__name__"]
            and hasattr(thing, "id")  # a shared base class has none
        ]
    return tuple(sorted(found, key=lambda game: (game.list_order, game.id)))


def _list_modules(path: tuple[str, ...]) -> list[str]:
    # pkgutil could do this, but takes a third of the start-up time (bench/startup).
    files = [file for folder in path for file in os.listdir(folder)]
    # A browser has compiled files only.
    names = {file.rpartition(".")[0] for file in files if file.endswith((".py", ".pyc"))}
    return [name for name in names if not name.startswith("_")]

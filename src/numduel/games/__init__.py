"""The games: every module in this folder is one, and nothing else lists them."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # what is needed is imported when a game is: see numduel/__init__.py
if TYPE_CHECKING:
    from ..core import AnyGame

__all__ = ["find", "ids", "offered"]

_found: dict[tuple[str, ...], tuple[type[AnyGame], ...]] = {}
"""The games in these folders, once they have been looked for."""


def offered() -> tuple[type[AnyGame], ...]:
    """All games there are, in the order in which they are listed."""
    path = tuple(__path__)
    if path not in _found:
        _found[path] = _find_games(path)
    return _found[path]


def ids() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(game.id for game in offered())


def find(id: object) -> type[AnyGame]:
    """The game with this id, in capitals or not."""
    for game in offered():
        if isinstance(id, str) and game.id == id.strip().lower():
            return game
    from ..errors import UnknownGame, listed
    from ..options import short_repr

    meant = _resembling(id) if isinstance(id, str) else None
    more = f"did you mean {meant}?" if meant else f"there are {listed(ids(), 'and')}"
    raise UnknownGame(f"there is no game {short_repr(id)}; {more}")


def _resembling(text: str) -> str | None:
    """The id of the one game whose id or title looks most like this; None if none does."""
    from difflib import get_close_matches

    names = {game.id: game.id for game in offered()}
    names.update({game.title.lower(): game.id for game in offered()})
    found = get_close_matches(text.strip().lower()[:40], names, 1, 0.7)
    return names[found[0]] if found else None


def _find_games(path: tuple[str, ...]) -> tuple[type[AnyGame], ...]:
    from importlib import import_module

    from ..core import Game

    found = []
    for module in _modules(path):
        contents = vars(import_module(f"{__name__}.{module}"))
        found += [
            thing
            for thing in contents.values()
            if isinstance(thing, type)
            and issubclass(thing, Game)
            and thing.__module__ == contents["__name__"]
            and hasattr(thing, "id")  # not so for what several games have in common
        ]
    return tuple(sorted(found, key=lambda game: (game.list_order, game.id)))


def _modules(path: tuple[str, ...]) -> list[str]:
    # pkgutil would do, but takes a third of the whole start-up (bench/startup).
    files = [file for folder in path for file in os.listdir(folder)]
    return [file[:-3] for file in files if file.endswith(".py") and not file.startswith("_")]

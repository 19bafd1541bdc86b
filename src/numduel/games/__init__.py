"""The games: each module in this folder defines one, and so does each loaded file.

No other list exists.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # imports are delayed, as in numduel/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core import AnyGame

__all__ = ["built_in", "find", "find_needed", "ids", "load", "offer_only", "offered"]

MAX_ID_CHARS = 40
"""The longest id in a stored text that is looked for."""

_cache: dict[tuple[object, ...], tuple[type[AnyGame], ...]] = {}
"""The games found in a list of folders and files."""


_only: list[frozenset[str]] = []
"""The ids of the games to offer, if not all."""


def offered() -> tuple[type[AnyGame], ...]:
    """Return all games in list order, or those that `offer_only` has chosen."""
    if not _only:
        return _all()
    return tuple(game for game in _all() if game.id in _only[-1])


def offer_only(ids: Iterable[str]) -> None:
    """Offer only these games in this process; raise UnknownGame if one doesn't exist.

    Stored games of others can still be continued.
    """
    _only[:] = [frozenset(find(id).id for id in ids)]


def built_in() -> tuple[type[AnyGame], ...]:
    """Return the games of the package, which are the same on every machine."""
    path = tuple(__path__)
    if path not in _cache:
        _cache[path] = _sorted(_find_games(path))
    return _cache[path]


def _all() -> tuple[type[AnyGame], ...]:
    from ..game_files import loaded, signature

    sources = (*__path__, *signature())
    if sources not in _cache:
        found = [*built_in(), *loaded()]
        _check_ids(found)
        _cache[sources] = _sorted(found)
    return _cache[sources]


def _sorted(games: list[type[AnyGame]]) -> tuple[type[AnyGame], ...]:
    return tuple(sorted(games, key=lambda game: (game.list_order, game.id)))


def load(path: str | os.PathLike[str]) -> type[AnyGame]:
    """Load the game in a file; raise GameFileError if that fails or its id is taken."""
    from ..game_files import load as load_file

    return load_file(path, offered)


def ids() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(game.id for game in offered())


def find(id: object) -> type[AnyGame]:
    """Return the game with this id, ignoring case; raise UnknownGame if there is none.

    A game of the package is found before other files are looked for, so that it starts fast.
    """
    found = None if _only else _search(id, built_in())
    if found := found or _search(id, offered()):
        return found
    from ..errors import UnknownGame, listed
    from ..options import short_repr

    meant = _find_similar(id) if isinstance(id, str) else None
    more = f"Did you mean {meant}?" if meant else f"Choose {listed(ids())}"
    raise UnknownGame(f"{short_repr(id)} isn't a game. {more}")


def find_needed(id: object, what: str) -> type[AnyGame]:
    """Return the game that something stored needs; raise GameMissing if it isn't loaded.

    `what` names what is stored: "this record". A text that can't be an id raises UnknownGame.
    """
    if found := _search(id, built_in()) or _search(id, _all()):
        return found
    from ..core import is_id

    if isinstance(id, str) and len(id) <= MAX_ID_CHARS and is_id(id):
        from ..errors import GameMissing

        raise GameMissing(id, what)
    return find(id)  # which raises UnknownGame


def _search(id: object, games: tuple[type[AnyGame], ...]) -> type[AnyGame] | None:
    if not isinstance(id, str):
        return None
    wanted = id.strip().lower()
    return next((game for game in games if game.id == wanted), None)


def _find_similar(text: str) -> str | None:
    """Return the id of the game whose id or title is most similar; None if none is."""
    from difflib import get_close_matches

    names = {game.id: game.id for game in offered()}
    names.update({game.title.lower(): game.id for game in offered()})
    found = get_close_matches(text.strip().lower()[:40], names, 1, 0.7)
    return names[found[0]] if found else None


def _find_games(path: tuple[str, ...]) -> list[type[AnyGame]]:
    from importlib import import_module

    from ..core import games_in

    found: list[type[AnyGame]] = []
    for module in _list_modules(path):
        found += games_in(import_module(f"{__name__}.{module}"))
    return found


def _check_ids(games: list[type[AnyGame]]) -> None:
    """Raise GameFileError if two games have the same id."""
    first: dict[str, type[AnyGame]] = {}
    for game in games:
        other = first.setdefault(game.id, game)
        if other is not game:
            from ..errors import GameFileError
            from ..game_files import file_of

            both = f"{other.title} and {game.title}"
            where = file_of(game) or game.__module__
            raise GameFileError(f"{both} have the same id, {game.id}: change it in {where}")


def _list_modules(path: tuple[str, ...]) -> list[str]:
    # pkgutil could do this, but takes a third of the start-up time (bench/startup).
    files = [file for folder in path for file in os.listdir(folder)]
    # A browser has compiled files only.
    names = {file.rpartition(".")[0] for file in files if file.endswith((".py", ".pyc"))}
    return [name for name in names if not name.startswith("_")]

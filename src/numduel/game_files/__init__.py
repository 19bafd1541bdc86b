"""Games from files outside the package, and from installed packages.

The environment variable NUMDUEL_GAMES lists files and folders. `load` adds a file to it, so that
worker processes find the same games. Each file is a module of this package, with a checksum of its
path in its name: to unpickle a game, a new process imports this package, which can then find it.
A fork server keeps the environment with which it started, but passes on the import path: `load`
adds later files there.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # imports are delayed, as in numduel/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

    from ..core import AnyGame

__all__ = [
    "GROUP",
    "VARIABLE",
    "explain",
    "file_of",
    "find_page",
    "load",
    "loaded",
    "read_page",
    "signature",
]

VARIABLE = "NUMDUEL_GAMES"
"""The environment variable with files and folders of games."""

GROUP = f"{__name__.partition('.')[0]}.games"
"""The entry points of installed packages that name a game."""

PATH_MARK = f"{GROUP}:"
"""The start of an entry of the import path that names a game file."""

MAX_PAGE_CHARS = 200_000
"""The longest page that a game brings."""

_files: dict[str, type[AnyGame]] = {}
"""The games that were loaded, by the real path of their file."""

_marks: set[str] = set()
"""Entries of the import path that this process added, for workers: it has its environment."""


def load(path: str | os.PathLike[str], check: Callable[[], object]) -> type[AnyGame]:
    """Load the game in a file, here and in the processes that this one starts.

    `check` is called when the game can be found; if it raises GameFileError, the game is dropped.
    Loading a file twice returns the same class.
    """
    from ..errors import GameFileError

    file = _check_file(os.fspath(path))
    before, mark = os.environ.get(VARIABLE, ""), PATH_MARK + file
    is_new = file not in _list_files()
    if is_new:
        os.environ[VARIABLE] = os.pathsep.join(filter(None, (before, file)))
        if "multiprocessing.forkserver" in sys.modules:
            sys.path.append(mark)
            _marks.add(mark)
    try:
        game = _load_file(file)
        check()
    except GameFileError:
        _files.pop(file, None)
        os.environ[VARIABLE] = before
        if is_new and mark in _marks:
            _marks.remove(mark)
            sys.path.remove(mark)
        raise
    return game


def loaded() -> tuple[type[AnyGame], ...]:
    """Return the games of all files in NUMDUEL_GAMES and of installed packages."""
    games = [_load_file(file) for file in _list_files()]
    return (*games, *_load_entry_points())


def signature() -> tuple[str, tuple[str, ...]]:
    """Return a value that changes when other games can be loaded."""
    return os.environ.get(VARIABLE, ""), tuple(sys.path)


def file_of(game: type[AnyGame]) -> str | None:
    """Return the file that a game was loaded from; None for a game of a package."""
    return next((file for file, found in _files.items() if found is game), None)


def find_page(game: type[AnyGame], ending: str) -> str | None:
    """Return the path of a page that a game brings: the file beside its own with another ending."""
    module = sys.modules.get(game.__module__)
    path = os.path.splitext(getattr(module, "__file__", None) or "")[0] + ending
    return path if os.path.isfile(path) else None


def read_page(game: type[AnyGame], ending: str) -> str | None:
    """Return a page that a game brings, or None; raise GameFileError if it can't be read."""
    from ..errors import GameFileError, describe_error, printable

    path = find_page(game, ending)
    if path is None:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(MAX_PAGE_CHARS)
    except (OSError, UnicodeError) as error:
        raise GameFileError(f"can't read {printable(path)}: {describe_error(error)}") from None


def explain(error: BaseException) -> str | None:
    """Return one sentence about an error that a game file raised; None if none did."""
    from ..errors import describe_error, printable

    found, step = None, error.__traceback__
    while step:
        if str(step.tb_frame.f_globals.get("__name__")).startswith(f"{__name__}."):
            found = f"{printable(step.tb_frame.f_code.co_filename)}, line {step.tb_lineno}"
        step = step.tb_next
    if found is None:
        return None
    try:
        return f"{found}: {describe_error(error)}"
    except Exception:  # its text can't be written
        return f"{found}: {type(error).__name__}"


# ---- files


def _check_file(path: str) -> str:
    """Return the real path of a game file; raise GameFileError if there is none."""
    from ..errors import GameFileError, quoted

    if os.pathsep in path:
        raise GameFileError(f"the path {quoted(path)} contains {os.pathsep!r}: rename the folder")
    if os.path.isdir(path):
        raise GameFileError(f"{quoted(path)} is a folder: name the file of the game")
    if not os.path.isfile(path):
        raise GameFileError(f"the file {quoted(path)} doesn't exist")
    if not path.endswith(".py"):
        raise GameFileError(f"{quoted(path)} isn't a Python file: its name must end in .py")
    return os.path.realpath(path)


def _list_files() -> list[str]:
    """Return the real paths of all files in NUMDUEL_GAMES and in the import path."""
    found: dict[str, None] = {}
    paths = os.environ.get(VARIABLE, "").split(os.pathsep)
    marks = [str(entry) for entry in sys.path if entry not in _marks]
    paths += [mark.removeprefix(PATH_MARK) for mark in marks if mark.startswith(PATH_MARK)]
    for path in filter(None, paths):
        if os.path.isdir(path):
            names = sorted(name for name in os.listdir(path) if name.endswith(".py"))
            files = [os.path.join(path, name) for name in names if not name.startswith("_")]
        else:
            files = [path]
        found.update(dict.fromkeys(_check_file(file) for file in files))
    return list(found)


def _load_file(file: str) -> type[AnyGame]:
    if file not in _files:
        _files[file] = _find_game(_import_file(file), file)
    return _files[file]


def _import_file(file: str) -> ModuleType:
    """Import a file; raise GameFileError with the line at which it fails."""
    from importlib import import_module

    from ..errors import GameFileError, NumduelError, describe_error, line_of, printable

    try:
        return import_module(_module_name(file))
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        raise GameFileError(f"can't load {printable(file)}{line}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        told = str(error) if isinstance(error, NumduelError) else describe_error(error)
        line = line_of(error, file)
        raise GameFileError(f"can't load {printable(file)}{line}: {told}") from error


def _find_game(module: ModuleType, file: str) -> type[AnyGame]:
    """Return the only game of a module; raise GameFileError if there are none or several."""
    from ..core import games_in
    from ..errors import GameFileError, listed, printable

    games = games_in(module)
    if len(games) != 1:
        names = listed([game.__name__ for game in games], "and")
        found = f"{len(games)} games, {names}" if games else "no game"
        raise GameFileError(
            f"{printable(file)} defines {found}: a game file defines one class of a Game"
        )
    if missing := getattr(games[0], "__abstractmethods__", None):
        lacks = f"{games[0].__name__} doesn't define {listed(sorted(missing), 'and')}"
        raise GameFileError(f"can't load {printable(file)}: {lacks}")
    return games[0]


def _module_name(file: str) -> str:
    """Return the module name of a file: "numduel.game_files.chomp_1b2c3d4e"."""
    from zlib import crc32

    stem = os.path.basename(file).removesuffix(".py")
    word = "".join(c if c.isascii() and c.isalnum() else "_" for c in stem)
    return f"{__name__}.{word}_{crc32(os.fsencode(file)):08x}"


class _Finder:
    """An import hook for the modules of this package: the files in NUMDUEL_GAMES."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith(f"{__name__}."):
            return None
        from importlib.machinery import SourceFileLoader
        from importlib.util import spec_from_file_location

        class Loader(SourceFileLoader):
            """A loader without compiled files: two edits in a second may have the same date."""

            def path_stats(self, path: str) -> Any:
                raise OSError

        for file in _list_files():
            if _module_name(file) == name:
                return spec_from_file_location(name, file, loader=Loader(name, file))
        return None


sys.meta_path.append(_Finder)

# ---- installed packages


def _load_entry_points() -> list[type[AnyGame]]:
    """Return the games of installed packages; an entry point names a class or its module."""
    if not any(_has_games(folder) for folder in sys.path):
        return []
    from importlib.metadata import entry_points

    from ..core import games_in
    from ..errors import GameFileError, describe_error

    found: list[type[AnyGame]] = []
    for point in entry_points(group=GROUP):
        try:
            thing = point.load()
        except Exception as error:
            problem = f"can't load the game {point.name} of an installed package"
            raise GameFileError(f"{problem}: {describe_error(error)}") from error
        found += [thing] if isinstance(thing, type) else games_in(thing)
    return found


def _has_games(folder: str) -> bool:
    """Return whether a package in a folder of the import path declares games.

    `importlib.metadata` can tell, but takes longer than everything else at the start.
    """
    mark = f"[{GROUP}]".encode()
    try:
        packages = [name for name in os.listdir(folder or ".") if name.endswith(".dist-info")]
    except OSError:
        return False
    for package in packages:
        try:
            with open(os.path.join(folder, package, "entry_points.txt"), "rb") as file:
                if mark in file.read():
                    return True
        except OSError:
            continue
    return False

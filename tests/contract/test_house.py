"""Every room of the house: which may know which, and what each offers."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import numduel

ROOT = Path(numduel.__file__).parent

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "options": {"errors"},
    "dice": {"errors"},
    "core": {"dice", "errors", "options"},
    "grid": {"core", "dice", "errors", "options"},
    "games": {"core", "dice", "errors", "grid", "options"},
    "notation": {"core", "errors"},
    "match": {"core", "dice", "errors", "notation"},
    "players": {"core", "dice", "engine", "errors"},
    "series": {"core", "match", "options"},
    "record": {"core", "dice", "errors", "games", "match"},
    "rulebook": {"errors", "games"},
    "lessons": {"core", "dice", "engine", "errors", "games", "match", "notation", "record"},
    "saves": {"errors", "match", "record", "series"},
    "memory": {"saves"},
    "streak": {"errors", "memory"},
    "tally": {"core", "errors", "games", "match", "players", "saves", "series"},
    "sitting": {"core", "dice", "engine", "errors", "match", "players", "saves", "series"},
    "engine": {"core", "dice", "errors", "games", "match", "options", "record"},
}
"""Imports point one way. An interface may import all of these, and no other interface."""

INTERFACES = {"cli", "tui"}


def modules() -> list[str]:
    names = [found.name for found in pkgutil.walk_packages([str(ROOT)], "numduel.")]
    return [name for name in names if name != "numduel.__main__"]


def room(module: str) -> str:
    return f"{module}.".split(".")[1]


def imported(path: Path, module: str) -> Iterator[str]:
    """The modules of this package that a file imports, by their whole names."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("numduel"))
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            if node.module:
                yield ".".join([*base, node.module])
            else:
                yield from (".".join([*base, name.name]) for name in node.names)


def source(module: str) -> Path:
    path = ROOT.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@pytest.mark.parametrize("module", modules())
def test_imports_point_one_way(module: str) -> None:
    here = room(module)
    if here in INTERFACES:
        allowed = set(MAY_IMPORT) | {here, "__version__"}
    else:
        allowed = MAY_IMPORT[here] | {here}
    assert {room(name) for name in imported(source(module), module)} <= allowed


@pytest.mark.parametrize("module", modules())
def test_nothing_names_a_game_but_the_game(module: str) -> None:
    """An interface that must know which game it is shows that the description lacks a word."""
    if room(module) == "games" and module != "numduel.games":
        return
    for name in imported(source(module), module):
        assert not name.startswith("numduel.games.")
    for node in ast.walk(ast.parse(source(module).read_text())):
        if isinstance(node, ast.Compare):
            compared = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
            assert not compared & set(numduel.games()), f"{module}, line {node.lineno}"


@pytest.mark.parametrize("module", ["numduel", *modules()])
def test_what_a_module_offers_is_there(module: str) -> None:
    offered = importlib.import_module(module)
    if hasattr(offered, "__all__"):
        assert sorted(set(offered.__all__)) == sorted(offered.__all__)
        for name in offered.__all__:
            assert getattr(offered, name) is not None


def test_every_module_says_in_one_sentence_what_it_is() -> None:
    for module in ["numduel", *modules()]:
        text = importlib.import_module(module).__doc__
        assert text, module
        assert text.split("\n")[0].endswith("."), module

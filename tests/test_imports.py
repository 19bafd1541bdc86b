"""Imports between the rooms of the package point one way, and every module offers what it says."""

from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import numduel
from duel_support import needs_package
from running import run_program

ROOT = Path(numduel.__file__).parent

BASE = {"budget", "checks", "core", "dice", "errors", "options"}

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "options": {"errors"},
    "dice": {"errors"},
    "status": set(),
    "core": {"dice", "errors", "options", "status"},
    "budget": {"errors", "options"},
    "checks": {"core", "errors", "options"},
    "grid": BASE,
    "games": {*BASE, "grid"},
    "compiled": {"core", "status"},
    "play.reading": BASE,
    "play.match": {*BASE, "play.reading"},
    "play.dealing": BASE,
    "play.series": {*BASE, "play.match", "play.players"},
    "play.players": {*BASE, "play.match", "engine.opponents", "adapters.model", "bots"},
    "play.session": {*BASE, "play", "engine"},
    "storage.record": {*BASE, "games", "play.match"},
    "storage": {*BASE, "games", "play", "storage"},
    "engine.solving": {*BASE, "compiled", "play.match", "engine.solving"},
    "engine.opponents": {*BASE, "play.match", "engine.solving"},
    "engine.teaching": {*BASE, "games", "play.match", "storage.record", "engine"},
    "engine.studying": {*BASE, "games", "compiled", "engine"},
    "engine": {*BASE, "play.match", "engine.solving"},
    "learning": {*BASE, "games", "play", "storage.record", "engine"},
    "views": {
        *BASE,
        "games",
        "play.match",
        "play.players",
        "storage.record",
        "engine",
        "arena",
        "exam",
        "views",
    },
    "render": {
        *BASE,
        "play.match",
        "storage.record",
        "views",
        "engine.solving.value",
        "engine.teaching.review",
        "arena",
        "render",
    },
    "arena.matches": {*BASE, "play"},
    "arena": {*BASE, "games", "play", "engine", "storage.record"},
    "exam": {*BASE, "play", "storage.record", "arena.matches", "arena.bootstrap"},
    "dataset": {*BASE, "games", "play.match", "engine", "storage", "render.text", "dataset"},
    "bots": {*BASE, "games", "play", "views", "bots"},
    "daily": {*BASE, "games", "play", "engine", "storage"},
    "jobs": {*BASE, "storage", "__version__"},
    "batch": {*BASE, "adapters", "compiled"},
    "adapters.model_endpoint": {*BASE, "storage.files", "storage.saves"},
    "adapters.vector": {*BASE, "play.players", "batch", "adapters"},
    "adapters": {
        *(*BASE, "__version__", "games", "play", "storage.record", "engine"),
        *("learning", "views", "render", "arena.matches", "exam", "adapters"),
    },
}
"""Imports point one way. An interface may import all of these, and no other interface.

A room is named by as much of its path as tells it apart; a room named here includes those in it.
"""

INTERFACES = {"cli", "tui", "web"}

STARTS = {"cli.serve": {"web.server"}}
"""The command that starts the server is all that two interfaces have in common."""


HEAVY = {
    "adapters.inspect": ("inspect_ai", "inspect"),
    "adapters.openspiel": ("pyspiel", "openspiel"),
}
"""Modules for a package that is too large to be installed everywhere, and the extra it is in."""


def modules() -> list[str]:
    names = [found.name for found in pkgutil.walk_packages([str(ROOT)], "numduel.")]
    return [name for name in names if name not in ("numduel.__main__", "numduel.compiled.core")]


def path(module: str) -> str:
    return module.removeprefix("numduel").removeprefix(".")


def is_in(module: str, rooms: Iterable[str]) -> bool:
    """Whether a module, by its path, stands in one of these rooms."""
    return any(f"{module}.".startswith(f"{room}.") for room in rooms)


def room(module: str) -> str:
    """The narrowest room that a module stands in."""
    rooms = [name for name in (*MAY_IMPORT, *INTERFACES) if is_in(path(module), [name])]
    return max(rooms, key=len, default="")


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
    if path(module) in (
        "adapters",
        "daily",
        "jobs",
        "play",
        "storage",
        "learning",
        "render",
        "views",
    ):
        allowed: set[str] = set()
    elif here in INTERFACES:
        allowed = {*MAY_IMPORT, "play", here, "__version__", *STARTS.get(path(module), ())}
    else:
        allowed = {*MAY_IMPORT[here], here}
    for name in imported(source(module), module):
        assert is_in(path(name), allowed), f"{module} imports {name}"


@pytest.mark.parametrize("module", modules())
def test_nothing_names_a_game_but_the_game(module: str) -> None:
    """An interface that must know which game it is shows that the description lacks a word."""
    if is_in(path(module), ["games"]) and module != "numduel.games":
        return
    for name in imported(source(module), module):
        assert not name.startswith("numduel.games.")
    for node in ast.walk(ast.parse(source(module).read_text())):
        if isinstance(node, ast.Compare):
            compared = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
            assert not compared & set(numduel.games()), f"{module}, line {node.lineno}"


@pytest.mark.parametrize("module", ["numduel", *modules()])
def test_what_a_module_offers_is_there(module: str) -> None:
    if path(module) in HEAVY:
        needs_package(*HEAVY[path(module)])
    offered = importlib.import_module(module)
    if hasattr(offered, "__all__"):
        assert sorted(set(offered.__all__)) == sorted(offered.__all__)
        for name in offered.__all__:
            assert getattr(offered, name) is not None


def test_every_module_says_in_one_sentence_what_it_is() -> None:
    for module in ["numduel", *modules()]:
        text = ast.get_docstring(ast.parse(source(module).read_text()))
        assert text, module
        assert text.split("\n")[0].endswith("."), module


def test_no_room_below_the_faces_names_a_command() -> None:
    """An error says what is wrong; only the command line adds what could be typed."""
    from numduel.cli.main import COMMANDS

    advice = re.compile(rf"numduel ({'|'.join(COMMANDS)})\b|(^| )--[a-z]")
    for module in modules():
        if room(module) in INTERFACES:
            continue
        for node in ast.walk(ast.parse(source(module).read_text())):
            if isinstance(node, ast.JoinedStr | ast.Raise):
                texts = (str(n.value) for n in ast.walk(node) if isinstance(n, ast.Constant))
                for text in texts:
                    assert not advice.search(text), f"{module}: {text}"


def test_only_the_console_writes_to_a_terminal() -> None:
    """One gate: what reaches standard output or error has been made safe there.

    An environment prints the boards that a game draws, and nothing that anybody wrote.
    """
    for module in [*modules(), "numduel.__main__"]:
        if path(module) in ("cli.console", "adapters.drawing"):
            continue
        for node in ast.walk(ast.parse(source(module).read_text())):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "input"), f"{module}, line {node.lineno}"
                assert not re.match(r"sys\.(__)?std(out|err)\b.*write", called), module


def test_drawing_loads_no_engine() -> None:
    """Pictures are made of what they are given; what the engine finds is only named as a type."""
    code = (
        "import sys, numduel.render.review_page, numduel.views.as_json, numduel.render.arena_page;"
        "print([name for name in sys.modules if name.startswith('numduel.engine')])"
    )
    ran = run_program([sys.executable, "-c", code])
    assert ran.stdout == "[]\n", ran.stderr


def drawn_map() -> dict[str, str]:
    """What CONTRIBUTING's map says of each room, by its path."""
    page = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text()
    drawn = page.split("```\nsrc/numduel/\n")[1].split("\ntests/ ")[0]
    rooms: dict[str, str] = {}
    above: list[str] = []
    for line in drawn.split("\n"):
        entry = re.match(r"( {2}| {4})([\w.]+?)(?:/|\.py) +(.+)", line)
        if entry:
            above = [*above[: len(entry[1]) // 2 - 1], entry[2]]
            rooms[".".join(above)] = entry[3]
        else:
            rooms[".".join(above)] += f" {line.strip()}"
    return rooms


def test_the_map_shows_every_module() -> None:
    """Games are found by their folder, so that a new one is no line anywhere else."""
    rooms = drawn_map()
    named = {*rooms, "games"}
    for name, text in rooms.items():
        named |= {f"{name}.{word}" for word in re.findall(r"\w+", text)}
    missing = [path(m) for m in modules() if path(m) not in named and not is_in(path(m), ["games"])]
    assert not missing


def test_the_map_shows_nothing_that_has_gone() -> None:
    assert {f"numduel.{room}" for room in drawn_map()} - {*modules(), "numduel.__main__"} == set()


def test_a_test_that_cannot_be_imported_fails(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text("from numduel import nothing\n\ndef test_it(): pass\n")
    tests = Path(__file__).parent
    settings, tools = tests.with_name("pyproject.toml"), tests.with_name("tools")
    paths = os.pathsep.join(map(str, (tests, tests / "support", tools, ROOT.parent)))
    words = [sys.executable, "-m", "pytest", "-p", "conftest", "-c", str(settings), str(file)]
    ran = run_program(words, env={**os.environ, "PYTHONPATH": paths})
    assert "1 error" in ran.stdout, ran.stdout

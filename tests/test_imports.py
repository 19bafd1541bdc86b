"""Imports between packages point one way, and every module defines what it exports."""

from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import numduel
from duel_support import needs_package
from numduel.games import offered
from running import run_program

ROOT = Path(numduel.__file__).parent

INTERFACES = {"cli", "tui", "web"}

HEAVY = {
    "adapters.inspect": ("inspect_ai", "inspect"),
    "adapters.openspiel": ("pyspiel", "openspiel"),
    "adapters.sb3": ("stable_baselines3", "train"),
    "dataset.columns": ("pyarrow", "dataset"),
}
"""Modules that need a large optional package, and its extra."""


def modules() -> list[str]:
    names = [found.name for found in pkgutil.walk_packages([str(ROOT)], "numduel.")]
    return [name for name in names if name not in ("numduel.__main__", "numduel.compiled.core")]


def path(module: str) -> str:
    return module.removeprefix("numduel").removeprefix(".")


def room(module: str) -> str:
    """Return the top-level package or module that a module belongs to."""
    return path(module).partition(".")[0] or "__init__"


def source(module: str) -> Path:
    path = ROOT.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(source(module).read_text())


MODULES = ["numduel", "numduel.__main__", *modules()]


def imported(module: str) -> Iterator[tuple[str, int]]:
    """Yield every module of the package that a file imports, with the line.

    All imports count: in functions, for types, and by name for `import_module`.
    """
    package = module.split(".") if source(module).name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = [*base, *(node.module.split(".") if node.module else [])]
            found = [".".join([*base, name.name]) for name in node.names]
            found = [name if name in MODULES else ".".join(base) for name in found]
        elif isinstance(node, ast.Constant) and node.value in MODULES and node.value != "numduel":
            found = [node.value]
        else:
            continue
        yield from ((name, node.lineno) for name in found if name in MODULES)


def core_imports() -> Iterator[str]:
    """Yield the imports of the compiled core's sources."""
    for file in sorted(ROOT.glob("compiled/*.p[yx][xi]")):
        text = file.read_text()
        yield from re.findall(r"^\s*(?:from|import|cimport) (numduel[\w.]*)", text, re.MULTILINE)


def cycles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Return the cycles of a graph."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        found: set[str] = set()
        ahead = [start]
        while ahead:
            new = graph.get(ahead.pop(), set()) - found
            found |= new
            ahead += new
        reached[start] = found
    groups = [{other for other in reached[one] if one in reached[other]} for one in graph]
    return [group for number, group in enumerate(groups) if group and group not in groups[:number]]


def test_packages_import_only_packages_above_them_in_the_map() -> None:
    """The map lists packages from bottom to top; each imports only earlier ones."""
    order = list(dict.fromkeys(name.partition(".")[0] for name in drawn_map()))
    wrong = [
        f"{module}, line {line}: {name}"
        for module in MODULES
        for name, line in imported(module)
        if room(name) != room(module) and order.index(room(name)) > order.index(room(module))
    ]
    assert not wrong
    below = order[: order.index("compiled")]
    assert not [name for name in core_imports() if room(name) not in below]


def test_no_packages_import_each_other() -> None:
    graph: dict[str, set[str]] = {room(module): set() for module in MODULES}
    for module in MODULES:
        graph[room(module)] |= {room(name) for name, _ in imported(module)} - {room(module)}
    assert cycles(graph) == []


def test_no_modules_import_each_other() -> None:
    graph = {module: {name for name, _ in imported(module)} - {module} for module in MODULES}
    assert cycles(graph) == []


def test_cycles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e"}}
    assert cycles(graph) == [{"b", "c"}, {"e"}]


def test_no_interface_imports_another() -> None:
    for module in MODULES:
        if room(module) in INTERFACES:
            others = INTERFACES - {room(module)}
            assert not [name for name, _ in imported(module) if room(name) in others], module


def test_only_a_games_own_module_names_it() -> None:
    """If an interface must know the game, the description of games lacks something."""
    names = {name for kind in offered() for name in (kind.id, kind.title, kind.__name__)}
    names |= {path(module).removeprefix("games.") for module in MODULES if is_game(module)}
    for module in MODULES:
        if is_game(module):
            continue
        assert not [name for name, _ in imported(module) if is_game(name)], module
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in names, f"{module}, line {node.lineno}"
    assert not [name for name in core_imports() if room(name) == "games"]


def test_compiled_core_reads_no_private_names() -> None:
    """Only its own classes may use `self._x`; everything else goes through public names."""
    for file in sorted(ROOT.glob("compiled/*.p[yx][xi]")):
        for number, line in enumerate(file.read_text().split("\n"), 1):
            assert not re.search(r"(?<!\bself)\._[a-z]", line), f"{file.name}, line {number}"


def is_game(module: str) -> bool:
    return module.startswith("numduel.games.")


@pytest.mark.parametrize("module", ["numduel", *modules()])
def test_module_defines_the_names_it_exports(module: str) -> None:
    if path(module) in HEAVY:
        needs_package(*HEAVY[path(module)])
    offered = importlib.import_module(module)
    if hasattr(offered, "__all__"):
        assert sorted(set(offered.__all__)) == sorted(offered.__all__)
        for name in offered.__all__:
            assert getattr(offered, name) is not None


def test_every_module_docstring_starts_with_one_sentence() -> None:
    for module in ["numduel", *modules()]:
        text = ast.get_docstring(tree(module))
        assert text, module
        assert text.split("\n")[0].endswith("."), module


def test_no_package_below_the_interfaces_names_a_command() -> None:
    """Errors say what is wrong; only the command line suggests commands."""
    from numduel.cli.main import COMMANDS

    advice = re.compile(rf"numduel ({'|'.join(COMMANDS)})\b|(^| )--[a-z]")
    for module in modules():
        if room(module) in INTERFACES:
            continue
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.JoinedStr | ast.Raise):
                texts = (str(n.value) for n in ast.walk(node) if isinstance(n, ast.Constant))
                for text in texts:
                    assert not advice.search(text), f"{module}: {text}"


def test_only_the_console_writes_to_a_terminal() -> None:
    """All output goes through the console, which escapes control characters.

    Environments print only boards that a game draws.
    """
    for module in [*modules(), "numduel.__main__"]:
        if path(module) in ("cli.console", "adapters.drawing"):
            continue
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "input"), f"{module}, line {node.lineno}"
                assert not re.match(r"sys\.(__)?std(out|err)\b.*write", called), module


def test_drawing_does_not_load_the_engine() -> None:
    """Rendering only uses its arguments; the engine is imported for types only."""
    code = (
        "import sys, numduel.render.review_page, numduel.views.as_json, numduel.render.arena_page;"
        "print([name for name in sys.modules if name.startswith('numduel.engine')])"
    )
    ran = run_program([sys.executable, "-c", code])
    assert ran.stdout == "[]\n", ran.stderr


def drawn_map() -> dict[str, str]:
    """Return the entry of each package in CONTRIBUTING's map, by path."""
    page = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text()
    drawn = page.split("```\nsrc/numduel/\n")[1].split("\ntests/ ")[0]
    rooms: dict[str, str] = {}
    above: list[str] = []
    for line in re.sub(r"  # .*\n", "", drawn).split("\n"):  # without headings
        entry = re.match(r"( {2}| {4})([\w.]+?)(?:/|\.py) +(.+)", line)
        if entry:
            above = [*above[: len(entry[1]) // 2 - 1], entry[2]]
            rooms[".".join(above)] = entry[3]
        else:
            rooms[".".join(above)] += f" {line.strip()}"
    return rooms


def test_map_shows_every_module() -> None:
    """Games are found in their folder, so a new one needs no other entry."""
    rooms = drawn_map()
    named = {*rooms, "games"}
    for name, text in rooms.items():
        named |= {f"{name}.{word}" for word in re.findall(r"\w+", text)}
    missing = [path(m) for m in modules() if path(m) not in named and not is_game(m)]
    assert not missing


def test_map_shows_no_removed_module() -> None:
    assert {*drawn_map()} - {path(module) for module in MODULES} == {"__init__"}


@pytest.mark.slow
def test_test_that_cannot_be_imported_fails(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text("from numduel import nothing\n\ndef test_it(): pass\n")
    tests = Path(__file__).parent
    settings, tools = tests.with_name("pyproject.toml"), tests.with_name("tools")
    paths = os.pathsep.join(map(str, (tests, tests / "support", tools, ROOT.parent)))
    words = [sys.executable, "-m", "pytest", "-p", "conftest", "-c", str(settings), str(file)]
    ran = run_program(words, env={**os.environ, "PYTHONPATH": paths})
    assert "1 error" in ran.stdout, ran.stdout

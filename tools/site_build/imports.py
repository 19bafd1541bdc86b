"""Find the modules that other modules import, in their sources.

This module runs in Pyodide, as packing.py does.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

__all__ = ["Module", "find_imports", "find_loadable", "find_reachable", "read_modules"]


class Module(NamedTuple):
    """The source of a module."""

    path: str
    text: bytes
    is_package: bool


def read_modules(archive: zipfile.ZipFile) -> dict[str, Module]:
    """Return the modules of an archive by their names."""
    found = {}
    for path in archive.namelist():
        if path.endswith(".py"):
            parts = path.removesuffix(".py").split("/")
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            found[name] = Module(path, archive.read(path), is_package)
    return found


def find_imports(name: str, module: Module) -> Iterator[str]:
    """Yield the names that a module may import, except for type checkers.

    A text that is the name of a module counts, because players are registered in this way.
    """
    for node in _walk(ast.parse(module.text)):
        match node:
            case ast.Import() | ast.ImportFrom():
                yield from _find_names(node, name, module)
            case ast.Constant(value=str() as text) if text.startswith("numduel."):
                yield text


def _find_names(node: ast.Import | ast.ImportFrom, name: str, module: Module) -> Iterator[str]:
    """Yield the names of modules in an import, and of other names as if they were modules."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
        return
    package = name.split(".") if module.is_package else name.split(".")[:-1]
    parts = package[: len(package) - node.level + 1] if node.level else []
    source = ".".join([*parts, *([node.module] if node.module else [])])
    yield source
    yield from (f"{source}.{one.name}" for one in node.names)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes except those under `if TYPE_CHECKING`."""
    yield node
    for child in _children(node):
        yield from _walk(child)


def _children(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node without those under `if TYPE_CHECKING`."""
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        return list(node.orelse)
    return list(ast.iter_child_nodes(node))


def find_reachable(
    roots: Iterable[str], modules: Mapping[str, Module], never: Iterable[str]
) -> set[str]:
    """Return the names of all modules that the roots import, directly or not."""
    excluded = tuple(never)
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if parent := name.rpartition(".")[0]:
            waiting.append(parent)
        if name in found or name not in modules:
            continue
        if any(name == one or name.startswith(f"{one}.") for one in excluded):
            continue
        found.add(name)
        waiting += find_imports(name, modules[name])
    return found


def find_loadable(modules: Mapping[str, Module], given: Collection[str]) -> set[str]:
    """Return the names of the modules that can be imported: all they import is there.

    `given` are the names of modules without a source. Imports in functions and in `try` don't
    count, because the module works without them.
    """
    needed = {name: set(_find_needed(name, module)) for name, module in modules.items()}
    loadable = set(modules)
    while True:
        found = {*loadable, *given}
        working = {
            name for name in loadable if all(_is_there(one, modules, found) for one in needed[name])
        }
        if working == loadable:
            return working
        loadable = working


def _find_needed(name: str, module: Module) -> Iterator[str]:
    """Yield the names of modules that a module imports when it is imported."""
    if parent := name.rpartition(".")[0]:
        yield parent
    waiting: list[ast.AST] = [ast.parse(module.text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _find_names(node, name, module)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Try):
            waiting += _children(node)


def _is_there(name: str, modules: Collection[str], found: Collection[str]) -> bool:
    """Return whether a module, or the one that should define the name, was found."""
    return name in found or (name not in modules and name.rpartition(".")[0] in found)

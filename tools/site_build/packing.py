"""Pack the modules that the edition imports, compiled.

This module runs in Pyodide, because the Python that loads the modules must compile them. It uses
the standard library only.
"""

from __future__ import annotations

import ast
import io
import marshal
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import MAGIC_NUMBER, source_hash
from typing import NamedTuple

__all__ = ["Module", "find_imports", "find_reachable", "pack", "read_modules", "write_archive"]

OWN_ROOTS = r"numduel\.web\.in_browser\..*|numduel\.games\..*|segno"
"""Modules that the site's workers import by name, games, which are found by their files' names,
and the maker of QR codes."""

OWN_NEVER = (
    "numduel.adapters",
    "numduel.batch",
    "numduel.bots",
    "numduel.cli",
    "numduel.exam.fresh",
    "numduel.exam.making",
    "numduel.jobs",
    "numduel.tui",
    "segno.cli",
    "segno.helpers",
)
"""Modules that the edition never imports: other interfaces, players that are programs, and the
making of fresh exams."""

OWN_TEXTS = re.compile(
    r"numduel/(rules|lesson_pages)/.*\.md|numduel/ratings/.*\.json|numduel/exam/.*\.jsonl"
    r"|numduel/(?!web/page/).*\.css|.*\.so"
)
"""Files that the edition reads, besides modules."""

PYTHON_ROOTS = r"_?pyodide(\..*)?|encodings\.(aliases|ascii|cp437|idna|latin_1|utf_(8|16|32).*)"
"""Modules that Pyodide imports by name, and encodings of JSON."""

IMPORTED_BY_C = (
    "_compat_pickle",
    "_py_warnings",
    "_strptime",
    "annotationlib",
    "collections.abc",
    "copyreg",
    "linecache",
    "traceback",
    "warnings",
)
"""Modules that C code of Python imports, which no source shows."""

PYTHON_NEVER = (
    "_aix_support",
    "_android_support",
    "_apple_support",
    "_ios_support",
    "_osx_support",
    "_pydatetime",
    "_pydecimal",
    "_pyio",
    "_pylong",
    "_pyrepl",
    "argparse",
    "bz2",
    "cmd",
    "code",
    "compression.bz2",
    "compression.lzma",
    "compression.zstd",
    "concurrent.futures.process",
    "concurrent.interpreters",
    "ctypes",
    "distutils",
    "doctest",
    "email",
    "ensurepip",
    "ftplib",
    "http",
    "idlelib",
    "lzma",
    "mailbox",
    "multiprocessing",
    "optparse",
    "pdb",
    "pydoc",
    "pyodide.console",
    "pyodide.http",
    "pyodide._nodesock_transport",
    "sqlite3",
    "ssl",
    "test",
    "tkinter",
    "turtle",
    "unittest",
    "urllib.request",
    "wsgiref",
    "xml",
    "xmlrpc",
)
"""Modules of the standard library that only functions import which the edition never calls."""

WITH_DOCSTRINGS = re.compile(r"_?pyodide\b")
"""Modules that read their own docstrings."""

UNCHECKED = (1).to_bytes(4, "little")
"""Flags of a compiled file that Python doesn't compare with its source (PEP 552)."""

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Time of every file in an archive, so that two builds give the same bytes."""


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
    package = name.split(".") if module.is_package else name.split(".")[:-1]
    for node in _walk(ast.parse(module.text)):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=base, names=names, level=level):
                parts = package[: len(package) - level + 1] if level else []
                source = ".".join([*parts, *([base] if base else [])])
                yield source
                yield from (f"{source}.{one.name}" for one in names)
            case ast.Constant(value=str() as text) if text.startswith("numduel."):
                yield text


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes except those under `if TYPE_CHECKING`."""
    yield node
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
        children = list(node.orelse)
    for child in children:
        yield from _walk(child)


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


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """Return an archive that depends on nothing but the files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, EARLIEST)
            archive.writestr(entry, files[path], zipfile.ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()


def compile_module(name: str, module: Module, folder: str) -> bytes:
    """Return the file of a compiled module, which Python loads without its source."""
    level = 0 if WITH_DOCSTRINGS.match(name) else 2
    path = f"{folder}/{module.path}"
    code = compile(module.text, path, "exec", dont_inherit=True, optimize=level)
    return MAGIC_NUMBER + UNCHECKED + source_hash(module.text) + marshal.dumps(code)


def pack(own: str, python: str, loaded: Iterable[str]) -> tuple[bytes, bytes]:
    """Return the archives of numduel and of the standard library.

    Arguments are the paths of the archives with all modules, and the modules that Python imports
    when it starts.
    """
    with zipfile.ZipFile(own) as archive:
        own_modules = read_modules(archive)
        files = {path: archive.read(path) for path in archive.namelist() if OWN_TEXTS.match(path)}
    with zipfile.ZipFile(python) as archive:
        python_modules = read_modules(archive)
    modules = {**python_modules, **own_modules}
    roots = [
        *loaded,
        *IMPORTED_BY_C,
        *(name for name in python_modules if re.fullmatch(PYTHON_ROOTS, name)),
        *(name for name in own_modules if re.fullmatch(OWN_ROOTS, name)),
    ]
    reachable = find_reachable(roots, modules, (*OWN_NEVER, *PYTHON_NEVER))
    library = {}
    for name in sorted(reachable):
        module = modules[name]
        if name in own_modules:
            files[f"{module.path}c"] = compile_module(name, module, "/numduel")
        else:
            folder = f"/lib/python3{sys.version_info.minor}.zip"
            library[f"{module.path}c"] = compile_module(name, module, folder)
    return write_archive(files), write_archive(library)

"""Pack the modules that the edition imports, and those for other pages of the site, compiled.

This module runs in Pyodide, because the Python that loads the modules must compile them. It uses
the standard library only.
"""

from __future__ import annotations

import io
import marshal
import re
import sys
import zipfile
from collections.abc import Iterable, Mapping
from importlib.util import MAGIC_NUMBER, source_hash

from site_build.imports import Module, find_loadable, find_reachable, read_modules

__all__ = ["pack", "write_archive"]

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

MORE_ROOTS = r"numduel(\..*)?|[a-z_]+"
"""Modules for other pages: all of numduel, and the modules in site/python."""

MORE_NEVER = ("numduel.__main__", "numduel.cli", "numduel.tui", "numduel.web", "segno")
"""Modules that no other page imports: interfaces, except for what the edition has of them."""

MORE_TEXTS = re.compile(r"numduel/exam/stories/.*\.toml|numduel/workshop/.*\.json")
"""Files that modules for other pages read."""

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

READS_DOCSTRINGS = re.compile(r"_?pyodide\b")
"""Modules that read their own docstrings."""

WITHOUT_ASSERTS, WITHOUT_DOCSTRINGS = 1, 2
"""Levels of Python's optimisation. The second contains the first."""

OWN, PYTHON = "/numduel", f"/lib/python3{sys.version_info.minor}.zip"
"""Folders of the modules in a browser."""

UNCHECKED = (1).to_bytes(4, "little")
"""Flags of a compiled file that Python doesn't compare with its source (PEP 552)."""

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Time of every file in an archive, so that two builds give the same bytes."""


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """Return an archive that depends on nothing but the files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, EARLIEST)
            archive.writestr(entry, files[path], zipfile.ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()


def compile_module(name: str, module: Module, folder: str, level: int) -> bytes:
    """Return the file of a compiled module, which Python loads without its source."""
    if READS_DOCSTRINGS.match(name):
        level = 0
    path = f"{folder}/{module.path}"
    code = compile(module.text, path, "exec", dont_inherit=True, optimize=level)
    return MAGIC_NUMBER + UNCHECKED + source_hash(module.text) + marshal.dumps(code)


def pack(own: str, python: str, loaded: Iterable[str]) -> tuple[bytes, bytes, bytes]:
    """Return the archives of numduel and of the standard library, and of more of both.

    The last one has what the edition doesn't need, for other pages. Arguments are the paths of the
    archives with all modules, and the modules that Python imports when it starts.
    """
    with zipfile.ZipFile(own) as archive:
        own_modules = read_modules(archive)
        files, more = (
            {path: archive.read(path) for path in archive.namelist() if texts.match(path)}
            for texts in (OWN_TEXTS, MORE_TEXTS)
        )
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
            files[f"{module.path}c"] = compile_module(name, module, OWN, WITHOUT_DOCSTRINGS)
        else:
            library[f"{module.path}c"] = compile_module(name, module, PYTHON, WITHOUT_DOCSTRINGS)
    roots = [name for name in own_modules if re.fullmatch(MORE_ROOTS, name)]
    others = find_reachable(roots, modules, (*MORE_NEVER, *PYTHON_NEVER)) - reachable
    given = {*reachable, *loaded, *sys.builtin_module_names}
    for name in sorted(find_loadable({name: modules[name] for name in others}, given)):
        module = modules[name]
        more[f"{module.path}c"] = compile_module(name, module, OWN, WITHOUT_ASSERTS)
    return write_archive(files), write_archive(library), write_archive(more)

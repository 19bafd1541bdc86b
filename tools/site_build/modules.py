"""Python for browsers: Pyodide from npm, numduel's modules and the compiled core."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

from site_build.core import NAME, build_core, find_obstacle
from site_build.programs import BuildError, find_node, find_program, find_zig, run

__all__ = ["build_python", "install_pyodide"]

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

COPIED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""Files of Pyodide that the site ships as they are."""

LOCK = "pyodide-lock.json"
LIBRARY = "python_stdlib.zip"
OWN = "numduel.zip"

MODULES = ROOT / "site" / "python"
"""Modules that run in the reader's browser, for pages other than the edition."""


def install_pyodide() -> Path:
    """Install Pyodide as the lock file says, unless it is there; return its folder.

    `npm ci` compares each package with the checksum in the lock file.
    """
    lock, done = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        npm = find_program("npm", "Install npm, which comes with Node.js.")
        print("Installing Pyodide with npm ...", flush=True)
        run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], HERE)
        done.touch()
    return HERE / "node_modules" / "pyodide"


def build_python(folder: Path, more: Path, *, with_core: bool = True) -> str:
    """Write all of Python that the edition needs; return a line about the compiled core.

    `more` becomes the archive of modules for other pages of the site.
    """
    node = find_node()
    pyodide = install_pyodide()
    folder.mkdir()
    for name in COPIED:
        shutil.copyfile(pyodide / name, folder / name)
    (folder / LOCK).write_text(_without_packages(pyodide / LOCK), encoding="utf-8")
    with tempfile.TemporaryDirectory() as work:
        source = Path(work, "source.zip")
        line = _collect_sources(source, Path(work), with_core)
        archives = [folder / OWN, folder / LIBRARY, more]
        run([node, HERE / "pack.mjs", pyodide, HERE, source, *archives], ROOT)
    return line


def _without_packages(lock: Path) -> str:
    """Return Pyodide's list of packages without the packages, which the site doesn't have."""
    info = json.loads(lock.read_text(encoding="utf-8"))["info"]
    return json.dumps({"info": info, "packages": {}})


def _collect_sources(target: Path, work: Path, with_core: bool) -> str:
    """Write an archive of all our modules, segno and the core; return a line about the core."""
    wheels = work / "wheels"
    hatchling = [sys.executable, "-m", "hatchling"]
    run([*hatchling, "build", "-t", "wheel", "-d", wheels], ROOT, {"NUMDUEL_PURE": "1"})
    (wheel,) = wheels.glob("*.whl")
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(target, "w") as archive:
        for name in whole.namelist():
            archive.writestr(name, whole.read(name))
        for file in sorted(MODULES.glob("*.py")):
            archive.write(file, file.name)
        for file in _find_segno():
            is_drawing = file.name == "writers.py"  # needs xml and urllib; the page draws itself
            archive.writestr(f"segno/{file.name}", b"" if is_drawing else file.read_bytes())
        zig = find_zig()
        obstacle = find_obstacle(zig) if with_core else "--pure"
        if obstacle or not zig:
            return f"Compiled core: left out ({obstacle}). The site works without it, more slowly."
        (work / "core").mkdir()
        core = build_core(ROOT / "src" / "numduel" / "compiled", work / "core", zig)
        archive.write(core, NAME)
        return f"Compiled core: {core.stat().st_size:,} bytes, built with zig."


def _find_segno() -> list[Path]:
    """Return the modules of segno, which makes QR codes."""
    spec = find_spec("segno")
    if spec is None or not spec.origin:
        raise BuildError("segno is missing: pip install 'numduel[web]'.")
    return sorted(Path(spec.origin).parent.glob("*.py"))

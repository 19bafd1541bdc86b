"""Build hook for the compiled core, numduel.compiled.core, if there is a C compiler.

Hatchling calls it before it packs a wheel. With the core, the wheel is for one platform and every
Python since 3.11; without it, the wheel is universal. `python hatch_build.py` builds the core next
to its sources, as an editable install does.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = Path(__file__).parent / "src" / "numduel" / "compiled"
MODULE = "numduel.compiled.core"
REQUIRES = ["cython>=3.1,<4", "setuptools>=70.1"]
LIMITED_API = ("cp311-abi3", "0x030B0000")
"""Wheel tag and version of the limited API: the core works with this Python and all later ones."""


class NotBuilt(Exception):
    """The reason why the compiled core was not built."""


class CoreHook(BuildHookInterface[Any]):
    """The hook that hatchling calls before and after it packs a wheel."""

    def dependencies(self) -> list[str]:
        try:
            compiler()
        except NotBuilt:
            return []
        return REQUIRES

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = tempfile.mkdtemp()
        if version == "editable":
            try_to(build_in_place, self.folder)
            return
        built = try_to(build, self.folder)
        if built:
            platform = self.build_config.builder.get_best_matching_tag().split("-")[2]
            build_data["tag"] = f"{LIMITED_API[0]}-{platform}"
            build_data["pure_python"] = False
            build_data["force_include"][str(built)] = f"numduel/compiled/{built.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.folder)


def try_to(make: Callable[[str], Path], folder: str) -> Path | None:
    """Build the core and print a line about it; return None if it can't be built."""
    try:
        name = compiler()
        built = make(folder)
    except NotBuilt as why:
        print(f"Compiled core: not built ({why}); numduel works without it", flush=True)
        return None
    print(f"Compiled core: built with {name}", flush=True)
    return built


def compiler() -> str:
    """Return the name of the compiler; raise NotBuilt if something it needs is missing."""
    if os.environ.get("NUMDUEL_PURE", "0") not in ("", "0"):
        raise NotBuilt("NUMDUEL_PURE is set")
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise NotBuilt("it needs CPython with the GIL")
    if os.name == "nt":
        return "Microsoft's compiler"  # setuptools knows where to look for it
    name = os.environ.get("CC", "").strip() or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(shlex.split(name)[0]) is None:
        raise NotBuilt(f"no compiler: {name} not found")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise NotBuilt("no Python.h: install python3-dev")
    return str(name)


def build_in_place(folder: str) -> Path:
    """Build the core where an editable install finds it."""
    built = build(folder)
    new = shutil.copy(built, SOURCES / f"new-{os.getpid()}-{built.name}")
    return Path(new).replace(SOURCES / built.name)  # running processes keep the old one


def build(folder: str) -> Path:
    """Build the extension in a folder and return its path."""
    try:
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
        from setuptools.command.build_ext import build_ext

        if os.name != "nt":  # MSVC uses /O2 by default
            os.environ["CFLAGS"] = f"-O3 -g0 {os.environ.get('CFLAGS', '')}"
        core = Extension(
            MODULE,
            [str(SOURCES / "core.pyx")],
            define_macros=[("Py_LIMITED_API", LIMITED_API[1]), ("NDEBUG", None)],
            py_limited_api=True,
        )
        modules = cythonize([core], build_dir=folder, force=True, quiet=True)
        command = build_ext(Distribution({"name": "numduel", "ext_modules": modules}))
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        command.run()
        return Path(command.get_ext_fullpath(MODULE))
    except Exception as error:  # numduel works without the core
        raise NotBuilt(f"{type(error).__name__}: {error}") from error


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        try_to(build_in_place, work)

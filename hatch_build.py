"""Builds the compiled core, numduel.compiled.core, where there is a C compiler.

Hatchling asks for it before it packs a wheel: with the core, a wheel is for one platform and every
Python since 3.11; without it, for all of them. `python hatch_build.py` builds it beside its
sources, as an editable install does.
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
LIMITED = ("cp311-abi3", "0x030B0000")
"""What is built for this Python runs with all that come after it."""


class NotBuilt(Exception):
    """Why there is no compiled core."""


class CoreHook(BuildHookInterface[Any]):
    """What hatchling calls before it packs a wheel, and after it."""

    def dependencies(self) -> list[str]:
        try:
            compiler()
        except NotBuilt:
            return []
        return REQUIRES

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = tempfile.mkdtemp()
        if version == "editable":
            told(beside_its_sources, self.folder)
            return
        built = told(build, self.folder)
        if built:
            platform = self.build_config.builder.get_best_matching_tag().split("-")[2]
            build_data["tag"] = f"{LIMITED[0]}-{platform}"
            build_data["pure_python"] = False
            build_data["force_include"][str(built)] = f"numduel/compiled/{built.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.folder)


def told(make: Callable[[str], Path], folder: str) -> Path | None:
    """The core, built, and a line that says so, or why it is not."""
    try:
        name = compiler()
        built = make(folder)
    except NotBuilt as why:
        print(f"The compiled core: {why}: in Python alone", flush=True)
        return None
    print(f"The compiled core: built with {name}", flush=True)
    return built


def compiler() -> str:
    """The name of the compiler that will be used, if all is there that it needs."""
    if os.environ.get("NUMDUEL_PURE", "0") not in ("", "0"):
        raise NotBuilt("NUMDUEL_PURE is set")
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise NotBuilt("it is for CPython with its lock")
    if os.name == "nt":
        return "Microsoft's compiler"  # setuptools knows where to look for it
    name = os.environ.get("CC", "").strip() or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(shlex.split(name)[0]) is None:
        raise NotBuilt(f"no compiler ({name} is not there)")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise NotBuilt("no Python.h (Debian has it in python3-dev)")
    return str(name)


def beside_its_sources(folder: str) -> Path:
    """Build it where an editable install finds it."""
    built = build(folder)
    new = shutil.copy(built, SOURCES / f"new-{os.getpid()}-{built.name}")
    return Path(new).replace(SOURCES / built.name)  # whoever runs the older one keeps it


def build(folder: str) -> Path:
    """The extension, built in a folder."""
    try:
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
        from setuptools.command.build_ext import build_ext

        if os.name != "nt":  # where it is /O2 by itself
            os.environ["CFLAGS"] = f"-O3 -g0 {os.environ.get('CFLAGS', '')}"
        core = Extension(
            MODULE,
            [str(SOURCES / "core.pyx")],
            define_macros=[("Py_LIMITED_API", LIMITED[1]), ("NDEBUG", None)],
            py_limited_api=True,
        )
        modules = cythonize([core], build_dir=folder, force=True, quiet=True)
        command = build_ext(Distribution({"name": "numduel", "ext_modules": modules}))
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        command.run()
        return Path(command.get_ext_fullpath(MODULE))
    except Exception as error:  # whatever it is, numduel works without
        raise NotBuilt(f"{type(error).__name__}: {error}") from error


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        told(beside_its_sources, work)

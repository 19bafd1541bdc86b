"""The compiled core as WebAssembly, built with zig and without the Emscripten SDK.

Pyodide loads a shared library for wasm32 that imports Python's functions from it. The core uses
the limited API, so the headers of any CPython since 3.11 serve if their sizes are those of wasm32.
"""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from site_build.programs import run

__all__ = ["NAME", "build_core", "find_obstacle", "set_sizes"]

NAME = "numduel/compiled/core.abi3.so"
"""Path of the core among the modules."""

LIMITED_API = "0x030B0000"
CPU = "mvp+bulk_memory+mutable_globals+sign_ext+nontrapping_fptoint"
COMPILER_OPTIONS = (
    *("-target", "wasm32-wasi", f"-mcpu={CPU}"),
    *("-O2", "-g0", "-fPIC", "-DNDEBUG", f"-DPy_LIMITED_API={LIMITED_API}", "-w"),
)
LINKER_OPTIONS = (
    *("--shared", "--experimental-pic", "--import-memory", "--strip-all"),
    *("--unresolved-symbols=import-dynamic", "--export=PyInit_core"),
)

SIZES = re.compile(r"^#\s*define (SIZEOF_(?:LONG|PTHREAD_T|SIZE_T|UINTPTR_T|VOID_P)) \d+$", re.M)
"""Sizes that differ between wasm32 and a 64-bit machine."""

SHIFT = """\
typedef unsigned long long word;
typedef struct { word low, high; } wide;

/* Shift 128 bits to the left. Compilers expect this function, and Pyodide doesn't export it. */
void __ashlti3(wide *result, word low, word high, int bits) {
  if (bits == 0) { result->low = low; result->high = high; }
  else if (bits >= 64) { result->high = low << (bits - 64); result->low = 0; }
  else { result->high = (high << bits) | (low >> (64 - bits)); result->low = low << bits; }
}
"""


def find_obstacle(zig: Sequence[str] | None) -> str | None:
    """Return why the core can't be built; None if it can."""
    if not zig:
        return "zig is missing: pip install 'numduel[site]', or put zig on the PATH"
    if not find_spec("Cython"):
        return "Cython is missing: pip install 'numduel[dev]'"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h is missing: install python3-dev"
    return None


def build_core(sources: Path, folder: Path, zig: Sequence[str]) -> Path:
    """Build the core of the sources in an empty folder and return its path.

    Paths are relative to the folder, so that they aren't part of the result.
    """
    for file in sources.iterdir():
        if file.suffix in (".pyx", ".pxi"):
            shutil.copy(file, folder / file.name)
    headers = folder / "include"
    shutil.copytree(sysconfig.get_path("include"), headers)
    config = headers / "pyconfig.h"
    config.write_text(set_sizes(config.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "shift.c").write_text(SHIFT, encoding="utf-8")
    environ = {"ZIG_LOCAL_CACHE_DIR": str(folder / "cache")}
    module = "numduel.compiled.core"
    cython = [sys.executable, "-m", "cython", "-3", "--module-name", module, "core.pyx"]
    run(cython, folder)
    for name in ("core", "shift"):
        files = ["-Iinclude", "-c", f"{name}.c", "-o", f"{name}.o"]
        run([*zig, "cc", *COMPILER_OPTIONS, *files], folder, environ)
    files = ["core.o", "shift.o", "-o", "core.so"]
    run([*zig, "wasm-ld", *LINKER_OPTIONS, *files], folder, environ)
    return folder / "core.so"


def set_sizes(config: str) -> str:
    """Return Python's configuration with the sizes of wasm32.

    >>> set_sizes("#define SIZEOF_LONG 8\\n#define SIZEOF_INT 4")
    '#define SIZEOF_LONG 4\\n#define SIZEOF_INT 4'
    """
    return SIZES.sub(r"#define \1 4", config)

"""The compiled core with AddressSanitizer, UBSan and counters of branches, for libFuzzer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

__all__ = ["NoCompiler", "environment"]

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "fuzz" / "sanitized"
CHECKS = "-fsanitize=address,undefined,fuzzer-no-link"
FLAGS = f"-O1 -g -fno-omit-frame-pointer -fno-wrapv -fno-sanitize-recover=all {CHECKS}"


class NoCompiler(Exception):
    """The core can't be built here."""


def environment() -> dict[str, str]:
    """Return the environment in which a process uses such a core; build it if it is outdated."""
    if not shutil.which("clang"):
        raise NoCompiler("the target core needs clang; on Debian: apt-get install clang")
    _build()
    atheris = find_spec("atheris")
    assert atheris is not None, "the worker needs it as well"
    runtime = Path(str(atheris.origin)).parents[1] / "asan_with_fuzzer.so"
    return {
        "PYTHONPATH": os.pathsep.join([str(BUILD / "src"), str(ROOT / "tools")]),
        "LD_PRELOAD": str(runtime),
        "PYTHONMALLOC": "malloc",  # so that Python's allocator doesn't hide ours
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


def _build() -> None:
    """Build the core in a copy of the sources, unless there is one of the same sources."""
    copied, ours = BUILD / "src", ROOT / "src"
    if (BUILD / ".ready").exists() and _digest(copied) == _digest(ours):
        return
    print("Building the compiled core with AddressSanitizer: about a minute ...", flush=True)
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(ours, copied, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copyfile(ROOT / "hatch_build.py", BUILD / "hatch_build.py")
    more = {"CC": "clang", "LDSHARED": "clang -shared", "CFLAGS": FLAGS, "LDFLAGS": CHECKS}
    command = [sys.executable, "hatch_build.py"]
    subprocess.run(command, cwd=BUILD, env={**os.environ, **more}, check=True)
    if not (copied / "numduel" / "compiled" / "core.abi3.so").exists():
        raise NoCompiler("the compiled core can't be built with clang")
    (BUILD / ".ready").touch()


def _digest(src: Path) -> dict[str, bytes]:
    """Return the sources that a core with its Python modules consists of."""
    files = (path for path in src.rglob("*") if path.suffix in (".py", ".pyx", ".pxi", ".json"))
    return {str(path.relative_to(src)): path.read_bytes() for path in files}

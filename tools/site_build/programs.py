"""Programs that the build runs, and messages about those that are missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

__all__ = ["BuildError", "find_node", "find_program", "find_zig", "run"]

MIN_NODE = 20
"""Oldest version of Node.js that runs Pyodide."""

OUTPUT_LINES = 20
"""Number of lines that are shown of the output of a program that failed."""


class BuildError(Exception):
    """The reason why the site can't be built, and what to do about it."""


def find_program(name: str, advice: str) -> str:
    """Return the path of a program; raise BuildError with advice if it is missing."""
    if path := shutil.which(name):
        return path
    raise BuildError(f"{name} is missing. {advice}")


def find_node() -> str:
    """Return the path of Node.js; raise BuildError if it is missing or too old."""
    advice = f"Install Node.js {MIN_NODE} or later."
    node = find_program("node", advice)
    version = run([node, "--version"], Path.cwd()).strip()
    major = version.removeprefix("v").partition(".")[0]
    if not major.isdecimal() or int(major) < MIN_NODE:
        raise BuildError(f"Node.js {version} is too old. {advice}")
    return node


def find_zig() -> list[str] | None:
    """Return the command that starts zig: from PyPI's `ziglang` or on the PATH; None if missing."""
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang"]
    path = shutil.which("zig")
    return [path] if path else None


def run(command: Sequence[str | Path], cwd: Path, environ: Mapping[str, str] | None = None) -> str:
    """Run a program and return its output; raise BuildError with its end if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **(environ or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        lines = [line[:200] for line in done.stdout.splitlines()[-OUTPUT_LINES:]]
        words = " ".join(Path(str(word)).name for word in command[:3])
        raise BuildError("\n".join([f"{words} failed:", *lines]))
    return done.stdout

"""Wheels and editable installs, with and without a compiler."""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest

from duel_support import needs_core, where
from running import run_program

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
BUILT_FROM = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "docs")
LEFT = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "pictures")
COMPILED, IN_PYTHON = "(compiled core)", "(rules in Python)"

EDITABLE = "import sys; from hatchling.build import build_editable as go; go(sys.argv[1])"
ANSWER = """
import numduel
from numduel.compiled import rules_of
game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
rules = rules_of(game)
if rules:
    assert rules.status_of(rules.pack(game.start())) == game.status(game.start())
print(numduel.analyse(game, game.start()).value)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the checked-out sources, with nothing built."""
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=LEFT)
        else:
            shutil.copy(ROOT / name, tree)
    return tree


def run(words: Sequence[str | Path], cwd: Path, **environ: str) -> str:
    """Return the output of a successful program that can't import our sources."""
    unset = ("PYTHONPATH", "NUMDUEL_PURE", "CC")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    ran = run_program([*map(str, words)], cwd=cwd, env={**kept, **environ}, seconds=200)
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def build(tree: Path, kind: str, **environ: str) -> tuple[Path, str]:
    """Return the file that a build makes, and its output."""
    out = tree.parent / f"dist{len(list(tree.parent.iterdir()))}"
    out.mkdir()
    words = ["-m", "build", "--no-isolation", f"--{kind}", "--outdir"]
    if kind == "editable":
        words = ["-c", EDITABLE]
    said = run([sys.executable, *words, out], tree, **environ)
    (made,) = out.iterdir()
    return made, said


def binaries(wheel: Path) -> list[str]:
    """Return the files of a wheel that are neither texts nor pictures."""
    return [name for name in ZipFile(wheel).namelist() if name.endswith((".so", ".pyd", ".c"))]


def install(wheel: Path) -> Path:
    """Install a wheel in a new environment; return the folder of its programs."""
    venv = wheel.parent / "venv"
    run([sys.executable, "-m", "venv", "--without-pip", venv], wheel.parent)
    python = str(venv / "bin" / "python")
    pip = ["-m", "pip", "--quiet", "--python", python, "install", "--no-index", "--no-deps"]
    run([sys.executable, *pip, wheel], wheel.parent)
    return venv / "bin"


def check_answers(programs: Path, core: str, **environ: str) -> None:
    """Check that an installation uses this core and gives the right answers."""
    assert core in run([programs / "numduel", "--version"], programs, **environ)
    said = run([programs / "python", "-c", ANSWER], programs, **environ)
    assert said == "win in 5 turns\n"


@pytest.mark.long
def test_sdist_becomes_a_platform_wheel_with_a_compiler(tree: Path) -> None:
    needs_core()
    (tree / "src" / "numduel" / "compiled" / "core.abi3.so").write_bytes(b"of another machine")
    sdist, _ = build(tree, "sdist")
    with tarfile.open(sdist) as packed:
        names = packed.getnames()
        assert [name for name in names if name.endswith(".pyx")]
        assert not [name for name in names if name.endswith((".so", ".c"))]
        packed.extractall(tree.parent / "unpacked", filter="data")
    (unpacked,) = (tree.parent / "unpacked").iterdir()
    wheel, said = build(unpacked, "wheel", CFLAGS="-O0")
    assert "Compiled core: built with " in said
    assert "-cp311-abi3-" in wheel.name
    assert binaries(wheel) == ["numduel/compiled/core.abi3.so"]
    assert not [name for name in ZipFile(wheel).namelist() if name.endswith((".pyx", ".pxi"))]
    programs = install(wheel)
    check_answers(programs, COMPILED)
    check_answers(programs, IN_PYTHON, NUMDUEL_PURE="1")


@pytest.mark.long
def test_editable_install_uses_the_core_built_at_install_time(tree: Path) -> None:
    needs_core()
    core = tree / "src" / "numduel" / "compiled" / "core.abi3.so"
    wheel, said = build(tree, "editable", CFLAGS="-O0")
    assert "Compiled core: built with " in said
    assert binaries(wheel) == []
    programs = install(wheel)
    check_answers(programs, COMPILED)
    with where("asked for none, what is there is left"):
        _, said = build(tree, "editable", NUMDUEL_PURE="1")
        assert "not built (NUMDUEL_PURE is set); numduel works without it" in said
        assert core.exists()
    with where("what is there does not get into a wheel for all platforms"):
        pure, _ = build(tree, "wheel", NUMDUEL_PURE="1")
        assert "-py3-none-any" in pure.name
        assert binaries(pure) == []
    with where("older than its sources, which cannot be compiled, it is not used"):
        core.with_name("core.pyx").write_text("cdef int wrong(\n")
        later = core.stat().st_mtime + 10
        os.utime(core.with_name("core.pyx"), (later, later))
        _, said = build(tree, "editable")
        assert "CompileError" in said
        assert "not built (" in said
        check_answers(programs, IN_PYTHON)


@pytest.mark.long
def test_wheel_without_a_compiler_is_universal(tree: Path) -> None:
    wheel, said = build(tree, "wheel", CC="/nonexistent/cc")
    assert "not built (no compiler: /nonexistent/cc not found)" in said
    assert "-py3-none-any" in wheel.name
    assert binaries(wheel) == []
    check_answers(install(wheel), IN_PYTHON)
    wheel, said = build(tree, "editable", CC="/nonexistent/cc")
    assert "not built (" in said
    check_answers(install(wheel), IN_PYTHON)


def test_wheel_smoke_test_runs_on_windows() -> None:
    """`test-command` of cibuildwheel in pyproject.toml, on Windows."""
    needs_core()
    paths = os.pathsep.join(map(str, (TESTS / "support", TESTS / "compiled", ROOT / "src")))
    unix = ("fcntl", "grp", "pwd", "resource", "termios")
    code = f"import sys; sys.modules.update(dict.fromkeys({unix})); import test_lockstep"
    run([sys.executable, "-c", code], ROOT, PYTHONPATH=paths)

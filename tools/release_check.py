"""Check what a release would publish: packages, metadata, links, workflows and the quick start.

Its tools have their own environment, from requirements/release.txt and build.txt. The quick start
of the README runs in a clean Debian; without root or debootstrap it is skipped, except in CI.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

import links
from clean_root import CommandFailed, find_obstacle, make_root

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent
OUT = ROOT / "build" / "release-dist"
SECRETS = re.compile(rb"/(?:home|root|work|Users)/\w+/")
"""Paths of a machine, which no published file may name."""

CORE = "numduel/compiled/core.abi3.so"

MOVES = "9 1 9 1 9 1 9 1 9 1 5"
"""A whole game of Sum Battle."""


class Problem(Exception):
    """Something that must not be published."""


def run(command: Sequence[str | Path], folder: Path = ROOT, **variables: str) -> str:
    """Run a program and return its output; raise CommandFailed if it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CommandFailed(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def only(pattern: str) -> Path:
    """Return the one built file that fits a pattern."""
    found = list(OUT.glob(pattern))
    if len(found) != 1:
        raise Problem(f"Built {len(found)} files {pattern}, not one.")
    return found[0]


def build_packages() -> None:
    """Build the sdist, and from it a wheel with the compiled core and one without."""
    shutil.rmtree(OUT, ignore_errors=True)
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(OUT)]
    run([*build, "--sdist", "."])
    with tarfile.open(only("*.tar.gz")) as packed:
        packed.extractall(OUT / "sources", filter="data")
    (sources,) = (OUT / "sources").iterdir()
    run([*build, "--wheel", "."], sources)
    run([*build, "--wheel", "."], sources, NUMDUEL_PURE="1")
    shutil.rmtree(OUT / "sources")
    print(*(f"{path.name}: {path.stat().st_size:,} bytes" for path in OUT.iterdir()), sep="\n")


def check_packages() -> None:
    """Check the packages with the tools of the Python Packaging Authority and others."""
    wheels = [only("*-py3-none-any.whl"), only("*-abi3-*.whl")]
    run([TOOLS / "twine", "check", "--strict", *wheels, only("*.tar.gz")])
    run([TOOLS / "check-wheel-contents", "--toplevel", "numduel", *wheels])
    run([TOOLS / "abi3audit", "--strict", wheels[1]])


def check_same_files() -> None:
    """Check that both wheels differ only in the core, and name no folder of this machine."""
    pure, compiled = (packed_files(only(p)) for p in ("*-py3-none-any.whl", "*-abi3-*.whl"))
    if {name for name in compiled ^ pure if ".dist-info" not in name} != {CORE}:
        raise Problem(f"The wheels differ in {sorted(compiled ^ pure)}.")


def packed_files(wheel: Path) -> set[str]:
    """Return the names of the files in a wheel; refuse those that name a folder of the machine."""
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            found = SECRETS.search(packed.read(name))
            if found and name.endswith((".so", ".json", "METADATA")):
                raise Problem(f"{name} in {wheel.name} names {found[0].decode()}.")
        return set(packed.namelist())


def read_metadata() -> Message:
    """Return the metadata of the universal wheel."""
    with zipfile.ZipFile(only("*-py3-none-any.whl")) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(packed.read(name).decode())


def check_metadata() -> None:
    """Check that the metadata is complete and its README stands on its own."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metadata = read_metadata()
    for field in ("Summary", "Keywords", "License-Expression", "License-File", "Requires-Python"):
        if not metadata[field]:
            raise Problem(f"The metadata has no {field}.")
    extras = set(metadata.get_all("Provides-Extra", []))
    if extras != set(declared["optional-dependencies"]):
        raise Problem(f"The metadata has the extras {sorted(extras)}.")
    readme = metadata.get_payload()
    assert isinstance(readme, str)
    inner = [link for link in re.findall(r"\]\(([^)]+)\)", readme) if "://" not in link]
    if inner or "## Quick start" not in readme:
        raise Problem(f"The README for package indexes is incomplete or links to {inner}.")


def check_links() -> None:
    """Check that links between the pages of the repository reach files and headings."""
    checked = list(links.links())
    if broken := links.find_broken(checked):
        raise Problem("\n".join(broken))
    print(f"{len(checked):,} links between pages")


def check_workflows() -> None:
    """Check the workflows for weaknesses, and the Dockerfile and the scripts for mistakes."""
    print(run([TOOLS / "zizmor", "--offline", "--pedantic", "--quiet", ".github"]).strip())
    run([TOOLS / "hadolint", "Dockerfile"])
    scripts = [p for p in ROOT.glob("tools/*") if p.is_file() and not p.suffix]
    run([TOOLS / "shellcheck", "--severity=warning", *scripts, ROOT / ".ci" / "run"])


def check_quick_start() -> None:
    """Play in a clean Debian: from the sources with `make play`, and from the built wheel."""
    obstacle = find_obstacle()
    if obstacle and not os.environ.get("CI"):
        print(f"Skipped: {obstacle}.")
        return
    if obstacle:
        raise Problem(f"{obstacle}.")
    root = make_root(ROOT / "build" / "clean-root").copy("quick-start")
    with tarfile.open(only("*.tar.gz")) as packed:
        packed.extractall(root.path / "root", filter="data")
    (sources,) = (path.name for path in (root.path / "root").glob("numduel-*"))
    expect(
        "Player 1 won the game.",
        root.run(["make", "play"], folder=f"/root/{sources}", typed=lines("2 friend " + MOVES)),
    )
    wheel = only("*-py3-none-any.whl")
    shutil.copy(wheel, root.path / "root")
    root.run(["python3", "-m", "venv", "/root/venv"])
    root.run(["/root/venv/bin/pip", "install", "--quiet", f"/root/{wheel.name}"])
    numduel = "/root/venv/bin/numduel"
    expect("Player 1 wins", root.run([numduel, "play", "sum", "--classic"], typed=lines(MOVES)))
    expect("win in", root.run([numduel, "analyse", "maze", "--board", "4 3 8/9 5 1/2 7 6"]))
    shutil.rmtree(root.path)


def lines(words: str) -> str:
    """Return each word in a line, as a player types it."""
    return words.replace(" ", "\n") + "\n"


def expect(text: str, printed: str) -> None:
    """Raise Problem unless a program printed a text."""
    if text not in printed:
        raise Problem(f"Expected {text!r} in:\n{printed[-2000:]}")


STAGES: dict[str, Callable[[], None]] = {
    "Building the sdist and the wheels": build_packages,
    "Checking the packages": check_packages,
    "Comparing the wheels": check_same_files,
    "Checking the metadata": check_metadata,
    "Checking the links": check_links,
    "Checking workflows, Dockerfile and scripts": check_workflows,
    "Playing in a clean Debian": check_quick_start,
}


def main() -> int:
    """Run all stages; return 1 at the first problem."""
    for title, stage in STAGES.items():
        start = time.monotonic()
        print(f"{title} ...", flush=True)
        try:
            stage()
        except (CommandFailed, Problem) as why:
            print(why, file=sys.stderr)
            return 1
        print(f"  {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

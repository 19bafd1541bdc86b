"""Write the lock files in requirements/: exact versions with hashes, for every platform.

    make lock                    keep versions that still fit, resolve what is new
    make lock UPGRADE=1          the newest versions

`pip install --require-hashes` refuses any file that isn't in them.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"

WIDEST = "ci.txt"
"""The lock whose versions the others take, so that one environment can use all of them."""

LOCKS = {
    WIDEST: ("dev", "cluster", "dataset", "inspect", "openspiel", "site"),
    "dev.txt": ("dev",),
    "site.txt": ("dev", "site"),
    "dataset.txt": ("dev", "dataset"),
    "bench.txt": ("dev", "bench"),
    "play.txt": ("tui", "web"),
    "server.txt": ("web", "postgres"),
}
"""The extras that each file locks: for CI, `make test`, `make site` there, data sets, benchmarks,
`make play`, and a server."""

TOOLS = {
    "build.txt": "tools/build-requirements.txt",
    "wheel-test.txt": "tools/wheel-test-requirements.txt",
    "fuzz.txt": "tools/fuzz/requirements.txt",
    "cards.txt": "tools/cards-requirements.txt",
    "integrations.txt": "integrations/verifiers/pyproject.toml",
    "release.txt": "tools/release-requirements.txt",
    "wheels.txt": "tools/wheel-requirements.txt",
}
"""The list of packages that each file locks."""

CONSTRAINTS = {
    **dict.fromkeys(("build.txt", "wheel-test.txt", "fuzz.txt"), WIDEST),
    **dict.fromkeys(("cards.txt", "integrations.txt", "release.txt", "wheels.txt"), "build.txt"),
}
"""The lock whose versions a list takes, as one environment gets both; the rest have their own."""

HEAD = """# Locked for Python 3.11 and later on every platform: `make lock` writes this file.
# {}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    upgrade = parser.parse_args().upgrade
    FOLDER.mkdir(exist_ok=True)
    more = ["--upgrade"] if upgrade else []
    for name, extras in LOCKS.items():
        words = [word for extra in extras for word in ("--extra", extra)]
        title = f"numduel[{','.join(extras)}]"
        same = constrain_to(WIDEST) if name != WIDEST else []
        lock(FOLDER / name, title, ["pyproject.toml", *words, *same, *more])
    for name, listed in TOOLS.items():
        same = constrain_to(CONSTRAINTS[name]) if name in CONSTRAINTS else []
        lock(FOLDER / name, listed, ["-", *same, *more], "\n".join(read_list(listed)))
    return 0


def constrain_to(name: str) -> list[str]:
    """Return the words of a command that take the versions of a lock file."""
    return ["--constraints", str(FOLDER / name)]


def read_list(listed: str) -> list[str]:
    """Return the packages that a list names, or those that a project and its tests need.

    numduel itself isn't among them.
    """
    text = (ROOT / listed).read_text(encoding="utf-8")
    if not listed.endswith(".toml"):
        return [line for line in text.splitlines() if not line.startswith("#")]
    project = tomllib.loads(text)["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    return [line for line in needed if not re.match(r"numduel\b", line)]


def lock(file: Path, title: str, words: Sequence[str], listed: str = "") -> None:
    """Resolve what the words of a command name, or a list, and write the file."""
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"]
    quiet = ["--no-header", "--no-emit-index-url", "--no-annotate"]
    uv = [sys.executable, "-m", "uv", "pip", "compile", *words]
    command = [*uv, *options, *quiet, "--output-file", str(file)]
    subprocess.run(
        command, cwd=ROOT, check=True, input=listed, text=True, stdout=subprocess.DEVNULL
    )
    text = HEAD.format(title) + file.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    print(f"Wrote requirements/{file.name}.")


if __name__ == "__main__":
    sys.exit(main())

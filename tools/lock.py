"""Write the lock files in requirements/: exact versions with hashes, for every platform.

    make lock                    keep versions that still fit, resolve what is new
    make lock UPGRADE=1          the newest versions

`pip install --require-hashes` refuses any file that isn't in them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
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
    "server.txt": ("web", "postgres"),
}
"""The extras that each file locks: for CI, `make test`, `make site` there, and a server."""

TOOLS = {
    "release.txt": "tools/release-requirements.txt",
    "wheels.txt": "tools/wheel-requirements.txt",
}
"""The lists of tools that each file locks; each has its own environment."""

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
        same = ["--constraints", str(FOLDER / WIDEST)] if name != WIDEST else []
        title = f"numduel[{','.join(extras)}]"
        lock(FOLDER / name, title, ["pyproject.toml", *words, *same, *more])
    for name, listed in TOOLS.items():
        lock(FOLDER / name, listed, [listed, *more])
    return 0


def lock(file: Path, title: str, words: Sequence[str]) -> None:
    """Resolve what the words of a command name, and write the file."""
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"]
    quiet = ["--no-header", "--no-emit-index-url", "--no-annotate"]
    uv = [sys.executable, "-m", "uv", "pip", "compile", *words]
    command = [*uv, *options, *quiet, "--output-file", str(file)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    text = HEAD.format(title) + file.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    print(f"Wrote requirements/{file.name}.")


if __name__ == "__main__":
    sys.exit(main())

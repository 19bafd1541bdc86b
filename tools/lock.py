"""Write the lock files in requirements/: exact versions with hashes, for every platform.

    make lock                    keep versions that still fit, resolve what is new
    make lock UPGRADE=1          the newest versions

`pip install --require-hashes` refuses any file that isn't in them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"

WIDEST = "ci.txt"
"""The lock whose versions the others take, so that one environment can use all of them."""

LOCKS = {
    WIDEST: ("dev", "cluster", "dataset", "inspect", "openspiel", "site"),
    "dev.txt": ("dev",),
    "server.txt": ("web", "postgres"),
}
"""The extras that each file locks: for CI, for `make test`, and for a server."""

HEAD = """# Locked for Python 3.11 and later on every platform: `make lock` writes this file.
# numduel[{}]
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    upgrade = parser.parse_args().upgrade
    FOLDER.mkdir(exist_ok=True)
    for name, extras in LOCKS.items():
        lock(FOLDER / name, extras, upgrade=upgrade)
        print(f"Wrote requirements/{name}.")
    return 0


def lock(file: Path, extras: tuple[str, ...], *, upgrade: bool) -> None:
    """Resolve these extras and write the file. Without `upgrade`, its versions are kept."""
    words = [word for extra in extras for word in ("--extra", extra)]
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"]
    quiet = ["--no-header", "--no-emit-index-url", "--no-annotate"]
    more = ["--upgrade"] if upgrade else []
    if file.name != WIDEST:
        more += ["--constraints", str(FOLDER / WIDEST)]
    uv = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml"]
    command = [*uv, *words, *options, *quiet, *more, "--output-file", str(file)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    text = HEAD.format(",".join(extras)) + file.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

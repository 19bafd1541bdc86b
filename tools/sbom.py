"""Write software bills of materials (CycloneDX JSON) to dist/sbom: `make sbom`.

server.cdx.json and dev.cdx.json follow from the lock files in requirements/, site.cdx.json from
the packages of npm that the site is made of.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from lock import FOLDER, ROOT

OUT = ROOT / "dist" / "sbom"
NPM_FOLDER = ROOT / "tools" / "site_build"


def main() -> int:
    OUT.mkdir(parents=True, exist_ok=True)
    for name in ("server", "dev"):
        write_python(FOLDER / f"{name}.txt", OUT / f"{name}.cdx.json")
    write_npm(NPM_FOLDER, OUT / "site.cdx.json")
    for file in sorted(OUT.glob("*.json")):
        count = len(re.findall(r'"purl"', file.read_text(encoding="utf-8")))
        print(f"Wrote {file.relative_to(ROOT)}: {count} packages.")
    return 0


def write_python(lock: Path, out: Path) -> None:
    """Write the packages of a lock file."""
    tool = [sys.executable, "-m", "cyclonedx_py", "requirements", str(lock)]
    words = ["--pyproject", "pyproject.toml", "--output-reproducible", "--output-file", str(out)]
    subprocess.run([*tool, *words], cwd=ROOT, check=True)


def write_npm(folder: Path, out: Path) -> None:
    """Write the packages of a package-lock.json, without installing them."""
    command = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    out.write_text(done.stdout, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

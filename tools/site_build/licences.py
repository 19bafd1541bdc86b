"""The licences of all software that the site contains."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from site_build.programs import BuildError

__all__ = ["write_licences"]

ROOT = Path(__file__).parents[2]

OTHERS = """\
Pyodide, which is Python for browsers, is under the Mozilla Public License 2.0.
Its source is at https://github.com/pyodide/pyodide, the licence at https://mozilla.org/MPL/2.0/.

Python is under the licence of the Python Software Foundation, which is at
https://docs.python.org/3/license.html, and is copyright of the Python Software Foundation.
"""


def write_licences(file: Path) -> None:
    """Write the licences of numduel and of all packages that the site ships."""
    parts = {
        "numduel": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        "segno, which makes QR codes": _read_licence("segno"),
        "Pyodide and Python": OTHERS,
    }
    texts = [f"{name}\n{'=' * len(name)}\n\n{text.strip()}\n" for name, text in parts.items()]
    file.write_text("\n\n".join(texts), encoding="utf-8")


def _read_licence(package: str) -> str:
    """Return the licence in the metadata of an installed package."""
    try:
        found = [path for path in files(package) or () if path.name.startswith("LICENSE")]
    except PackageNotFoundError:
        found = []
    if not found:
        raise BuildError(f"The licence of {package} is missing: pip install 'numduel[web]'.")
    return found[0].read_text(encoding="utf-8")

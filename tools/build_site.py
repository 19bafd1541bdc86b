"""Build the edition without a server: the page, Python for browsers and numduel, as static files."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from numduel.web.linking import link_modules, link_styles
from numduel.web.page_files import PAGE

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
TOOLS = ROOT / "tools" / "site"
PYODIDE = TOOLS / "node_modules" / "pyodide"

PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)

REPLACED = {
    "js/server/transport.js": "js/transport.js",
    "js/server/workers.js": "js/workers.js",
    "js/browser/location.js": "js/location.js",
}
"""Modules of the page that the site has its own versions of."""

LEFT_OUT = re.compile(
    r"numduel/(tui|cli|adapters|bots|arena|exam|dataset|jobs|learning/train|web/page)/"
    r"|numduel-.*|.*\.(pyx|pxi|so|svg|jsonl)$"
)
"""Files of the wheel that a browser doesn't need."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "site", metavar="DIR")
    out: Path = parser.parse_args().out
    shutil.rmtree(out, ignore_errors=True)
    play = out / "play"
    (play / "js").mkdir(parents=True)
    build_page(play)
    for name in ("play_worker.js", "engine_worker.js", "python.js", "database.js"):
        shutil.copy(SITE / "js" / name, play / "js" / name)
    (play / "python").mkdir()
    for name in PYODIDE_FILES:
        shutil.copy(PYODIDE / name, play / "python" / name)
    build_modules(play / "python" / "numduel.zip")
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    print(f"Wrote {out}: {size:,} bytes.")


def build_page(play: Path) -> None:
    """Write the document, the linked script and styles, and the icons."""

    def read(path: str) -> str | None:
        file = SITE / REPLACED[path] if path in REPLACED else PAGE / path
        return file.read_text(encoding="utf-8") if file.is_file() else None

    document = (PAGE / "index.html").read_text(encoding="utf-8")
    script, source_map = link_modules("js/main.js", read, "page.js.map")
    styles = re.findall(r'<link rel="stylesheet" href="/page/([^"]+)">', document)
    (play / "page.js").write_text(script, encoding="utf-8")
    (play / "page.js.map").write_text(source_map, encoding="utf-8")
    (play / "page.css").write_text(link_styles(styles, read), encoding="utf-8")
    for name in ("js/theme.js", "icon.svg", "icon-turn.svg"):
        shutil.copy(PAGE / name, play / name)
    document = re.sub(
        r'(?:<link rel="stylesheet" href="/page/[^"]+">\n)+',
        '<link rel="stylesheet" href="page.css">\n',
        document,
    )
    document = document.replace('src="/page/js/main.js"', 'src="page.js"')
    document = document.replace('="/page/', '="').replace('href="/', 'href="#/')
    (play / "index.html").write_text(document, encoding="utf-8")


def build_modules(target: Path) -> None:
    """Write numduel's modules, compiled, and its texts as one archive."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(command, check=True, cwd=ROOT, env=_pure(), stdout=subprocess.DEVNULL)
        (wheel,) = Path(folder).glob("*.whl")
        source = Path(folder, "source.zip")
        with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(source, "w") as part:
            for name in whole.namelist():
                if not LEFT_OUT.match(name):
                    part.writestr(name, whole.read(name))
        subprocess.run(
            ["node", TOOLS / "compile.mjs", PYODIDE, source, target], check=True, cwd=ROOT
        )


def _pure() -> dict[str, str]:
    import os

    return {**os.environ, "NUMDUEL_PURE": "1"}


if __name__ == "__main__":
    main()

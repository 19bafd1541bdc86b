"""The script, the worker and the styles of the documentation's pages."""

from __future__ import annotations

import shutil
from pathlib import Path

from numduel.web.linking import link_modules
from site_build.offline import add_version

__all__ = ["FOLDER", "write_docs_page"]

SOURCE = Path(__file__).parents[2] / "site" / "docs_page"

FOLDER = "assets-numduel"
"""Folder in the site. site/docs_page/site_address.js has it too."""

SCRIPT, WORKER, STYLES = "docs_page.js", "example_worker.js", "docs_page.css"
HERE, THERE = '"../workers/', '"../play/workers/'
"""The folder of the edition's workers, in the checkout and in the site."""


def write_docs_page(site: Path, version: str) -> None:
    """Write the files. Pages load the script and the styles, also with the version."""

    def read(path: str) -> str | None:
        file = SOURCE / path
        return file.read_text(encoding="utf-8") if file.is_file() else None

    folder = site / FOLDER
    folder.mkdir(exist_ok=True)
    script, source_map = link_modules(SCRIPT, read, f"{SCRIPT}.map")
    (folder / SCRIPT).write_text(script, encoding="utf-8")
    (folder / f"{SCRIPT}.map").write_text(source_map, encoding="utf-8")
    worker = (SOURCE / WORKER).read_text(encoding="utf-8")
    assert HERE in worker, "the worker imports a script of the edition"
    text = add_version(worker.replace(HERE, THERE), version)
    (folder / WORKER).write_text(text, encoding="utf-8")
    shutil.copyfile(SOURCE / STYLES, folder / STYLES)

"""The scripts of the documentation's pages, finished for the version of the edition."""

from __future__ import annotations

import re
from pathlib import Path

from site_build.offline import add_version
from site_build.sandbox import PAGE_SCRIPTS

__all__ = ["FOLDER", "finish_scripts"]

FOLDER = "assets-numduel"
"""Folder of the scripts in the site."""

LINK = re.compile(rf'(?:href|src)="?[\w/.-]*{FOLDER}/docs_page\.(?:css|js)(?=[ ">])')


def finish_scripts(site: Path, version: str) -> None:
    """Add the version to the addresses of all scripts, so that browsers never mix versions.

    The sandbox loads Python from the edition, whose files have the same version.
    """
    sandbox = [site / "sandbox" / name for name in PAGE_SCRIPTS]
    for script in [*sorted((site / FOLDER).glob("*.js")), *sandbox]:
        text = script.read_text(encoding="utf-8")
        script.write_text(add_version(text, version), encoding="utf-8")
    for file in sorted(site.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        if FOLDER in text:
            file.write_text(LINK.sub(rf"\g<0>?v={version}", text), encoding="utf-8")

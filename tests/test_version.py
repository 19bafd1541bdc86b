"""The version is written in one file; generators copy it to others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numduel

ROOT = Path(__file__).parents[1]
SOURCE = "src/numduel/version.py"

GENERATED = {
    *("CITATION.cff", "docs/dataset-card.md", "docs/croissant.json"),  # make cards
    *("docs/openapi.json", "tools/openapi_examples.json"),  # make contract
}
WRITTEN_BY_HAND = {"CHANGELOG.md"}  # its headings; tools/release_notes.py compares them
FOLDERS = (".ci", ".github", "bench", "docs", "examples", "site", "src", "tools")
TEXTS = {".cff", ".html", ".js", ".json", ".md", ".mjs", ".py", ".toml", ".txt", ".yml"}
OTHERS = ("node_modules", "package-lock.json")
"""Parts of paths of files that have versions of other packages."""


def files() -> Iterator[Path]:
    """Yield the files at the root and in folders that may name the version."""
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in TEXTS and not any(part in path.parts for part in OTHERS):
                yield path


def test_version_is_only_in_its_file_and_in_generated_ones() -> None:
    version = re.compile(rf"(?<![\w.=<>~^]){re.escape(numduel.__version__)}(?![\w.]*\d)")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files()
        if version.search(path.read_text(encoding="utf-8", errors="replace"))
    }
    assert SOURCE in found
    assert found - {SOURCE} - WRITTEN_BY_HAND == GENERATED

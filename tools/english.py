"""List the phrases of tools/english.toml in the tree; fail if one is above its limit."""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "docs", "tools", "bench", "examples", "integrations", ".ci", ".github")
SUFFIXES = (
    ".css",
    ".html",
    ".js",
    ".md",
    ".py",
    ".pyi",
    ".pyx",
    ".pxi",
    ".tcss",
    ".toml",
    ".txt",
    ".yml",
)
NAMES = (
    "Dockerfile",
    "Makefile",
    "npm-check",
    "run",
    "page-check",
    "sanitize",
    "wheel-test",
    "workflow-check",
)


class Phrase(NamedTuple):
    """A phrase to avoid, what to write instead, and where it is accepted."""

    pattern: re.Pattern[str]
    instead: str
    limit: int
    allowed: tuple[str, ...]


class Hit(NamedTuple):
    """A line with a phrase to avoid."""

    path: str
    line_number: int
    text: str


def read_phrases(listing: Path) -> tuple[tuple[str, ...], list[Phrase]]:
    """Return the skipped parts of paths and the phrases of a listing."""
    table = tomllib.loads(listing.read_text(encoding="utf-8"))
    return tuple(table["skip"]), [
        Phrase(
            re.compile(entry["pattern"], re.IGNORECASE | re.MULTILINE),
            entry["instead"],
            entry.get("limit", 0),
            tuple(entry.get("allowed", ())),
        )
        for entry in table["phrase"]
    ]


def texts(root: Path, skip: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file that people read."""
    files = [*root.iterdir(), *(file for folder in FOLDERS for file in (root / folder).rglob("*"))]
    for file in sorted(files):
        path = file.relative_to(root).as_posix()
        if file.suffix not in SUFFIXES and file.name not in NAMES:
            continue
        if file.is_file() and not any(part in path for part in skip):
            yield path, file.read_text(encoding="utf-8")


def find(phrase: Phrase, files: list[tuple[str, str]]) -> list[Hit]:
    """Return the lines in which a phrase occurs."""
    return [
        Hit(path, text.count("\n", 0, match.start()) + 1, match.group())
        for path, text in files
        if not any(part in path for part in phrase.allowed)
        for match in phrase.pattern.finditer(text)
    ]


def main(arguments: list[str] | None = None) -> int:
    """Print each phrase that was found; return 1 if a count is above its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", help="print only hits in paths that start with these")
    parser.add_argument("--all", action="store_true", help="print accepted hits too")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to read")
    asked = parser.parse_args(arguments)
    skip, phrases = read_phrases(asked.root / "tools" / "english.toml")
    files = list(texts(asked.root, skip))
    failed = False
    for phrase in phrases:
        hits = find(phrase, files)
        is_above = len(hits) > phrase.limit
        failed = failed or is_above
        if not hits and not phrase.limit:
            continue
        print(f"{phrase.pattern.pattern}: {len(hits)} of {phrase.limit}. Write: {phrase.instead}.")
        if len(hits) < phrase.limit:
            print(f"    Lower its limit to {len(hits)} in tools/english.toml.")
        for hit in hits if is_above or asked.all else ():
            if not asked.paths or hit.path.startswith(tuple(asked.paths)):
                print(f"    {hit.path}:{hit.line_number}: {hit.text.strip()}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

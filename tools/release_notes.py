"""Print the release notes of a tag: the part of CHANGELOG.md about its version."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from numduel.version import __version__

CHANGELOG = Path(__file__).parent.parent / "CHANGELOG.md"
HEADING = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)
"""The heading of a version, with the date of its release."""


class NoNotes(Exception):
    """The reason why a tag has no release notes."""


def read_parts(changelog: str) -> dict[str, tuple[str | None, str]]:
    """Return the date and the text of each version, newest first; Unreleased has no date."""
    pieces = HEADING.split(changelog)[1:]
    return {
        version: (date, text.strip())
        for version, date, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    }


def release_notes(tag: str, changelog: str, version: str = __version__) -> str:
    """Return the notes of a tag; raise NoNotes if it can't be released."""
    if tag != f"v{version}":
        raise NoNotes(
            f"'{tag}' isn't the tag of this version. Use v{version}, or change version.py."
        )
    date, text = read_parts(changelog).get(version, (None, ""))
    if date is None or not text:
        raise NoNotes(
            f"CHANGELOG.md has no dated part about {version}."
            f" Write '## [{version}] - YYYY-MM-DD' below '## [Unreleased]'."
        )
    return re.sub(r"\[([^]]+)\]\((?!https?://)[^)]+\)", r"\1", text)  # links into the repository


def main(arguments: list[str] | None = None) -> int:
    """Print the notes, or why there are none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tag", help=f"such as v{__version__}")
    try:
        notes = release_notes(
            parser.parse_args(arguments).tag, CHANGELOG.read_text(encoding="utf-8")
        )
    except NoNotes as why:
        print(why, file=sys.stderr)
        return 1
    print(notes)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The limits of code that runs in a reader's browser, for docs/limits.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["constants_in_browser"]

ROOT = Path(__file__).resolve().parents[1]
FILES = (
    *("site/docs_page/*.js", "site/editor/**/*.js", "site/sandbox/*.js"),
    "site/python/*.py",
)
"""The code that runs games of others and examples of the documentation."""

JAVASCRIPT = re.compile(
    r"^ *(?:/\*\* (?P<above>.+?) \*/\n)?(?:export )?const (?P<name>[A-Z][A-Z_]*) = "
    r"(?P<value>[\d_.* ]+);(?: // (?P<text>.+))?$",
    re.MULTILINE,
)
PYTHON = re.compile(
    r'^(?P<above>)(?P<name>[A-Z][A-Z_]*) = (?P<value>[\d_.]+)(?:\n"""(?P<text>.+?)""")?$',
    re.MULTILINE,
)


def constants_in_browser() -> Iterator[tuple[str, str, str, str]]:
    """Yield the file, name, value and comment of each numeric constant."""
    for pattern in FILES:
        for file in sorted(ROOT.glob(pattern)):
            form = PYTHON if file.suffix == ".py" else JAVASCRIPT
            for found in form.finditer(file.read_text(encoding="utf-8")):
                text = found["text"] or found["above"] or ""
                yield file.relative_to(ROOT).as_posix(), found["name"], found["value"], text

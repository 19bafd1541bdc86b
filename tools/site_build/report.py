"""The sizes of a built site."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

__all__ = ["MAX_START_BYTES", "measure", "report_lines"]

MAX_START_BYTES = 7_000_000
"""Maximum number of compressed bytes that are loaded until the first move."""

NOT_AT_START = (".map",)
"""Ends of the names of files that no page loads by itself."""


def measure(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the bytes of each part, raw and compressed: files of Python, and other folders."""
    sizes: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.endswith(NOT_AT_START):
            path = file.relative_to(folder)
            part = str(path) if path.parent.name == "python" else str(path.parent)
            body = file.read_bytes()
            raw, compressed = sizes[part]
            small = len(gzip.compress(body, 9, mtime=0))
            sizes[part] = raw + len(body), compressed + min(small, len(body))
    return dict(sizes)


def report_lines(sizes: dict[str, tuple[int, int]]) -> Iterator[str]:
    """Yield a table of the sizes, the sum, and a warning if it is too large."""
    yield f"{'part':<32}{'bytes':>12}{'compressed':>12}"
    for part, (raw, compressed) in sizes.items():
        yield f"{'files of the page' if part == '.' else part:<32}{raw:>12,}{compressed:>12,}"
    raw, compressed = (sum(column) for column in zip(*sizes.values(), strict=True))
    yield f"{'all':<32}{raw:>12,}{compressed:>12,}"
    if compressed > MAX_START_BYTES:
        yield f"Too large: at most {MAX_START_BYTES:,} compressed bytes."

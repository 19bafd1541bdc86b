"""Find broken links between the pages of the repository: files and headings that don't exist.

Addresses of other sites are not asked for: that needs a network, and they change without us.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (".", ".github", "bench", "docs", "docs/lessons", "docs/rules", "integrations/verifiers")

CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


class Link(NamedTuple):
    """A link of a page to a file, or to a heading of one."""

    page: Path
    target: Path
    anchor: str

    def __str__(self) -> str:
        anchor = self.anchor and f"#{self.anchor}"
        return f"{self.page.relative_to(ROOT)} links to {self.target.relative_to(ROOT)}{anchor}"


def pages() -> Iterator[Path]:
    """Yield the Markdown pages of the repository."""
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).glob("*.md"))


def links() -> Iterator[Link]:
    """Yield every link of a page that leads to a file of the repository."""
    for page in pages():
        text = CODE.sub("", page.read_text(encoding="utf-8"))
        for address in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, anchor = address.partition("#")
            if ":" not in path:
                yield Link(page, (page.parent / path).resolve() if path else page, anchor)


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: of its headings, as GitHub makes them, and written ones."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE):
        plain = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        count = sum(bool(re.fullmatch(rf"{re.escape(slug)}(-\d+)?", other)) for other in found)
        found.add(f"{slug}-{count}" if count else slug)
    return found


def find_broken(checked: Iterable[Link]) -> list[str]:
    """Return a text for each link whose file or heading doesn't exist."""
    return [str(link) for link in checked if not _is_whole(link)]


def _is_whole(link: Link) -> bool:
    if not link.target.exists():
        return False
    return not link.anchor or link.target.suffix != ".md" or link.anchor in anchors(link.target)

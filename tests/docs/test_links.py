"""Links between the pages of the repository reach headings that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = (".", ".github", "bench", "docs", "docs/lessons", "docs/rules", "integrations/verifiers")


def pages() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from (ROOT / folder).glob("*.md")


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: of its headings, as GitHub makes them, and written ones."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE):
        plain = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        count = sum(bool(re.fullmatch(rf"{re.escape(slug)}(-\d+)?", other)) for other in found)
        found.add(f"{slug}-{count}" if count else slug)
    return found


def test_every_link_into_a_page_reaches_a_heading() -> None:
    checked, broken = 0, []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        for path, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text):
            target = (page.parent / path).resolve() if path else page
            if target.suffix == ".md":
                checked += 1
                if anchor not in anchors(target):
                    broken.append(f"{page.name} links to {path}#{anchor}")
    assert broken == []
    assert checked > 50

"""Let browsers lay out the later parts of long articles only when the reader comes near them.

A browser that knows about how high a part is can leave it out (`content-visibility: auto`): it
still finds text, headings and links there. Headings are laid out at once, so that the table of
contents knows their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

__all__ = ["HEIGHTS", "find_parts", "mark_parts", "mark_text"]

HEIGHTS = (120, 160, 220, 300, 400, 550, 750, 1000, 1400, 2000, 2800, 4000)
"""Heights of parts in CSS pixels. docs_page.css has a rule for each."""

FIRST_SCREENS_PX = 1500
"""Height at the start of an article that is laid out at once."""

LINE_PX = 26
CODE_LINE_PX = 21
ROW_PX = 42
LINE_CHARS = 80

ARTICLE = re.compile(r"<article[ >].*?</article>", re.DOTALL)

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
LISTS = {"ul", "ol"}


class Part(NamedTuple):
    """A child of an article: where its first tag ends, what it is, and its estimated height."""

    end_of_tag: int
    is_long_kind: bool
    height: int


class _Children(HTMLParser):
    """The children of the article in a text, with their lines."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.parts: list[Part] = []
        self._lines = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
        self._depth = 0
        self._open: tuple[int, bool] | None = None
        self._height = 0.0
        self._is_code = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        self._depth += 1
        if self._depth == 2:
            line, column = self.getpos()
            classes = (dict(attrs).get("class") or "").split()
            is_block = "highlight" in classes or "md-typeset__scrollwrap" in classes
            start = self._lines[line - 1] + column + len(self.get_starttag_text() or "")
            self._open = (start - 1, is_block or tag in LISTS)
            self._height = LINE_PX
        if tag == "pre":
            self._is_code = True
        self._height += {"tr": ROW_PX, "li": LINE_PX / 2, "pre": LINE_PX}.get(tag, 0)

    def handle_data(self, data: str) -> None:
        if self._is_code:
            self._height += data.count("\n") * CODE_LINE_PX
        else:
            self._height += len(" ".join(data.split())) / LINE_CHARS * LINE_PX / 2

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:  # it was written as <br/>
            return
        self._depth -= 1
        if tag == "pre":
            self._is_code = False
        if self._depth == 1 and self._open:
            self.parts.append(Part(*self._open, round(self._height)))
            self._open = None


def find_parts(text: str) -> Iterator[Part]:
    """Yield the blocks of code, tables and lists of an article after its first screens."""
    above = 0
    for part in _Children(text).parts:
        if part.is_long_kind and above >= FIRST_SCREENS_PX and part.height >= HEIGHTS[0]:
            yield part
        above += part.height


def mark_text(article: str) -> str:
    """Return an article whose later parts have their heights as an attribute."""
    for part in reversed(list(find_parts(article))):
        height = min(HEIGHTS, key=lambda known: abs(known - part.height))
        end = part.end_of_tag
        article = f'{article[:end]} data-height="{height}"{article[end:]}'
    return article


def mark_parts(site: Path) -> None:
    """Mark the later parts of all articles below a folder."""
    for file in sorted(site.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        marked = ARTICLE.sub(lambda article: mark_text(article[0]), text)
        if marked != text:
            file.write_text(marked, encoding="utf-8")

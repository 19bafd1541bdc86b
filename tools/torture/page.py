"""The table of attacks in docs/trust.md, made from the tally."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from .attacks import ATTACKS
from .tally import Piece, read_pieces

__all__ = ["PAGE", "fill_in", "fill_in_table", "write_page"]

PAGE = Path(__file__).parents[2] / "docs" / "trust.md"

HEAD = (
    "| promise | attack | attempts | failures | last run |",
    "| --- | --- | ---: | ---: | --- |",
)


def table_lines(pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield a row for each attack."""
    all_pieces = list(pieces)
    yield from HEAD
    for name, entry in ATTACKS.items():
        own = [piece for piece in all_pieces if piece.attack == name]
        tried, failed = sum(one.tried for one in own), sum(one.failed for one in own)
        day = max((one.day for one in own), default="not yet run")
        yield f"| {entry.promise} | {entry.words} (`{name}`) | {tried:,} | {failed:,} | {day} |"


def fill_in(text: str, pieces: Iterable[Piece]) -> str:
    """Return the page with a table of these pieces."""
    return fill_in_table(text, HEAD[0], table_lines(pieces))


def fill_in_table(text: str, head: str, lines: Iterable[str]) -> str:
    """Return a page whose table with this first line has these lines."""
    table = "".join(f"{line}\n" for line in lines)
    pattern = re.compile(rf"^{re.escape(head)}\n(?:\|.*\n)*", re.MULTILINE)
    filled, count = pattern.subn(lambda _: table, text)
    assert count == 1, f"the page has one table with the line {head}"
    return filled


def write_page() -> None:
    """Write the table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(fill_in(text, read_pieces()), encoding="utf-8")

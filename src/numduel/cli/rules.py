"""`numduel rules`: a rule page laid out for the terminal."""

from __future__ import annotations

import re
import textwrap
from argparse import Namespace

from .. import rulebook
from .console import Console

__all__ = ["lay_out", "rules"]

WIDEST = 88


def rules(asked: Namespace, console: Console) -> int:
    console.say(*lay_out(rulebook.page(asked.game), console))
    return 0


def lay_out(page: str, console: Console) -> list[str]:
    """Markdown as lines: headings, wrapped paragraphs and items, code as it stands."""
    width = max(20, min(console.width, WIDEST) - 1)
    lines: list[str] = []
    for block in re.split(r"\n(?=```)|(?<=```)\n|\n{2,}", page.strip()):
        lines += [*_block(block, width, console), ""]
    return lines[:-1]


def _block(block: str, width: int, console: Console) -> list[str]:
    if block.startswith("```"):
        return ["    " + line for line in block.splitlines() if not line.startswith("```")]
    if heading := re.match("#+ (.*)", block):
        title = _unmarked(heading[1])
        under = ("=" if block.startswith("# ") else "-") * len(title)
        rest = block.split("\n", 1)[1:]
        below = [line for part in rest if part for line in _block(part, width, console)]
        return [console.styled(title, "bold"), console.styled(under, "dim"), *below]
    if block.startswith("|"):
        return [_unmarked(line) for line in block.splitlines()]
    lines = []
    for item in re.split(r"\n(?=\s*- )", block):
        text = _unmarked(" ".join(item.split()))
        hang = "  " if text.startswith("- ") else ""
        lines += textwrap.wrap(text, width, subsequent_indent=hang)
    return lines


def _unmarked(text: str) -> str:
    """Without the signs that a browser would turn into letters of another kind."""
    text = re.sub(r"\*\*(.+?)\*\*|`(.+?)`", lambda found: found[1] or found[2], text)
    text = re.sub(r"(?<!\w)\*(\S(?:.*?\S)?)\*(?!\w)", r"\1", text)
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)

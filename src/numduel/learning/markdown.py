"""A simple Markdown parser: the blocks of a page, and the styled runs of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Block(NamedTuple):
    """A block of a page: "heading", "code", "table", "list", "picture" or "text"."""

    kind: str
    text: str
    """The source of the block; for code, without the fences."""


class Run(NamedTuple):
    """A run of text in one style: "plain", "strong", "emphasis" or "code"."""

    kind: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page, in order.

    >>> [block.kind for block in blocks("# Sum\\n\\nTake.\\n\\n- one\\n- two\\n")]
    ['heading', 'text', 'list']
    """
    parts = re.split(r"^```.*\n((?:.*\n)*?)```$", page, flags=re.MULTILINE)
    for number, part in enumerate(parts):
        if number % 2:
            yield Block("code", part.rstrip("\n"))
            continue
        for block in re.split(r"\n{2,}", part.strip("\n")):
            if block.strip():
                yield Block(BLOCK_KINDS.get(block[:2].strip(), "text"), block)


BLOCK_KINDS = {"#": "heading", "##": "heading", "-": "list", "![": "picture"}
BLOCK_KINDS |= {f"|{sign}".strip(): "table" for sign in " -:"}
"""The kind of a block, by its first two characters."""


def items(block: Block) -> list[str]:
    """Return the items of a list, each on one line."""
    entries = re.split(r"^- ", block.text, flags=re.MULTILINE)
    return [" ".join(entry.split()) for entry in entries if entry.strip()]


def cells(block: Block) -> list[list[str]]:
    """Return the rows of a table, the header first.

    >>> cells(Block("table", "| a | b |\\n| --- | ---: |\\n| 1 | 2 |"))
    [['a', 'b'], ['1', '2']]
    """
    rows = [line.strip().strip("|").split("|") for line in block.text.split("\n")]
    rows = [[cell.strip() for cell in row] for row in rows]
    return [row for row in rows if not all(re.fullmatch(":?-+:?", cell) for cell in row)]


STYLES = ("strong", "emphasis", "code")

MARKUP = re.compile(
    r"""
      \*\* (?P<strong> .+? ) \*\*
    | ` (?P<code> .+? ) `
    | \* (?P<emphasis> [^\s*] (?: [^*]* [^\s*] )? ) \*
    | \[ (?P<link> [^\]]+ ) \] \( [^)]+ \)
    | \\ (?P<sign> [*`\[] )
    """,
    re.VERBOSE,
)


def runs(text: str) -> list[Run]:
    """Return the styled runs of a text; a link becomes its text.

    >>> runs("The **`sum`** is [here](x.md)")
    [Run(kind='plain', text='The '), Run(kind='strong', text='sum'), \
Run(kind='plain', text=' is '), Run(kind='plain', text='here')]
    """
    found: list[Run] = []
    end = 0
    for markup in MARKUP.finditer(text):
        if markup.start() > end:
            found.append(Run("plain", text[end : markup.start()]))
        kind = markup.lastgroup or ""
        inside = strip_markup(markup[kind]) if kind == "strong" else markup[kind]
        found.append(Run(kind if kind in STYLES else "plain", inside))
        end = markup.end()
    return [*found, Run("plain", text[end:])] if text[end:] else found


def strip_markup(text: str) -> str:
    """Return a text without Markdown."""
    return "".join(run.text for run in runs(text))

"""A page in Markdown taken apart: its blocks, and the runs of letters in a text of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Block(NamedTuple):
    """A part of a page: "heading", "code", "table", "list", "picture" or "text"."""

    kind: str
    text: str
    """As it stands on the page; of code what is inside."""


class Run(NamedTuple):
    """Letters of one kind: "plain", "strong", "emphasis" or "code"."""

    kind: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    """The parts of a page, in order.

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
                yield Block(SIGNS.get(block[:2].strip(), "text"), block)


SIGNS = {"#": "heading", "##": "heading", "-": "list", "![": "picture"}
SIGNS |= {f"|{sign}".strip(): "table" for sign in " -:"}
"""What a block is, by its first two signs."""


def items(block: Block) -> list[str]:
    """The entries of a list, each on one line."""
    entries = re.split(r"^- ", block.text, flags=re.MULTILINE)
    return [" ".join(entry.split()) for entry in entries if entry.strip()]


def cells(block: Block) -> list[list[str]]:
    """The rows of a table, its head first.

    >>> cells(Block("table", "| a | b |\\n| --- | ---: |\\n| 1 | 2 |"))
    [['a', 'b'], ['1', '2']]
    """
    rows = [line.strip().strip("|").split("|") for line in block.text.split("\n")]
    rows = [[cell.strip() for cell in row] for row in rows]
    return [row for row in rows if not all(re.fullmatch(":?-+:?", cell) for cell in row)]


KINDS = ("strong", "emphasis", "code")

MARKED = re.compile(
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
    """A text by the kinds of its letters; of a link only its words are left.

    >>> runs("The **`sum`** is [here](x.md)")
    [Run(kind='plain', text='The '), Run(kind='strong', text='sum'), \
Run(kind='plain', text=' is '), Run(kind='plain', text='here')]
    """
    found: list[Run] = []
    place = 0
    for marked in MARKED.finditer(text):
        if marked.start() > place:
            found.append(Run("plain", text[place : marked.start()]))
        kind = marked.lastgroup or ""
        inside = unmarked(marked[kind]) if kind == "strong" else marked[kind]
        found.append(Run(kind if kind in KINDS else "plain", inside))
        place = marked.end()
    return [*found, Run("plain", text[place:])] if text[place:] else found


def unmarked(text: str) -> str:
    """Without the signs that a browser would turn into letters of another kind."""
    return "".join(run.text for run in runs(text))

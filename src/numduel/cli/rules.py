"""`numduel rules`: a rule page as terminal text."""

from __future__ import annotations

import re
import textwrap
from argparse import ArgumentParser, Namespace
from itertools import chain

from ..learning import rulebook
from ..learning.markdown import blocks, items, strip_markup
from .arguments import add_game
from .console import Console

MAX_COLUMNS = 88


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")


def run(args: Namespace, console: Console) -> int:
    if args.game is None:
        console.print(*format_page(rulebook.every_game(), console))
    else:
        console.print(*format_page(rulebook.page(args.game), console))
        console.print("", "Rules of every game: numduel rules")
    return 0


def format_page(page: str, console: Console) -> list[str]:
    """Return Markdown as lines: paragraphs and list items are wrapped, tables are not.

    A line of code that is too long continues below its last column.
    """
    width = max(20, min(console.width, MAX_COLUMNS) - 1)
    lines: list[str] = []
    for block in blocks(page):
        if block.kind == "heading":
            signs, _, title = block.text.partition(" ")
            under = ("=" if signs == "#" else "-") * len(strip_markup(title))
            lines += [console.styled(strip_markup(title), "bold"), console.styled(under, "dim"), ""]
        elif block.kind == "code":
            code = (_wrap_code(f"    {line}".rstrip(), width) for line in block.text.split("\n"))
            lines += [*chain.from_iterable(code), ""]
        elif block.kind == "table":
            lines += [*(strip_markup(line) for line in block.text.split("\n")), ""]
        elif block.kind == "list":
            for item in items(block):
                lines += textwrap.wrap(f"- {strip_markup(item)}", width, subsequent_indent="  ")
            lines.append("")
        else:
            lines += [*textwrap.wrap(strip_markup(" ".join(block.text.split())), width), ""]
    return lines[:-1]


def _wrap_code(line: str, width: int) -> list[str]:
    """Return a line of code; if it is too long, as parts below its last column."""
    if len(line) <= width:
        return [line]
    *_, column = re.finditer(r"(?:^|  )\s*(?=\S)", line)
    if width - column.end() < 20:  # too narrow for words
        return [line]
    head, indent = line[: column.end()], " " * column.end()
    return textwrap.wrap(line[column.end() :], width, initial_indent=head, subsequent_indent=indent)

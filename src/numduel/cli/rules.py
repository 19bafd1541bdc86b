"""`numduel rules`: a rule page laid out for the terminal."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace

from ..learning import rulebook
from ..learning.markdown import blocks, items, unmarked
from .arguments import add_game
from .console import Console

WIDEST = 88


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")


def run(asked: Namespace, console: Console) -> int:
    if asked.game is None:
        console.say(*lay_out(rulebook.every_game(), console))
    else:
        console.say(*lay_out(rulebook.page(asked.game), console))
        console.say("", "What holds in every game: numduel rules")
    return 0


def lay_out(page: str, console: Console) -> list[str]:
    """Markdown as lines: headings, wrapped paragraphs and items, code and tables as they stand."""
    width = max(20, min(console.width, WIDEST) - 1)
    lines: list[str] = []
    for block in blocks(page):
        if block.kind == "heading":
            signs, _, title = block.text.partition(" ")
            under = ("=" if signs == "#" else "-") * len(unmarked(title))
            lines += [console.styled(unmarked(title), "bold"), console.styled(under, "dim"), ""]
        elif block.kind == "code":
            lines += [*(f"    {line}".rstrip() for line in block.text.split("\n")), ""]
        elif block.kind == "table":
            lines += [*(unmarked(line) for line in block.text.split("\n")), ""]
        elif block.kind == "list":
            for item in items(block):
                lines += textwrap.wrap(f"- {unmarked(item)}", width, subsequent_indent="  ")
            lines.append("")
        else:
            lines += [*textwrap.wrap(unmarked(" ".join(block.text.split())), width), ""]
    return lines[:-1]

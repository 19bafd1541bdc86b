"""`numduel rules`: a rule page laid out for the terminal."""

from __future__ import annotations

import re
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from ..learning import rulebook
from .console import Console
from .words import add_game

__all__ = ["add", "lay_out", "run"]

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
    for kind, text in _blocks(page):
        if kind == "heading":
            signs, _, title = text.partition(" ")
            under = ("=" if signs == "#" else "-") * len(_unmarked(title))
            lines += [console.styled(_unmarked(title), "bold"), console.styled(under, "dim"), ""]
        elif kind == "code":
            lines += [*(f"    {line}".rstrip() for line in text.split("\n")), ""]
        elif kind == "table":
            lines += [*(_unmarked(line) for line in text.split("\n")), ""]
        else:
            for item in re.split(r"\n(?=- )", text):
                words = _unmarked(" ".join(item.split()))
                lines += textwrap.wrap(words, width, subsequent_indent="  " * (words[:2] == "- "))
            lines.append("")
    return lines[:-1]


def _blocks(page: str) -> Iterator[tuple[str, str]]:
    """The parts of a page: "heading", "code", "table" or "text", each with its lines."""
    parts = re.split(r"^```.*\n((?:.*\n)*?)```$", page, flags=re.MULTILINE)
    for number, part in enumerate(parts):
        if number % 2:
            yield "code", part.rstrip("\n")
            continue
        for block in re.split(r"\n{2,}", part.strip("\n")):
            if block.startswith("#"):
                yield "heading", block
            elif block.strip():
                yield ("table" if block.startswith("|") else "text"), block


def _unmarked(text: str) -> str:
    """Without the signs that a browser would turn into letters of another kind."""
    text = re.sub(r"\*\*(.+?)\*\*|`(.+?)`", lambda found: found[1] or found[2], text)
    text = re.sub(r"(?<!\w)\*(\S(?:.*?\S)?)\*(?!\w)", r"\1", text)
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)

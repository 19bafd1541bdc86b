"""Buttons, lists and charts that pages have on the site only."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from site_build.charts import replace_pictures

__all__ = ["CHANGES", "links"]

EXPLORER = ("Open the explorer", "play/#/explore")
EDITOR = ("Open the game editor", "editor/")

PARTS = {
    "boards.md": (("Solve today's puzzle", "play/#/puzzle"),),
    "explorer.md": (EXPLORER,),
    "first-game.md": (EDITOR,),
    "opponents.md": (("Play an opponent", "play/#/play/maze"),),
    "site.md": (("Play", "play/"), EDITOR, EXPLORER),
    "solved.md": (EXPLORER,),
    "workshop.md": (EDITOR,),
}
"""Parts of the site that pages are about: the buttons below their first paragraphs."""

COMMANDS = re.compile(r"^```\n((?:numduel .+\n)+)```$", re.MULTILINE)

WIDE = "---\nhide:\n  - toc\n---\n\n"
"""Leaves out the list of headings, so that wide tables have its space."""


def links(parts: tuple[tuple[str, str], ...], root: str) -> str:
    """Return buttons in one line, the first one primary.

    >>> links((EDITOR,), "../")
    '<p class="board-links"><a class="md-button md-button--primary" href="../editor/">Open ...</p>'
    """
    found = []
    for index, (words, target) in enumerate(parts):
        look = "md-button" if index else "md-button md-button--primary"
        found.append(f'<a class="{look}" href="{root}{target}">{escape(words)}</a>')
    return f'<p class="board-links">{" ".join(found)}</p>'


def _with_links(parts: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    def change(text: str) -> str:
        title, intro, rest = text.split("\n\n", 2)
        return "\n\n".join([title, intro, links(parts, "../"), replace_pictures(rest)])

    return change


def _widen(text: str) -> str:
    return WIDE + text


def _list_commands(text: str) -> str:
    """Return a page with its block of commands as a list, which fits a phone.

    >>> _list_commands("```\\nnumduel mcp    let your assistant play\\n```\\n")
    '- `numduel mcp`: let your assistant play\\n\\n'
    """
    command = re.compile(r"^(numduel .+?)  +(\S.*)$", re.MULTILINE)
    return COMMANDS.sub(lambda block: command.sub(r"- `\1`: \2", block[1]), text, count=1)


CHANGES: dict[str, Callable[[str], str]] = {
    "baselines.md": _widen,
    "command-line.md": _list_commands,
    "leaderboard.md": _widen,
    **{name: _with_links(parts) for name, parts in PARTS.items()},
}
"""Changes of pages in docs/ by their names."""

"""Tables of the documentation: they scroll if they are wide, and standings can be sorted."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["adapt_tables"]

MAX_FIGURE_CHARS = 28
"""Maximum length of a cell that stays on one line."""

TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
CELL = re.compile(r"<td([^>]*)>(.*?)</td>", re.DOTALL)
FIGURE = re.compile(r"[+−-]?\d")
TAG = re.compile(r"<[^>]*>")
EMPTY = "<th></th>"
"""A heading that screen readers would read as one, without words."""

FRAME = (
    '<div class="md-typeset__scrollwrap" tabindex="0"><div class="md-typeset__table">',
    "</div></div>",
)
"""Tags around a table, which let a wide one scroll, also with the keys."""

STANDINGS = "<th>player</th>"
"""The heading of tables with one player in each row."""


def adapt_tables(site: Path) -> None:
    """Mark the figures and the standings in all documents below a folder; let tables scroll."""
    for file in sorted(site.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        file.write_text(TABLE.sub(_frame, text), encoding="utf-8")


def _frame(table: re.Match[str]) -> str:
    return adapt_table(table[0]).join(FRAME)


def adapt_table(table: str) -> str:
    r"""Return a table with its figures marked, and with pipes as readers expect them.

    >>> adapt_table("<table><td>0.71 [0.58, 0.80]</td><td><code>a \\| b</code></td></table>")
    '<table><td class="figure">0.71 [0.58, 0.80]</td><td><code>a | b</code></td></table>'
    >>> adapt_table("<table><th>player</th><tr><td>Ann</td><td>3</td></tr></table>")
    '<table data-sortable><th>player</th><tr><td>Ann</td><td class="figure">3</td></tr></table>'
    """
    table = CELL.sub(_adapt_cell, table)
    if STANDINGS in table and 'class="figure"' in table:
        table = table.replace("<table>", "<table data-sortable>").replace(EMPTY, "<th>rank</th>")
    return table.replace(EMPTY, "<td></td>")


def _adapt_cell(cell: re.Match[str]) -> str:
    attributes, content = cell[1], cell[2].replace("\\|", "|")
    shown = TAG.sub("", content)
    if FIGURE.match(shown) and len(shown) <= MAX_FIGURE_CHARS:
        attributes += ' class="figure"'
    return f"<td{attributes}>{content}</td>"

"""Charts of the documentation, in the colours of the reader's theme, large enough for a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Column", "column_chart", "replace_pictures", "row_chart", "solved_chart"]

WIDTH = 400
ROW, LABELS, NUMBERS = 26, 136, 62
"""The height of a row, and the widths for labels and numbers beside a bar."""

PLOT_HEIGHT, TOP, LEFT, MAX_STEP = 170, 66, 8, 64
MAX_LABELLED = 20
"""Columns that all get a label; among more, only some."""

PICTURE = re.compile(r"!\[([^\]]*)\]\([\w./-]*pictures/census-(\w+)\.svg\)")
ROWS = re.compile(r"^\|(.+)\|$", re.MULTILINE)
RANGE = re.compile(r"(\d+)(?:–(\d+))?")
SIDES = {"Player 1": 1, "Player 2": 2}
WINNERS = ("no forced win", "Player 1 wins", "Player 2 wins")
RULES = ("", "by the book", "with stand")
"""Names of the colours in a chart: of no side, of the first and of the second."""


class Column(NamedTuple):
    """A column: what is below it, its height, the side it belongs to (0: none), its number."""

    label: str
    height: float
    side: int
    text: str = ""


def column_chart(
    title: str, columns: Sequence[Column], unit: str, described: str, names: Sequence[str] = WINNERS
) -> str:
    """Return a chart with a column for each case, in one line.

    >>> drawn = column_chart("Turns", [Column("3", 20, 1, "20%"), Column("4", 5, 2)], "turns", "")
    >>> drawn.count("<rect"), "20%" in drawn
    (5, True)
    """
    step = min((WIDTH - 2 * LEFT) / len(columns), MAX_STEP)
    highest = max(column.height for column in columns) or 1
    used = [side for side in (1, 2, 0) if any(column.side == side for column in columns)]
    parts = [*_head(title, described), f'<text class="dim" x="{LEFT}" y="34">{escape(unit)}</text>']
    for index, side in enumerate(used):
        x = LEFT + 130 * index
        parts.append(f'<rect class="side{side}" x="{x}" y="45" width="12" height="12" rx="3"/>')
        parts.append(f'<text x="{x + 18}" y="56">{escape(names[side])}</text>')
    bottom = TOP + PLOT_HEIGHT
    every = 1 if len(columns) <= MAX_LABELLED else 10
    for index, column in enumerate(columns):
        left, height = LEFT + step * index, max(PLOT_HEIGHT * column.height / highest * 0.9, 1.5)
        middle, wide = round(left + step / 2, 1), round(step * 0.8, 1)
        parts.append(
            f'<rect class="side{column.side}" x="{round(left + step * 0.1, 1)}" '
            f'y="{round(bottom - height, 1)}" width="{wide}" height="{round(height, 1)}" rx="2"/>'
        )
        if column.text:
            above = f'x="{middle}" y="{round(bottom - height - 4, 1)}"'
            parts.append(f'<text class="mid" {above}>{escape(column.text)}</text>')
        if every == 1 or int(column.label) % every == 0:
            below = f'x="{middle}" y="{bottom + 16}"'
            parts.append(f'<text class="mid dim" {below}>{escape(column.label)}</text>')
    line = f'x="{LEFT}" y="{bottom}" width="{WIDTH - 2 * LEFT}" height="1"'
    parts.append(f'<rect class="axis" {line}/>')
    return _drawing(parts, bottom + 24)


def row_chart(title: str, rows: Sequence[tuple[str, float, str]]) -> str:
    """Return a chart with a bar for each row, the longest first, in one line.

    >>> drawn = row_chart("Skill", [("random", 0.0, "0%"), ("perfect", 1.0, "100%")])
    >>> drawn.index("perfect") < drawn.index("random"), drawn.count("<rect")
    (True, 4)
    """
    rows = sorted(rows, key=lambda row: -row[1])
    longest = max((length for _, length, _ in rows), default=0) or 1
    room = WIDTH - LABELS - NUMBERS
    described = ", ".join(f"{label} {text}" for label, _, text in rows)
    parts = _head(title, described)
    for index, (label, length, text) in enumerate(rows):
        y = 30 + ROW * index
        bar = f'x="{LABELS}" y="{y}" height="18" rx="4"'
        parts += [
            f'<text x="{LEFT}" y="{y + 14}">{escape(label)}</text>',
            f'<rect class="ground" {bar} width="{room}"/>',
            f'<rect class="side1" {bar} width="{round(room * length / longest, 1)}"/>',
            f'<text x="{LABELS + room + 10}" y="{y + 14}">{escape(text)}</text>',
        ]
    return _drawing(parts, 36 + ROW * len(rows))


def _head(title: str, described: str) -> list[str]:
    return [
        f"<title>{escape(title)}: {escape(described)}</title>",
        f'<text class="head" x="{LEFT}" y="14">{escape(title)}</text>',
    ]


def _drawing(parts: list[str], height: float) -> str:
    drawn = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img">{drawn}</svg>'


# ---- results of perfect play


def replace_pictures(text: str) -> str:
    """Return the text of solved.md, or a part, with a chart for each picture of a census.

    Each chart shows the table before its picture.
    """
    parts, at = [], 0
    for found in PICTURE.finditer(text):
        before = text[at : found.start()]
        chart = solved_chart(found[2], found[1], before)
        parts += [before, f'<div class="chart" data-search-exclude>{chart}</div>']
        at = found.end()
    return "".join([*parts, text[at:]])


def solved_chart(id: str, title: str, text: str) -> str:
    """Return the chart of the last table in a text: turns, or Player 1's chances by target."""
    rows = _last_table(text)
    described = "; ".join(", ".join(row) for row in rows)
    if id == "sum":
        unit = "Turns of both players to the win, for each target"
        return column_chart(title, list(_columns_by_target(rows)), unit, described)
    if id == "quest":
        unit = "Player 1's chance in %, for each target"
        return column_chart(title, list(_chances(rows)), unit, described, RULES)
    unit = "Share of the boards in %, by turns of both players to the win"
    return column_chart(title, list(_columns_by_turns(rows)), unit, described)


def _last_table(text: str) -> list[list[str]]:
    """Return the rows of the last table, without its heading."""
    table = text.rstrip().rpartition("\n\n")[2]
    rows = [[cell.strip(" *") for cell in row.split("|")] for row in ROWS.findall(table)]
    return rows[2:]


def _columns_by_turns(rows: list[list[str]]) -> Iterator[Column]:
    """Yield the shares of boards, in the order of turns."""
    side = 0
    found: list[tuple[int, Column]] = []
    others: list[Column] = []
    for name, _, share, *_ in rows:
        percent = float(share.rstrip("%"))
        player = next((each for words, each in SIDES.items() if name.startswith(words)), None)
        if player:
            side = player
        elif name.startswith(("in ", "before")):
            turns = [int(number) for number in re.findall(r"\d+", name)] or [0]
            label = f"{turns[0]}+" if len(turns) > 1 else str(turns[0])
            found.append((turns[0], Column(label, percent, side, _short(percent))))
        else:
            others.append(Column("none", percent, 0, _short(percent)))
    yield from (column for _, column in sorted(found))
    yield from others


def _short(percent: float) -> str:
    return f"{percent:.0f}" if percent >= 0.5 else ""


def _columns_by_target(rows: list[list[str]]) -> Iterator[Column]:
    """Yield the number of turns for each target, without the rows of the table that end in dots."""
    found: dict[int, Column] = {}
    for name, targets in rows:
        if "…" in name:
            continue
        turns = int(re.findall(r"\d+", name.partition("in ")[2])[0])
        side = 2 if name.startswith("Player 2") else 1
        for first, last in RANGE.findall(targets.partition("(")[0]):
            for target in range(int(first), int(last or first) + 1):
                found[target] = Column(str(target), turns, side)
    yield from (column for _, column in sorted(found.items()))


def _chances(rows: list[list[str]]) -> Iterator[Column]:
    """Yield Player 1's chance by target, by the book and with the variant."""
    for target, by_book, _, variant, _ in rows:
        short = target.replace(" and more", "+")
        for side, share in ((1, by_book), (2, variant)):
            percent = float(share.rstrip("%"))
            yield Column(short if side == 1 else "", percent, side, f"{percent:.0f}")

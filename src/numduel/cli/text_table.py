"""Tables of text for a terminal."""

from __future__ import annotations


def format_table(rows: list[list[str]], width: int | None = None) -> list[str]:
    """Return rows as aligned lines: the first column to the left, the others to the right.

    Columns that exceed `width` follow below, after an empty line and the first column.

    >>> format_table([["", "won", "lost"], ["Ann", "3", "12"]], width=10)
    ['     won', 'Ann    3', '', '     lost', 'Ann    12']
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for part in _split_columns(widths, width):
        lines += [""] if lines else []
        for row in rows:
            cells = [row[0].ljust(widths[0]), *(row[at].rjust(widths[at]) for at in part)]
            lines.append("  ".join(cells).rstrip())
    return lines


def _split_columns(widths: list[int], width: int | None) -> list[list[int]]:
    """Return the column indices of each part, without the first column."""
    parts: list[list[int]] = [[]]
    taken = widths[0]
    for at, wide in enumerate(widths[1:], 1):
        if width is not None and parts[-1] and taken + 2 + wide > width:
            parts.append([])
            taken = widths[0]
        parts[-1].append(at)
        taken += 2 + wide
    return parts

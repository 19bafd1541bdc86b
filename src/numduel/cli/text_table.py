"""Rows of text as a table for a terminal."""

from __future__ import annotations


def in_columns(rows: list[list[str]], width: int | None = None) -> list[str]:
    """Columns in line: words to the left, all else to the right.

    What is wider than `width` goes on below, after an empty line, with the words again.

    >>> in_columns([["", "won", "lost"], ["Ann", "3", "12"]], width=10)
    ['     won', 'Ann    3', '', '     lost', 'Ann    12']
    """
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for part in _parts(widths, width):
        lines += [""] if lines else []
        for row in rows:
            cells = [row[0].ljust(widths[0]), *(row[at].rjust(widths[at]) for at in part)]
            lines.append("  ".join(cells).rstrip())
    return lines


def _parts(widths: list[int], width: int | None) -> list[list[int]]:
    """Which columns stand side by side, behind the first."""
    parts: list[list[int]] = [[]]
    taken = widths[0]
    for at, wide in enumerate(widths[1:], 1):
        if width is not None and parts[-1] and taken + 2 + wide > width:
            parts.append([])
            taken = widths[0]
        parts[-1].append(at)
        taken += 2 + wide
    return parts

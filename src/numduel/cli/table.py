"""Rows of text as a table for a terminal."""

from __future__ import annotations


def in_columns(rows: list[list[str]]) -> list[str]:
    """Columns in line: words to the left, all else to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines

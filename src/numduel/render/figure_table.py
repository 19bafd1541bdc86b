"""A table of figures in HTML: names in the first column, intervals on a second line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .markup import escaped


def figure_table(
    label: str, caption: str, heads: Sequence[str], rows: Iterable[tuple[str, Iterable[str]]]
) -> Iterable[str]:
    """Yield the lines of a table that scrolls; a row is a name and its cells."""
    yield f'<div class="card scroll" tabindex="0" role="region" aria-label="{escaped(label)}">'
    yield f"<table><caption>{escaped(caption)}</caption>"
    yield f"<thead><tr>{_heads(heads)}</tr></thead><tbody>"
    for name, cells in rows:
        yield f'<tr><th scope="row">{escaped(name)}</th>{_cells(cells)}</tr>'
    yield "</tbody></table></div>"


def _heads(heads: Iterable[str]) -> str:
    return "".join(f'<th scope="col">{escaped(head)}</th>' for head in heads)


def _cells(cells: Iterable[str]) -> str:
    """Return table cells; the interval of a figure is on its own line."""
    parted = (cell.partition(" [") for cell in cells)
    return "".join(
        f'<td class="number">{escaped(value)}<small>{escaped(bracket + rest)}</small></td>'
        for value, bracket, rest in parted
    )

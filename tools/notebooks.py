"""Run notebooks without Jupyter, and draw the picture of docs/notebooks.md."""

from __future__ import annotations

import ast
import json
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from chromium import find_chromium
from playwright.sync_api import sync_playwright

__all__ = ["TOUR", "RunCell", "draw", "run_cells"]

TOUR = Path(__file__).parents[1] / "examples" / "tour.ipynb"

PICTURED_CELLS = slice(1, 3)
"""The code cells of the tour in the picture: a report and a review."""

PAGE = """
<style>
  body {{ margin: 0; padding: 0 20px 20px; background: #fff; font-family: system-ui, sans-serif; }}
  pre {{ margin: 22px 0 10px; padding: 12px; background: #f5f5f5; border: 1px solid #e0e0e0; }}
</style>
{cells}
"""


class RunCell(NamedTuple):
    """A code cell that was run: its source, and the value of its last expression."""

    source: str
    value: Any


def run_cells(path: Path) -> list[RunCell]:
    """Run all code cells of a notebook in order, in one namespace."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    namespace: dict[str, Any] = {"__name__": "__main__"}
    return [RunCell(source, _run(source, namespace)) for source in sources]


def _run(source: str, namespace: dict[str, Any]) -> Any:
    """Run a cell, and return the value of its last line if that is an expression."""
    body = ast.parse(source)
    last = body.body.pop() if isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, "<cell>", "exec"), namespace)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)


def draw(target: Path) -> None:
    """Draw a report and a review as a notebook shows them."""
    shown = run_cells(TOUR)[PICTURED_CELLS]
    cells = "\n".join(f"<pre>{escape(c.source)}</pre>{c.value._repr_html_()}" for c in shown)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--hide-scrollbars"]
        )
        page = browser.new_page(viewport={"width": 900, "height": 600}, color_scheme="light")
        page.set_content(PAGE.format(cells=cells))
        page.screenshot(path=target, full_page=True)
        browser.close()

"""Accessibility of a screen, as axe finds it."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

__all__ = ["find_violations"]

VIOLATIONS = """([where, options]) => axe.run(where, options).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))"""


def find_violations(page: Page, rule: str = "") -> list[str]:
    """Return the violations that axe finds, of all rules or one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **({"runOnly": [rule]} if rule else {})}
    # With one rule, the screen behind a sheet was checked before.
    is_covered = rule and page.locator("dialog[open]").count()
    where = "dialog[open]" if is_covered else "body" if rule else "html"
    found: list[str] = page.evaluate(VIOLATIONS, [where, options])
    return found

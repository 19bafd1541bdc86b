"""Links between the pages of the repository reach files and headings, and every page."""

from __future__ import annotations

import links
from links import ROOT, Link


def test_every_link_reaches_a_file_and_a_heading() -> None:
    checked = list(links.links())
    assert links.find_broken(checked) == []
    assert sum(bool(link.anchor) for link in checked) > 50


def test_missing_files_and_headings_are_found() -> None:
    page = ROOT / "README.md"
    broken = [Link(page, ROOT / "docs" / "none.md", ""), Link(page, ROOT / "SECURITY.md", "none")]
    whole = [Link(page, ROOT / "SECURITY.md", "report-a-problem"), Link(page, ROOT / "LICENSE", "")]
    assert links.find_broken([*broken, *whole]) == [
        "README.md links to docs/none.md",
        "README.md links to SECURITY.md#none",
    ]


def test_every_page_of_the_documentation_is_linked() -> None:
    linked = {link.target for link in links.links() if link.target != link.page}
    folders = (ROOT / "bench", ROOT / "docs", ROOT / "docs" / "rules")
    documentation = {page for page in links.pages() if page.parent in folders}
    assert len(documentation) > 40
    assert documentation - linked == set()

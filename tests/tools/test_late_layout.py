"""Parts of long articles that browsers lay out late."""

from __future__ import annotations

import re
from pathlib import Path

from site_build.code_blocks import adapt_code
from site_build.late_layout import FIRST_SCREENS_PX, HEIGHTS, mark_parts, mark_text
from site_build.tables import adapt_tables

STYLES = Path(__file__).parents[2] / "site" / "docs_page" / "docs_page.css"

CODE = '<div class="language-python highlight"><pre>{}</pre></div>'
START = CODE.format("1\n" * 100)
"""A block that fills the first screens."""


def marked(text: str) -> list[str]:
    """Return the tags with a height of an article that begins with a long block."""
    article = mark_text(f"<article>{START}{text}</article>")
    assert re.sub(r' data-height="\d+"', "", article) == f"<article>{START}{text}</article>"
    return re.findall(r"<[^>]* data-height[^>]*>", article)


def test_first_screens_are_laid_out_at_once() -> None:
    one = CODE.format("1\n" * 20)
    article = mark_text(f"<article>{one * 9}</article>")
    first = article.index("data-height")
    assert article[:first].count("\n") * 30 > FIRST_SCREENS_PX * 0.9
    assert mark_text(f"<article>{START}</article>").count("data-height") == 0


def test_unusual_line_ends_move_no_attribute() -> None:
    code = "<p>\u2028 and \f</p>" + CODE.format("1\n" * 20)
    assert marked(code) == ['<div class="language-python highlight" data-height="400">']


def test_long_code_tables_and_lists_have_the_nearest_height() -> None:
    code = CODE.format("1\n" * 9)
    rows = "<tr><td>1<br/>2</td></tr>" * 20
    table = f'<div class="md-typeset__scrollwrap"><table>{rows}</table></div>'
    items = "<ul>" + "<li>word<ul><li>word</li></ul></li>" * 9 + "</ul>"
    assert marked(code + table + items) == [
        '<div class="language-python highlight" data-height="220">',
        '<div class="md-typeset__scrollwrap" data-height="750">',
        '<ul data-height="300">',
    ]


def test_short_parts_headings_and_drawings_are_laid_out_at_once() -> None:
    drawing = "<div><svg><path d='M0 0'/></svg></div>" * 40
    assert marked(f'<h2 id="a">A</h2>{"<p>word</p>" * 99}{CODE.format("1")}{drawing}') == []


def test_only_articles_are_changed(tmp_path: Path) -> None:
    menu = f"<nav><ul>{'<li>page</li>' * 99}</ul></nav>"
    list_ = "<ol>" + "<li>word</li>" * 99 + "</ol>"
    page = tmp_path / "index.html"
    page.write_text(f"<!doctype html>{menu}<article class='x'>{START}{list_}</article>{menu}")
    mark_parts(tmp_path)
    assert page.read_text().count("data-height") == 1
    assert menu in page.read_text()


def test_each_table_has_a_frame_that_scrolls(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<p>a</p><table><td>b</td></table><table><td>c</td></table>")
    adapt_tables(tmp_path)
    frame = '<div class="md-typeset__scrollwrap" tabindex="0"><div class="md-typeset__table">'
    assert page.read_text() == (
        f"<p>a</p>{frame}<table><td>b</td></table></div></div>"
        f"{frame}<table><td>c</td></table></div></div>"
    )


def test_wide_code_takes_the_focus_from_the_start(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    wide = f"<pre data-x><span></span><code>1\n<b>{'x' * 40}</b></code></pre>"
    page.write_text(f"<pre><code>short</code></pre>{wide}")
    adapt_code(tmp_path)
    assert page.read_text() == "<pre><code>short</code></pre>" + wide.replace(
        "<code>", '<code tabindex="0">'
    )


def test_styles_have_a_rule_for_each_height() -> None:
    rules = re.findall(
        r'\[data-height="(\d+)"\] \{ contain-intrinsic-height: auto (\d+)px; \}', STYLES.read_text()
    )
    assert rules == [(str(height), str(height)) for height in HEIGHTS]

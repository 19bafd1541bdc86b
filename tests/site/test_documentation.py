"""The documentation site: its navigation, policy and links, and every page in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from axe_support import find_violations
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect
from site_build.document_policy import POLICY
from site_build.documentation import SITE, stage_pages
from static_site import StaticSite, serve_folder

from numduel import games

ROOT = Path(__file__).parents[2]
OTHER_PARTS = ("play", "editor", "sandbox")
"""Folders of the site that aren't documentation."""

LOOKS = [(390, "dark"), (1280, "light")]
WITHIN_TOP = """() => {
  const { top } = document.querySelector(":target").getBoundingClientRect();
  return top >= 0 && top < 200;
}"""
"""Script that returns whether the heading of the address is at the top of the window."""

PARTS = 12
"""Number of tests that share the pages, so that each ends in time on a busy machine."""

OVERFLOW = "() => document.documentElement.scrollWidth > innerWidth"


class Document(HTMLParser):
    """The addresses, ids and inline code of a document."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.resources: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.policies: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.ids.update(value for key in ("id", "name") if (value := named.get(key)))
        target = named.get("href") or named.get("src")
        if target:
            (self.links if tag == "a" else self.resources).append(target)
        if tag == "style" or "style" in named or any(key.startswith("on") for key in named):
            self.inline.append(tag)
        if tag == "script" and "src" not in named and named.get("type") != "application/json":
            self.inline.append(tag)
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policies.append(named.get("content"))


def page_files(site: Path) -> list[Path]:
    """Return the documents of the documentation."""
    found = sorted(site.rglob("*.html"))
    return [file for file in found if file.relative_to(site).parts[0] not in OTHER_PARTS]


@pytest.fixture(scope="module")
def documents(built_site: Path) -> dict[str, Document]:
    """Return all documents of the documentation by their paths."""
    return {
        file.relative_to(built_site).as_posix(): Document(file.read_text(encoding="utf-8"))
        for file in page_files(built_site)
    }


# ---- navigation


@pytest.mark.slow
def test_navigation_has_every_page(tmp_path: Path) -> None:
    stage_pages(tmp_path)
    pages = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.md")}
    config = (SITE / "zensical.toml").read_text(encoding="utf-8")
    listed = set(re.findall(r'"([\w/.-]+\.md)"', config))
    filled = {f"games/{id}.md" for id in games()}
    filled |= {page for page in pages if page.startswith("source/")}
    assert {f"{file.stem}.md" for file in (ROOT / "docs").glob("*.md")} <= listed
    assert listed | filled == pages


# ---- documents


@pytest.mark.long
def test_every_document_has_the_policy_and_nothing_inline(documents: dict[str, Document]) -> None:
    assert len(documents) > 60
    for path, document in documents.items():
        assert document.policies == [POLICY], path
        assert document.inline == [], path


@pytest.mark.long
def test_links_lead_to_pages_and_anchors(documents: dict[str, Document], built_site: Path) -> None:
    broken = []
    for path, document in documents.items():
        base = f"http://site/{path}"
        for link in {*document.links, *document.resources}:
            url = urlsplit(urljoin(base, link))
            target = unquote(url.path)[1:]
            if url.netloc != "site" or target.split("/")[0] in OTHER_PARTS:
                continue
            name = target + "index.html" if target.endswith("/") or not target else target
            found = documents.get(name)
            if not (built_site / name).is_file() or (
                found and url.fragment and unquote(url.fragment) not in found.ids
            ):
                broken.append(f"{path}: {link}")
    assert broken == []


@pytest.mark.long
def test_resources_are_relative(documents: dict[str, Document]) -> None:
    for path, document in documents.items():
        outside = [one for one in document.resources if re.match(r"[a-z]+:|/", one)]
        assert path == "404.html" or outside == [], path


@pytest.mark.long
def test_game_pages_have_all_parts(documents: dict[str, Document]) -> None:
    for id in games():
        ids = documents[f"games/{id}/index.html"].ids
        assert {"rules", "perfect-play", "how-to-win", "exam-figures"} <= ids


@pytest.mark.long
def test_game_pages_have_charts_of_solved_facts(built_site: Path) -> None:
    for path in [*(f"games/{id}" for id in games()), "solved"]:
        text = (built_site / path / "index.html").read_text(encoding="utf-8")
        facts = text.partition('id="perfect-play"')[2].partition('id="exam-figures"')[0] or text
        assert facts.count('<div class="chart"') == (len(games()) if path == "solved" else 1), path
        assert "census-" not in "".join(re.findall(r"<img[^>]*>", text))


@pytest.mark.long
def test_paragraphs_and_tables_have_no_markdown_left(built_site: Path) -> None:
    left = []
    for file in page_files(built_site):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"<pre.*?</pre>|<svg.*?</svg>|<script.*?</script>", "", text, flags=re.S)
        for paragraph in re.findall(r"<p>(.*?)</p>", text, re.S):
            if re.search(r"\n- |\n\d+\. |\n\||```|\]\(", paragraph):
                left.append(f"{file}: {paragraph[:80]}")
        left += [f"{file}: {cell}" for cell in re.findall(r"<td[^>]*>[^\n]*\\\|", text)]
        left += [f"{file}: {link}" for link in re.findall(r">[\w/-]+\.md</a>", text)]
    assert left == []


# ---- in Chromium


@pytest.fixture(scope="module")
def served(built_site: Path) -> Iterator[StaticSite]:
    with serve_folder(built_site) as site:
        yield site


@contextmanager
def open_tab(
    browser: Browser, root: str, width: int, scheme: Any
) -> Iterator[tuple[Page, list[str]]]:
    """Yield a page, and the list of its console messages and of requests that leave the site."""
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
    )
    problems: list[str] = []

    def check_request(one: Request) -> None:
        if not one.url.startswith((root, "data:", "blob:")):
            problems.append(f"requested {one.url}")

    def check_message(message: ConsoleMessage) -> None:
        problems.append(f"{message.type}: {message.text}")

    context.on("request", check_request)
    context.on("console", check_message)
    context.on("weberror", lambda error: problems.append(str(error.error)))
    yield context.new_page(), problems
    context.close()


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def page(
    request: pytest.FixtureRequest, browser: Browser, served: StaticSite
) -> Iterator[tuple[Page, list[str]]]:
    with open_tab(browser, served.url.removesuffix("play/"), *request.param) as found:
        yield found


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_clean(
    part: int, browser: Browser, served: StaticSite, built_site: Path
) -> None:
    root = served.url.removesuffix("play/")
    with open_tab(browser, root, 1280, "light") as (tab, problems):
        for file in page_files(built_site)[part::PARTS]:
            path = file.relative_to(built_site).as_posix()
            if path == "404.html":  # its addresses are those of the root of a host
                continue
            tab.goto(root + path.removesuffix("index.html"))
            for width in (1280, 390):
                problems += find_problems(tab, width)
            problems[:] = [
                one if one.startswith(root) else f"{root}{path}: {one}" for one in problems
            ]
    assert problems == []


def find_problems(tab: Page, width: int) -> list[str]:
    """Return what is wrong with a page in both themes; only its colours differ between them."""
    tab.set_viewport_size({"width": width, "height": 844})
    tab.emulate_media(color_scheme="light")
    found = find_violations(tab)
    tab.emulate_media(color_scheme="dark")
    if tab.locator("html[data-theme]").count():  # the page's script sets it
        expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
    found += find_violations(tab, "color-contrast")
    problems = [f"axe at {width} px: {one[:200]}" for one in found]
    if tab.evaluate(OVERFLOW):
        problems.append(f"wider than {width} px")
    return problems


@pytest.mark.long
def test_search_works_below_a_prefix_and_offline(
    page: tuple[Page, list[str]], served: StaticSite
) -> None:
    tab, _ = page
    tab.goto(served.url.removesuffix("play/"))
    assert tab.viewport_size
    is_narrow = tab.viewport_size["width"] < 600
    tab.locator("label[for=__search]" if is_narrow else ".md-search button").click()
    expect(tab.get_by_role("combobox", name="Search")).to_be_focused()
    tab.keyboard.type("regret")
    expect(tab.get_by_role("option").filter(has_text="regret").first).to_be_visible()
    tab.context.set_offline(True)
    tab.keyboard.press("Control+A")
    tab.keyboard.type("blunder")
    result = tab.get_by_role("option").filter(has_text="blunder").first
    expect(result).to_be_visible()
    tab.context.set_offline(False)
    result.click()
    expect(tab.locator("h1")).to_be_visible()
    assert tab.url.startswith(served.url.removesuffix("play/")), tab.url


@pytest.mark.long
def test_standings_are_sorted_by_the_column_that_is_chosen(
    page: tuple[Page, list[str]], served: StaticSite
) -> None:
    tab, _ = page
    tab.goto(f"{served.url.removesuffix('play/')}leaderboard/")
    heading = tab.get_by_role("columnheader", name="Sum Battle")
    figures = tab.locator("tbody tr td:nth-child(5)")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    shown = [float(text) for text in figures.all_inner_texts()]
    assert len(shown) > 10
    assert shown == sorted(shown, reverse=True)
    heading.get_by_role("button").press("Enter")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert [float(text) for text in figures.all_inner_texts()] == sorted(shown)
    tab.get_by_role("button", name="rank").click()
    expect(tab.locator("tbody tr").first).to_contain_text("perfect")


@pytest.mark.long
def test_index_of_the_search_loads_when_the_page_is_used(
    browser: Browser, served: StaticSite
) -> None:
    tab = browser.new_page()
    root = served.url.removesuffix("play/")
    asked: list[str] = []
    tab.on("request", lambda one: asked.append(one.url))
    tab.goto(root, wait_until="networkidle")
    assert f"{root}search.json" not in asked
    with tab.expect_response(f"{root}search.json"):
        tab.keyboard.press("Tab")
    tab.close()


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_anchors_lead_to_late_parts_of_long_pages(
    browser: Browser, served: StaticSite, width: int
) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 844})
    tab.goto(f"{served.url.removesuffix('play/')}http-api/#view")
    expect(tab.locator("#view")).to_be_in_viewport()
    expect(tab.locator("#view ~ [data-height]").first).to_be_in_viewport()
    tab.wait_for_function(WITHIN_TOP)
    tab.evaluate("location.hash = '#act_in_match'")
    tab.wait_for_function(WITHIN_TOP)
    if width > 1000:
        expect(tab.locator(".md-nav__link--active").last).to_have_text("act_in_match")
    tab.close()


@pytest.mark.long
def test_code_has_its_copy_button_when_the_reader_comes_to_it(
    browser: Browser, served: StaticSite
) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    tab = context.new_page()
    tab.goto(f"{served.url.removesuffix('play/')}api/#recorderrorline-problem")
    block = tab.locator("pre").last
    block.scroll_into_view_if_needed()
    block.get_by_role("button", name="Copy to clipboard").click()
    expect(tab.get_by_text("Copied to clipboard")).to_be_visible()
    assert ">>> " in tab.evaluate("navigator.clipboard.readText()")
    context.close()


@pytest.mark.long
def test_tables_scroll_and_no_buttons_show_without_scripts(
    browser: Browser, served: StaticSite
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    tab = context.new_page()
    tab.goto(f"{served.url.removesuffix('play/')}http-api/")
    table = tab.locator("table").first
    expect(table).to_be_visible()
    frame = tab.locator(".md-typeset__scrollwrap").first
    box = frame.bounding_box()
    assert box
    assert box["width"] <= 390
    tab.goto(f"{served.url.removesuffix('play/')}api/")
    assert tab.locator(".example").count() > 30
    expect(tab.locator(".example").first).to_be_hidden()
    context.close()

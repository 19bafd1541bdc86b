"""Examples of the documentation, run by a reader in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from doctest import DocTestParser
from pathlib import Path
from typing import Any

import pytest
from axe_support import find_violations
from playwright.sync_api import Browser, Locator, Page, Request, expect
from site_build.examples import MARK, Block, find_blocks, gives_outputs
from site_visitor import START_MS, watched_page
from static_site import StaticSite, serve_folder

pytestmark = [pytest.mark.long, pytest.mark.browser]

ROOT = Path(__file__).parents[2]
NOTHING = re.compile(r"(?!)")
ENDED = re.compile(r"^(Done|Ended with an error)\.")
PROBLEMS = ("error", "warning")

STATEMENTS = """output => [...output.querySelectorAll(".example-statement")].map(one =>
    [".example-source", ".example-result:not(.example-error)", ".example-error"]
        .map(part => one.querySelector(part)?.textContent ?? ""))"""
"""Script that reads the source, the output and the error of each shown statement."""

PARTS = 4
"""Number of tests that share the pages, so that each ends in time on a busy machine."""

EDITED = "records"
"""Part of the path of a page with several short examples."""


@pytest.fixture(scope="module")
def shared_site(built_site: Path) -> Iterator[StaticSite]:
    with serve_folder(built_site) as site:
        yield site


def find_pages(folder: Path) -> dict[str, list[Block]]:
    """Return the blocks that run, by the addresses of their pages."""
    found = {}
    for file in sorted(folder.rglob("*.html")):
        document = file.read_text(encoding="utf-8")
        if MARK in document:
            blocks = find_blocks(document)
            path = file.relative_to(folder).as_posix().removesuffix("index.html")
            found[path] = [one for one in blocks if document.startswith(f"<pre{MARK}", one.at)]
    return found


@contextmanager
def open_page(browser: Browser, site: StaticSite, path: str, **how: Any) -> Iterator[Page]:
    """Yield a page of the documentation; fail on errors and on requests that leave the site."""
    root = site.url.removesuffix("play/")
    left: list[str] = []

    def check(request: Request) -> None:
        if not request.url.startswith((root, "blob:null/")):  # the sandbox's worker is a blob
            left.append(request.url)

    with watched_page(browser, NOTHING, PROBLEMS, **how) as page:
        page.on("request", check)
        page.goto(root + path)
        yield page
    assert left == []


@pytest.fixture
def reader(browser: Browser, shared_site: StaticSite) -> Iterator[Page]:
    """Yield a page with several short examples."""
    path = next(path for path in find_pages(shared_site.folder) if EDITED in path)
    with open_page(browser, shared_site, path, reduced_motion="reduce") as page:
        yield page


def example(page: Page, index: int) -> Locator:
    return page.locator(".example").nth(index)


def button(place: Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name, exact=True)


def run(place: Locator, ending: str | re.Pattern[str] = ENDED) -> list[list[str]]:
    """Run an example; return the statements with output, without prompts."""
    button(place, "Run").click()
    expect(place.locator(".example-note")).to_contain_text(ending, timeout=START_MS)
    expect(button(place, "Stop")).to_be_hidden()
    shown: list[list[str]] = place.locator(".example-output").evaluate(STATEMENTS)
    return shown


def edit(place: Locator, text: str) -> Locator:
    """Replace the code of an example."""
    button(place, "Edit").click()
    field = place.get_by_role("textbox", name="Python code")
    expect(field).to_be_focused()
    field.fill(text)
    return field


# ---- the examples as they are


def test_examples_of_the_site_are_those_that_the_tests_run(built_site: Path) -> None:
    parser = DocTestParser()
    files = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    tested = {
        (example.source, example.want)
        for file in files
        for example in parser.get_examples(file.read_text(encoding="utf-8"))
    }
    pages = find_pages(built_site)
    for blocks in pages.values():
        for block in blocks:
            assert {(one.source, one.want) for one in block.examples} <= tested
    names = {name for path in pages for name in re.findall(r"api|arena|engine|exam|records", path)}
    assert len(names) == 5, "these pages need nothing that a browser lacks"


@pytest.mark.parametrize("part", range(PARTS))
def test_every_example_gives_the_output_that_its_page_shows(
    part: int, browser: Browser, shared_site: StaticSite
) -> None:
    for path, blocks in list(find_pages(shared_site.folder).items())[part::PARTS]:
        with open_page(browser, shared_site, path) as page:
            expect(page.locator(".example")).to_have_count(len(blocks))
            for index, block in enumerate(blocks):
                shown = run(example(page, index))
                wanted = [one for one in block.examples if one.want]
                assert gives_outputs(wanted, shown), f"{path}: {block.source}"


def test_example_runs_after_those_before_it_and_in_new_names_each_time(reader: Page) -> None:
    first, last = example(reader, 0), example(reader, 3)
    expected = run(last)
    assert run(last) == expected
    edit(first, "count = 0")
    edit(example(reader, 1), "count += 1\ncount")
    for _ in range(2):
        assert run(example(reader, 1)) == [[">>> count", "1\n", ""]]
    edit(example(reader, 2), "print(count)")
    assert run(example(reader, 2)) == [[">>> print(count)", "1\n", ""]]


# ---- the reader's own code


def test_endless_loop_is_stopped_and_the_next_run_works(reader: Page) -> None:
    place = example(reader, 0)
    edit(place, "print('before')\nwhile True: pass")
    button(place, "Run").click()
    expect(place.locator(".example-result")).to_have_text("before\n", timeout=START_MS)
    button(place, "Stop").focus()
    reader.keyboard.press("Enter")
    expect(place.locator(".example-note")).to_have_text("Stopped.")
    expect(button(place, "Run")).to_be_focused()
    place.get_by_role("textbox").fill("no_such_name")
    run(example(reader, 1), "An example above that you have edited has an error.")
    button(place, "Reset").click()
    assert run(example(reader, 1)) != []


def test_endless_loop_ends_by_itself(browser: Browser, shared_site: StaticSite) -> None:
    path = next(iter(find_pages(shared_site.folder)))
    with open_page(browser, shared_site, path) as page:
        edit(example(page, 0), "while True: print('again')")
        assert run(example(page, 0), "Stopped after 20 s, the time limit.") == []


def test_error_is_text_with_the_lines_of_the_reader(reader: Page) -> None:
    markup = "<img src=x onerror=alert(1)>"
    place = example(reader, 0)
    edit(place, f"raise ValueError('{markup}')\nprint('{markup}')")
    (_, _, error), (_, output, _) = run(place, "Ended with an error.")
    assert error.endswith(f"ValueError: {markup}\n")
    assert "numduel_snippets" not in error
    assert output == f"{markup}\n"
    assert place.locator("img").count() == 0


def test_reader_edits_runs_and_resets_with_the_keyboard(reader: Page) -> None:
    place = example(reader, 0)
    block = reader.locator("pre[data-example]").first
    button(place, "Edit").focus()
    reader.keyboard.press("Enter")
    expect(block).to_be_hidden()
    field = place.get_by_role("textbox", name="Python code")
    reader.keyboard.press("Control+A")
    reader.keyboard.type("6 * 7")
    reader.keyboard.press("Control+Enter")
    expect(place.locator(".example-result")).to_have_text("42\n", timeout=START_MS)
    expect(field).to_be_focused()
    for name in ("Run", "Reset"):
        reader.keyboard.press("Tab")
        expect(button(place, name)).to_be_focused()
    reader.keyboard.press("Enter")
    expect(block).to_be_visible()
    expect(field).to_be_hidden()
    expect(place.locator(".example-output")).to_be_empty()
    expect(button(place, "Edit")).to_be_focused()


def test_missing_file_is_explained_and_the_next_run_loads_it(
    browser: Browser, shared_site: StaticSite
) -> None:
    """Nothing of the sandbox is loaded before the first run."""
    path = next(iter(find_pages(shared_site.folder)))
    root = shared_site.url.removesuffix("play/")
    requested: list[str] = []
    with watched_page(browser, re.compile("net::ERR|Failed to load"), PROBLEMS) as page:
        page.on("request", lambda request: requested.append(request.url.partition("?")[0]))
        page.goto(root + path)
        expect(example(page, 0)).to_be_visible()
        page.wait_for_timeout(500)
        assert not [url for url in requested if re.search("sandbox|python|runner", url)]
        for missing in ("example_runner.js", "more.zip"):
            page.route(f"**/{missing}*", lambda route: route.abort())
            run(example(page, 0), "Python isn't available: Check your connection.")
            page.unroute_all()
        run(example(page, 0))
        assert f"{root}sandbox/document.html" in requested


def test_buttons_work_when_the_script_has_come(browser: Browser, shared_site: StaticSite) -> None:
    """A click before that would be lost."""
    path = next(iter(find_pages(shared_site.folder)))
    with watched_page(browser, re.compile("net::ERR|Failed to load"), PROBLEMS) as page:
        page.route("**/docs_page.js*", lambda route: route.abort())
        page.goto(shared_site.url.removesuffix("play/") + path)
        for name in ("Run", "Edit"):
            expect(button(example(page, 0), name)).to_be_disabled()
        page.unroute_all()
        page.reload()
        for name in ("Run", "Edit"):
            expect(button(example(page, 0), name)).to_be_enabled()


# ---- access


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_example_fits_and_is_accessible(
    browser: Browser, shared_site: StaticSite, width: int, scheme: Any
) -> None:
    path = next(path for path in find_pages(shared_site.folder) if EDITED in path)
    how = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with open_page(browser, shared_site, path, **how) as page:
        run(example(page, 0))
        edit(example(page, 1), "print('wide ' * 99)\n1 / 0\n'a' * 999")
        run(example(page, 1))
        assert find_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width

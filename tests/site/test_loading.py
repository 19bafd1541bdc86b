"""The start of the browser edition: what works before Python, early clicks and failures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from chromium import FLAGS, find_chromium
from playwright.sync_api import Browser, Page, Worker, expect
from site_visitor import watched_page
from static_site import StaticSite

from duel_support import where

pytestmark = pytest.mark.long

GRID = "[role=grid][data-seq]"
LEGAL = "[role=gridcell][aria-disabled=false]"
NOTE = ".python-note"
PYTHON = "**/python/*"
SHOWN_EARLY = (
    ("rules/maze", "h1"),
    ("facts", ".fact"),
    ("learn", "main h1"),
    ("learn/maze", "[role=grid]"),
)
"""Screens that need no Python, and something on them."""

EXPECTED = re.compile(r"net::ERR_|Failed to load resource|blocked by Playwright|TrustedScriptURL")
"""Console messages that these tests provoke."""

MAX_SHIFT = 0.001
"""Largest layout shift, in parts of the window; 0.1 is visible."""

SEARCH_MS = 500
"""Time until a search is under way; it takes about two seconds."""

HAS_WORKER = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
}"""
FAIL = "() => void setTimeout(() => { throw new Error('a test stops this worker'); })"
HANG = "() => void setTimeout(() => { for (;;); })"
START_OTHER = """() => {
  try { return String(new Worker("workers/database.js")); } catch (error) { return error.name; }
}"""
SHIFT = """() => new Promise((resolve) => new PerformanceObserver((list) => resolve(
  list.getEntries().reduce((sum, { value }) => sum + value, 0)
)).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(resolve, 500, 0))"""


@pytest.fixture
def page(browser: Browser, site: StaticSite) -> Iterator[Page]:
    """Yield a page without a service worker, whose only errors are expected ones."""
    with watched_page(browser, EXPECTED, ("error", "warning"), base_url=site.url) as page:
        yield page


def start_match(page: Page, opponent: str) -> None:
    page.locator("[data-do=create]").wait_for()
    page.locator(f"input[name=opponent][value={opponent}]").check(force=True)
    page.locator("[data-do=create]").click()


def worker_of(page: Page, name: str) -> Worker:
    (found,) = (worker for worker in page.workers if name in worker.url)
    return found


def test_page_works_before_python_and_no_click_is_lost(page: Page, site: StaticSite) -> None:
    page.route(PYTHON, lambda route: route.abort())
    page.goto(site.url)
    expect(page.locator("[data-game=maze] .mini")).to_be_visible()
    for path, shown in SHOWN_EARLY:
        with where(path):
            page.goto(f"{site.url}#/{path}")
            expect(page.locator(shown).first).to_be_visible()
    expect(page.locator(NOTE)).to_contain_text("The games couldn't be loaded.")
    expect(page.locator(f"{NOTE} [role=alert]")).to_contain_text("Check your connection.")
    page.goto(f"{site.url}#/play/maze")
    start_match(page, "computer")
    expect(page.locator("[data-do=create]")).to_be_disabled()
    again = page.locator("dialog [data-do=load-again]")
    expect(again).to_be_visible()
    page.unroute(PYTHON)
    again.click()
    expect(page.locator(f"dialog {NOTE} [role=status]")).to_have_text(re.compile("…$"))
    expect(page.locator(GRID)).to_be_visible()
    expect(page.locator(NOTE)).to_have_count(0)
    page.locator(LEGAL).first.click()
    expect(page.locator("[role=grid][data-seq='3']")).to_be_visible()
    downloads = [path.rpartition("/")[2] for path in site.requested if "/python/" in path]
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "numduel.zip"):
        assert downloads.count(name) == 1, "both workers share one download"


def test_first_visit_loads_each_file_once(
    browser: Browser, site: StaticSite, tmp_path: Path
) -> None:
    """The service worker takes the files that the page has loaded from the browser's cache.

    The profile is on disk, because private windows cache no large files.
    """
    with browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=find_chromium(), args=FLAGS
    ) as context:
        page = context.new_page()
        page.goto(site.url)
        page.evaluate(HAS_WORKER)
    requests = Counter(site.requested)
    assert requests[urlsplit(f"{site.url}python/pyodide.asm.wasm").path] == 1
    assert [path for path, count in requests.items() if count > 1] == []


def test_progress_moves_nothing(page: Page, site: StaticSite) -> None:
    page.goto(f"{site.url}#/rules/maze")
    expect(page.locator("progress")).to_be_attached()
    expect(page.locator("progress")).to_have_count(0)
    assert page.evaluate(SHIFT) < MAX_SHIFT


def test_workers_that_fail_are_replaced_and_a_busy_engine_blocks_nothing(
    page: Page, site: StaticSite
) -> None:
    page.goto(f"{site.url}#/play/sum?opponent=casual&seat=1&target=80")  # at least six moves
    page.locator("[data-do=create]").click()
    for seq, name in ((3, "play_worker.js"), (5, "engine_worker.js")):
        with where(name):
            page.locator(LEGAL).first.click()
            expect(page.locator(f"[role=grid][data-seq='{seq}']")).to_be_visible()
            worker_of(page, name).evaluate(FAIL)
    expect(page.locator(LEGAL).first).to_be_visible()
    page.locator(LEGAL).first.click()
    expect(page.locator("[role=grid][data-seq='7']")).to_be_visible()

    worker_of(page, "engine_worker.js").evaluate(HANG)
    page.goto(f"{site.url}#/play/maze?opponent=here")
    page.locator("[data-do=create]").click()
    page.locator("[role=grid][data-seq='1']").wait_for()
    page.locator(LEGAL).first.click()
    expect(page.locator("[role=grid][data-seq='2']")).to_be_visible()


def test_worker_that_fails_again_and_again_waits_for_the_player(
    page: Page, site: StaticSite
) -> None:
    page.goto(f"{site.url}#/rules/maze")  # a screen that asks nothing of it
    ready = page.locator("html[data-python=ready]")
    failed = page.locator("html[data-python=failed]")
    for _ in range(2):
        ready.wait_for(state="attached")
        with page.expect_event("worker", lambda worker: "play_worker.js" in worker.url):
            worker_of(page, "play_worker.js").evaluate(FAIL)
    ready.wait_for(state="attached")
    worker_of(page, "play_worker.js").evaluate(FAIL)
    failed.wait_for(state="attached")
    expect(page.locator(f"{NOTE} [role=alert]")).to_be_visible()
    while page.workers:
        page.wait_for_timeout(50)  # until Chromium has ended them
    page.wait_for_timeout(500)
    assert page.workers == [], "nothing starts another"
    page.locator("[data-do=load-again]").click()
    ready.wait_for(state="attached")
    page.goto(f"{site.url}#/play/maze?opponent=here")
    page.locator("[data-do=create]").click()
    expect(page.locator(GRID)).to_be_visible()


def test_long_search_blocks_nothing_and_ends_when_it_is_not_needed(
    page: Page, site: StaticSite
) -> None:
    """A 12×12 board of Number Run is too large to solve, also with the compiled core."""

    def is_engine(worker: Worker) -> bool:
        return "engine_worker.js" in worker.url

    page.goto(site.url)
    expect(page.locator(".dailies .mini")).to_have_count(2)  # the engine has nothing else to do
    page.goto(f"{site.url}#/play/run?opponent=casual&size=12&seat=1")
    page.locator("[data-do=create]").click()
    page.locator(LEGAL).first.click()
    expect(page.locator("[role=grid][data-seq='3']")).to_be_visible()
    play_worker = worker_of(page, "play_worker.js")
    analysis, hint = (page.locator(f"[data-tool={name}]:visible") for name in ("values", "hint"))
    analysis.click()
    page.wait_for_timeout(SEARCH_MS)
    with page.expect_event("worker", is_engine):  # the search goes on, so its worker is replaced
        page.locator(LEGAL).first.click()
        expect(page.locator("[role=grid][data-seq='4']")).to_be_visible()
    expect(page.locator("[role=grid][data-seq='5']")).to_be_visible()
    page.wait_for_timeout(SEARCH_MS)
    with page.expect_event("worker", is_engine):
        analysis.click()  # switches it off
    page.locator(LEGAL).first.click()
    expect(page.locator("[role=grid][data-seq='7']")).to_be_visible()
    hint.click()
    page.wait_for_timeout(SEARCH_MS)
    with page.expect_event("worker", is_engine):
        page.goto(f"{site.url}#/play/maze?opponent=perfect&seat=1")
    page.locator("[data-do=create]").click()
    expect(page.locator(LEGAL).first).to_be_visible()
    words = page.locator(".words")
    before = words.inner_text()
    hint.click()
    expect(words).not_to_have_text(before)
    expect(words).not_to_have_text("Thinking…")
    assert worker_of(page, "play_worker.js") is play_worker


def test_policy_refuses_other_code(page: Page, site: StaticSite) -> None:
    page.goto(site.url)
    expect(page.locator("[data-game=maze] .mini")).to_be_visible()
    assert page.evaluate(START_OTHER) == "TypeError"

"""The database of the edition without a server, in Chromium: tabs, upgrades, deletion."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

MODULES = Path(__file__).parents[2] / "site" / "workers"

pytestmark = pytest.mark.browser

OPEN = """async () => {
  const { openDatabase } = await import("/database.js");
  window.changes = [];
  window.db = await openDatabase(() => changes.push("blocked"));
  db.onChange = (id) => changes.push(id);
  db.onDelete = (ids) => changes.push(["deleted", ...ids]);
  db.onMessage = (tab, text) => changes.push(text);
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        if self.path == "/":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Tab</title>")
        else:
            super().do_GET()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    handler = functools.partial(Quiet, directory=str(MODULES))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        with browser.new_context(base_url=url) as context:
            yield context
        server.shutdown()


def open_tab(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/")
    page.evaluate(OPEN)
    return page


def append(page: Page, match: str, *rows: list[Any], summary: str = "[true, false]") -> str:
    answer: str = page.evaluate(
        "([match, rows, summary]) => db.append(match, JSON.stringify(rows), summary)",
        [match, list(rows), summary],
    )
    return answer


def read(page: Page, work: str) -> Any:
    return page.evaluate(f"async () => JSON.parse(await db.{work})")


def test_tabs_share_events_and_hear_of_changes(context: BrowserContext) -> None:
    one, two = open_tab(context), open_tab(context)
    assert append(one, "a", [1, 1.5, "first"]) == "stored"
    assert append(two, "a", [2, 2.5, "second"], summary="null") == "stored"
    assert append(one, "a", [2, 2.6, "late"]) == "conflict"
    assert append(one, "a", [1, 2.6, "again"]) == "conflict"
    assert append(one, "a", [4, 2.6, "gap"]) == "conflict"
    assert append(one, "a", [3, 3.5, "x"], [3, 3.5, "twice"]) == "conflict"  # none is stored
    rows = [[1, 1.5, "first"], [2, 2.5, "second"]]
    assert read(one, "events('a', 0)") == read(two, "events('a', 0)") == rows
    assert read(one, "events('a', 1)") == rows[1:]
    assert read(two, "levelsToMove()") == ["a"]
    more = [[3, 3.0, "3"], [4, 4.0, "4"]]
    assert append(two, "a", *more, summary="[false, true]") == "stored"
    assert read(one, "events('a', 0)") == rows + more
    assert read(one, "levelsToMove()") == []
    one.evaluate("db.sendMessage('a:0')")
    two.wait_for_function("changes.includes('a:0')")
    assert two.evaluate("changes") == ["a", "a:0"]

    reopened = open_tab(context)
    one.close()
    assert read(reopened, "events('a', 0)") == rows + more


def test_deletion_reaches_other_tabs(context: BrowserContext) -> None:
    one, two = open_tab(context), open_tab(context)
    for match in ("a", "ab", "b"):
        assert append(one, match, [1, 1.0, match]) == "stored"
    assert one.evaluate('db.deleteMatches(\'["a", "b"]\')') == "stored"
    assert read(two, "matches()") == ["ab"]
    assert read(two, "events('a', 0)") == []
    assert read(two, "events('ab', 0)") == [[1, 1.0, "ab"]]
    two.wait_for_function("changes.some((one) => one[0] === 'deleted')")
    assert append(two, "a", [2, 2.0, "after the end"]) == "conflict"


def test_newer_version_is_not_held_up_and_older_tabs_say_so(context: BrowserContext) -> None:
    old, new = open_tab(context), open_tab(context)
    append(old, "a", [1, 1.0, "first"])
    upgrade = """() => new Promise((resolve, reject) => {
      const opening = indexedDB.open("numduel", 99);
      opening.onsuccess = () => { opening.result.close(); resolve("upgraded"); };
      opening.onblocked = () => reject(new Error("blocked"));
    })"""
    new.close()
    newest = context.new_page()
    newest.goto("/")
    assert newest.evaluate(upgrade) == "upgraded"
    assert "Reload this page" in append(old, "a", [2, 2.0, "second"])
    failed = newest.evaluate(
        "import('/database.js').then((m) => m.openDatabase()).catch((error) => error.message)"
    )
    assert "Reload this page" in failed


def test_lost_connection_is_opened_again(context: BrowserContext) -> None:
    page = open_tab(context)
    append(page, "a", [1, 1.0, "first"])
    # The browser closes all connections if the player deletes the page's data.
    session = context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    page.wait_for_timeout(300)
    assert append(page, "b", [1, 1.0, "first"]) == "stored"
    assert read(page, "matches()") == ["b"]


def test_full_storage_is_a_sentence(context: BrowserContext) -> None:
    page = open_tab(context)
    session = context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    assert "no space left" in append(page, "a", [1, 1.0, "x" * 5_000_000])
    assert read(page, "matches()") == []
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    assert append(page, "a", [1, 1.0, "x"]) == "stored"

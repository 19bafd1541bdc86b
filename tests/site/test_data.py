"""The player's data in the browser edition: deleted, moved, and when storage or a worker fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_support import find_violations
from playwright.sync_api import Browser, Worker, expect
from site_visitor import CHOICES, GRID, START_MS, VERDICT, Visitor
from static_site import StaticSite

from duel_support import where

pytestmark = [pytest.mark.long, pytest.mark.browser]

STORED = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("numduel");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("events").objectStore("events").getAllKeys();
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
  };
})"""

KEYS = "Object.keys(localStorage).filter((key) => key.startsWith('numduel.'))"

FAIL_BEFORE_ANSWER = """() => {
  const fresh = new Set();
  const post = self.postMessage.bind(self);
  addEventListener("message", ({ data }) => data.kind === "ask" && fresh.add(data.number));
  self.postMessage = (message, ...rest) => {
    if (message.kind !== "answer" || !fresh.has(message.number)) return post(message, ...rest);
    setTimeout(() => { throw new Error("a test stops this worker"); });
  };
}"""
"""Let a worker do what it is asked for next, and fail instead of answering."""


FULL = """() => {
  const { transaction } = IDBDatabase.prototype;
  self.isFull = true;
  IDBDatabase.prototype.transaction = function (stores, mode, how) {
    if (mode === "readwrite" && self.isFull) throw new DOMException("full", "QuotaExceededError");
    return transaction.call(this, stores, mode, how);
  };
}"""

EXPECTED = "Service Worker registration blocked"


@pytest.fixture
def ann(browser: Browser, site: StaticSite) -> Iterator[Visitor]:
    visitor = Visitor(browser, site, service_workers="block")
    yield visitor
    visitor.context.close()
    assert [error for error in visitor.errors if EXPECTED not in error] == []


def stored(person: Visitor) -> dict[str, int]:
    """Return the number of events of each match in the database."""
    found: dict[str, int] = {}
    for match, seq in person.page.evaluate(STORED):
        found[match] = max(seq, found.get(match, 0))
    return found


def play_worker(person: Visitor) -> Worker:
    (found,) = (worker for worker in person.page.workers if "play_worker" in worker.url)
    return found


@contextmanager
def failing_worker(person: Visitor) -> Iterator[None]:
    """Let the worker fail before it answers the next request; wait for its successor."""
    worker = play_worker(person)
    worker.evaluate(FAIL_BEFORE_ANSWER)
    with worker.expect_event("close"):
        yield
    expect(person["html[data-python=ready]"]).to_be_attached(timeout=START_MS)


def resign(person: Visitor) -> None:
    person["#more"].click()
    person[".menu [data-do=resign]"].click()
    person["dialog .button[data-do=resign]"].click()
    expect(person[VERDICT]).to_be_visible()


def export(person: Visitor, button: str, file: Path) -> dict[str, Any]:
    with person.page.expect_download() as download:
        person.button(button).click()
    download.value.save_as(file)
    data: dict[str, Any] = json.loads(file.read_text())
    return data


def bring(person: Visitor, file: Path, said: str) -> None:
    """Import a file under History; check what the page says."""
    person.open("/history")
    person["input[name=backup]"].set_input_files(file)
    person.button("import-file").click()
    expect(person[".your-data"]).to_contain_text(said)


def test_games_are_deleted_moved_and_imported(ann: Visitor, tmp_path: Path) -> None:
    ann.start("sum", "here")
    open_match = ann.page.url
    ann.start("maze", "here")
    resign(ann)
    ann.start("maze", "here")
    resign(ann)
    assert len(stored(ann)) == 3
    ann.open("/history")
    expect(ann[".round-line"]).to_have_count(2)
    delete = ann["ol [data-do=delete-game]"].first
    delete.click()
    expect(ann["dialog"]).to_contain_text("It can't be brought back.")
    assert find_violations(ann.page) == []
    ann.button("cancel-delete").click()
    expect(ann[".round-line"]).to_have_count(2)
    delete.press("Enter")
    ann.button("confirm-delete").press("Enter")
    expect(ann[".round-line"]).to_have_count(1)
    expect(ann["[aria-live]"].filter(has_text="The game was deleted.")).to_have_count(1)
    assert len(stored(ann)) == 2
    for width in (320, 390, 1280):
        with where(width):
            ann.page.set_viewport_size({"width": width, "height": 800})
            assert ann.page.evaluate("document.documentElement.scrollWidth") == width
    assert find_violations(ann.page) == []

    # Everything, with an export first. Another tab has a game open.
    other = ann.context.new_page()
    other.goto(open_match)
    expect(other.locator(GRID)).to_be_visible(timeout=90_000)
    file = tmp_path / "backup.json"
    ann.button("delete-all").click()
    assert find_violations(ann.page) == []
    backup = export(ann, "export-first", file)
    assert len(backup["data"]["stored_matches"]) == 2
    assert backup["from"] == ann.site.url.rstrip("/")
    ann.button("confirm-delete-all").click()
    expect(ann["dialog"]).to_have_count(0)
    expect(ann["main"]).to_contain_text("No finished games yet")
    expect(other.locator("main")).to_contain_text("Game not found")
    other.close()
    assert stored(ann) == {}
    assert set(ann.page.evaluate(KEYS)) <= {"numduel.browser", "numduel.written"}

    # The file brings everything back, once.
    bring(ann, file, "Imported. New in this browser: 1 game in progress and 1 finished game.")
    bring(ann, file, "This browser already had everything in this file.")
    assert {id: len(events) for id, events in backup["data"]["stored_matches"].items()} == stored(
        ann
    )
    ann.page.goto(open_match)
    expect(ann[CHOICES].first).to_be_visible()

    # A server's file: results are listed, and its games can't be opened. An export holds both.
    id = "match-0000000001"
    entry = {"id": id, "round": 1, "at": 1_760_000_000_000, "result": "won", "game": "maze"}
    words = {"title": "Number Maze", "variant": "", "opponents": "with Bob", "how": ""}
    data: dict[str, Any] = {
        "seats": {id: "t" * 43},
        "matches": {id: {"at": 5, "over": True}},
        "history": {f"{id}/1": {**entry, **words, "verdict": "You win"}},
    }
    server = {**backup, "from": "https://numduel.example", "data": data}
    file.write_text(json.dumps(server))
    ann.open("/history")
    ann["input[name=backup]"].set_input_files(file)
    expect(ann[".your-data"]).to_contain_text("It comes from https://numduel.example.")
    bring(ann, file, "Imported. New in this browser: 1 finished game.")
    ann.button("done").click()
    ann[".round-line"].filter(has_text="with Bob").click()
    expect(ann["h1:visible"].first).to_contain_text("deleted")
    ann.open("/history")
    both = export(ann, "export", file)
    assert f"{id}/1" in both["data"]["history"]
    assert len(both["data"]["stored_matches"]) == 2

    # Files that numduel didn't write change nothing.
    before = (stored(ann), ann.page.evaluate("JSON.stringify(localStorage)"))
    hostile = {
        "isn't an export": "{",
        "isn't an export of": "[" * 100_000,
        "newer version": json.dumps({**backup, "version": 2}),
        "damaged": json.dumps({**backup, "data": {"settings": {"name": "<b>" * 50}}}),
        "is damaged": json.dumps({**backup, "data": {"seats": {"x": "t" * 43}}}),
        "file is damaged": json.dumps({**backup, "data": {"stored_matches": {"../x": []}}}),
    }
    for said, text in hostile.items():
        with where(said):
            file.write_text(text)
            ann["input[name=backup]"].set_input_files(file)
            expect(ann[".your-data [role=alert]"]).to_contain_text(said)
            expect(ann[".your-data [role=alert]"]).to_contain_text("Nothing was changed.")
    assert (stored(ann), ann.page.evaluate("JSON.stringify(localStorage)")) == before


def test_people_play_without_a_database(ann: Visitor) -> None:
    source = (ann.site.folder / "play" / "workers" / "database.js").read_text()
    assert "indexedDB.open(" in source
    broken = source.replace(
        "indexedDB.open(", "(() => { throw new DOMException('no', 'SecurityError'); })("
    )
    ann.context.route(
        "**/database.js?v=*",
        lambda route: route.fulfill(body=broken, content_type="text/javascript"),
    )
    ann.start("sum", "computer")
    expect(ann[".unsaved-note"]).to_contain_text("doesn't let the page save your games")
    for _ in range(2):
        ann.choose(ann[CHOICES].first)
    ann.open("/history")
    expect(ann[".open-games"]).to_contain_text("1 game in progress")


def test_moves_wait_while_storage_is_full(ann: Visitor) -> None:
    ann.start("sum", "here")
    worker, before = play_worker(ann), stored(ann)
    worker.evaluate(FULL)
    ann[CHOICES].first.click()
    expect(ann[".words"]).to_contain_text("no space left for your games")
    expect(ann[".words"]).to_contain_text("Your move will be sent automatically.")
    assert stored(ann) == before
    worker.evaluate("() => void (self.isFull = false)")
    expect(ann["[role=grid][data-seq='2']"]).to_be_visible()
    expect(ann[".words"]).not_to_contain_text("no space left")


def test_requests_of_a_worker_that_fails_happen_once(ann: Visitor) -> None:
    ann.start("maze", "here")
    (first,) = stored(ann)
    with failing_worker(ann):
        ann.start("sum", "here")
    assert len(stored(ann)) == 2, "the match was stored, then the worker failed, then it was found"
    with failing_worker(ann):
        ann.choose(ann[CHOICES].first)
    assert ann.seq == "2"
    with failing_worker(ann):
        resign(ann)
    with failing_worker(ann):
        ann.button("rematch").click()
    expect(ann[CHOICES].first).to_be_visible()
    expect(ann[".words"]).not_to_contain_text("Something went wrong")
    assert sorted(stored(ann).values()) == [1, 4]
    assert stored(ann)[first] == 1

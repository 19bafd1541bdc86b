"""New versions of the browser edition, and installations that fail: no tab mixes versions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from offline_support import (
    GRID,
    LEGAL,
    LONG_GAME,
    UPDATE_NOTE,
    make_move,
    make_version,
    quiet_context,
    seq_of,
    serve_version,
    start_match,
    version_of,
    versions_in,
    visit,
    wait_for_worker,
    wait_until,
)
from playwright.sync_api import Browser, BrowserContext, Page, expect
from static_site import StaticSite, serve_folder

pytestmark = pytest.mark.long

REGISTRATION = "await navigator.serviceWorker.getRegistration()"
UPDATE = f"async () => void ({REGISTRATION}).update()"

TRY_UPDATE = f"""async () => {{
  const registration = {REGISTRATION};
  await registration.update();
  const {{ installing }} = registration;
  while (installing && ["installing", "parsed"].includes(installing.state))
    await new Promise((done) => setTimeout(done, 20));
  return installing?.state ?? "unchanged";
}}"""
"""Script that looks for a new version; returns the state of its worker."""

CACHES = "async () => (await caches.keys()).filter((name) => name.startsWith('numduel '))"
DELETE_FILES = """async (names) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (names.some((each) => url.endsWith(each))) await cache.delete(url);
  }
}"""
IS_SAVED = "async (name) => Boolean(await caches.match(new URL(name, document.baseURI)))"

HOLD_WORKERS = (
    "sendToWorker = Worker.prototype.postMessage; Worker.prototype.postMessage = () => {};"
)
"""Script that keeps Python from starting in a tab."""

START_WORKERS = "Worker.prototype.postMessage = sendToWorker;"
"""Script that undoes it."""


@pytest.fixture(scope="module")
def versions(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the folders of two versions, by name."""
    folder = tmp_path_factory.mktemp("versions")
    return {name: make_version(built_site, folder / name, name) for name in ("one", "two")}


@pytest.fixture
def first(versions: dict[str, Path]) -> Iterator[StaticSite]:
    """Yield a server with the first version."""
    with serve_folder(versions["one"]) as site:
        yield site


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with quiet_context(browser) as context:
        yield context


def test_half_copied_site_is_refused_and_the_old_version_goes_on(
    context: BrowserContext, first: StaticSite, versions: dict[str, Path], tmp_path: Path
) -> None:
    page = visit(context, first.url)
    start_match(page)
    make_move(page)
    seq = seq_of(page)

    half = shutil.copytree(versions["two"], tmp_path / "half") / "play"
    shutil.copy2(versions["one"] / "play" / "service_worker.js", half)  # not copied yet
    serve_version(first, half.parent)
    assert page.evaluate(TRY_UPDATE) == "unchanged"
    shutil.copy2(versions["two"] / "play" / "service_worker.js", half)
    (half / "page.css").unlink()
    (half / "workers" / "engine_worker.js").write_text("half")
    assert page.evaluate(TRY_UPDATE) == "redundant"
    assert any(path.endswith("page.css") for path in first.requested), "the worker asks for it"
    shutil.copy2(versions["two"] / "play" / "page.css", half)
    assert page.evaluate(TRY_UPDATE) == "redundant"
    assert any(path.endswith("engine_worker.js") for path in first.requested)
    page.reload()
    expect(page.locator(GRID)).to_have_attribute("data-seq", str(seq))
    assert versions_in(page) == {"one"}
    make_move(page)
    expect(page.locator(UPDATE_NOTE)).to_have_count(0)
    first.stop()
    page.reload()
    expect(page.locator(GRID)).to_have_attribute("data-seq", str(seq + 2))
    assert versions_in(page) == {"one"}

    first.start()
    shutil.copy2(versions["two"] / "play" / "workers" / "engine_worker.js", half / "workers")
    assert page.evaluate(TRY_UPDATE) == "installed"
    expect(page.locator(UPDATE_NOTE)).to_be_visible()


def test_tabs_of_a_match_change_to_the_new_version_together(
    context: BrowserContext, first: StaticSite, versions: dict[str, Path]
) -> None:
    page = visit(context, first.url)
    expect(page.locator(UPDATE_NOTE)).to_have_count(0)  # not for the first version
    start_match(page)
    make_move(page)
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator(GRID)).to_be_visible()
    seq = seq_of(page)

    serve_version(first, versions["two"])
    page.evaluate(UPDATE)
    for tab in (page, other):
        expect(tab.locator(UPDATE_NOTE)).to_contain_text("A new version is ready.")
        expect(
            tab.get_by_role("status").filter(has_text="A new version is ready.")
        ).to_be_attached()
        assert tab.evaluate("document.activeElement.closest('[data-note]')") is None
    loaded = {path.rpartition("/play/")[2] for path in first.requested}
    assert {"", "page.css"} <= loaded  # "" is the document
    assert "python/pyodide.asm.wasm" not in loaded, "unchanged files are copied"
    make_move(page)  # the match goes on without the new version
    expect(other.locator(f"[role=grid][data-seq='{seq + 2}']")).to_be_visible()
    page.reload()
    expect(page.locator(UPDATE_NOTE)).to_be_visible()
    late = context.new_page()
    late.goto(first.url)
    for tab in (page, other, late):
        assert versions_in(tab) == {"one"}
    late.close()

    page.locator("[data-do=update]").focus()
    page.keyboard.press("Enter")
    for tab in (page, other):
        expect(tab.locator("html[data-version=two]")).to_be_attached()
        expect(tab.locator(GRID)).to_have_attribute("data-seq", str(seq + 2))
        assert versions_in(tab) == {"two"}
        expect(tab.locator(UPDATE_NOTE)).to_have_count(0)
    make_move(other)
    expect(page.locator(f"[role=grid][data-seq='{seq + 4}']")).to_be_visible()
    (name,) = page.evaluate(CACHES)
    assert name.endswith(version_of(page))


def test_update_keeps_what_is_open_while_python_loads(
    context: BrowserContext, first: StaticSite, versions: dict[str, Path]
) -> None:
    writer = visit(context, first.url)
    start_match(writer, "#/play/maze?opponent=letter&seat=1&board=4+3+8%2F9+5+1%2F2+7+6")
    writer.locator(LEGAL).first.click()
    link = writer.locator("[data-link=letter]").input_value()

    context.add_init_script(HOLD_WORKERS)
    setup, letter = context.new_page(), context.new_page()
    setup.goto(first.url + LONG_GAME)
    setup.locator("[data-do=create]").click()  # waits for Python
    letter.goto(link)
    for tab in (setup, letter):
        expect(tab.locator("html:not([data-python=ready])")).to_be_attached()
    serve_version(first, versions["two"])
    setup.evaluate(UPDATE)
    for tab in (setup, letter):
        expect(tab.locator(UPDATE_NOTE)).to_be_visible()
    context.add_init_script(START_WORKERS)
    letter.locator("[data-do=update]").click()
    for tab in (setup, letter, writer):
        expect(tab.locator("html[data-version=two]")).to_be_attached()
        assert versions_in(tab) == {"two"}
    expect(letter.locator(".words")).to_contain_text("You started on the 4")
    expect(writer.locator("[data-link=letter]")).to_have_value(link)
    expect(setup.get_by_role("spinbutton").first).to_have_value("80")
    setup.locator("[data-do=create]").click()
    make_move(setup)


def test_first_worker_reloads_tabs_of_another_version(
    context: BrowserContext, first: StaticSite, versions: dict[str, Path]
) -> None:
    first.unanswered.add("service_worker.js")
    early = context.new_page()
    early.goto(first.url + LONG_GAME)
    assert versions_in(early) == {"one"}
    first.unanswered.clear()
    serve_version(first, versions["two"])
    late = context.new_page()
    late.goto(first.url)
    for tab in (late, early):
        expect(tab.locator("html[data-version=two]")).to_be_attached()
        wait_for_worker(tab)
        assert versions_in(tab) == {"two"}
    early.locator("[data-do=create]").click()
    make_move(early)


def test_cache_of_the_browser_mixes_no_versions_without_a_worker(
    context: BrowserContext, first: StaticSite, versions: dict[str, Path]
) -> None:
    first.unanswered.add("service_worker.js")
    page = context.new_page()
    page.goto(first.url + LONG_GAME)
    page.locator("[data-do=create]").click()
    make_move(page)
    serve_version(first, versions["two"])
    page.reload()  # asks only for the document again
    make_move(page)
    assert versions_in(page) == {"two"}
    assert {worker.evaluate("self.numduelVersion") for worker in page.workers} == {"two"}
    loaded = {path.rpartition("/play/")[2] for path in first.requested}
    assert {"workers/database.js", "python/pyodide.mjs", "python/numduel.zip"} <= loaded


def test_installation_that_stops_halfway_is_tried_again(
    context: BrowserContext, first: StaticSite
) -> None:
    last = "icon-maskable-512.png"  # only the service worker asks for it
    first.unanswered.add(last)
    page = context.new_page()
    page.goto(first.url)
    while not any(path.endswith(last) for path in first.requested):
        page.wait_for_timeout(100)
    wait_until(page, f"async () => ({REGISTRATION}) === undefined")
    start_match(page)
    make_move(page)
    assert not page.evaluate("Boolean(navigator.serviceWorker.controller)")

    first.unanswered.clear()
    page.reload()
    wait_for_worker(page)
    first.stop()
    page.reload()
    make_move(page)


def set_quota(page: Page, size: int | None) -> None:
    """Limit the space for this origin."""
    origin = "/".join(page.url.split("/")[:3])
    limit = {} if size is None else {"quotaSize": size}
    page.context.new_cdp_session(page).send(
        "Storage.overrideQuotaForOrigin", {"origin": origin, **limit}
    )


def test_without_space_the_edition_plays_and_leaves_space_for_games(
    context: BrowserContext, first: StaticSite, versions: dict[str, Path]
) -> None:
    page = context.new_page()
    page.goto(f"{first.url}../index.html")
    set_quota(page, 4_000_000)
    page.goto(first.url)
    page.locator("html[data-python=ready]").wait_for(state="attached")
    wait_until(page, f"async () => ({REGISTRATION}) !== undefined")  # the installation begins
    wait_until(page, f"async () => ({REGISTRATION}) === undefined")
    assert page.evaluate(CACHES) == []
    start_match(page)
    make_move(page)
    set_quota(page, None)
    page.reload()
    wait_for_worker(page)

    serve_version(first, versions["two"])
    set_quota(page, 15_000_000)
    assert page.evaluate(TRY_UPDATE) == "redundant"
    (name,) = page.evaluate(CACHES)
    assert name.endswith(version_of(page))
    expect(page.locator(UPDATE_NOTE)).to_have_count(0)
    make_move(page)
    assert versions_in(page) == {"one"}


def test_files_that_the_browser_deleted_come_back(
    context: BrowserContext, first: StaticSite, versions: dict[str, Path]
) -> None:
    page = visit(context, first.url)
    lost = ["page.css", "python/numduel.zip"]
    page.evaluate(DELETE_FILES, lost)
    page.reload()
    start_match(page)
    make_move(page)
    assert versions_in(page) == {"one"}
    for name in lost:
        wait_until(page, IS_SAVED, name)
    first.stop()
    page.reload()
    make_move(page)

    page.evaluate(DELETE_FILES, [""])  # all, while the site has another version
    match = page.url
    page.goto("about:blank")
    serve_version(first, versions["two"])
    page.goto(match)
    wait_for_worker(page)
    make_move(page)
    assert versions_in(page) == {"two"}

"""The browser edition without its server: offline, updates, installation and notifications."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from site_build.offline import add_service_worker
from static_site import StaticSite
from web_support import Served

pytestmark = pytest.mark.long

GRID = "[role=grid][data-seq]"
LEGAL = "[role=gridcell][aria-disabled=false]"
NOTE = "[data-note=update]"

NETWORK_ERROR = re.compile(r"net::ERR_|Failed to load resource|ServiceWorker")

HAS_WORKER = "() => Boolean(navigator.serviceWorker.controller)"
UPDATE = "async () => void await (await navigator.serviceWorker.getRegistration()).update()"
VERSION = "() => document.querySelector('meta[name=numduel-version]').content"
STYLES = "async () => (await fetch('page.css')).text()"
CACHES = "async () => (await caches.keys()).filter((name) => name.startsWith('numduel '))"
NOTIFICATIONS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const found = await registration.getNotifications();
  return found.map(({ title, body, data }) => [title, body, data]);
}"""

HIDEABLE = """
globalThis.isHidden = false;
Object.defineProperty(document, "hidden", { get: () => globalThis.isHidden });
"""
"""Script that lets a test hide the tab: headless browsers show all of them."""

COUNT_REQUESTS = """
globalThis.asked = 0;
const ask = Notification.requestPermission.bind(Notification);
Notification.requestPermission = () => (globalThis.asked++, ask());
"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a new browser profile; fail on errors in any tab."""
    errors: list[str] = []
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(60_000)
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on(
        "console",
        lambda message: (
            errors.append(message.text)
            if message.type == "error" and not NETWORK_ERROR.search(message.text)
            else None
        ),
    )
    yield context
    context.close()
    assert errors == []


def visit(context: BrowserContext, site: StaticSite) -> Page:
    """Open the edition and wait until it needs no server."""
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator("[data-game=maze]")).to_be_visible()
    page.wait_for_function(HAS_WORKER)
    return page


def wait_until(page: Page, condition: str, arg: str = "") -> None:
    """Wait for an async function, whose promise `wait_for_function` would take for true."""
    page.evaluate(
        f"""async (arg) => {{
          while (!(await ({condition})(arg))) await new Promise((done) => setTimeout(done, 50));
        }}""",
        arg,
    )


def start_match(page: Page, game: str = "maze") -> None:
    page.goto(page.url.split("#")[0] + "#/")
    page.locator(f"[data-game={game}]").click()
    page.locator("select[name=level]").select_option("casual")
    page.locator("[data-do=create]").click()
    expect(page.locator(GRID)).to_be_visible()


def make_move(page: Page) -> None:
    """Make the first legal move, and wait until the computer has answered."""
    expect(page.locator(LEGAL).first).to_be_visible()
    before = seq_of(page)
    page.locator(LEGAL).first.click()
    page.wait_for_function(
        f"before => Number(document.querySelector('{GRID}').dataset.seq) >= before + 2", arg=before
    )


def seq_of(page: Page) -> int:
    return int(page.locator(GRID).get_attribute("data-seq") or 0)


def test_everything_works_after_the_server_stopped(
    context: BrowserContext, site: StaticSite
) -> None:
    page = visit(context, site)
    site.stop()
    page.reload()
    start_match(page)
    match = page.url
    make_move(page)
    words = page.locator(".words").inner_text()
    page.locator("[data-tool=hint]:visible").click()
    expect(page.locator(".words")).not_to_have_text(words)
    seq = seq_of(page)
    page.reload()
    expect(page.locator(GRID)).to_have_attribute("data-seq", str(seq))

    page.goto(f"{match}/review")
    expect(page.locator("#topbar")).to_contain_text("Review")
    expect(page.locator("main")).to_contain_text("Key moments")
    expect(page.locator("main")).to_contain_text(re.compile("best play|accuracy", re.IGNORECASE))

    page.goto(f"{site.url}#/puzzle")
    tile = page.locator(LEGAL).first
    expect(tile).to_be_visible()
    before = page.locator("main").inner_text()
    tile.click()
    expect(page.locator("main")).not_to_have_text(before)
    page.goto(f"{site.url}#/duel")
    expect(page).to_have_title(re.compile("Daily duel"))
    expect(page.locator("main")).to_be_visible()

    other = context.new_page()  # as a start from the home screen
    other.goto(site.url)
    expect(other.locator("[data-game=maze]")).to_be_visible()
    expect(other.locator(".continue")).to_be_visible()


def make_version(built_site: Path, folder: Path, mark: str) -> Path:
    """Copy the site and change its styles."""
    shutil.copytree(built_site, folder)
    with (folder / "play" / "page.css").open("a") as styles:
        styles.write(f"/* {mark} */\n")
    add_service_worker(folder / "play")
    return folder


def switch(site: StaticSite, folder: Path) -> None:
    """Serve another folder at the same address."""
    site.stop()
    site.folder = folder
    site.requested.clear()
    site.start()


def test_new_version_waits_for_the_player_and_never_mixes(
    context: BrowserContext, site: StaticSite, built_site: Path, tmp_path: Path
) -> None:
    page = visit(context, site)
    start_match(page)
    make_move(page)
    seq, old = str(seq_of(page)), page.evaluate(VERSION)
    other = visit(context, site)

    broken = make_version(built_site, tmp_path / "broken", "broken")
    (broken / "play" / "page.css").write_text("/* half copied */")
    switch(site, broken)
    page.evaluate(UPDATE)
    wait_until(page, "async () => !(await navigator.serviceWorker.getRegistration()).installing")
    page.reload()
    expect(page.locator(GRID)).to_have_attribute("data-seq", seq)
    expect(page.locator(NOTE)).to_have_count(0)
    assert page.evaluate(VERSION) == old

    switch(site, make_version(built_site, tmp_path / "new", "new version"))
    page.evaluate(UPDATE)
    for tab in (page, other):
        expect(tab.locator(NOTE)).to_contain_text("A new version is ready.")
    loaded = {path.rpartition("/play/")[2] for path in site.requested}
    assert {"index.html", "page.css"} <= loaded
    assert "python/pyodide.asm.wasm" not in loaded, "unchanged files are copied"
    page.reload()
    expect(page.locator(NOTE)).to_be_visible()
    assert page.evaluate(VERSION) == old
    assert "new version" not in page.evaluate(STYLES)

    page.locator("[data-do=update]").click()
    for tab in (page, other):
        tab.wait_for_function(f"old => ({VERSION})() !== old", arg=old)
        assert "new version" in tab.evaluate(STYLES)
        expect(tab.locator(NOTE)).to_have_count(0)
    expect(page.locator(GRID)).to_have_attribute("data-seq", seq)
    make_move(page)
    (name,) = page.evaluate(CACHES)
    assert name.endswith(page.evaluate(VERSION))


def installation_errors(page: Page) -> list[Any]:
    """Return why Chromium wouldn't install the page; private windows, as here, never do."""
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return [error for error in found if error["errorId"] != "in-incognito"]


def test_edition_can_be_installed(context: BrowserContext, site: StaticSite) -> None:
    page = visit(context, site)
    assert installation_errors(page) == []
    manifest = page.evaluate("async () => (await fetch('manifest.webmanifest')).json()")
    for shortcut in manifest["shortcuts"]:
        page.goto(site.url + shortcut["url"].removeprefix("./"))
        expect(page.locator("main h1, main h2").first).to_be_visible()
        expect(page).to_have_title(re.compile(shortcut["name"], re.IGNORECASE))


def test_notification_comes_only_when_switched_on_and_the_tab_is_hidden(
    context: BrowserContext, site: StaticSite
) -> None:
    context.grant_permissions(["notifications"])
    context.add_init_script(HIDEABLE)
    context.add_init_script(COUNT_REQUESTS)
    page = visit(context, site)
    start_match(page)
    page.evaluate("isHidden = true")
    make_move(page)
    assert page.evaluate("asked") == 0
    assert page.evaluate(NOTIFICATIONS) == []

    page.goto(f"{site.url}#/")
    page.locator("[aria-label=Settings]:visible").click()
    page.locator("label:has(input[name=notifications][value=on])").click()
    page.wait_for_function("asked === 1")
    page.keyboard.press("Escape")
    start_match(page)
    page.evaluate("isHidden = false")
    make_move(page)
    assert page.evaluate(NOTIFICATIONS) == []
    start_match(page)
    page.evaluate("isHidden = true")
    make_move(page)
    wait_until(page, f"async () => (await ({NOTIFICATIONS})()).length === 1")
    ((title, _, address),) = page.evaluate(NOTIFICATIONS)
    assert title.startswith("Your turn")
    assert address == page.url


def test_server_with_the_site_leads_to_it_offline(
    context: BrowserContext, built_site: Path, tmp_path: Path
) -> None:
    with Served(tmp_path / "matches.sqlite3", "--site", str(built_site)) as served:
        page = context.new_page()
        page.goto(served.url)
        expect(page.locator("[data-game=maze]")).to_be_visible()
        for scope in ("/", "/offline/"):
            wait_until(
                page,
                """async (scope) => {
                  const found = await navigator.serviceWorker.getRegistration(scope);
                  const isOwn = found && new URL(found.scope).pathname === scope;
                  return isOwn && found.active?.state === "activated";
                }""",
                scope,
            )
        assert installation_errors(page) == []
        expect(page.locator("[data-note=offline]")).to_be_hidden()
        context.set_offline(True)
        link = page.locator("[data-note=offline] a")
        expect(link).to_be_visible()
        served.stop()
        link.click()
        expect(page).to_have_url(f"{served.url}/offline/")
        start_match(page)
        make_move(page)
        page.goto(f"{served.url}/puzzles")
        expect(page).to_have_url(re.compile(r"/offline/"))
        expect(page.locator(".continue")).to_be_visible()

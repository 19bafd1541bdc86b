"""The browser edition without its server: offline, installation, notifications and policy."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from offline_support import (
    GRID,
    LEGAL,
    make_move,
    quiet_context,
    seq_of,
    start_match,
    visit,
    wait_until,
)
from playwright.sync_api import Browser, BrowserContext, Page, expect
from static_site import StaticSite
from web_support import Served

pytestmark = pytest.mark.long

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
def browser(whole_browser: Browser) -> Browser:
    """The headless shell shows no notifications."""
    return whole_browser


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with quiet_context(browser) as context:
        yield context


def test_everything_works_after_the_server_stopped(
    context: BrowserContext, site: StaticSite
) -> None:
    page = visit(context, site.url)
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


SCREENS = (
    "",
    "#/puzzles",
    "#/puzzle",
    "#/exam",
    "#/exam?size=25",
    "#/duel",
    "#/learn",
    "#/facts",
    "#/rules/maze",
    "#/history",
    "#/stats",
    "#/record",
    "#/play/quest",
    "#/nowhere",
)

CHROMIUM_ASKS = {"content-autofill.googleapis.com:443"}
"""Requests of Chromium itself for a page with fields."""

ATTACKS = """async () => {
  const found = {};
  const element = document.createElement("script");
  const refuse = async (name, action) => {
    try { found[name] = String(await action()); } catch (error) { found[name] = "refused"; }
  };
  await new Promise((done) => setTimeout(done)); // the tests' own scripts may use eval
  await refuse("eval", () => (0, eval)("1"));
  await refuse("inline script", () => (element.textContent = "document.title = 'changed'"));
  await refuse("markup", () => (document.createElement("p").innerHTML = "<b>b</b>"));
  await refuse("other origin", () => fetch("https://elsewhere.example/"));
  await refuse("other worker", () => new Worker("workers/python.js"));
  return found;
}"""


def test_tour_asks_for_nothing_else_and_logs_nothing(browser: Browser, site: StaticSite) -> None:
    asked: list[str] = []
    nothing = re.compile("(?!)")
    with recording_proxy() as (proxy, proxied):
        # Everything but the own machine goes through the proxy, also from workers.
        with quiet_context(
            browser, nothing, proxy={"server": proxy, "bypass": "127.0.0.1"}
        ) as context:
            context.on("request", lambda request: asked.append(request.url))
            page = visit(context, site.url)
            for screen in SCREENS:
                page.goto(site.url + screen)
                expect(page.locator("main h1, main h2").first).to_be_visible()
            start_match(page)
            make_move(page)
            page.goto(f"{page.url}/review")
            expect(page.locator("main")).to_contain_text("Key moments")
        assert set(proxied) <= CHROMIUM_ASKS
    origin = "/".join(site.url.split("/")[:3])
    assert any(".wasm?" in url for url in asked), "requests of workers are recorded"
    assert [url for url in asked if not url.startswith((site.url, "data:"))] == []
    folder = site.url.removeprefix(origin)
    assert [path for path in site.requested if not path.startswith(folder)] == []


def test_policy_refuses_foreign_scripts(browser: Browser, site: StaticSite) -> None:
    expected = re.compile("Content Security Policy|Trusted|violates")
    with quiet_context(browser, expected) as context:
        page = visit(context, site.url)
        found = page.evaluate(ATTACKS)
        assert set(found.values()) == {"refused"}, found
        policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
        assert policy is not None
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")


@contextmanager
def recording_proxy() -> Iterator[tuple[str, list[str]]]:
    """Yield the address of a proxy that refuses everything, and a list of what it was asked."""
    asked: list[str] = []

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(403)

        do_CONNECT = do_POST = do_GET

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def installation_errors(page: Page) -> list[Any]:
    """Return why Chromium wouldn't install the page; private windows, as here, never do."""
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return [error for error in found if error["errorId"] != "in-incognito"]


def test_edition_can_be_installed(context: BrowserContext, site: StaticSite) -> None:
    page = visit(context, site.url)
    assert installation_errors(page) == []
    manifest = page.evaluate("async () => (await fetch('manifest.webmanifest')).json()")
    for shortcut in manifest["shortcuts"]:
        page.goto(site.url + shortcut["url"].removeprefix("./"))
        expect(page.locator("main h1, main h2").first).to_be_visible()
        expect(page).to_have_title(re.compile(shortcut["name"], re.IGNORECASE))


def allow_notifications(context: BrowserContext) -> None:
    context.grant_permissions(["notifications"])
    context.add_init_script(HIDEABLE)
    context.add_init_script(COUNT_REQUESTS)


def switch_notifications_on(page: Page) -> None:
    """Use the setting; the page asks for permission only now."""
    assert page.evaluate("asked") == 0
    page.locator("[aria-label=Settings]:visible").click()
    page.locator("label:has(input[name=notifications][value=on])").click()
    wait_until(page, "() => asked === 1")
    page.keyboard.press("Escape")
    wait_until(page, "() => !history.state?.sheets")  # until the sheet's entry is removed


def check_notification(page: Page) -> None:
    """Wait for the only notification, which leads to this page's match."""
    wait_until(page, f"async () => (await ({NOTIFICATIONS})()).length === 1")
    ((title, _, address),) = page.evaluate(NOTIFICATIONS)
    assert title.startswith("Your turn")
    assert address == page.url


def test_notification_comes_only_when_switched_on_and_the_tab_is_hidden(
    context: BrowserContext, site: StaticSite
) -> None:
    allow_notifications(context)
    page = visit(context, site.url)
    start_match(page)
    page.evaluate("isHidden = true")
    make_move(page)
    assert page.evaluate("asked") == 0
    assert page.evaluate(NOTIFICATIONS) == []

    page.goto(f"{site.url}#/")
    switch_notifications_on(page)
    start_match(page)
    page.evaluate("isHidden = false")
    make_move(page)
    assert page.evaluate(NOTIFICATIONS) == []
    start_match(page)
    page.evaluate("isHidden = true")
    make_move(page)
    check_notification(page)


def test_server_with_the_site_leads_to_it_offline(
    context: BrowserContext, built_site: Path, tmp_path: Path
) -> None:
    with Served(tmp_path / "matches.sqlite3", "--site", str(built_site)) as served:
        allow_notifications(context)
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
        switch_notifications_on(page)
        page.goto(f"{served.url}/play/sum?opponent=casual&seat=1")
        page.locator("[data-do=create]").click()
        page.evaluate("isHidden = true")
        make_move(page)
        check_notification(page)
        page.goto(served.url)
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

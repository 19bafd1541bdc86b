"""The first minute of a visitor: the start page, the wait for Python, and installing the app."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from site_visitor import watched_page
from static_site import StaticSite

pytestmark = [pytest.mark.long, pytest.mark.browser]

NOTE = ".python-note"
CREATE = "[data-do=create]"

OFFER_INSTALLATION = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  globalThis.prompts = 0;
  offer.prompt = async () => void globalThis.prompts++;
  return dispatchEvent(offer); // false: the page keeps the browser from showing its own banner
}"""
"""Script that offers to install the page, as browsers do. Headless ones don't."""

OUTLINE = """() => {
  const { maskImage } = getComputedStyle(document.querySelector(".loading"), "::after");
  return maskImage.includes("svg");
}"""
COLOUR = "() => getComputedStyle(document.body).backgroundColor"
OVERLAP = """() => {
  const [note, ...others] = [".python-note", ".topbar nav", "[data-do=create]"]
    .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
    .filter((box) => box);
  return others.some((box) => note.left < box.right && box.left < note.right
    && note.top < box.bottom && box.top < note.bottom);
}"""
LEFT_WHILE_LOADING = re.compile("net::ERR_")
WIDTH = "() => document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a small dark phone without a service worker. No error may appear in its console."""
    phone = {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}
    with watched_page(browser, LEFT_WHILE_LOADING, ("error",), **phone) as page:
        yield page


def test_start_page_leads_to_the_games(page: Page, site: StaticSite) -> None:
    page.goto(site.url.removesuffix("play/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Five number games for two")
    expect(page.get_by_role("img", name="Number Maze")).to_be_visible()
    expect(page.locator(".hero").get_by_role("img", name="numduel")).to_be_visible()
    assert page.evaluate(COLOUR) == "rgb(18, 21, 28)"
    assert page.evaluate(WIDTH)
    page.locator(".play-button").click()
    expect(page.locator("[data-game=maze]")).to_be_visible()
    assert page.url == site.url


def test_waiting_for_python_is_explained_and_covers_no_button(page: Page, site: StaticSite) -> None:
    held: list[Route] = []
    page.route("**/python/*.wasm?v=*", lambda route: held.append(route))
    for path in ("#/puzzle", "#/m/abcdefghijklmnop", "#game=1.abcdefghijkl.AAAA"):
        page.goto(site.url + path)
        expect(page.locator(".loading")).to_contain_text("…")
        expect(page.locator(NOTE)).to_contain_text("Downloading the games…")
        expect(page.locator(NOTE)).to_contain_text("%")
        assert page.evaluate(OUTLINE), path
        assert not page.evaluate(OVERLAP), path
    page.goto(f"{site.url}#/play/maze")
    page.locator(CREATE).wait_for()
    page.wait_for_timeout(500)
    expect(page.locator(NOTE)).to_be_hidden()  # no one waits yet
    page.locator(CREATE).click()
    expect(page.locator(NOTE)).to_be_visible()
    assert not page.evaluate(OVERLAP)
    for route in held:
        route.continue_()
    expect(page.locator("[role=grid][data-seq]")).to_be_visible(timeout=90_000)
    expect(page.locator(NOTE)).to_have_count(0)
    for width, height in ((320, 640), (640, 400)):  # a small phone, and a zoom of 200%
        page.set_viewport_size({"width": width, "height": height})
        for path in ("puzzle", "learn/maze", "duel", "history", "play/quest"):
            page.goto(f"{site.url}#/{path}")
            expect(page.locator("main").first).to_be_visible()
            expect(page.locator(".stage.unfilled")).to_have_count(0)
            assert page.evaluate(WIDTH), (path, width)


def test_settings_offer_to_install_the_app_where_the_browser_does(
    page: Page, site: StaticSite
) -> None:
    page.goto(site.url)
    settings, install = page.locator("[data-tool=settings]"), page.locator("[data-do=install]")
    settings.click()
    expect(page.locator("dialog")).to_contain_text("Your data")
    expect(install).to_have_count(0)
    page.keyboard.press("Escape")
    assert page.evaluate(OFFER_INSTALLATION) is False
    settings.click()
    install.click()
    assert page.evaluate("() => prompts") == 1
    settings.click()
    expect(install).to_have_count(0)  # an offer can be used once

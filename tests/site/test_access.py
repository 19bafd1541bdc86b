"""The browser edition without a mouse, on a phone, and for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_support import find_violations
from browser_support import HeldRequests
from playwright.sync_api import Browser, ViewportSize, expect
from site_visitor import CHOICES, LEGAL, VERDICT, Visitor
from static_site import StaticSite, serve_folder

from duel_support import where

pytestmark = [pytest.mark.long, pytest.mark.browser]

BOOK = "4+3+8%2F9+5+1%2F2+7+6"
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}

WIDTH = "document.documentElement.scrollWidth"
HEADINGS = """[...document.querySelectorAll("h1")]
    .filter(one => !one.closest("dialog") && one.checkVisibility()).length"""
"""Script that counts the main headings of a screen, without its sheets."""

EXPECTED = re.compile("net::ERR|Failed to load|blocked by Playwright")
"""Console messages of the screens that aren't loaded."""

FOCUSED = "which => document.activeElement.matches(which)"


@pytest.fixture(scope="module")
def shared_site(built_site: Path) -> Iterator[StaticSite]:
    with serve_folder(built_site) as site:
        yield site


# ---- keyboard


def tab_to(ann: Visitor, selector: str) -> None:
    """Focus a control with the Tab key."""
    for _ in range(80):
        ann.page.keyboard.press("Tab")
        if ann.page.evaluate(FOCUSED, selector):
            return
    raise AssertionError(f"{selector} can't be reached with the Tab key")


def press(ann: Visitor, selector: str) -> None:
    """Reach a control with the Tab key and press it."""
    expect(ann[selector].first).to_be_visible()
    tab_to(ann, selector)
    ann.page.keyboard.press("Enter")


def test_game_and_its_review_need_no_mouse(browser: Browser, shared_site: StaticSite) -> None:
    ann = Visitor(browser, shared_site)
    keys = ann.page.keyboard
    ann.open("/")
    press(ann, "[data-game=sum]")
    expect(ann.button("create")).to_be_visible()
    tab_to(ann, "[name=opponent][value=computer]")
    tab_to(ann, "[name=level][value=casual]")
    for _ in range(3):
        keys.press("ArrowRight")
    tab_to(ann, "[data-do=create]")
    expect(ann.button("create")).to_have_text("Play against Perfect")
    keys.press("Enter")
    expect(ann[LEGAL].first).to_be_visible(timeout=90_000)
    tab_to(ann, "[role=gridcell]")
    while ann[VERDICT].count() == 0:
        before = ann.seq
        keys.press("ArrowRight")
        assert ann.page.evaluate(FOCUSED, "[role=gridcell]"), "the board keeps the focus"
        keys.press("Enter")
        expect(ann[f"[role=grid][data-seq='{before}']"]).to_have_count(0)
        expect(ann[f"{CHOICES}, {VERDICT}"].first).to_be_visible()
    expect(ann[".end-review"]).not_to_have_attribute("aria-busy", "true")
    press(ann, ".end-buttons a[href*=review]")
    expect(ann[".graph"]).to_be_visible()
    keys.press("Home")
    expect(ann[".about"]).to_contain_text("Start")
    keys.press("ArrowRight")
    expect(ann[".about"]).to_contain_text("You threw away a win.")
    press(ann, "[data-do=branch]")
    press(ann, "dialog [data-do=play-on]")
    expect(ann[LEGAL].first).to_be_visible()
    keys.press("?")
    expect(ann["dialog .keys"]).to_be_visible()
    keys.press("Escape")
    expect(ann["dialog"]).to_have_count(0)
    ann.context.close()
    assert ann.errors == []


# ---- phones


def test_games_are_played_by_touch(browser: Browser, shared_site: StaticSite) -> None:
    ann = Visitor(browser, shared_site, viewport=PHONE, has_touch=True, is_mobile=True)
    ann.open("/")
    for game in ("maze", "run"):
        with where(game):
            ann.open("/")
            ann[f"[data-game={game}]"].tap()
            ann["label.choice:has([value=computer])"].tap()
            ann.button("create").tap()
            expect(ann[CHOICES].first).to_be_visible(timeout=90_000)
            height = "document.documentElement.scrollHeight"
            assert ann.page.evaluate(f"[{WIDTH}, {height}]") == list(PHONE.values())
            ann.play(taps=True)
            assert ann.page.evaluate(WIDTH) == PHONE["width"]
    ann.context.close()
    assert ann.errors == []


# ---- every screen


def screens(ann: Visitor, shared_site: StaticSite) -> Iterator[str]:
    """Show one screen after another."""
    python = "**/python/*"
    ann.page.route(python, lambda route: route.abort())
    ann.open("/")
    expect(ann["[data-game] .mini"]).not_to_have_count(0)
    expect(ann[".python-note [role=alert]"]).to_be_visible()
    yield "home, not loaded"
    ann["[data-game=maze]"].click()
    ann.button("create").click()
    expect(ann["dialog [data-do=load-again]"]).to_be_visible()
    yield "setup, not loaded"
    ann.page.unroute(python)
    held = HeldRequests(ann.page, python)
    ann["dialog [data-do=load-again]"].click()
    expect(ann["dialog .python-note [role=status]"]).to_be_visible()
    yield "setup, loading"
    for route in held:
        route.continue_()
    ann.page.unroute(python)
    expect(ann[LEGAL].first).to_be_visible(timeout=90_000)
    yield "match"
    ann.page.evaluate("dispatchEvent(new CustomEvent('numduel:update'))")
    expect(ann["[data-note=update]"]).to_be_visible()
    ann["#more"].click()
    yield "menu, new version"
    ann.page.keyboard.press("Escape")
    ann["[data-tool=values]"].click()
    expect(ann[".tile .value"]).not_to_have_count(0)
    yield "analysis"
    ann.play()
    expect(ann[".end-review"]).not_to_have_attribute("aria-busy", "true")
    yield "end"
    ann[".end-buttons a[href*=review]"].click()
    expect(ann[".graph"]).to_be_visible()
    yield "review"
    ann.button("branch").or_(ann["a.button"].get_by_text("New game")).first.click()
    expect(ann["dialog"]).to_be_visible()
    yield "play from here"
    ann.start("race", "letter", seat="1")
    yield "by letter, your turn"
    ann[LEGAL].first.click()
    ann[".letter-part summary"].click()
    expect(ann[".qr svg"]).to_be_visible()
    yield "by letter, link to send"
    ann.page.goto(f"{shared_site.url}#game=1.x")
    expect(ann["h1"]).to_have_text("Can't open this letter")
    yield "by letter, refused"
    ann.open("/play/quest")
    expect(ann["[name=opponent][value=letter]"]).to_be_disabled()
    yield "setup, no letters"
    for name, path, selector in (
        ("home, in progress", "/", ".continue:not(.blank)"),
        ("lessons", "/learn", ".game-card .mini"),
        ("lesson", "/learn/run", ".task"),
        ("rules of all games", "/rules", ".game-card .mini"),
        ("rules", "/rules/maze", "h2"),
        ("puzzles", "/puzzles", ".calendar"),
        ("puzzle", "/puzzle", "[role=grid]"),
        ("exam", "/exam", "[data-do=start]"),
        ("exam, question", "/exam?size=25", "[role=gridcell][aria-disabled=false]"),
        ("duel", "/duel", ".duel-card"),
        ("facts", "/facts", ".fact"),
        ("record", "/record", "textarea"),
        ("history", "/history", ".round-line"),
        ("strength", "/stats", "main h2"),
        ("page not found", "/nowhere", "h1"),
        ("match not found", "/m/AAAAAAAAAAAAAAAAAAAAAA", "h1"),
    ):
        ann.open(path)
        expect(ann[selector].first).to_be_visible()
        yield name
    ann.page.keyboard.press("?")
    expect(ann["dialog .keys"]).to_be_visible()
    yield "shortcuts"
    ann.page.keyboard.press("Escape")
    ann["[aria-label=Settings]:visible"].click()
    expect(ann["dialog"]).to_be_visible()
    yield "settings"


def test_every_screen_is_accessible(browser: Browser, shared_site: StaticSite) -> None:
    ann = Visitor(browser, shared_site, service_workers="block")
    for name in screens(ann, shared_site):
        with where(name):
            ann.page.emulate_media(color_scheme="light")
            assert find_violations(ann.page) == []
            assert ann.page.evaluate(HEADINGS) == 1
            ann.page.emulate_media(color_scheme="dark")
            assert find_violations(ann.page, "color-contrast") == []
            ann.page.set_viewport_size(SMALL_PHONE)
            assert ann.page.evaluate(WIDTH) <= SMALL_PHONE["width"]
            assert find_violations(ann.page, "target-size") == []
            ann.page.set_viewport_size(WIDE)
    ann.context.close()
    assert [error for error in ann.errors if not EXPECTED.search(error)] == []

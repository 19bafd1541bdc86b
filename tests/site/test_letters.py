"""Two people in two browsers play by letter, from static files under a prefix."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from static_site import StaticSite

pytestmark = [pytest.mark.long, pytest.mark.browser]

GRID = "[role=grid][data-seq]"
LEGAL = "[role=gridcell][aria-disabled=false]"
LINK = "[data-link=letter]"
START_MS = 90_000


def play(page: Page, index: int = 0) -> str:
    """Play a legal move and return the link to send."""
    page.locator(LEGAL).nth(index).click()
    expect(page.locator(LINK)).to_be_visible()
    return page.locator(LINK).input_value()


def open_link(page: Page, link: str, said: str) -> None:
    page.goto(link)
    expect(page.locator(".words")).to_contain_text(said, timeout=START_MS)


def test_a_game_by_letter_travels_in_links(browser: Browser, site: StaticSite) -> None:
    with browser.new_context() as first, browser.new_context() as second:
        ann, bob = first.new_page(), second.new_page()
        ann.goto(f"{site.url}#/play/quest")
        choice = ann.locator("[name=opponent][value=letter]")
        expect(choice).to_be_disabled()
        expect(ann.locator(".choice", has=choice)).to_contain_text("can't be played by letter")
        ann.goto(f"{site.url}#/play/maze?opponent=letter&seat=1&board=4+3+8%2F9+5+1%2F2+7+6")
        ann.reload()
        ann.locator("[data-do=create]").click()
        expect(ann.locator(GRID)).to_be_visible(timeout=START_MS)
        link = play(ann)
        assert link.startswith(f"{site.url}#game=1.")
        open_link(bob, link, "Player 1 started on the 4")
        answer = play(bob)
        open_link(ann, answer, "Player 2 started on")
        open_link(ann, link, "Player 2 started on")  # an older letter
        ann.locator("#more").click()
        expect(ann.locator(".menu")).not_to_contain_text("link")
        ann.locator(".menu [data-do=resign]").click()
        ann.locator("dialog [data-do=resign]").click()
        bob.goto(ann.locator(LINK).input_value())
        expect(bob.locator(".verdict-card")).to_contain_text("You win")
        bob.goto(f"{site.url}#/history")
        expect(bob.locator("main")).to_contain_text("Number Maze")


def test_other_moves_and_wrong_links_are_explained(browser: Browser, site: StaticSite) -> None:
    with browser.new_context() as first, browser.new_context() as second:
        ann, bob = first.new_page(), second.new_page()
        ann.goto(f"{site.url}#/play/sum?opponent=letter&seat=1")
        ann.locator("[data-do=create]").click()
        expect(ann.locator(GRID)).to_be_visible(timeout=START_MS)
        link = play(ann)
        open_link(bob, link, "Player 1 took 1")
        play(bob, 0)
        own = bob.url
        with browser.new_context() as third:
            other = third.new_page()
            open_link(other, link, "Player 1 took 1")
            contrary = play(other, 1)
        bob.goto(contrary)
        expect(bob.locator("main")).to_contain_text("in your game and")
        bob.locator("[data-do=keep-game]").click()
        expect(bob.locator(GRID)).to_be_visible()
        assert bob.url == own
        bob.goto(contrary)
        bob.locator("[data-do=use-letter]").click()
        expect(bob.locator(GRID)).to_be_visible()
        assert bob.url != own
        for wrong in (link[:-5], f"{site.url}#game=<img src=x>", f"{site.url}#game="):
            bob.goto(wrong)
            expect(bob.locator("h1")).to_have_text("Can't open this letter")
            expect(bob.locator("main")).to_contain_text("incomplete or damaged")

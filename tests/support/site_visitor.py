"""A visitor of the browser edition. Errors and requests that leave the site are recorded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect
from static_site import StaticSite

__all__ = ["CHOICES", "GRID", "LEGAL", "VERDICT", "Visitor", "watched_page"]

GRID = "[role=grid][data-seq]"
LEGAL = "[role=gridcell][aria-disabled=false]"
CHOICES = f"{GRID} {LEGAL}, .ask button[data-move]"
"""Selector of the moves that can be chosen now: tiles and buttons."""

VERDICT = ".verdict-card"
MAX_MOVES = 200
START_MS = 90_000
"""Time limit for Python to start."""


@contextmanager
def watched_page(
    browser: Browser, expected: re.Pattern[str], kinds: tuple[str, ...], **how: Any
) -> Iterator[Page]:
    """Yield a page without a service worker; fail on unexpected messages of these kinds."""
    context = browser.new_context(service_workers="block", **how)
    errors: list[str] = []

    def check(message: ConsoleMessage) -> None:
        if message.type in kinds and not expected.search(message.text):
            errors.append(message.text)

    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", check)
    yield page
    context.close()
    assert errors == []


class Visitor:
    """A person with the edition open in one tab."""

    def __init__(self, browser: Browser, site: StaticSite, **how: Any) -> None:
        how = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **how}
        self.site = site
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(30_000)
        self.context.on("request", self._check_request)
        self.context.on("console", self._check_console)
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        """Errors in the console, and requests that leave the site."""

    def _check_request(self, request: Request) -> None:
        is_local = urlsplit(request.url).scheme in ("blob", "data")
        if not is_local and not request.url.startswith(self.site.url):
            self.errors.append(f"requested {request.url}")

    def _check_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.errors.append(f"{message.type}: {message.text} ({message.location})")

    def open(self, path: str) -> Visitor:
        """Open the screen of a path. The document stays, if it is open."""
        self.page.goto(f"{self.site.url}#{path}")
        return self

    def __getitem__(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def button(self, action: str) -> Locator:
        """Return the button of an action."""
        return self[f"[data-do={action}]:visible"].first

    # ---- in a match

    def start(self, game: str, opponent: str, **choices: str) -> None:
        """Start a match from the address of the setup."""
        query = "&".join(f"{name}={value}" for name, value in choices.items())
        self.open(f"/play/{game}?opponent={opponent}&{query}")
        self.button("create").click()
        expect(self["dialog"]).to_have_count(0, timeout=START_MS)
        expect(self[f"{CHOICES}, {VERDICT}"].first).to_be_visible()

    @property
    def seq(self) -> str:
        return self[GRID].get_attribute("data-seq") or ""

    def choose(self, choice: Locator, *, taps: bool = False) -> None:
        """Choose a move, and wait until it is the visitor's turn again or the game is over."""
        before = self.seq
        choice.tap() if taps else choice.click()
        expect(self[f"[role=grid][data-seq='{before}']"]).to_have_count(0)
        expect(self[f"{CHOICES}, {VERDICT}"].first).to_be_visible()

    def play(self, *, taps: bool = False) -> None:
        """Play random moves to the end."""
        dice = Random(7)
        for _ in range(MAX_MOVES):
            if self[VERDICT].count():
                return
            moves = self[CHOICES]
            self.choose(moves.nth(dice.randrange(moves.count())), taps=taps)
        raise AssertionError(f"the game goes on after {MAX_MOVES} moves")

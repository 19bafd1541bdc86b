"""The five ways from the front page that docs/site.md lists, each within three clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from static_site import StaticSite

pytestmark = [pytest.mark.long, pytest.mark.browser]

PATHS = {
    "play now": (["Play now"], "play/", "[data-game=maze]"),
    "the rules of a game": (
        ["Read the rules of a game", "Number Maze"],
        "games/maze/",
        "#rules",
    ),
    "train an agent": (["Train an agent"], "train-an-agent/", "h1:has-text('Train an agent')"),
    "write a game": (["Write a game"], "first-game/", "h1:has-text('Your first game')"),
    "perfect play": (
        ["Who wins with perfect play?"],
        "solved/",
        "th:has-text('who wins with perfect play')",
    ),
}
"""For each question: the links to click, the address and what answers it there."""


@pytest.mark.parametrize("question", PATHS)
def test_answer_is_within_three_clicks(question: str, browser: Browser, site: StaticSite) -> None:
    clicks, address, answer = PATHS[question]
    assert len(clicks) <= 3
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    root = site.url.removesuffix("play/")
    page.goto(root)
    for name in clicks:
        page.get_by_role("main").get_by_role("link", name=name).first.click()
    expect(page.locator(answer).first).to_be_visible()
    assert page.url == root + address
    context.close()

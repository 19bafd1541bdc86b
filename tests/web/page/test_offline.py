"""Without a network: every link shows its screen, with a sentence and a way to try again."""

from __future__ import annotations

import re

import pytest
from browser_support import People, Person
from playwright.sync_api import expect
from tour import BOOK

from duel_support import where
from numduel.web.page_files import PAGE

NETWORK_ERROR = re.compile(r"net::ERR_|Failed to load resource")

LOCAL = {"/record", "/history", "/letter"}
"""Screens that need no server."""


RECONNECTS = "/m/:id"
"""Pattern of the screen that tries again by itself."""


def route_patterns() -> list[str]:
    """Return the patterns of all screens, from the router."""
    router = (PAGE / "js" / "router.js").read_text()
    found = re.findall(r'^  \["(/[^"]*)", \(\) => import', router, re.MULTILINE)
    assert len(found) > 10
    return found


def follow(person: Person, path: str) -> None:
    """Follow a link to a path, as a click in any screen would."""
    person.page.evaluate(
        """path => {
          const link = document.createElement("a");
          link.href = path;
          document.body.append(link);
          link.click();
          link.remove();
        }""",
        path,
    )


@pytest.mark.long
def test_every_screen_opens_offline_and_can_be_tried_again(people: People) -> None:
    one = people.served.create("maze", "here", name="Ann", board=BOOK)
    for move in ("0,0", "2,0"):
        one.does("move", move)
    ann = people.new()
    ann.expected_errors = NETWORK_ERROR
    ann.open("/")
    expect(ann["[data-game=maze] .mini"]).to_be_visible()
    for pattern in route_patterns():
        path = pattern.replace(":id", one.id).replace(":game", "maze")
        with where(path):
            ann.context.set_offline(True)
            follow(ann, path)
            expect(ann["main h1, .loading"].first).to_be_attached()
            expect(ann[".loading:not(.stack)"]).to_have_count(0)
            if path in LOCAL:
                ann.context.set_offline(False)
                continue
            expect(ann["[role=alert]:visible, [role=status]:visible"].first).to_contain_text(
                re.compile("offline|reach the server")
            )
            again = ann["[data-do^=try]:visible"].first
            with ann.page.expect_event("requestfailed"):
                again.click()
            expect(again).to_be_visible()
            ann.context.set_offline(False)
            if pattern != RECONNECTS:
                again.click()
            expect(ann["[data-do^=try]:visible"]).to_have_count(0)
            for sheet in ann["dialog[open]"].all():
                sheet.get_by_label("Close", exact=True).click()

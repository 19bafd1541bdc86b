"""The explorer on the page: walking, links, chance, and frames."""

from __future__ import annotations

import re

import pytest
from axe_support import find_violations
from browser_support import People
from playwright.sync_api import expect

import numduel

BOARD = "4%203%208/9%205%201/2%207%206"

pytestmark = pytest.mark.long


@pytest.mark.parametrize("game", numduel.games())
def test_every_game_is_explored(people: People, game: str) -> None:
    ann = people.new().open(f"/explore?game={game}")
    expect(ann[".explore-choice .value"].first).to_be_visible()
    assert find_violations(ann.page) == []
    ann[".explore-choice"].first.click()
    expect(ann[".explore-step[aria-current]"]).not_to_have_text("Start")
    ann.button("back").click()
    expect(ann[".explore-step[aria-current]"]).to_have_text("Start")


def test_link_opens_the_same_position(people: People) -> None:
    ann = people.new().open(f"/explore?game=maze&board={BOARD}")
    ann["[role=gridcell][data-move='0,0']"].click()
    expect(ann[".explore-step[aria-current]"]).to_have_text("0,0")
    bob = people.new().open("/explore" + ann.page.url.partition("/explore")[2])
    expect(bob[".explore-step[aria-current]"]).to_have_text("0,0")
    bob.page.keyboard.press("ArrowLeft")
    expect(bob[".explore-step[aria-current]"]).to_have_text("Start")
    bob.button("best-line").click()
    expect(bob[".about"]).to_contain_text("won the game")


def test_broken_links_say_what_is_wrong(people: People) -> None:
    ann = people.new().open(f"/explore?game=maze&board={BOARD}&moves=0,0%20%3Cimg%3E")
    expect(ann[".panel [role=alert]"]).to_contain_text("Move 2, <img>, can't be played")
    expect(ann[".explore-step[aria-current]"]).to_have_text("0,0")
    ann.expected_errors = re.compile("status of 4")
    ann.open("/explore?game=maze&board=1%201")
    expect(ann[".panel [role=alert]"]).to_contain_text("You see another board.")
    ann.open("/explore?game=chess")
    expect(ann[".panel [role=alert]"]).to_contain_text("names a game that isn't here")


def test_reader_chooses_the_revealed_number(people: People) -> None:
    ann = people.new().open("/explore?game=quest&moves=1,1")
    ann["[data-choice='9']"].click()
    expect(ann[".explore-step"]).to_have_text(["Start", "1,1", "9"])
    expect(ann["[role=gridcell].hidden"]).to_have_count(8)


def test_frame_hides_values_until_they_are_wanted(people: People) -> None:
    ann = people.new().open(f"/explore?game=maze&board={BOARD}&frame=1")
    expect(ann["#topbar"]).to_be_hidden()
    expect(ann.button("new-board")).to_be_visible()
    expect(ann[".tile .value"]).to_have_count(0)
    expect(ann[".about"]).to_contain_text("You play for both players.")
    ann["[role=gridcell][data-move='1,1']"].click(force=True)
    expect(ann[".message"]).to_contain_text("not an edge cell")
    ann.button("values").click()
    expect(ann[".tile .value"]).to_have_count(8)


def test_shares_of_boards_stay_on_one_line(people: People) -> None:
    ann = people.new(viewport={"width": 390, "height": 844})
    ann.open(f"/explore?game=maze&board={BOARD}")
    own = ann[".explore-census .here > :last-child"]
    expect(own).to_be_visible()
    assert own.evaluate("node => node.getClientRects().length") == 1

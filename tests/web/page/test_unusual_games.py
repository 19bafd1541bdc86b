"""Games with features that the five lack: draws, several tokens per player, no tiles."""

from __future__ import annotations

import re

from browser_support import PHONE, People, next_view
from playwright.sync_api import expect
from web_support import Seat

DRAWN_THREES = "a1 b1 c1 d1 b2 a2 d2 c2"


def test_drawn_game_with_several_tokens(people: People) -> None:
    ann, bob, seat = people.pair("threes", how={"reduced_motion": "no-preference"})
    for number, move in enumerate(DRAWN_THREES.split()):
        mover = bob if number % 2 else ann
        mover.wait_for_seq(seat.look()["seq"])
        mover.move(move).click()
        expect(mover[".over .token"]).to_have_count(number + 1)
        for person in (ann, bob):
            person.wait_for_seq(seat.look()["seq"])
    for player, here, labels in (
        (1, "you are here", "a1 c1 b2 d2"),
        (2, "Bob is here", "b1 d1 a2 c2"),
    ):
        assert ann[f".over .token[data-player='{player}']"].count() == 4
        for move in labels.split():
            assert here in str(ann.move(move).get_attribute("aria-label"))
    positions = ann[".over .token"].evaluate_all("all => all.map(one => one.style.transform)")
    assert len(set(positions)) == 8
    card = ann[".verdict-card"]
    expect(card).to_contain_text("It's a draw")
    assert card.get_attribute("data-player") is None
    assert card.locator(".seat").count() == 2  # both badges
    ann[".end-buttons a"].first.click()
    expect(ann[".panel"]).to_contain_text("The game is a draw.")
    expect(ann[".over .token"]).to_have_count(8)


def test_analysis_shows_which_moves_draw(people: People) -> None:
    ann = people.new().open("/?game=pick15&opponent=perfect")
    ann.button("create").click()
    expect(ann.grid).to_be_visible()
    ann["[data-tool=values]"].click()
    expect(ann["[role=gridcell] .value.draw"]).to_have_count(9)
    assert set(ann["[role=gridcell] .value"].all_inner_texts()) == {"D"}
    expect(ann[".legend .value.draw"]).to_have_text("D")
    ann.move("5").click()
    expect(ann["[role=gridcell].owned"]).to_have_count(2)  # with the computer's reply
    assert ann[".footprint"].count() == 2


def test_game_without_tiles_is_played_with_buttons(people: People) -> None:
    ann = people.new(viewport=PHONE).open("/?game=toss&opponent=here")
    ann.button("create").click()
    expect(ann.move("keep")).to_be_visible()
    seat = Seat(people.served, None, ann.id)
    first = seat.look()
    assert not ann["[role=grid]"].is_visible()
    expect(ann.words).to_contain_text("was drawn")  # also beside a question on a phone
    ann.move("throw").click()
    ann.wait_for_seq(next_view(seat, first)["seq"])
    ann.page.keyboard.press("Enter")  # a button has the focus again
    expect(ann[".verdict-card"]).to_contain_text(re.compile("wins|draw"))

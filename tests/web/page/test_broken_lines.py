"""When something breaks: the page, the server, the network; and when a move is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser_support import People, Person
from playwright.sync_api import Browser, Route, expect
from tour import BOOK
from web_support import Served, until, versus

AWAY = re.compile(r"net::ERR_")
"""What a browser writes down by itself when there is no server."""

HIDDEN = """is => {
    Object.defineProperty(document, "hidden", { value: is, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Another page is before this one, or no longer."""


def test_loading_anew_in_the_middle(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    seq = seat.look()["seq"] + 1
    ann.move("0,0").click()
    bob.sees(seq)
    for person in (ann, bob):
        before = person.board
        person.page.reload()
        person.sees(seq)
        assert person.board == before
    bob.move("2,0").click()
    ann.sees(seq + 1)
    bob.open("/")
    expect(bob[".continue"]).to_contain_text("with Ann")
    bob[".continue a"].click()
    bob.sees(seq + 1)


@pytest.mark.long
def test_a_server_that_is_killed_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path / "matches.sqlite3") as served:
        people = People(browser, served)
        ann, bob, seat = people.pair("maze", board=BOOK)
        eve = people.at(seat)
        for person in (ann, bob, eve):
            person.refusals = AWAY
        seq = seat.look()["seq"] + 1
        ann.move("0,0").click()
        bob.sees(seq)
        served.kill()
        bob.move("2,0").click()
        expect(bob["[data-state=unsent]"]).to_be_visible()
        expect(bob.move("2,0")).to_have_class(re.compile("pending"))
        served.start()
        for person in (ann, bob, eve):
            person.sees(seq + 1)
            expect(person["[data-state]"]).to_have_count(0)
        assert ann.board == bob.board == eve.board
        ann.move("0,1").click()
        for person in (bob, eve):
            person.sees(seq + 2)
        assert [ply["move"] for ply in seat.look()["plies"]] == ["0,0", "2,0", "0,1"]
        assert people.errors() == []
        people.close()


def test_a_move_without_a_network_is_sent_when_there_is_one(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    ann.refusals = AWAY
    seq = seat.look()["seq"]
    ann.context.set_offline(True)
    ann.move("0,0").click()
    expect(ann["[data-state=unsent]"]).to_contain_text("Not sent")
    assert seat.look()["seq"] == seq
    ann.context.set_offline(False)
    ann.sees(seq + 1)
    bob.sees(seq + 1)
    expect(ann["[data-state]"]).to_have_count(0)
    assert [ply["move"] for ply in seat.look()["plies"]] == ["0,0"]


def test_a_hidden_page_asks_now_and_then(people: People) -> None:
    one, two = versus(people.served, "maze", board=BOOK)
    bob = people.new(timezone_id="UTC")  # a browser for this test alone: its clock is in our hands
    bob.page.clock.install()
    bob.sits(two)
    until(lambda: one.look()["players"][1]["here"])
    for is_hidden, milliseconds in ((True, 5_000), (False, 0)):
        bob.page.evaluate(HIDDEN, is_hidden)
        bob.page.clock.run_for(milliseconds)
        until(lambda: one.look()["players"][1]["here"] != is_hidden)  # noqa: B023
        one.does("move", one.look()["status"]["moves"][0])
        bob.page.clock.run_for(milliseconds and 20_000)
        expect(bob.page).to_have_title(re.compile("^Your turn"))
        two.does("move", two.look()["status"]["moves"][0])


def test_a_refused_move_is_put_back_with_the_reason(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    ann.refusals = re.compile(r"status of 4(09|22)")
    before = ann.board
    ann.move("1,1").click(force=True)
    expect(ann["[data-state=refused]"]).to_have_text(re.compile(r"\w"))
    assert ann.board == before
    expect(ann.heard).to_have_text(ann["[data-state=refused]"].inner_text())
    ann.grid.locator("[tabindex='0']").focus()
    ann.page.keyboard.type("nonsense")
    ann.page.keyboard.press("Enter")
    expect(ann["[data-state=refused]"]).to_contain_text("nonsense")
    assert ann.board == before

    ann.move("0,0").click()
    bob.sees(seat.look()["seq"])
    ann.sees(seat.view["seq"])
    expect(ann["[data-state=refused]"]).to_have_count(0)


def test_a_move_that_comes_too_late_gives_way_to_the_one_made_elsewhere(people: People) -> None:
    one, _ = versus(people.served, "maze", board=BOOK)
    ann = people.at(one)
    ann.refusals = re.compile(f"{AWAY.pattern}|status of 409")
    ann.context.set_offline(True)
    ann.move("0,0").click()
    expect(ann["[data-state=unsent]"]).to_be_visible()
    one.does("move", "0,2")
    ann.context.set_offline(False)
    ann.sees(one.view["seq"])
    expect(ann["[data-state=unsent]"]).to_have_count(0)
    assert [ply["move"] for ply in one.look()["plies"]] == ["0,2"]
    assert "Player 1 is here" in ann.board[2][0]


def hold(person: Person, asked: str, act: Callable[[], object]) -> list[Route]:
    """Do what makes a page ask for something, and hold the answer; return what was asked."""
    held: list[Route] = []
    person.page.route(f"**/api/v1/{asked}", lambda route: held.append(route))
    with person.page.expect_request(f"**/api/v1/{asked}"):
        act()
    return held


def test_new_game_works_before_the_games_are_loaded(people: People) -> None:
    """No press is lost while the server has to answer, and a second one opens no second sheet."""
    ann = people.new()
    held = hold(ann, "games", lambda: ann.open("/"))
    ann.button("new").click()
    ann[".topbar"].get_by_text("New game").click()
    expect(ann["dialog"]).to_have_count(0)
    held[0].continue_()
    expect(ann.button("create")).to_be_visible()
    expect(ann["dialog"]).to_have_count(1)


def test_new_game_opens_nothing_on_another_screen(people: People) -> None:
    ann = people.new()
    held = hold(ann, "games", lambda: ann.open("/"))
    ann.button("new").click()
    ann.page.get_by_text("Solved facts").click()
    expect(ann[".fact"].first).to_be_visible()
    with ann.page.expect_response("**/api/v1/games"):
        held[0].continue_()
    ann.page.get_by_label("Settings").click()
    expect(ann["dialog"]).to_have_count(1)
    expect(ann["dialog"]).to_contain_text("Theme")


def test_a_screen_that_is_late_does_not_cover_the_next(people: People) -> None:
    ann = people.new().open("/learn")
    card = ann["a[href='/learn/maze']"]
    held = hold(ann, "lessons/maze", card.click)
    expect(card).to_have_count(0)
    ann.page.go_back()
    expect(card).to_be_visible()
    with ann.page.expect_response("**/api/v1/lessons/maze"):
        held[0].continue_()
    ann.page.get_by_label("Settings").click()
    expect(ann["dialog"]).to_contain_text("Theme")
    expect(card).to_have_count(1)
    expect(ann["[role=grid]"]).to_have_count(0)

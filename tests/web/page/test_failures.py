"""Failures of the page, the server or the network, and refused moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser_support import HeldRequests, People, Person
from playwright.sync_api import Browser, expect
from tour import BOOK
from web_support import Served, until, versus

NETWORK_ERROR = re.compile(r"net::ERR_")
"""Console error of a browser without a connection."""

SET_HIDDEN = """is => {
    Object.defineProperty(document, "hidden", { value: is, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Script that hides the page, or shows it."""


def test_reload_keeps_the_match(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    seq = seat.look()["seq"] + 1
    ann.move("0,0").click()
    bob.wait_for_seq(seq)
    for person in (ann, bob):
        before = person.board
        person.page.reload()
        person.wait_for_seq(seq)
        assert person.board == before
    bob.move("2,0").click()
    ann.wait_for_seq(seq + 1)
    bob.open("/")
    expect(bob[".continue"]).to_contain_text("with Ann")
    bob[".continue a"].click()
    bob.wait_for_seq(seq + 1)


@pytest.mark.long
def test_pending_move_survives_a_killed_server(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path / "matches.sqlite3") as served:
        people = People(browser, served)
        ann, bob, seat = people.pair("maze", board=BOOK)
        eve = people.at(seat)
        for person in (ann, bob, eve):
            person.expected_errors = NETWORK_ERROR
        seq = seat.look()["seq"] + 1
        ann.move("0,0").click()
        bob.wait_for_seq(seq)
        served.kill()
        bob.move("2,0").click()
        expect(bob["[data-state=unsent]"]).to_be_visible()
        expect(bob.move("2,0")).to_have_class(re.compile("pending"))
        served.start()
        for person in (ann, bob, eve):
            person.wait_for_seq(seq + 1)
            expect(person["[data-state=lost], [data-state=unsent]"]).to_have_count(0)
        assert ann.board == bob.board == eve.board
        ann.move("0,1").click()
        for person in (bob, eve):
            person.wait_for_seq(seq + 2)
        assert [ply["move"] for ply in seat.look()["plies"]] == ["0,0", "2,0", "0,1"]
        assert people.errors() == []
        people.close()


def test_offline_move_is_sent_after_reconnecting(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    ann.expected_errors = NETWORK_ERROR
    seq = seat.look()["seq"]
    ann.context.set_offline(True)
    ann.move("0,0").click()
    expect(ann["[data-state=unsent]"]).to_contain_text("will be sent automatically")
    assert seat.look()["seq"] == seq
    ann.context.set_offline(False)
    ann.wait_for_seq(seq + 1)
    bob.wait_for_seq(seq + 1)
    expect(ann["[data-state=lost], [data-state=unsent]"]).to_have_count(0)
    assert [ply["move"] for ply in seat.look()["plies"]] == ["0,0"]


def test_hidden_page_polls(people: People) -> None:
    one, two = versus(people.served, "maze", board=BOOK)
    bob = people.new()
    bob.stop_clock()
    bob.take_seat(two)
    until(lambda: one.look()["players"][1]["here"])
    for is_hidden, milliseconds in ((True, 5_000), (False, 0)):
        bob.page.evaluate(SET_HIDDEN, is_hidden)
        bob.page.clock.run_for(milliseconds)
        until(lambda: one.look()["players"][1]["here"] != is_hidden)  # noqa: B023
        one.does("move", one.look()["status"]["moves"][0])
        bob.page.clock.run_for(milliseconds and 20_000)
        expect(bob.page).to_have_title(re.compile("^Your turn"))
        expect(bob["link[rel=icon]"]).to_have_attribute("href", re.compile("icon-turn"))
        two.does("move", two.look()["status"]["moves"][0])


def test_refused_move_is_undone_with_a_reason(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    ann.expected_errors = re.compile(r"status of 4(09|22)")
    before = ann.board
    ann.move("1,1").click(force=True)
    expect(ann["[data-state=refused]"]).to_have_text(re.compile(r"\w"))
    assert ann.board == before
    expect(ann.announcement).to_have_text(ann["[data-state=refused]"].inner_text())
    ann.grid.locator("[tabindex='0']").focus()
    ann.page.keyboard.type("nonsense")
    ann.page.keyboard.press("Enter")
    expect(ann["[data-state=refused]"]).to_contain_text("nonsense")
    assert ann.board == before

    ann.move("0,0").click()
    bob.wait_for_seq(seat.look()["seq"])
    ann.wait_for_seq(seat.view["seq"])
    expect(ann["[data-state=refused]"]).to_have_count(0)


def test_outdated_move_yields_to_a_move_from_another_device(people: People) -> None:
    one, _ = versus(people.served, "maze", board=BOOK)
    ann = people.at(one)
    ann.expected_errors = re.compile(f"{NETWORK_ERROR.pattern}|status of 409")
    ann.context.set_offline(True)
    ann.move("0,0").click()
    expect(ann["[data-state=unsent]"]).to_be_visible()
    one.does("move", "0,2")
    ann.context.set_offline(False)
    ann.wait_for_seq(one.view["seq"])
    expect(ann["[data-state=unsent]"]).to_have_count(0)
    assert [ply["move"] for ply in one.look()["plies"]] == ["0,2"]
    assert "Player 1 is here" in ann.board[2][0]


def hold(person: Person, path: str, act: Callable[[], object]) -> HeldRequests:
    """Act, hold the request that this causes, and return it."""
    held = HeldRequests(person.page, f"**/api/v1/{path}")
    with person.page.expect_request(f"**/api/v1/{path}"):
        act()
    return held


def test_hints_pressed_before_an_answer_ask_for_the_next(people: People) -> None:
    """The page shows the answer to the last press, even if an earlier answer arrives after it."""
    ann = people.at(people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK))
    tool = ann["[data-tool=hint]"]
    held = hold(ann, "matches/*/hint?*", tool.click)
    for _ in range(2):
        with ann.page.expect_request("**/hint?*"):
            tool.click()
    assert [route.request.url[-1] for route in held.wait(3)] == ["1", "2", "3"]
    for route in reversed(held):
        with ann.page.expect_response("**/hint?*"):
            route.continue_()
    expect(ann.words).to_contain_text("best play continues")
    expect(ann[".arrow"]).to_have_count(1)


def test_new_game_waits_until_the_games_are_loaded(people: People) -> None:
    """The first press opens the sheet after the answer; a second press opens no second sheet."""
    ann = people.new()
    held = hold(ann, "games", lambda: ann.open("/"))
    ann.button("new").click()
    ann[".heading-row"].get_by_text("New game").click()
    expect(ann["dialog"]).to_have_count(0)
    held.wait()[0].continue_()
    expect(ann.button("create")).to_be_visible()
    expect(ann["dialog"]).to_have_count(1)


def test_new_game_opens_no_sheet_on_another_screen(people: People) -> None:
    ann = people.new()
    held = hold(ann, "games", lambda: ann.open("/"))
    ann.button("new").click()
    ann.page.get_by_text("Perfect play").click()
    expect(ann[".fact"].first).to_be_visible()
    with ann.page.expect_response("**/api/v1/games"):
        held.wait()[0].continue_()
    ann.page.get_by_label("Settings").click()
    expect(ann["dialog"]).to_have_count(1)
    expect(ann["dialog"]).to_contain_text("Theme")


def test_slow_screen_does_not_replace_the_next(people: People) -> None:
    ann = people.new().open("/learn")
    card = ann["a[href='/learn/maze']"]
    held = hold(ann, "lessons/maze", card.click)
    expect(card).to_have_count(0)
    ann.page.go_back()
    expect(card).to_be_visible()
    with ann.page.expect_response("**/api/v1/lessons/maze"):
        held.wait()[0].continue_()
    ann.page.get_by_label("Settings").click()
    expect(ann["dialog"]).to_contain_text("Theme")
    expect(card).to_have_count(1)
    expect(ann["[role=grid]"]).to_have_count(0)


def test_links_cut_in_the_middle_of_a_sign_lead_to_a_screen(people: People) -> None:
    ann = people.new()
    ann.expected_errors = re.compile("status of 4(04|22)")
    for path, title in {
        "/m/%E0%A4": "Game not found",
        "/m/%/review": "No review available",
        "/rules/%ff": "Rules not found",
        "/learn/maze%": "Lesson not found",
    }.items():
        ann.open(path)
        expect(ann["main h1"]).to_have_text(title)
        expect(ann.page).to_have_title(f"{title} · numduel")

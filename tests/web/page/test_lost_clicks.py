"""Every click is answered: by an action now or later, or by a message."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser_support import HeldRequests, People, Person
from playwright.sync_api import Locator, Route, expect
from tour import BOOK

from duel_support import where

NETWORK_ERROR = re.compile(r"net::ERR_")
"""Console error of a browser without a connection."""

OFFLINE = "You're offline. Try again when you're connected."
UNREACHABLE = "Can't reach the server. Try again in a moment."

SHEETS = ("[data-do=new]", "[data-game=maze]")
SCREENS = ("a[href='/puzzle']", "a[href='/duel']", "a[href='/learn']", "a[href='/facts']")


def message(person: Person) -> Locator:
    """Return the visible alert, which screen readers announce."""
    return person["[role=alert]:visible"]


def visitor(people: People) -> Person:
    person = people.new()
    person.expected_errors = NETWORK_ERROR
    return person


def open_home(person: Person) -> None:
    """Open the home screen and wait until it is loaded."""
    person.open("/")
    expect(person["[data-game=maze] .mini"]).to_be_visible()


def test_every_tap_on_the_home_screen_is_answered_offline(people: People) -> None:
    ann = visitor(people)
    open_home(ann)
    for tapped in (*SHEETS, *SCREENS):
        with where(tapped):
            expect(ann["[data-game=maze] .mini"]).to_be_visible()
            ann.context.set_offline(True)
            ann[f"{tapped}:visible"].first.click()
            expect(message(ann)).to_have_text(OFFLINE)
            ann.context.set_offline(False)
            if tapped in SHEETS:
                ann.page.get_by_label("Close", exact=True).click()
            elif tapped != SCREENS[-1]:
                ann.page.go_back()
    ann.context.set_offline(True)
    with ann.page.expect_event("requestfailed"):  # or the button may vanish under the next click
        ann.button("try-again").click()
    expect(message(ann).first).to_have_text(OFFLINE)
    ann.context.set_offline(False)
    ann.button("try-again").click()
    expect(ann[".fact"].first).to_be_visible()
    expect(message(ann)).to_have_count(0)


def test_failed_creation_of_a_game_shows_the_reason(people: People) -> None:
    ann = visitor(people)
    open_home(ann)
    ann.button("new").click()
    expect(ann[".preview-board .mini"]).to_be_visible()
    ann.context.set_offline(True)
    ann.button("create").click()
    expect(message(ann)).to_have_text(OFFLINE)
    ann.context.set_offline(False)
    ann.button("create").click()
    assert ann.id


def test_missing_script_shows_an_error(people: People) -> None:
    ann = visitor(people)
    ann.page.route("**/page.js", lambda route: route.abort())
    ann.open("/")
    expect(message(ann)).to_have_text("This page didn't load completely. Reload it.")


def test_bugs_of_the_page_are_shown_and_logged(people: People) -> None:
    ann = people.new()
    open_home(ann)
    for fault in ("throw Error('wrong')", "Promise.reject(Error('wrong'))"):
        with where(fault):
            ann.page.evaluate(f"() => void setTimeout(() => {{ {fault} }})")
            expect(message(ann)).to_contain_text("Something went wrong.")
            assert ann.errors == ["wrong"]
            ann.errors.clear()
            ann.page.get_by_label("Close message").click()
            expect(message(ann)).to_have_count(0)


def test_games_that_fail_to_load_are_requested_again(people: People) -> None:
    ann = visitor(people)
    ann.page.route("**/api/v1/games", lambda route: route.abort())
    ann.open("/")
    expect(ann[".games [role=alert]"]).to_have_text(UNREACHABLE)
    ann.button("new").click()
    expect(ann[".message"]).to_contain_text(UNREACHABLE)
    ann.page.unroute("**/api/v1/games")
    ann.button("new").click()
    expect(ann.button("create")).to_be_visible()
    expect(ann["[data-game=maze]"]).to_be_visible()
    expect(ann[".message"]).to_have_count(0)


@pytest.mark.parametrize("address", ["/", "/?game=maze"])
def test_new_game_by_keyboard_waits_for_slow_games(people: People, address: str) -> None:
    ann = people.new()
    held = HeldRequests(ann.page, "**/api/v1/games")
    ann.open(address)
    ann.button("new").focus()
    ann.page.keyboard.press("Enter")
    expect(message(ann)).to_have_text("Loading…")
    held.wait()[0].continue_()
    expect(ann.button("create")).to_be_visible()
    expect(ann["dialog"]).to_have_count(1)
    expect(message(ann)).to_have_count(0)


def test_option_that_follows_from_the_board_is_unknown_until_the_board_is_there(
    people: People,
) -> None:
    ann = people.new()
    held = HeldRequests(ann.page, "**/api/v1/preview")
    with ann.page.expect_request("**/api/v1/preview"):
        ann.open("/play/maze")
    value, more = ann["#option-target ~ .stepper-value"], ann["#option-target1"]
    expect(value).to_have_text("–")
    expect(more).to_have_attribute("aria-disabled", "true")
    expect(ann["#option-target"]).to_have_value("")
    held.wait()[0].continue_()
    expect(ann["#option-target"]).to_have_value("15")
    expect(more).to_have_attribute("aria-disabled", "false")


def test_double_click_starts_one_duel(people: People) -> None:
    ann = people.new().open("/duel")
    expect(ann.button("duel")).to_be_visible()
    held = HeldRequests(ann.page, "**/api/v1/daily/duel")
    with ann.page.expect_request("**/api/v1/daily/duel"):
        ann.button("duel").dblclick()
    held.wait()[0].continue_()
    expect(ann["[role=grid]"]).to_be_visible()
    assert len(held) == 1


def test_late_game_waits_on_the_home_screen_if_its_setup_is_closed(people: People) -> None:
    ann = people.new().open("/play/maze")
    expect(ann[".preview-board .mini"]).to_be_visible()
    held = HeldRequests(ann.page, "**/api/v1/matches")
    with ann.page.expect_request("**/api/v1/matches"):
        ann.button("create").click()
    ann.page.keyboard.press("Escape")
    ann["a[href='/learn']:visible"].first.click()
    expect(ann["main h1"]).to_have_text("Learn a game in two minutes")
    with ann.page.expect_response("**/api/v1/matches"):
        held.wait()[0].continue_()
    ann.page.evaluate("() => new Promise((resume) => setTimeout(resume, 100))")
    expect(ann["main h1"]).to_have_text("Learn a game in two minutes")
    ann.open("/")
    expect(ann[".continue"]).to_contain_text("Number Maze")


def test_late_duel_waits_if_its_screen_is_left(people: People) -> None:
    ann = people.new().open("/duel")
    expect(ann.button("duel")).to_be_visible()
    held = HeldRequests(ann.page, "**/api/v1/daily/duel")
    with ann.page.expect_request("**/api/v1/daily/duel"):
        ann.button("duel").click()
    ann["a[href='/learn']:visible"].first.click()
    expect(ann["main h1"]).to_have_text("Learn a game in two minutes")
    with ann.page.expect_response("**/api/v1/daily/duel"):
        held.wait()[0].continue_()
    ann.page.evaluate("() => new Promise((resume) => setTimeout(resume, 100))")
    expect(ann["main h1"]).to_have_text("Learn a game in two minutes")
    ann.page.unroute("**/api/v1/daily/duel")
    ann.expected_errors = re.compile("409")  # it has no result yet
    ann.open("/duel")
    expect(ann.button("continue")).to_be_visible()


Pressed = tuple[Person, list[tuple[str, str]]]
"""A person, and the selectors of controls to press and of their answers."""


def lesson(people: People) -> Pressed:
    ann = visitor(people).open("/learn/maze")
    expect(ann[".task"]).to_be_visible()
    return ann, [("[role=gridcell][aria-disabled=false]", ".verdict-words")]


def puzzle(people: People) -> Pressed:
    ann = visitor(people).open("/puzzle")
    expect(ann["[role=grid]"]).to_be_visible()
    pressed = ("[data-do=help]", "[role=gridcell][aria-disabled=false]", "[data-do=help]")
    return ann, [(each, ".panel [role=alert]") for each in pressed]


def review(people: People) -> Pressed:
    one = people.served.create("maze", "here", name="Ann", board=BOOK)
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        one.does("move", move)
    ann = visitor(people).take_seat(one).open(f"/m/{one.id}/review?ply=5")
    expect(ann[".graph"]).to_be_visible()
    shown = "[data-do=show-why]", "[data-do=show-better]"
    pressed = (*shown, "#ply-1", "[data-do=record]", "[data-do=branch]")
    return ann, [(each, ".message") for each in pressed]


def against_computer(people: People) -> Pressed:
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = visitor(people).take_seat(one)
    return ann, [("[data-tool=hint]", ".words"), ("[data-tool=rules]", ".rules-aside")]


@pytest.mark.parametrize("screen", [lesson, puzzle, review, against_computer])
def test_every_press_on_a_board_screen_is_answered_offline(
    people: People, screen: Callable[[People], Pressed]
) -> None:
    ann, pressed = screen(people)
    ann.context.set_offline(True)
    for selector, answer in pressed:
        with where(selector):
            ann[selector].first.click()
            expect(ann[answer]).to_contain_text(OFFLINE)
            for shown in ann.page.get_by_label("Close message").all():
                shown.click()


def test_second_action_shows_a_message_while_the_first_is_sent(people: People) -> None:
    ann, _, seat = people.pair("maze", board=BOOK)
    seq = seat.look()["seq"]
    held = HeldRequests(ann.page, "**/actions")
    ann.move("0,0").click()
    ann.button("takeback").click()
    expect(message(ann)).to_contain_text("still being sent")
    held.wait()[0].continue_()
    ann.wait_for_seq(seq + 1)
    assert len(held) == 1


def test_join_takes_the_seat_if_the_first_answer_is_lost(people: People) -> None:
    host = people.served.create("maze", name="Ann")
    bob = visitor(people).open(f"/m/{host.id}#join={host.invite}")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    bob.page.route("**/join", lose, times=1)
    bob.button("join").click()
    expect(bob[".bar.me"]).to_contain_text("You")
    bob.page.reload()
    expect(bob[".bar.me"]).to_contain_text("You")


def test_friends_read_the_note_on_fair_play(people: People) -> None:
    note = "we trust you to play fair"
    ann, bob = people.new(), people.new()
    ann.open("/?game=maze&opponent=friend").button("create").click()
    expect(ann[".fair-play"]).to_contain_text(note)
    bob.open(ann["input[data-link=invite]"].input_value())
    expect(bob[".fair-play"]).to_contain_text(note)
    bob.button("join").click()
    ann["#more"].click()
    expect(ann["dialog .fair-play"]).to_contain_text(note)

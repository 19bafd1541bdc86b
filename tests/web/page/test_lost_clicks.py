"""No click is lost: what cannot be done now is done later, or a message says why not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser_support import People, Person
from playwright.sync_api import Locator, Route, expect
from tour import BOOK

from duel_support import where

AWAY = re.compile(r"net::ERR_")
"""What a browser writes down by itself when there is no server."""

OFFLINE = "You are offline. Try again when you are connected."
UNREACHABLE = "The server cannot be reached. Try again in a moment."

SHEETS = ("[data-do=new]", "[data-game=maze]")
SCREENS = ("a[href='/puzzle']", "a[href='/duel']", "a[href='/learn']", "a[href='/facts']")


def message(person: Person) -> Locator:
    """What the page says to everyone, and to a screen reader at once."""
    return person["[role=alert]:visible"]


def visitor(people: People) -> Person:
    person = people.new()
    person.refusals = AWAY
    return person


def at_home(person: Person) -> None:
    """Open the first screen, with everything that it asks for."""
    person.open("/")
    expect(person["[data-game=maze] .mini"]).to_be_visible()


def test_every_tap_on_the_first_screen_is_answered_without_a_network(people: People) -> None:
    ann = visitor(people)
    at_home(ann)
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
    ann.button("try-again").click()
    expect(message(ann).first).to_have_text(OFFLINE)
    ann.context.set_offline(False)
    ann.button("try-again").click()
    expect(ann[".fact"].first).to_be_visible()
    expect(message(ann)).to_have_count(0)


def test_a_game_that_is_not_created_says_why(people: People) -> None:
    ann = visitor(people)
    at_home(ann)
    ann.button("new").click()
    expect(ann[".preview-board .mini"]).to_be_visible()
    ann.context.set_offline(True)
    ann.button("create").click()
    expect(message(ann)).to_have_text(OFFLINE)
    ann.context.set_offline(False)
    ann.button("create").click()
    assert ann.id


def test_a_screen_whose_module_is_missing_says_so_and_is_tried_again(people: People) -> None:
    ann = visitor(people)
    at_home(ann)
    ann.page.route("**/screens/facts.js", lambda route: route.abort())
    ann["a[href='/facts']:visible"].first.click()
    expect(message(ann)).to_have_text(UNREACHABLE)
    ann.page.unroute("**/screens/facts.js")
    ann.button("try-again").click()
    expect(ann[".fact"].first).to_be_visible()


def test_a_page_whose_first_modules_are_missing_says_so(people: People) -> None:
    ann = visitor(people)
    ann.page.route("**/js/router.js", lambda route: route.abort())
    ann.open("/")
    expect(message(ann)).to_have_text("This page could not be loaded in full. Load it again.")


def test_what_fails_on_the_page_itself_is_shown_and_stays_in_the_console(people: People) -> None:
    ann = people.new()
    at_home(ann)
    for fault in ("throw Error('wrong')", "Promise.reject(Error('wrong'))"):
        with where(fault):
            ann.page.evaluate(f"() => void setTimeout(() => {{ {fault} }})")
            expect(message(ann)).to_contain_text("Something went wrong on this page.")
            assert ann.errors == ["wrong"]
            ann.errors.clear()
            ann.page.get_by_label("Close message").click()
            expect(message(ann)).to_have_count(0)


def test_games_that_fail_to_load_are_asked_for_again(people: People) -> None:
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
    held: list[Route] = []
    ann.page.route("**/api/v1/games", lambda route: held.append(route))
    ann.open(address)
    ann.button("new").focus()
    ann.page.keyboard.press("Enter")
    expect(message(ann)).to_have_text("Loading …")
    held[0].continue_()
    expect(ann.button("create")).to_be_visible()
    expect(ann["dialog"]).to_have_count(1)
    expect(message(ann)).to_have_count(0)


Pressed = tuple[Person, list[tuple[str, str]]]
"""Someone before a screen, what they press there, and where the answer stands."""


def lesson(people: People) -> Pressed:
    ann = visitor(people).open("/learn/maze")
    expect(ann[".task"]).to_be_visible()
    return ann, [("[role=gridcell][aria-disabled=false]", ".verdict-words")]


def puzzle(people: People) -> Pressed:
    ann = visitor(people).open("/puzzle")
    expect(ann["[role=grid]"]).to_be_visible()
    return ann, [("[data-do=help]", ".verdict-words"), ("[data-tool=practice]", ".message")]


def review(people: People) -> Pressed:
    one = people.served.create("maze", "here", name="Ann", board=BOOK)
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        one.does("move", move)
    ann = visitor(people).sits(one).open(f"/m/{one.id}/review?ply=6")
    expect(ann[".graph"]).to_be_visible()
    pressed = ("#ply-1", "[aria-label='Download the record']", "[data-do=branch]")
    return ann, [(each, ".message") for each in pressed]


def alone(people: People) -> Pressed:
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = visitor(people).sits(one)
    return ann, [("[data-tool=hint]", ".words"), ("[data-tool=rules]", ".rules-aside")]


@pytest.mark.parametrize("place", [lesson, puzzle, review, alone])
def test_what_is_pressed_on_a_board_is_answered_without_a_network(
    people: People, place: Callable[[People], Pressed]
) -> None:
    ann, pressed = place(people)
    ann.context.set_offline(True)
    for selector, answer in pressed:
        with where(selector):
            ann[selector].first.click()
            expect(ann[answer]).to_contain_text(OFFLINE)
            for shown in ann.page.get_by_label("Close message").all():
                shown.click()


def test_an_action_during_another_is_answered(people: People) -> None:
    ann, _, seat = people.pair("maze", board=BOOK)
    seq = seat.look()["seq"]
    held: list[Route] = []
    ann.page.route("**/actions", lambda route: held.append(route))
    ann.move("0,0").click()
    ann.button("takeback").click()
    expect(message(ann)).to_contain_text("still being sent")
    held[0].continue_()
    ann.sees(seq + 1)
    assert len(held) == 1


def test_join_takes_the_seat_though_the_first_answer_is_lost(people: People) -> None:
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


def test_friends_read_what_fair_play_is(people: People) -> None:
    honour = "fair play between friends is a matter of honour"
    ann, bob = people.new(), people.new()
    ann.open("/?game=maze&opponent=friend").button("create").click()
    expect(ann[".fair-play"]).to_contain_text(honour)
    bob.open(ann["input[data-link=invite]"].input_value())
    expect(bob[".fair-play"]).to_contain_text(honour)
    bob.button("join").click()
    ann["#more"].click()
    expect(ann["dialog .fair-play"]).to_contain_text(honour)

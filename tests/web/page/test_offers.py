"""Offers, answers, presence and the connection: each is shown, announced and put into the title."""

from __future__ import annotations

import re

import pytest
from browser_support import People, Person
from playwright.sync_api import expect
from tour import BOOK
from web_support import Seat, new_token, until, versus

from duel_support import where

NETWORK_ERROR = re.compile(r"net::ERR_|status of 503")

TURN_ICON, ICON = re.compile(r"/icon-turn\.svg$"), re.compile(r"/icon\.svg$")


def hears(person: Person, state: str, text: str, title: str | None = None) -> None:
    """Check that a person reads a notice, and that it is announced and in the title."""
    expect(person[f"[data-state={state}] p"]).to_have_text(text)
    expect(person.announcement).to_contain_text(text)
    if title is not None:
        expect(person.page).to_have_title(title)


def is_asked(person: Person, title: str) -> None:
    """Check that a person reads an offer with its two answers."""
    expect(person["section[aria-label=Offer] h2"]).to_have_text(title)
    expect(person.announcement).to_contain_text(f"{title}.")
    expect(person.page).to_have_title(re.compile(f"^{title} · "))
    expect(person["link[rel=icon]"]).to_have_attribute("href", TURN_ICON)


def test_offers_and_answers_reach_both_players_and_spectators(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    eve = people.at(seat)
    maze = "Number Maze"
    hears(ann, "news", "Bob joined the game.")
    ann.move("0,0").click()
    expect(bob.page).to_have_title(f"Your turn · {maze} with Ann")

    ann.button("takeback").click()
    hears(ann, "offered", "You asked for a takeback. Waiting for Bob.", f"{maze} with Bob")
    is_asked(bob, "Ann asks for a takeback")
    asked = "Ann asked Bob for a takeback"
    hears(eve, "offered", f"{asked}.", f"{asked} · {maze}: Ann and Bob")
    bob.button("decline").click()
    for person, title in ((ann, f"{maze} with Bob"), (eve, f"{maze}: Ann and Bob")):
        declined = "Bob declined the takeback"
        hears(person, "news", f"{declined}.", f"{declined} · {title}")
    hears(bob, "news", "You declined the takeback.")
    expect(bob.page).to_have_title(re.compile("^Your turn · You declined"))

    bob["#more"].click()  # a sheet covers the offer
    ann.button("takeback").click()
    expect(bob["dialog [role=alert]"]).to_contain_text("Ann asks for a takeback.")
    expect(bob.announcement).to_have_text("")  # the alert is read, once
    bob.page.get_by_label("Close", exact=True).click()
    expect(bob["section[aria-label=Offer] h2"]).to_have_text("Ann asks for a takeback")
    ann["[data-state=offered] [data-do=decline]"].click()
    hears(bob, "news", "Ann withdrew the request for a takeback.")
    hears(eve, "news", "Ann withdrew the request for a takeback.")
    expect(bob["section[aria-label=Offer]"]).to_have_count(0)

    ann.button("takeback").click()
    bob.button("accept").click()
    taken = "Bob accepted the takeback."
    hears(ann, "news", f"{taken} Your last move was taken back.")
    hears(eve, "news", f"{taken} Ann's last move was taken back.")
    expect(ann.page).to_have_title(re.compile("^Your turn · "))

    ann["#more"].click()
    ann["dialog"].get_by_text("Offer to end without a winner").click()
    is_asked(bob, "Ann offers to end the game without a winner")
    ann.move("0,2").click()  # a move answers it
    hears(bob, "news", "Ann withdrew the offer to end the game without a winner.")

    bob.button("resign").click()
    bob["dialog [data-do=resign]"].click()
    expect(ann.announcement).to_contain_text("Bob resigned. You won the game.")
    expect(ann.page).to_have_title(f"You win · {maze} with Bob")
    bob.button("rematch").click()
    hears(bob, "offered", "You offered a rematch. Waiting for Ann.")
    is_asked(ann, "Bob offers a rematch")
    hears(eve, "offered", "Bob offered Ann a rematch.")
    ann.button("decline").click()
    hears(bob, "news", "Ann declined the rematch.")
    ann.button("rematch").click()
    bob.button("accept").click()
    started = "accepted the rematch. Round 2 has started, with seats swapped."
    hears(ann, "news", f"Bob {started}")
    hears(bob, "news", f"You {started}")
    expect(bob.page).to_have_title(re.compile("^Your turn · "))
    for person in (ann, bob, eve):
        others = person["#screen"].inner_text().replace("You're watching", "")
        assert person is not eve or not re.search(r"(?i)\byour?\b", others)


def test_title_and_icon_show_your_turn(people: People) -> None:
    ann, bob, _ = people.pair("maze", board=BOOK)
    for mover, other, move in ((ann, bob, "0,0"), (bob, ann, "2,0"), (ann, bob, "0,1")):
        expect(mover.page).to_have_title(re.compile("^Your turn · "))
        expect(mover["link[rel=icon]"]).to_have_attribute("href", TURN_ICON)
        expect(other["link[rel=icon]"]).to_have_attribute("href", ICON)
        expect(other.page).not_to_have_title(re.compile("Your turn"))
        mover.move(move).click()
    href = bob["link[rel=icon]"].get_attribute("href")
    answer = bob.page.request.get(f"{people.served.url}{href}")
    assert answer.headers["content-type"] == "image/svg+xml"
    bob["#topbar a"].first.click()
    expect(bob["link[rel=icon]"]).to_have_attribute("href", ICON)

    shared = people.at(people.served.create("maze", "here", name="Ann", seat=1, board=BOOK))
    expect(shared.page).to_have_title("Ann to move · Number Maze: Ann and Player 2")
    expect(shared["link[rel=icon]"]).to_have_attribute("href", ICON)


@pytest.mark.long
def test_players_who_leave_and_return_are_reported(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    eve = people.at(seat)
    maze = "Number Maze"
    bob.open("/page/icon.svg")
    away = "Bob is away. The game waits."
    for person in (ann, eve):
        hears(person, "away", away)
        expect(person.page).to_have_title(re.compile(r"Bob is away\. The game waits · "))
    bob.page.go_back()
    for person in (ann, eve):
        hears(person, "presence", "Bob is online.")
        expect(person["[data-state=away]"]).to_have_count(0)
    ann.move("0,0").click()
    expect(ann["[data-state=presence]"]).to_have_count(0)
    expect(ann.page).to_have_title(f"{maze} with Bob")


@pytest.mark.long
def test_invited_late_and_other_visitors_read_sentences_meant_for_them(people: People) -> None:
    host = people.served.create("maze", seat=1, name="Ann", board=BOOK)
    ann = people.new().open(f"/m/{host.id}#seat={host.token}")
    expect(ann.announcement).to_have_text("Waiting for your friend. You are Player 1 and go first.")
    expect(ann.page).to_have_title("Waiting for your friend · Number Maze")
    eve, bob = people.new(), people.new()
    eve.open(f"/m/{host.id}#join={host.invite}")
    expect(eve["[data-state=here]"]).to_have_text("Ann is online.")
    expect(eve.announcement).to_contain_text("Ann is online.")
    expect(eve.page).to_have_title("Ann invites you to Number Maze · numduel")
    ann.open("/page/icon.svg")
    hears(eve, "away", "Ann is away. The game waits.")
    expect(eve.button("join")).to_be_visible()
    bob.open(f"/m/{host.id}")
    expect(bob["main"]).to_contain_text("Ann is waiting for a friend.")
    expect(bob.announcement).to_contain_text("You can watch when the friend has joined.")
    ann.page.go_back()
    expect(bob["[data-state=here]"]).to_have_text("Ann is online.")

    carl = Seat(people.served, new_token(), host.id)
    carl.join(host.invite, "Carl")
    hears(eve, "notice", "Both seats are taken. You're watching Ann and Carl.")
    hears(ann, "news", "Carl joined the game.")
    expect(ann.page).to_have_title(re.compile("^Your turn · Carl joined the game · "))
    expect(bob["[data-state=notice]"]).to_have_count(0)
    expect(bob["[data-state=news]"]).to_have_text("Carl joined the game.")
    carl.look()
    carl.does("resign")
    expect(eve["[data-state=notice]"]).to_have_count(0)
    bob.open(f"/m/{host.id}#join={host.invite}")
    hears(bob, "notice", "Both seats are taken. Ann and Carl have already played.")


def test_lost_connection_is_shown_and_try_now_reconnects(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    ann.expected_errors = NETWORK_ERROR
    ann.context.set_offline(True)
    title = re.compile("^Connection lost · Your turn · ")
    expect(ann.page).to_have_title(title)
    hears(ann, "lost", "Connection lost. Reconnecting…")
    for number in ("", r" \(2 tries\)"):
        ann.button("try-now").click()
        text = re.compile(f"^You're still offline. Reconnecting…{number}$")
        expect(ann["[data-state=lost] p"]).to_have_text(text)
        expect(ann.announcement).to_have_text(text)
    ann.context.set_offline(False)
    hears(ann, "notice", "Connected again.")
    expect(ann["[data-state=lost]"]).to_have_count(0)
    expect(ann.page).to_have_title(re.compile("^Your turn · "))

    ann.page.route(
        "**/events", lambda route: route.abort()
    )  # now the server fails, not the network
    ann.context.set_offline(True)
    ann.context.set_offline(False)
    expect(ann["[data-state=lost]"]).to_be_visible()
    ann.stop_clock()  # no retry but by the button
    ann.button("try-now").click()
    expect(ann["[data-state=lost] p"]).to_contain_text("The server still doesn't answer.")
    ann.page.unroute("**/events")
    ann.button("try-now").click()
    hears(ann, "notice", "Connected again.")
    ann.move("0,0").click()
    bob.wait_for_seq(seat.look()["seq"])


def test_match_that_fails_to_load_is_loaded_by_try_now(people: People) -> None:
    one, _ = versus(people.served, "maze", board=BOOK)
    ann = people.new(timezone_id="UTC")
    ann.expected_errors = NETWORK_ERROR
    ann.page.route("**/events", lambda route: route.abort())
    ann.open(f"/m/{one.id}#seat={one.token}")
    expect(ann["[data-state=lost]"]).to_have_text("Can't reach the server. Reconnecting…")
    expect(ann.announcement).to_have_text("Can't reach the server. Reconnecting…")
    ann.page.unroute("**/events")
    ann.button("try-now").click()
    ann.wait_for_seq(one.look()["seq"])


def test_every_tap_is_answered_while_an_action_is_unsent(people: People) -> None:
    ann, _, seat = people.pair("maze", board=BOOK)
    ann.expected_errors = NETWORK_ERROR
    ann.context.set_offline(True)
    ann.move("0,0").click()
    hears(ann, "unsent", "Connection lost. Your move will be sent automatically.")
    for tapped in ("[data-move='2,2']", "[data-do=takeback]:visible"):
        with where(tapped):
            ann[tapped].click(force=True)
            unsent = "Your last action isn't saved yet. It will be sent automatically."
            expect(ann[".message"]).to_contain_text(unsent)
            ann.page.get_by_label("Close message").click()
    ann.context.set_offline(False)
    ann.wait_for_seq(3)
    ann.context.set_offline(True)
    expect(ann["[data-state=lost]"]).to_be_visible()
    ann["[data-move='2,2']"].click(force=True)  # on the other's turn
    expect(ann[".message"]).to_contain_text("You're not connected.")
    ann.page.get_by_label("Close message").click()
    ann.button("takeback").click()
    hears(ann, "unsent", "Connection lost. Your action will be sent automatically.")
    ann.context.set_offline(False)
    until(lambda: seat.look()["offer"])


def test_no_answer_to_a_question_of_the_game_is_emphasised(people: People) -> None:
    one = people.served.create("run", "here", seat=1, name="Ann", board="1 1 5/1 1 5/1 5 5")
    for move in ("0,1", "1,2", "1,1"):
        one.does("move", move)
    ann = people.at(one)
    yes, no = (ann.move(word) for word in ("yes", "no"))
    look = "e => [e.className, getComputedStyle(e).backgroundColor, getComputedStyle(e).color]"
    assert yes.evaluate(look) == no.evaluate(look)
    assert "primary" not in (yes.get_attribute("class") or "")


def test_decline_of_the_computer_stays_beside_the_analysis(people: People) -> None:
    one = people.served.create("race", "perfect", seat=1, name="Ann", board="1 2 1/2 1 2/1 2 1")
    ann, eve = people.at(one), people.at(Seat(people.served, None, one.id))
    ann["[data-tool=values]"].click()
    expect(ann.announcement).to_contain_text("loses in 2 turns")
    one.look()
    one.does("stop")
    text = re.compile("^Perfect declined to end the game without a winner. ")
    for person in (ann, eve):
        expect(person["[data-state=news] p"]).to_have_text(text)
        expect(person.announcement).to_contain_text("Perfect declined")
    expect(ann[".words"]).to_contain_text("loses in 2 turns")

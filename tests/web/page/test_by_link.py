"""Play by link: two players and a spectator, each in their own browser."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from browser_support import People, Person, play
from playwright.sync_api import expect
from tour import BOOK
from web_support import Seat, until

import numduel
from duel_support import where


def invite_and_join(
    ann: Person, bob: Person, game: str, *, names: tuple[str, str] = ("Ann", "Bob")
) -> None:
    """Set up a game and join it by the invite link."""
    ann.open(f"/?game={game}&opponent=friend")
    ann["input[name=name]"].fill(names[0])
    ann.button("create").click()
    link = ann["input[data-link=invite]"]
    expect(link).to_have_value(re.compile(r"/m/[\w-]{16,}#join=[\w-]{16,}$"))
    bob.open(link.input_value())
    expect(bob["h1"]).to_contain_text(f"{names[0]} invites you to ")
    bob["input[name=name]"].fill(names[1])
    bob.button("join").click()
    expect(bob.grid).to_be_visible()


QUICK_GAMES = ("quest", "nim")
OTHER_GAMES = [game for game in (*numduel.games(), "pig") if game not in QUICK_GAMES]


@pytest.mark.parametrize("games", [QUICK_GAMES, pytest.param(OTHER_GAMES, marks=pytest.mark.long)])
def test_every_game_is_played_by_link_to_the_end(people: People, games: Sequence[str]) -> None:
    ann, bob, eve = people.new(), people.new(), people.new()
    for game in games:
        with where(game):
            invite_and_join(ann, bob, game)
            eve.open(f"/m/{ann.id}")
            view = play(Seat(people.served, None, ann.id), {1: ann, 2: bob}, eve)
            assert bob.id == eve.id == ann.id == view["id"]
            assert ann.board == bob.board == eve.board
            assert ann.figures == bob.figures == eve.figures
            tiles = [tile for row in view["picture"]["rows"] for tile in row]
            assert [move for _, move in ann.board] == [tile["move"] for tile in tiles]
            winner = view["status"]["winner"]
            for player, person in enumerate((eve, ann, bob)):
                verdict = "You win" if player == winner else f"{('Ann', 'Bob')[winner - 1]} wins"
                expect(person[".verdict-card h1"]).to_have_text(verdict)
                expect(person.page).to_have_title(re.compile(re.escape(verdict)))


def test_takeback_resignation_and_rematch(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    eve = people.at(seat)
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    expect(ann[".them"]).to_contain_text("online · ")
    start = ann.board
    ann_moved = seat.look()["seq"] + 1
    ann.move("0,0").click()
    bob.wait_for_seq(ann_moved)
    expect(bob.page).to_have_title(re.compile("^Your turn"))
    expect(ann.page).not_to_have_title(re.compile("^Your turn"))
    expect(bob.announcement).to_contain_text("Your turn.")
    moved = bob.board
    assert moved != start

    ann.button("takeback").click()  # offered and declined
    bob.button("decline").click()
    bob.wait_for_seq(ann_moved + 2)
    assert bob.board == moved
    expect(ann["[data-state=offered]"]).to_have_count(0)

    ann.button("takeback").click()  # offered and accepted
    bob.button("accept").click()
    for person in (ann, bob, eve):
        person.wait_for_seq(ann_moved + 4)
        assert person.board == start

    ann.move("0,0").click()  # resign: cancel first, then confirm
    bob.wait_for_seq(ann_moved + 5)
    bob.button("resign").click()
    bob["dialog"].get_by_role("button", name="Cancel").click()
    bob.button("resign").click()
    bob["dialog [data-do=resign]"].click()
    for person, verdict in ((ann, "You win"), (bob, "Ann wins"), (eve, "Ann wins")):
        expect(person[".verdict-card h1"]).to_have_text(verdict)
        expect(person[".verdict-card"]).to_contain_text("resigned")

    address = ann.page.url
    ann.button("rematch").click()
    bob.button("accept").click()
    view = until(lambda: view if (view := seat.look())["round"] == 2 else None)
    assert [player["name"] for player in view["players"]] == ["Bob", "Ann"]
    for person in (ann, bob, eve):
        person.wait_for_seq(view["seq"])
        assert person.page.url == address
        expect(person[".match-head"]).to_contain_text(re.compile("(you|Ann) 1 : 0|0 : 1 (you|Ann)"))
    expect(bob.page).to_have_title(re.compile("^Your turn"))
    expect(ann.page).not_to_have_title(re.compile("^Your turn"))


NAMES = ("<script>a()</script>", "<img src=x onload=a>")


def test_press_is_not_lost_when_the_opponent_moves_meanwhile(people: People) -> None:
    ann, bob, seat = people.pair("maze", board=BOOK)
    bob["#more"].hover()
    bob.page.mouse.down()
    ann.move("0,0").click()
    bob.wait_for_seq(seat.look()["seq"])
    expect(bob[".me .chip"]).to_have_text("Your turn")
    bob.page.mouse.up()
    expect(bob["dialog .menu"]).to_be_visible()


def test_names_and_boards_are_never_markup(people: People) -> None:
    ann, bob, eve = people.new(), people.new(), people.new()
    ann.expected_errors = re.compile("status of 422")
    ann.open("/?game=maze&opponent=friend")
    ann["input[name=deal][value=typed]"].check(force=True)
    ann["textarea[name=board]"].fill("<img> 2/3 4")
    expect(ann["[role=alert]"]).to_contain_text("<img>")
    invite_and_join(ann, bob, "maze", names=NAMES)
    eve.open(f"/m/{ann.id}")
    ann.move("0,0").click()
    for person, name in ((ann, NAMES[1]), (bob, NAMES[0]), (eve, NAMES[1])):
        expect(person[".them"]).to_contain_text(name)
    expect(eve[".words"]).to_contain_text(NAMES[0])
    for person in (ann, bob, eve):
        assert person["body script, body img, body b:has-text('a()')"].count() == 0
    ann.open("/")
    expect(ann[".continue h2"]).to_contain_text(NAMES[1])
    assert ann["body script, body img"].count() == 0


def test_private_link_opens_the_seat_on_another_device(people: People) -> None:
    ann, bob, seat = people.pair("maze")
    ann.page.evaluate("delete Navigator.prototype.clipboard")  # as over plain HTTP
    ann["#more"].click()
    ann["dialog"].get_by_text("Continue on another device").click()
    link = ann["input[data-link=seat]"].input_value()
    ann["dialog [data-do=copy]"].click()
    expect(ann["dialog [data-do=copy]"]).to_have_text("Copied")
    ann["dialog [aria-label=Close]"].click()
    ann["#more"].click()
    ann["dialog"].get_by_text("Type a move").click()
    ann.page.keyboard.press("Control+V")
    expect(ann["input[name=move]"]).to_have_value(link)
    other = people.new().open(link)
    view = seat.look()
    other.wait_for_seq(view["seq"])
    assert other.id == ann.id  # the address bar holds no secret
    other.move(view["status"]["moves"][0]).click()
    for person in (ann, bob, other):
        person.wait_for_seq(view["seq"] + 1)
    other.page.reload()
    other.wait_for_seq(view["seq"] + 1)
    expect(other.button("resign")).to_be_visible()
    eve = people.new().open(f"/m/{ann.id}")
    eve.wait_for_seq(view["seq"] + 1)
    assert eve["[data-do]:visible"].count() == 0
    assert eve["[role=gridcell][aria-disabled=false]"].count() == 0


def test_page_verifies_the_sealed_board_at_the_end(people: People) -> None:
    ann, bob, seat = people.pair("quest", options={"size": 2, "target": 6})
    assert seat.look()["sealed"]["board"] is None
    play(seat, {1: ann, 2: bob})
    expect(ann["[data-sealed=kept]"]).to_be_visible()
    view = seat.look()
    view["sealed"]["board"] += " 9"
    seen = {"you": [], "view": view}
    eve = people.new()
    eve.page.route(
        "**/events",
        lambda route: route.fulfill(
            content_type="text/event-stream", body=f"event: view\ndata: {json.dumps(seen)}\n\n"
        ),
    )
    eve.open(f"/m/{seat.id}")
    expect(eve["[data-sealed=broken]"]).to_be_visible()

"""Play by touch, by keyboard, on a shared screen, and against the computer."""

from __future__ import annotations

import re

import pytest
from browser_support import PHONE, People, Person, next_view, play
from playwright.sync_api import expect
from web_support import Seat, until, versus

MIN_TARGET_PX = 44
"""Minimum size of a touch target."""


@pytest.mark.long
def test_game_is_played_by_touch_on_a_small_phone(people: People) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    ann, bob = people.new(**phone), people.new(**phone)
    for game in ("maze", "run"):
        one, two = versus(people.served, game)
        ann.take_seat(one), bob.take_seat(two)
        assert_fits(ann)
        play(Seat(people.served, None, one.id), {1: ann, 2: bob}, taps=True)
        expect(ann[".verdict-card"]).to_be_visible()
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def assert_fits(person: Person) -> None:
    """Check that a turn fits on the screen and that touch targets are large enough."""
    assert person.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    ) == list(PHONE.values())
    small = person["button:visible, a:visible"].evaluate_all(
        """(all, min) => all.filter(one => {
            const { width, height } = one.getBoundingClientRect();
            return width > 1 && Math.min(width, height) < min - 0.5;
        }).map(one => one.outerHTML.slice(0, 120))""",
        MIN_TARGET_PX,
    )
    assert small == []


def tab_to(person: Person, selector: str) -> None:
    """Focus a control with the Tab key."""
    for _ in range(80):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("which => document.activeElement.matches(which)", selector):
            return
    raise AssertionError(f"{selector} can't be reached with the Tab key")


ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")


def choose_by_arrows(person: Person, move: str) -> None:
    """Choose a tile on a 3 × 3 board with the arrow keys, starting from the focused tile."""
    keys = person.page.keyboard
    here, there = (
        person.grid.locator("[role=gridcell]").evaluate_all(
            f"tiles => tiles.findIndex(tile => {test})"
        )
        for test in ("tile === document.activeElement", f"tile.dataset.move === '{move}'")
    )
    (row, column), (to_row, to_column) = divmod(here, 3), divmod(there, 3)
    for count, (less, more) in ((to_row - row, ARROWS[:2]), (to_column - column, ARROWS[2:])):
        for _ in range(abs(count)):
            keys.press(more if count > 0 else less)
    assert person.page.evaluate("document.activeElement.dataset.move") == move
    keys.press("Enter")


def test_game_is_played_by_keyboard(people: People) -> None:
    ann, bob = people.new(), people.new()
    ann.open("/")
    expect(ann["[data-game=maze]"]).to_be_visible()
    tab_to(ann, "[data-game=maze]")
    ann.page.keyboard.press("Enter")
    tab_to(ann, "input[name=name]")
    ann.page.keyboard.type("Ann")
    tab_to(ann, "[data-do=create]")
    ann.page.keyboard.press("Enter")
    expect(ann["input[data-link=invite]"]).to_have_value(re.compile("#join="))
    bob.open(ann["input[data-link=invite]"].input_value())
    expect(bob.button("join")).to_be_visible()
    tab_to(bob, "input[name=name]")
    bob.page.keyboard.type("Bob")
    bob.page.keyboard.press("Enter")

    seat = Seat(people.served, None, ann.id)
    view = until(lambda: view if (view := seat.look())["status"]["kind"] == "turn" else None)
    ann.wait_for_seq(view["seq"])
    tab_to(ann, "[role=gridcell]")
    tab_to(bob, "[role=gridcell]")
    while view["status"]["kind"] == "turn":
        move = view["status"]["moves"][0]
        if view["status"]["player"] == 1:
            ann.wait_for_seq(view["seq"])
            expect(ann.announcement).to_contain_text("Your turn.")
            assert ann.announcement.inner_text().count("Your turn") == 1
            choose_by_arrows(ann, move)
        else:
            bob.wait_for_seq(view["seq"])
            bob.page.keyboard.type(move)
            bob.page.keyboard.press("Enter")
        view = next_view(seat, view)
    ann.wait_for_seq(view["seq"])
    tab_to(ann, "[data-do=rematch]")


def test_two_people_share_a_screen(people: People) -> None:
    ann = people.new().open("/?game=run&opponent=here")
    ann.button("create").click()
    expect(ann.grid).to_be_visible()
    seat = Seat(people.served, None, ann.id)
    first = seat.look()
    ann.move(first["status"]["moves"][0]).click()
    ann.wait_for_seq(first["seq"] + 1)
    ann.button("takeback").click()
    ann.wait_for_seq(first["seq"] + 2)
    assert seat.look()["plies"] == []
    view = play(seat, {1: ann, 2: ann})
    expect(ann[".verdict-card"]).to_contain_text(f"Player {view['status']['winner']} wins")
    ann.button("rematch").click()
    ann.wait_for_seq(view["seq"] + 1)
    assert seat.look()["round"] == 2


def test_computer_game_offers_hints_analysis_and_explanations(people: People) -> None:
    ann = people.new().open("/?game=maze&opponent=casual")
    ann["input[name=name]"].fill("Ann")
    ann.button("create").click()
    expect(ann.grid).to_be_visible()
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    before = ann.words.inner_text()
    for more in ("again for a move.", "again to see how play continues."):
        ann["[data-tool=hint]"].click()
        expect(ann.words.locator(".muted")).to_have_text(f"Press Hint {more}")
    ann["[data-tool=hint]"].click()
    expect(ann.words).to_contain_text("best play continues")
    expect(ann.words.locator(".muted")).to_have_count(0)
    ann["[data-tool=why]"].click()
    expect(ann.words).not_to_have_text(re.compile("Thinking"))
    assert ann.words.inner_text() != before
    ann["[data-tool=values]"].click()
    values = ann["[role=gridcell][aria-disabled=false] .value"]
    expect(values).not_to_have_count(0)
    assert values.count() == ann["[role=gridcell][aria-disabled=false]"].count()
    ann["[data-tool=values]"].click()
    seat = Seat(people.served, None, ann.id)
    view = play(seat, {1: ann})
    assert view["players"][1]["who"] == "casual"
    expect(ann[".verdict-card"]).to_be_visible()


def test_resignation_against_the_computer_can_be_undone(people: People) -> None:
    one = people.served.create("sum", "casual", seat=1)
    ann = people.new()
    ann.take_seat(one)
    ann["[data-tool=values]"].click()
    expect(ann["[role=gridcell] .value"]).not_to_have_count(0)
    resign(ann)
    expect(ann[".after"]).to_contain_text("You resigned a winning position.")
    ann[".end-buttons [data-do=takeback]"].click()
    expect(ann[".verdict-card"]).to_have_count(0)
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    expect(ann["[data-tool=values]"]).to_have_attribute("aria-pressed", "true")
    resign(ann)
    ann["[data-do=rematch]"].click()
    expect(ann["[data-tool=values]"]).to_have_attribute("aria-pressed", "false")  # a new game


def resign(person: Person) -> None:
    person["#more"].click()
    for _ in range(2):  # the second click confirms
        person["dialog [data-do=resign]"].click()


def test_computer_declines_to_stop_on_the_page(people: People) -> None:
    board = "1 3 3 4/2 2 3 3/2 3 2 4/1 1 4 2"  # lost for Player 1
    one = people.served.create("race", "perfect", seat=1, board=board)
    ann = people.new()
    ann.take_seat(one)
    ann["#more"].click()
    ann.page.get_by_role("button", name="Offer to end without a winner").click()
    expect(ann.words).to_contain_text("Perfect declined to end the game without a winner.")
    expect(ann.grid).to_be_visible()


def test_duel_can_be_played_once(people: People) -> None:
    ann = people.new().open("/duel")
    ann.button("duel").click()
    expect(ann.grid).to_be_visible()
    resign(ann)
    expect(ann[".end-buttons .primary"]).to_have_text("Review")
    expect(ann[".after"]).to_contain_text("Next duel in ")
    assert ann["[data-do=rematch]"].count() == 0
    ann.open("/duel")
    expect(ann[".duel-card"]).to_contain_text("Lost")
    assert ann.button("duel").count() == 0

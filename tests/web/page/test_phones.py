"""Phones: nothing is wider than the screen, every target is large enough, and badges aren't cut."""

from __future__ import annotations

import re

import pytest
from browser_support import People, Person
from playwright.sync_api import Locator, expect
from web_support import versus

from duel_support import where

PHONES = ({"width": 390, "height": 844}, {"width": 320, "height": 640})

SMALL = """() => [...document.querySelectorAll("a, button, select, summary, label:has(input)")]
    .filter(node => node.checkVisibility({ visibilityProperty: true }) && !node.matches(".skip"))
    .filter(node => !node.closest("p:not(.row-of-links)"))
    .map(node => [node, node.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
    .map(([node, box]) => `${node.outerHTML.slice(0, 80)} ${box.width} × ${box.height}`)"""
"""Script that returns the controls smaller than 44 px, except links in sentences."""

OUTSIDE = """() => [...document.querySelectorAll(".segments")]
    .filter(row => row.checkVisibility())
    .filter(row => row.lastElementChild.getBoundingClientRect().right
        > row.getBoundingClientRect().right + 0.5 || row.scrollWidth > row.clientWidth)
    .map(row => row.textContent)"""
"""Script that returns the choices that are wider than their row."""

WIDTH = "() => [innerWidth, document.documentElement.scrollWidth]"


def fits(person: Person, width: int) -> None:
    """Check that a screen fits the width of the phone, and that its targets are large enough."""
    assert person.page.evaluate(WIDTH) == [width, width]
    assert person.page.evaluate(SMALL) == []
    assert person.page.evaluate(OUTSIDE) == []


def phone(people: People, size: dict[str, int]) -> Person:
    return people.new(viewport=size, has_touch=True, is_mobile=True)


SCREENS = (
    ("/", ".games a"),
    ("/play/race", "dialog .setup-boards label"),
    ("/play/quest", "dialog .setup-rules label"),
    ("/puzzles", "a.day"),
    ("/exam", "[data-do=start]"),
    ("/exam?size=25", "[data-do=skip]"),
    ("/learn", ".row-of-links a"),
    ("/facts", ".row-of-links a"),
    ("/history", "main button"),
    ("/stats", "main button"),
    ("/play/maze?opponent=ida", "dialog .characters label"),
    ("/duel", "[data-do=duel]"),
    ("/record", "main button"),
)
"""Paths, and a control that each of them shows."""


@pytest.mark.long
def test_screens_fit_phones_and_their_targets_are_large(people: People) -> None:
    for size in PHONES:
        ann = phone(people, size)
        for path, control in SCREENS:
            with where(path, size):
                ann.open(path)
                expect(ann[control]).not_to_have_count(0)
                fits(ann, size["width"])


def test_long_line_of_moves_fits_phones(people: People) -> None:
    for size in PHONES:
        ann = phone(people, size).open("/puzzle?game=race&grade=hard&seed=1")
        ann.page.get_by_role("button", name="Show answer").tap()
        ann["dialog"].get_by_role("button", name="Show answer").tap()
        expect(ann[".line-moves li:nth-child(6)"]).to_have_count(1)
        moves = ann[".line-moves"]
        assert moves.evaluate("node => node.scrollWidth > node.clientWidth")  # it scrolls itself
        with where(size):
            fits(ann, size["width"])


def test_review_has_a_title_of_two_lines_on_small_phones(people: People) -> None:
    one, two = versus(people.served, "race", board="1 3 3 4/2 2 3 3/2 3 2 4/1 1 4 2")
    one.does("move", one.look()["status"]["moves"][0])
    two.does("resign")
    for size in PHONES:
        ann = phone(people, size).take_seat(one)
        ann.page.get_by_role("link", name="Review", exact=True).click()
        expect(ann["[data-do=record]"]).to_be_visible()
        fits(ann, size["width"])
        title = ann[".match-title"].bounding_box()
        assert title is not None
        assert title["height"] < 44
        assert ann[".match-name"].evaluate("node => node.scrollWidth <= node.clientWidth")


def test_values_in_the_first_row_are_not_cut(people: People) -> None:
    seat = people.served.create("sum", "casual", seat=1)
    for size in PHONES:
        ann = phone(people, size).take_seat(seat)
        ann["[data-tool=values]"].tap()
        expect(ann[".tile .value"]).to_have_count(9)
        badge, board = ann[".tile .value"].first.bounding_box(), ann[".board"].bounding_box()
        assert badge is not None
        assert board is not None
        assert badge["y"] >= board["y"]


def assert_above(upper: Locator, lower: Locator) -> None:
    """Check that one thing doesn't reach into the next."""
    one, other = upper.bounding_box(), lower.bounding_box()
    assert one is not None
    assert other is not None
    assert one["y"] + one["height"] <= other["y"] + 1


def test_advice_is_scrolled_above_the_tools(people: People) -> None:
    board = "4 3 8/9 5 1/2 7 6"
    seat = people.served.create("maze", "perfect", seat=1, board=board)
    ann = phone(people, {"width": 320, "height": 568}).take_seat(seat)
    ann.move("0,1").tap()
    expect(ann[".tile.allowed"]).not_to_have_count(0)
    ann["[data-tool=why]"].tap()
    expect(ann.words).to_contain_text("would have won")
    assert ann.page.evaluate("scrollY") > 0  # it wouldn't fit otherwise
    assert_above(ann.words, ann[".tools"])


def test_hint_of_a_puzzle_says_more_than_its_heading(people: People) -> None:
    ann = phone(people, {"width": 390, "height": 700}).open("/puzzle?game=sum&grade=easy&seed=5")
    expect(ann["main h2"].first).to_have_text(re.compile(r"^Win in \d turns?$"))
    ann.button("help").tap()
    expect(ann[".verdict-words"]).to_have_text(re.compile(r"^(Not \d: |Look for (the|a) number )"))
    assert ann.page.evaluate("scrollY") > 0  # the buttons would cover it otherwise
    assert_above(ann[".verdict-words"], ann[".stage-foot"])


def test_last_game_without_a_neighbour_takes_both_columns(people: People) -> None:
    for size in PHONES:
        ann = phone(people, size).open("/")
        cards = ann[".games > li"]
        expect(cards).not_to_have_count(0)
        boxes = cards.evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect().right)")
        assert boxes[-1] == max(boxes)

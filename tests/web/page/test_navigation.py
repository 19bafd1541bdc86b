"""The bar on every screen, addresses, Back, Enter and keyboard shortcuts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser_support import PHONE, People, Person
from playwright.sync_api import expect
from tour import BOOK
from web_support import versus

import numduel
from duel_support import where

SECTIONS = ("Play", "Puzzles", "Learn", "History", "Stats")

SMALL = "links => links.filter(a => a.getBoundingClientRect().height < 44).length"
"""Script that counts the links that are hard to hit."""

OVERFLOW = """[document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight]"""
"""Script that returns how many pixels the document is larger than the window."""


def sheets(person: Person) -> int:
    return person["dialog[open]"].count()


def entries(person: Person) -> int:
    found: int = person.page.evaluate("history.length")
    return found


@pytest.mark.long
def test_bar_is_on_every_screen_and_marks_the_section(people: People) -> None:
    one = people.served.create("maze", "here", name="Ann", board=BOOK)
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        one.does("move", move)
    ann = people.at(one)
    ann.expected_errors = re.compile("status of 404")
    for path, section in {
        "/": "Play",
        "/play/maze": "Play",
        f"/m/{one.id}": "Play",
        "/duel": "Puzzles",
        "/puzzles": "Puzzles",
        "/puzzle": "Puzzles",
        "/exam": "Puzzles",
        "/learn": "Learn",
        "/learn/run": "Learn",
        "/rules": "Learn",
        "/rules/maze": "Learn",
        "/facts": "Learn",
        "/history": "History",
        "/record": "History",
        f"/m/{one.id}/review": "History",
        "/stats": "Stats",
        "/nowhere": None,
    }.items():
        with where(path):
            ann.open(path)
            expect(ann["main"]).to_be_visible()
            bar = ann.page.get_by_role("navigation", name="Sections", include_hidden=True)
            assert bar.get_by_role("link", include_hidden=True).all_inner_texts() == list(SECTIONS)
            assert bar.locator("[aria-current]").all_inner_texts() == ([section] if section else [])
    ann.open("/")
    for name in (*SECTIONS[1:], "Play"):  # without loading a document
        ann["nav"].get_by_role("link", name=name).click()
        expect(ann["nav [aria-current=page]"]).to_have_text(name)
    ann["nav"].get_by_role("link", name="Play").click()
    before = entries(ann)
    ann["nav"].get_by_role("link", name="Play").click()
    assert entries(ann) == before, "a link to the same screen adds no entry"
    ann.page.set_viewport_size(PHONE)
    assert ann["nav a"].evaluate_all(SMALL) == 0


@pytest.mark.long
def test_matches_fit_on_a_small_phone_without_scrolling(people: People) -> None:
    ann = people.new(viewport=PHONE)
    for game in numduel.games():
        with where(game):
            one, _ = versus(people.served, game)
            ann.take_seat(one)
            expect(ann["nav [aria-current]"]).to_have_text("Play")
            assert ann.page.evaluate(OVERFLOW) == [0, 0]


def test_setup_has_an_address(people: People) -> None:
    ann = people.new()
    ann.open("/")
    ann["[data-game=run]"].click()
    expect(ann.page).to_have_url(re.compile("/play/run"))
    expect(ann.page).to_have_title("New game · numduel")
    ann.page.go_back()
    expect(ann["dialog"]).to_have_count(0)
    expect(ann.page).to_have_url(re.compile(":[0-9]+/$"))
    ann.page.go_forward()
    expect(ann["dialog"]).to_be_visible()
    ann["input[name=game][value=race]"].check(force=True)
    ann["input[name=opponent][value=here]"].check(force=True)
    ann["input[name=seat][value='2']"].check(force=True)
    ann["#option-size1"].click()
    ann.page.reload()
    for chosen in ("game][value=race", "opponent][value=here", "seat][value='2'"):
        expect(ann[f"input[name={chosen}]"]).to_be_checked()
    expect(ann["#option-size"]).to_have_value("5")
    ann.page.keyboard.press("Escape")
    expect(ann["dialog"]).to_have_count(0)
    expect(ann.page).to_have_url(re.compile(":[0-9]+/$"))
    # A link from elsewhere: closing leads to the home screen, Back to where you were.
    ann.open("/rules/maze")
    ann["main"].get_by_role("link", name="Play", exact=True).click()
    expect(ann["input[name=game][value=maze]"]).to_be_checked()
    ann.page.go_back()
    expect(ann["main h1"]).to_have_text("Number Maze")
    ann.open("/?game=sum&opponent=casual")
    expect(ann["input[name=game][value=sum]"]).to_be_checked()
    expect(ann.page).to_have_url(re.compile(r"/play/sum\?opponent=casual$"))
    ann["dialog [aria-label=Close]"].click()
    expect(ann.page).to_have_url(re.compile(":[0-9]+/$"))
    expect(ann["[data-game=sum]"]).to_be_visible()


def test_back_closes_every_sheet_and_leaves_no_entry(people: People) -> None:
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = people.new(viewport=PHONE)
    ann.open("/").take_seat(one)
    address = ann.page.url
    before = entries(ann)
    opened: dict[str, Callable[[], object]] = {
        "menu": lambda: ann["#more"].click(),
        "rules": lambda: ann["[data-tool=rules]"].click(),
        "moves": lambda: ann.page.keyboard.press("m"),
        "shortcuts": lambda: ann.page.keyboard.press("?"),
    }
    for name, open_sheet in opened.items():
        with where(name):
            for is_back in (True, False):
                open_sheet()
                expect(ann["dialog"]).to_be_visible()
                ann.page.go_back() if is_back else ann.page.keyboard.press("Escape")
                expect(ann["dialog"]).to_have_count(0)
                expect(ann.grid).to_be_visible()
                assert (ann.page.url, entries(ann)) == (address, before + 1)
    # From one sheet to the next, and after a reload.
    ann["#more"].click()
    ann["dialog"].get_by_text("Settings").click()
    expect(ann["dialog h1"]).to_have_text("Settings")
    ann.page.go_back()
    expect(ann["dialog"]).to_have_count(0)
    ann.page.go_forward()
    expect(ann.grid).to_be_visible()
    assert sheets(ann) == 0
    ann["#more"].click()
    ann.page.reload()
    expect(ann.grid).to_be_visible()
    assert sheets(ann) == 0
    ann.page.go_back()
    expect(ann["[data-game=maze]"]).to_be_visible()
    # A link in a sheet takes its place.
    ann["[data-game=maze]"].click()
    ann["dialog"].get_by_text("Learn it").click()
    expect(ann[".task"]).to_be_visible()
    ann.page.go_back()
    expect(ann["[data-game=maze]"]).to_be_visible()
    assert sheets(ann) == 0


def test_enter_starts_the_game(people: People) -> None:
    ann = people.new()
    for focus in (
        lambda: ann.page.evaluate("document.activeElement.blur()"),
        lambda: ann["input[name=name]"].fill("Ann"),
        lambda: ann["input[name=opponent][value=here]"].focus(),
        lambda: ann["#option-size"].focus(),
    ):
        ann.open("/play/maze?opponent=here")
        expect(ann[".preview-board .mini"]).to_be_visible()
        focus()
        ann.page.keyboard.press("Enter")
        expect(ann.grid).to_be_visible()
        assert ann.id
    ann.open("/play/maze?opponent=here")
    ann["input[name=deal][value=typed]"].check(force=True)
    ann.expected_errors = re.compile("status of 422")  # a preview of the unfinished board
    ann["textarea[name=board]"].fill("4 3 8")
    for row in ("9 5 1", "2 7 6"):  # Enter starts a new row here
        ann.page.keyboard.press("Enter")
        ann.page.keyboard.type(row)
    expect(ann[".preview-board .mini"]).to_be_visible()
    ann.page.keyboard.press("Control+Enter")
    expect(ann.grid).to_be_visible()
    label = re.compile("row 1 of 3, column 1 of 3: 4")
    expect(ann["[role=gridcell]"].first).to_have_attribute("aria-label", label)


def test_rules_are_listed(people: People) -> None:
    ann = people.new()
    ann.open("/rules")
    for game in numduel.games():
        expect(ann[f"[data-game={game}]"]).to_be_visible()
    expect(ann["#every-game"]).to_be_visible()
    ann["[data-game=quest]"].click()
    expect(ann["h1"]).to_have_text("Number Quest")
    ann.page.get_by_role("link", name="All rules").click()
    expect(ann["h1"]).to_have_text("Rules")


def test_shortcuts_work_in_a_match(people: People) -> None:
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = people.at(one)
    press = ann.page.keyboard.press
    press("?")
    listed = ann["dialog .keys"].inner_text()
    for label in ("Hint", "analysis", "Undo", "Rules", "Choose the tile"):
        assert label in listed
    assert "New game" not in listed, "the game goes on"
    press("a")  # in a sheet, nothing happens
    press("Escape")
    expect(ann["dialog"]).to_have_count(0)
    expect(ann["[data-tool=values]"]).to_have_attribute("aria-pressed", "false")
    press("a")
    expect(ann["[data-tool=values]"]).to_have_attribute("aria-pressed", "true")
    press("A")
    expect(ann["[data-tool=values]"]).to_have_attribute("aria-pressed", "false")
    press("h")
    expect(ann.words).to_contain_text(re.compile("win", re.IGNORECASE))
    ann.move("1,0").click()
    expect(ann.move("1,0")).to_be_focused()
    expect(ann["[aria-label*='legal move']"]).not_to_have_count(0)
    press("u")  # on the board, "u" is the start of "up"
    expect(ann["input[name=move]"]).to_have_value("u")
    ann.page.keyboard.type("haz")
    expect(ann["input[name=move]"]).to_have_value("uhaz")
    press("Escape")
    press("z")
    expect(ann[".bar[data-player='1'] .figure"]).to_contain_text("0")
    expect(ann.words).to_contain_text("took back")
    ann["#more"].focus()
    press("t")
    expect(ann["input[name=move]"]).to_be_focused()
    press("Escape")
    ann["[aria-label=Settings]"].click()
    ann["input[name=shortcuts][value=off]"].check(force=True)
    press("Escape")
    expect(ann["dialog"]).to_have_count(0)
    press("?")
    press("a")
    expect(ann["[data-tool=values]"]).to_have_attribute("aria-pressed", "false")
    assert sheets(ann) == 0


def test_shortcuts_work_in_reviews_and_puzzles(people: People) -> None:
    one = people.served.create("maze", "here", name="Ann", board=BOOK)
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        one.does("move", move)
    ann = people.at(one)
    press = ann.page.keyboard.press
    press("v")
    expect(ann[".graph"].first).to_be_visible()
    press("Home")
    expect(ann[".match-title"]).to_contain_text("start")
    press("ArrowRight")
    expect(ann[".match-title"]).to_contain_text("turn 1")
    press("a")
    expect(ann["[data-tool=values]"]).to_have_attribute("aria-pressed", "true")
    press("?")
    expect(ann["dialog .keys"]).to_contain_text("Next key moment")
    press("Escape")
    expect(ann["dialog"]).to_have_count(0)  # closing it goes back, which would undo opening a page
    ann.open("/puzzle")
    expect(ann.button("help")).to_be_visible()
    press("?")
    expect(ann["dialog .keys"]).to_contain_text("Show answer")
    press("Escape")
    expect(ann["dialog"]).to_have_count(0)
    ann["[role=gridcell]"].first.focus()
    press("h")
    expect(ann[".verdict-words"].first).to_be_visible()
    press("s")
    expect(ann["dialog h1"]).to_contain_text("Show the answer?")

"""Accessibility of every screen: axe, contrast, motion and phone width."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_support import find_violations
from browser_support import LOOKS, PHONE, WIDE, People, Person
from tour import TOUR, Screen, beginning, studying
from web_support import versus

import numduel
from duel_support import where

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8").partition("\n")[2]


CLIPPED = """[...document.querySelectorAll("body *")].filter(one =>
    getComputedStyle(one).overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1
    && one.clientWidth > 1 && !one.matches(".strip-of-moves, .gauge *")
).map(one => one.textContent)"""
"""Script that returns the texts that are cut off."""


MAIN_HEADINGS = """[...document.querySelectorAll("h1")]
    .filter(one => !one.closest("dialog") && one.checkVisibility()).length"""
"""Script that counts the main headings of a screen, without its sheets."""


Part = Callable[[People], Iterator[Screen]]


SLOW_PARTS = (beginning, studying)
PARTS = [
    pytest.param(part, marks=pytest.mark.long) if part in SLOW_PARTS else part for part in TOUR
]


@pytest.mark.parametrize("part", PARTS)
def test_every_screen_is_accessible_and_fits_on_a_phone(people: People, part: Part) -> None:
    for name, person in part(people):
        for look, media in LOOKS.items():
            with where(name, look):
                person.page.emulate_media(**media)
                assert find_pale(person) == []
        with where(name):
            person.page.emulate_media(**LOOKS["light"])
            assert find_violations(person.page) == []
            assert person.page.evaluate(MAIN_HEADINGS) == 1
            assert person.page.evaluate("document.getAnimations().length") == 0
            person.page.set_viewport_size(PHONE)
            wide = person.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], name
            assert find_violations(person.page, "target-size") == []
            assert person.page.evaluate(CLIPPED) == []
            person.page.set_viewport_size(WIDE)


@pytest.mark.long
@pytest.mark.parametrize("part", TOUR)
def test_every_screen_has_enough_contrast_in_every_theme(people: People, part: Part) -> None:
    for name, person in part(people):
        for look, media in LOOKS.items():
            with where(name, look):
                person.page.emulate_media(**media)
                assert find_violations(person.page, "color-contrast") == []


def find_pale(person: Person) -> list[str]:
    """Return the numbers, signs and edges with too little contrast on their tile."""
    found: list[str] = person.page.evaluate(CONTRAST)
    return found


def test_contrast_checks_find_pale_colours(people: People) -> None:
    ann, bob, _ = people.pair("maze")
    for person, colour in ((ann, "--go"), (bob, "--ink")):
        assert find_pale(person) == []
        set_pale = "name => document.documentElement.style.setProperty(name, '#cccccc')"
        person.page.evaluate(set_pale, colour)
        assert find_pale(person) != []
    assert any("color-contrast" in fault for fault in find_violations(bob.page))


@pytest.mark.long
def test_tile_labels_count_rows_and_columns_from_one(people: People) -> None:
    ann = people.new()
    for game in numduel.games():
        with where(game):
            one, _ = versus(people.served, game)
            labels = [label for label, _ in ann.take_seat(one).board]
            columns = one.look()["columns"]
            rows = -(-len(labels) // columns)
            for index, label in enumerate(labels):
                row, column = divmod(index, columns)
                place = f"row {row + 1} of {rows}, column {column + 1} of {columns}: "
                assert label.startswith(place)


def test_forced_colours_mark_legal_moves_and_the_section(people: People) -> None:
    ann, _, _ = people.pair("maze")
    ann.page.emulate_media(forced_colors="active")
    edges = """tiles => tiles.map(tile =>
        [tile.ariaDisabled, parseFloat(getComputedStyle(tile).borderTopWidth)])"""
    found = ann.grid.locator("[role=gridcell]").evaluate_all(edges)
    assert {tuple(each) for each in found} == {("false", 5), ("true", 2)}
    line = "links => links.map(link => getComputedStyle(link.firstChild).borderBottomColor)"
    assert len(set(ann[".sections a"].evaluate_all(line))) == 2, "the others have no line"

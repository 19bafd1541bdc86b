"""How every screen looks: to axe, in numbers of contrast, without motion, on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from browser_support import LOOKS, PHONE, WIDE, People, Person
from tour import TOUR, Screen

from duel_support import where

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8").partition("\n")[2]


FAULTS = """([where, options]) => axe.run(where, options).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))"""


CUT = """[...document.querySelectorAll("body *")].filter(one =>
    getComputedStyle(one).overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1
    && one.clientWidth > 1 && !one.matches(".strip-of-moves, .gauge *")
).map(one => one.textContent)"""
"""Words that end in dots, or in the middle of a letter."""


def wrong(person: Person, rule: str = "") -> list[str]:
    """What axe finds at fault on a screen: in all it knows, or in one rule."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **({"runOnly": [rule]} if rule else {})}
    is_covered = rule and person["dialog[open]"].count()  # what is behind has been looked at before
    where = "dialog[open]" if is_covered else "body" if rule else "html"
    found: list[str] = person.page.evaluate(FAULTS, [where, options])
    return found


Part = Callable[[People], Iterator[Screen]]


@pytest.mark.parametrize("part", TOUR)
def test_every_screen_can_be_read_and_fits_on_a_phone(people: People, part: Part) -> None:
    for name, person in part(people):
        for look, media in LOOKS.items():
            with where(name, look):
                person.page.emulate_media(**media)
                assert pale(person) == []
        with where(name):
            person.page.emulate_media(**LOOKS["light"])
            assert wrong(person) == []
            assert person.page.evaluate("document.getAnimations().length") == 0
            person.page.set_viewport_size(PHONE)
            wide = person.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], name
            assert wrong(person, "target-size") == []
            assert person.page.evaluate(CUT) == []
            person.page.set_viewport_size(WIDE)


@pytest.mark.long
@pytest.mark.parametrize("part", TOUR)
def test_every_screen_has_contrast_in_every_look(people: People, part: Part) -> None:
    for name, person in part(people):
        for look, media in LOOKS.items():
            with where(name, look):
                person.page.emulate_media(**media)
                assert wrong(person, "color-contrast") == []


def pale(person: Person) -> list[str]:
    """What stands out too little from its tile."""
    found: list[str] = person.page.evaluate(CONTRAST)
    return found


def test_what_is_too_pale_is_found(people: People) -> None:
    ann, bob, _ = people.pair("maze")
    for person, colour in ((ann, "--go"), (bob, "--ink")):
        assert pale(person) == []
        pales = "name => document.documentElement.style.setProperty(name, '#cccccc')"
        person.page.evaluate(pales, colour)
        assert pale(person) != []
    assert any("color-contrast" in fault for fault in wrong(bob))


def test_forced_colours_show_what_may_be_chosen(people: People) -> None:
    ann, _, _ = people.pair("maze")
    ann.page.emulate_media(forced_colors="active")
    edges = """tiles => tiles.map(tile =>
        [tile.ariaDisabled, parseFloat(getComputedStyle(tile).borderTopWidth)])"""
    found = ann.grid.locator("[role=gridcell]").evaluate_all(edges)
    assert {tuple(each) for each in found} == {("false", 5), ("true", 2)}

"""Difficult names: a match reads the same with any of them."""

from __future__ import annotations

import re

import pytest
from browser_support import People, Person
from names import ARABIC, HEBREW
from playwright.sync_api import expect
from tour import BOOK
from web_support import Seat, versus

TRAPS = (
    ("Ann", "Ann Lee"),
    ("Ann", "Ann"),
    ("You", "Ann"),
    ("Player 2", "Player 1"),
    ("a: b", "c. d"),
    ("", ""),
    (ARABIC, HEBREW),
    ("<b>&amp;", "%s {0}"),
)
"""Pairs of names that could break the page; tests/views checks more of them in sentences."""

ISOLATES = re.compile("[\u2066-\u2069]")
"""Invisible characters around right-to-left names."""

TEXTS = """() => {
    const parts = [...document.querySelectorAll("body *")].filter(part =>
        part.checkVisibility() || part.closest(".unseen, [aria-live]"));
    const own = part => [...part.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent);
    return [document.title, ...parts.flatMap(part => [part.ariaLabel, ...own(part)])]
        .filter(text => text?.trim());
}"""
"""Script that returns the title, texts and labels of a screen."""


def read_texts(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(TEXTS)
    return [ISOLATES.sub("", text) for text in found]


def play_and_read(people: People, names: tuple[str, str]) -> tuple[list[str], list[list[str]]]:
    """Return the labels of two players, and all texts that they and a spectator read."""
    one, two = versus(people.served, "maze", names=names, board=BOOK)
    watching = Seat(people.served, None, one.id)
    readers = [people.at(seat) for seat in (one, two, watching)]
    found = []

    def look() -> None:
        seq = watching.look()["seq"]
        for reader in readers:
            reader.wait_for_seq(seq)
            expect(reader[".presence.away, [aria-busy]"]).to_have_count(0)
            found.append(read_texts(reader))

    for seat, do, move in (
        (one, "move", "0,0"),
        (two, "move", "2,0"),
        (two, "takeback", None),
        (one, "decline", None),
        (two, "resign", None),
    ):
        seat.does(do, move)
        look()
    labels = [ISOLATES.sub("", label) for label in watching.view["words"]["labels"]]
    people.reset()
    return labels, found


@pytest.fixture(scope="module")
def plain(all_people: People) -> list[list[str]]:
    """Return the text about Ann and Bob."""
    return play_and_read(all_people, ("Ann", "Bob"))[1]


@pytest.mark.parametrize(
    "pair", [*TRAPS[:2], *(pytest.param(pair, marks=pytest.mark.long) for pair in TRAPS[2:])]
)
def test_match_reads_the_same_with_any_names(
    people: People, plain: list[list[str]], pair: tuple[str, str]
) -> None:
    names, found = play_and_read(people, pair)
    for texts_of_pair, texts_of_plain in zip(found, plain, strict=True):
        expected = [
            re.sub("Ann|Bob", lambda name: names[name[0] == "Bob"], text) for text in texts_of_plain
        ]
        assert texts_of_pair == expected


DIRECTION = "part => getComputedStyle(part).direction"


def test_sentences_stay_left_to_right_around_right_to_left_names(people: People) -> None:
    """This includes sentences that begin with such a name."""
    one, two = versus(people.served, "maze", names=(ARABIC, HEBREW), board=BOOK)
    dana = people.at(two)
    one.does("move", "0,0")
    dana.wait_for_seq(two.look()["seq"])
    assert dana[".words p"].first.evaluate(DIRECTION) == "ltr"
    one.does("resign")
    assert dana[".verdict-card h1"].evaluate(DIRECTION) == "ltr"
    host = people.served.create("maze", name=ARABIC)
    guest = people.new().open(f"/m/{host.id}#join={host.invite}")
    invitation = guest["h1"].filter(has_text="invites you")
    assert invitation.evaluate(DIRECTION) == "ltr"


def test_opponent_whose_name_contains_yours_is_not_you(people: People) -> None:
    """Ann's opponent is Ann Lee."""
    one, two = versus(people.served, "maze", names=("Ann", "Ann Lee"), board=BOOK)
    ann = people.at(one)
    one.does("move", "0,0")
    two.does("move", "2,0")
    ann.wait_for_seq(one.look()["seq"])
    expect(ann[".words"]).to_contain_text("Ann Lee started on")
    expect(ann.announcement).to_contain_text("Ann Lee started on")
    expect(ann["body"]).not_to_contain_text("You Lee")
    two.does("resign")
    expect(ann[".verdict-card"]).to_contain_text("Ann Lee resigned")
    expect(ann["body"]).not_to_contain_text("You Lee")

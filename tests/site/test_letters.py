"""Two people in two browsers play by letter, from static files under a prefix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from axe_support import find_violations
from playwright.sync_api import Browser, expect
from site_visitor import CHOICES, GRID, START_MS, VERDICT, Visitor
from static_site import StaticSite

from duel_support import where
from numduel.storage.record.letter import Letter, pack_letter

pytestmark = [pytest.mark.long, pytest.mark.browser]

LINK = "[data-link=letter]"
BOARD = "4+3+8%2F9+5+1%2F2+7+6"
GAMES = {
    "maze": {"board": BOARD},
    "sum": {"target": "25"},
    "run": {"size": "3"},
    "race": {"size": "3", "highest": "5"},
}
"""The games that can be played by letter, with choices for short games."""

MAX_MOVES = 120
SHARED = "navigator.share = async (data) => { window.shared = data; };"


def play(person: Visitor, index: int = 0) -> str:
    """Play a legal move, answer a question that follows, and return the link to send."""
    before = person.seq
    person[CHOICES].nth(index).click()
    expect(person[f"[role=grid][data-seq='{before}']"]).to_have_count(0)
    expect(person[f"{LINK}, .ask button[data-move]"].first).to_be_visible()
    return play(person) if person[LINK].count() == 0 else link_of(person)


def link_of(person: Visitor) -> str:
    expect(person[LINK]).to_be_visible()
    return person[LINK].input_value()


def follow(person: Visitor, link: str) -> Visitor:
    """Open a link; wait for the game."""
    person.page.goto(link)
    expect(person[GRID]).to_be_visible(timeout=START_MS)
    expect(person.page).to_have_url(re.compile("#/m/"))
    return person


def letter(record: str) -> str:
    return f"#game={pack_letter(Letter('abcdefghijkl', record))}"


@pytest.fixture
def ann(browser: Browser, site: StaticSite) -> Iterator[Visitor]:
    visitor = Visitor(browser, site, permissions=["clipboard-read", "clipboard-write"])
    yield visitor
    visitor.context.close()
    assert visitor.errors == []


@pytest.fixture
def bob(browser: Browser, site: StaticSite) -> Iterator[Visitor]:
    visitor = Visitor(browser, site, viewport={"width": 390, "height": 844})
    visitor.context.add_init_script(SHARED)
    yield visitor
    visitor.context.close()
    assert visitor.errors == []


def test_every_game_without_secrets_is_played_to_its_end(ann: Visitor, bob: Visitor) -> None:
    ann.open("/play/quest")
    choice = ann["[name=opponent][value=letter]"]
    expect(choice).to_be_disabled()
    expect(ann[".choice:has([value=letter])"]).to_contain_text("can't be played by letter")
    dice = Random(3)
    for game, choices in GAMES.items():
        with where(game):
            ann.start(game, "letter", seat="1", **choices)
            mover, other = ann, bob
            for _ in range(MAX_MOVES):
                link = play(mover, dice.randrange(mover[CHOICES].count()))
                assert link.startswith(f"{ann.site.url}#game=1.")
                assert link[-1].isdigit()
                is_over = mover[VERDICT].count() > 0
                follow(other, link)
                if is_over:
                    break
                mover, other = other, mover
            verdicts = [person[f"{VERDICT} h1"].inner_text() for person in (mover, other)]
            assert "You win" in verdicts
            assert len(set(verdicts)) == 2, "one has won, the other hasn't"
            expect(other[LINK]).to_have_count(0)
    expect(bob.open("/history")[".round-line"]).to_have_count(len(GAMES))


def test_browsers_remember_their_side(ann: Visitor, bob: Visitor, browser: Browser) -> None:
    ann.start("maze", "letter", seat="1", board=BOARD)
    link = play(ann)
    match = ann.page.url
    follow(ann, link)  # her own letter, before the answer
    assert ann.page.url == match
    expect(ann[CHOICES]).to_have_count(0)
    assert link_of(ann) == link
    assert find_violations(ann.page) == []
    ann.button("copy").click()
    expect(ann.button("copy")).to_have_text("Copied")
    assert ann.page.evaluate("navigator.clipboard.readText()") == link

    follow(bob, link)
    answer = play(bob)
    assert find_violations(bob.page) == []
    assert bob.page.evaluate("document.documentElement.scrollWidth") == 390
    bob[".letter-part button"].filter(has_text="Share").click()
    assert bob.page.evaluate("window.shared") == {"title": "numduel: Number Maze", "url": answer}
    follow(ann, answer)
    newest = ann.seq
    for old in (link, answer):
        follow(ann, old)
        assert (ann.page.url, ann.seq) == (match, newest)

    # A letter opens over another game; Back returns to that game.
    bob.start("sum", "here")
    other = bob.page.url
    follow(bob, link)
    expect(bob[CHOICES]).to_have_count(0)
    bob.page.go_back()
    expect(bob.page).to_have_url(other)

    # Another browser plays the side to move, and its letter contradicts Bob's game.
    carl = Visitor(browser, ann.site)
    contrary = play(follow(carl, link), 1)
    carl.context.close()
    assert carl.errors == []
    bob.page.goto(contrary)
    expect(bob["main"]).to_contain_text("in your game and")
    expect(bob[".version .mini"]).to_have_count(2)
    assert find_violations(bob.page) == []
    assert bob.page.evaluate("document.documentElement.scrollWidth") == 390
    bob.button("keep-game").focus()
    bob.page.keyboard.press("Enter")
    assert link_of(bob) == answer
    bob.page.goto(contrary)
    bob.button("use-letter").click()
    expect(bob[GRID]).to_be_visible()
    assert link_of(bob) == contrary

    # Resignation, the letter of a finished game, and a rematch with the other side.
    ann["#more"].click()
    expect(ann[".menu"]).not_to_contain_text("link")
    ann[".menu [data-do=resign]"].click()
    ann["dialog .button[data-do=resign]"].click()
    last = link_of(ann)
    bob.page.goto(last)
    bob.button("use-letter").click()
    expect(bob[VERDICT]).to_contain_text("You win")
    expect(bob[LINK]).to_have_count(0)
    follow(bob, link)
    expect(bob[VERDICT]).to_contain_text("You win")
    bob.button("letter-rematch").click()
    expect(bob["[name=opponent][value=letter]"]).to_be_checked()
    expect(bob["[name=seat][value='1']"]).to_be_checked()
    bob.button("create").click()
    expect(bob[CHOICES].first).to_be_visible()


WRONG = {
    "#game=": "incomplete",
    "#game=<img src=x>": "incomplete",
    "#game=2.anything": "newer version",
    "#game=1.abcdefghijkl.AAAAAAAA.8": "damaged",
    "#game=" + "A" * 30_000: "incomplete",
    letter('[Game "quest"]'): "Number Quest hides numbers.",
    letter('[Game "chomp"]'): "needs chomp; load its file. Nothing is lost.",
    letter('[Game "sum"]\n\n1. 99\n'): "99",
    letter('[Game "sum"]\n[Result "1-0"]\n'): "",
    letter('[Game "sum"]\n[Ended "stopped"]\n'): "isn't possible by letter",
    letter("\0<script>alert(1)</script>"): "",
}
"""Links that can't be opened, and a part of the sentence that says why."""

HOSTILE = '[Game "sum"]\n[Player1 "<img src=x onerror=a()>"]\n[Date "<b>"]\n\n1. 7\n'


def test_wrong_letters_are_explained_and_texts_are_only_texts(ann: Visitor) -> None:
    ann.start("sum", "letter", seat="1")
    link = play(ann)
    match = ann.page.url
    for wrong, part in {**WRONG, link[len(ann.site.url) : -6]: "incomplete"}.items():
        with where(wrong[:40]):
            ann.page.goto(f"{ann.site.url}{wrong}")
            expect(ann["h1:visible"].first).to_have_text("Can't open this letter")
            expect(ann["main"]).to_contain_text(part)
            ann.page.goto(match)
            expect(ann[GRID]).to_be_visible()
    assert find_violations(ann.page) == []
    ann.page.goto(f"{ann.site.url}{letter(HOSTILE)}")
    expect(ann[".words"]).to_contain_text("<img src=x onerror=")
    assert ann["main img"].count() == 0

    # Other fragments: shared code is never run, invites need a server, other texts mean nothing.
    ann.page.goto(f"{ann.site.url}#code=print(1)")
    expect(ann["main"]).to_contain_text("nothing in it was run")
    for other in ("#join=abc", "#seat=" + "t" * 43, "#nothing", "#__proto__=a", "#"):
        with where(other):
            ann.page.goto(f"{ann.site.url}{other}")
            expect(ann["[data-game=maze]"]).to_be_visible()

    # A link in any text, pasted under Open record. Mail programs break lines.
    half = len(link) // 2
    for button in ("look", "play-record"):
        ann.open("/record")
        ann["textarea"].fill(f"> Your turn: {link[:half]}\n> {link[half:]}\n> Bye")
        ann.button(button).click()
        expect(ann.page).to_have_url(match)


def test_letters_work_with_the_keyboard(ann: Visitor) -> None:
    ann.open("/play/sum?opponent=letter&seat=1")
    ann.button("create").press("Enter")
    expect(ann[CHOICES].first).to_be_visible(timeout=START_MS)
    ann[CHOICES].first.focus()
    ann.page.keyboard.press("Enter")
    link = link_of(ann)
    for _ in range(40):
        ann.page.keyboard.press("Tab")
        if ann.page.evaluate("document.activeElement.dataset.do === 'copy'"):
            break
    ann.page.keyboard.press("Enter")
    expect(ann.button("copy")).to_have_text("Copied")
    assert ann.page.evaluate("navigator.clipboard.readText()") == link
    ann["summary"].filter(has_text="QR code").press("Enter")
    expect(ann[".letter-part .qr path"]).to_be_attached()

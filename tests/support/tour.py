"""A tour of every screen of the page, in parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from browser_support import People, Person, play, played, save
from playwright.sync_api import expect
from web_support import Seat, versus

__all__ = ["BOOK", "TOUR", "Screen"]

BOOK = "4 3 8/9 5 1/2 7 6"

PLAYED: dict[str, dict[str, Any]] = {
    "sum": {"seed": 7},
    "run": {"seed": 7},
    "quest": {"options": {"target": 40}},
    "race": {"seed": 7, "options": {"size": 6}},
}
"""Setups of games that last longer than four moves."""

Screen = tuple[str, Person]


def beginning(people: People, **how: Any) -> Iterator[Screen]:
    """Yield the screens from home to a friend who is about to join."""
    ann, bob, eve = people.new(**how), people.new(**how), people.new(**how)
    ann.open("/")
    expect(ann["[data-game] .mini"]).not_to_have_count(0)
    yield "home", ann
    ann.open("/?game=maze&opponent=friend")
    expect(ann[".preview-board .mini"]).to_be_visible()
    ann["input[name=name]"].fill("Ann")
    yield "setup", ann
    if ann[".variant[open]"].count() == 0:  # wide screens open it at once
        ann[".variant summary"].click()
    expect(ann[".variant .stepper"].first).to_be_visible()
    ann["input[name=deal][value=typed]"].check(force=True)
    ann["textarea[name=board]"].fill(BOOK)
    yield "setup, custom", ann
    ann.button("create").click()
    expect(ann[".qr svg"]).to_be_visible()
    yield "invite", ann
    eve.open(f"/m/{ann.id}")
    expect(eve["h1"]).to_have_text("This game hasn't started")
    yield "not started", eve
    bob.open(ann["input[data-link=invite]"].input_value())
    expect(bob.button("join")).to_be_visible()
    yield "join", bob
    eve.open("/")
    eve["[aria-label=Settings]"].click()
    expect(eve["dialog"]).to_be_visible()
    yield "settings", eve
    eve.expected_errors = re.compile("status of 404")
    eve.open("/m/AAAAAAAAAAAAAAAAAAAAAA")
    expect(eve["h1"]).to_have_text("Game not found")
    yield "match not found", eve
    eve.open("/nowhere")  # the server sends the page with status 404
    expect(eve["h1"]).to_have_text("Page not found")
    yield "page not found", eve
    eve.expected_errors = re.compile("net::ERR_FAILED")
    eve.page.route("**/api/v1/facts", lambda route: route.abort())
    eve.open("/facts")
    expect(eve.button("try-again")).to_be_visible()
    yield "not loaded", eve
    eve.page.route("**/api/v1/games", lambda route: route.abort())
    eve.open("/")
    eve.button("new").click()
    expect(eve[".message"]).to_be_visible()
    yield "message", eve


def playing(people: People, **how: Any) -> Iterator[Screen]:
    """Yield the screens during matches."""
    ann, bob, seat = people.pair("maze", how, board=BOOK)
    for person, move in ((ann, "0,0"), (bob, "2,0"), (ann, "0,1"), (bob, "2,1")):
        person.wait_for_seq(seat.look()["seq"])
        person.move(move).click()
        person.wait_for_seq(seat.view["seq"] + 1)
    ann.wait_for_seq(seat.look()["seq"])
    yield "play maze", ann
    ann.page.keyboard.press("?")
    expect(ann["dialog .keys"]).to_be_visible()
    yield "shortcuts", ann
    ann.page.keyboard.press("Escape")
    ann["#more"].click()
    yield "menu", ann
    ann["dialog"].get_by_text("Continue on another device").click()
    expect(ann["dialog .qr svg"]).to_be_visible()
    yield "another device", ann
    ann["dialog [aria-label=Close]"].click()
    bob.button("takeback").click()
    expect(ann.button("accept")).to_be_visible()
    yield "offer", ann
    bob.expected_errors = re.compile("status of 4")
    bob.move("1,1").click(force=True)
    eve = people.at(seat, **how)
    yield "watching", eve
    for game, setup in PLAYED.items():
        one, two = versus(people.served, game, **setup)
        for _ in range(4):
            to_move(one, two).does("move", one.view["status"]["moves"][0])
        yield f"play {game}", eve.take_seat(to_move(one, two))


def ending(people: People, **how: Any) -> Iterator[Screen]:
    """Yield analysis, the result, home with games in progress, and a question of the game."""
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = people.at(one, **how)
    ann["[data-tool=values]"].click()
    expect(ann[".tile .value"]).not_to_have_count(0)
    yield "analysis", ann
    view = play(Seat(people.served, None, one.id), {1: ann})
    assert view["status"]["kind"] == "over"
    expect(ann[".verdict-card"]).to_be_visible()
    yield "end", ann
    for game in ("race", "quest"):
        other = people.served.create(game, "here", name="Ann")
        ann.open(f"/m/{other.id}#seat={other.token}")
        ann.wait_for_seq(other.look()["seq"])
    ann.open("/")
    expect(ann[".continue"]).to_be_visible()
    yield "home, in progress", ann
    one, two = versus(people.served, "run", seed=7)
    while one.look()["status"]["moves"][0] != "yes":
        to_move(one, two).does("move", one.view["status"]["moves"][-1])
    yield "question", ann.take_seat(to_move(one, two))


def studying(people: People, **how: Any) -> Iterator[Screen]:
    """Yield the study screens."""
    one = people.served.create("maze", "here", name="Ann", board=BOOK)
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        one.does("move", move)
    ann = people.at(one, **how).open(f"/m/{one.id}/review")
    expect(ann[".graph"]).to_be_visible()
    yield "review", ann
    ann.button("show-better").click()
    expect(ann[".told-line"]).to_be_visible()
    expect(ann[".arrow"]).not_to_have_count(0)
    yield "review, better move", ann
    ann.button("close-line").click()
    ann.button("try-again-here").click()
    expect(ann[".task"]).to_be_visible()
    yield "review, try again", ann
    ann.open("/learn")
    expect(ann[".game-card .mini"]).not_to_have_count(0)
    yield "lessons", ann
    for name, path, selector in (
        ("lesson", "/learn/run", ".task"),
        ("rules of all games", "/rules", ".game-card .mini"),
        ("rules", "/rules/maze", "h1"),
        ("puzzles", "/puzzles", ".calendar"),
        ("puzzle", "/puzzle", "[role=grid]"),
        ("exam", "/exam", "[data-do=start]"),
        ("exam, question", "/exam?size=25", "[role=gridcell][aria-disabled=false]"),
        ("duel", "/duel", ".duel-card"),
        ("facts", "/facts", ".fact"),
        ("record", "/record", "textarea"),
        ("history", "/history", ".round-line"),
        ("strength", "/stats", ".welcome"),
    ):
        ann.open(path)
        expect(ann[selector].first).to_be_visible()
        yield name, ann
        if name == "puzzle":
            ann.button("answer").click()
            ann["dialog [data-do=confirm]"].click()
            expect(ann[".line-moves"]).to_be_visible()
            yield "puzzle, answer", ann
        if name == "exam, question":
            ann["[role=gridcell][aria-disabled=false]"].first.click()
            expect(ann[".match-title"]).to_contain_text("Question 2")
            ann.open("/exam?report")
            expect(ann[".exam-figures"]).to_be_visible()
            yield "exam, report", ann


def rated(people: People, **how: Any) -> Iterator[Screen]:
    """Yield the screens with opponents and ratings."""
    ann = people.new(**how).open("/history")
    lines = {"maze": "maze pip won 0=3/3 2=2/1", "sum": "sum goldie lost 0=1/0 1=1/0.5"}
    games = [
        played(f"match-{number:011}", who=line.split()[1], rating=line)
        for number, line in enumerate([lines["maze"]] * 12 + [lines["sum"]])
    ]
    save(ann, history={f"{game['id']}/1": game for game in games})
    ann.open("/stats")
    ann[".ladder summary"].first.click()
    expect(ann[".results .portrait svg"]).to_have_count(2)
    yield "strength, rated", ann
    ann.open("/play/maze?opponent=trixie")
    expect(ann[".opponent .portrait svg"].last).to_be_visible()
    expect(ann[".preview-board .mini"]).to_be_visible()
    yield "setup, opponents", ann
    ann.take_seat(people.served.create("maze", "trixie", seat=1))
    expect(ann[".bar .portrait svg"]).to_be_visible()
    yield "play a character", ann


def to_move(one: Seat, two: Seat) -> Seat:
    """Return the seat of the player to move."""
    return (one, two)[one.look()["status"]["player"] - 1]


TOUR: tuple[Callable[..., Iterator[Screen]], ...] = (beginning, playing, ending, studying, rated)

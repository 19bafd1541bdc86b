"""The geometry of screens: nothing covers a digit, badges stay clear, long names are cut."""

from __future__ import annotations

from typing import Any

from browser_support import PHONE, WIDE, People, Person
from names import ARABIC
from playwright.sync_api import expect
from web_support import Seat, versus

from duel_support import where

BOARD = "4 3 8/9 5 1/2 7 6"

COVERED = """() => {
    const box = node => node.getBoundingClientRect();
    const meets = (a, b, room = 0.75) => a.left < b.right - room && b.left < a.right - room
        && a.top < b.bottom - room && b.top < a.bottom - room;
    const digits = [...document.querySelectorAll(".tile .numeral")].map(box);
    const covers = [...document.querySelectorAll(
        ".over .token .body, .over .footprint, .over .ghost, .tile .value")];
    return covers.filter(cover => digits.some(digit => meets(digit, box(cover))))
        .map(cover => cover.outerHTML);
}"""
"""Script that returns everything on a board that covers a digit."""

ON_BADGES = """() => {
    const badges = [...document.querySelectorAll(".tile .value")]
        .map(badge => badge.getBoundingClientRect());
    const points = [...document.querySelectorAll(".over .arrow > *")].flatMap(line => {
        const matrix = line.getScreenCTM();
        const width = parseFloat(getComputedStyle(line).strokeWidth);
        const half = width / 2 * Math.hypot(matrix.a, matrix.b);
        const length = line.getTotalLength();
        return Array.from({ length: 400 }, (_, number) => {
            const { x, y } = line.getPointAtLength(length * number / 399).matrixTransform(matrix);
            return { x, y, half };
        });
    });
    const isOn = ({ x, y, half }) => badges.some(({ left, right, top, bottom }) =>
        Math.hypot(x - Math.max(left, Math.min(x, right)), y - Math.max(top, Math.min(y, bottom)))
            < half - 0.5);
    return { badges: badges.length, points: points.length, on: points.filter(isOn).length };
}"""
"""Script that returns the number of points at which hints touch badges."""


DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Script that waits until the page is drawn in its new size."""


def at_sizes(person: Person) -> Any:
    """Yield the person's page on a phone and on a wide screen."""
    for size in (PHONE, WIDE):
        person.page.set_viewport_size(size)
        person.page.evaluate(DRAWN)
        yield f"{size['width']} px"


def play_first_moves(one: Seat, two: Seat, count: int) -> Seat:
    """Play the first legal moves; return the seat to move."""
    for _ in range(count):
        view = one.look()
        if view["status"]["kind"] == "turn":
            (one, two)[view["status"]["player"] - 1].does("move", view["status"]["moves"][0])
    return (one, two)[(one.look()["status"]["player"] or 1) - 1]


BOARDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("maze", {"board": BOARD}),
    ("maze", {"options": {"size": 12}}),
    ("run", {"options": {"size": 12, "highest": 99}}),
    ("race", {"options": {"size": 6}}),
    ("sum", {"options": {"highest": 40, "target": 500}}),
    ("shuttle", {}),
)
"""Boards of 3 to 144 tiles, numbers of one to three digits, and two tokens on one tile."""


def test_digits_stay_visible_on_every_board(people: People) -> None:
    ann = people.new()
    for game, setup in BOARDS:
        one, two = versus(people.served, game, **setup)
        ann.take_seat(play_first_moves(one, two, 3))
        for size in at_sizes(ann):
            with where(game, setup, size):
                assert ann.page.evaluate(COVERED) == []


def test_board_wider_than_a_phone_shows_the_player_to_move(people: People) -> None:
    one, two = versus(people.served, "race", options={"size": 12}, seed=3)
    ann = people.new(viewport=PHONE).take_seat(play_first_moves(one, two, 1))
    expect(ann["[aria-disabled=false][role=gridcell]"]).not_to_have_count(0)
    token, board = ann[".token[data-player='2']"].bounding_box(), ann[".board"].bounding_box()
    assert token is not None
    assert board is not None
    assert board["x"] <= token["x"]
    assert token["x"] + token["width"] <= board["x"] + board["width"]


def test_hints_and_values_stay_clear_of_each_other(people: People) -> None:
    """The first hint is a ring, the second an arrow. The legend explains the signs on the board."""
    seat = people.served.create("maze", "casual", seat=1, name="Ann", board=BOARD)
    ann = people.at(seat)
    ann["[data-tool=values]"].click()
    for shape in ("ring", "arrow"):
        expect(ann[".tile .value"]).not_to_have_count(0)
        for _ in range(3):
            ann["[data-tool=hint]"].click()
        expect(ann[".arrow"]).to_have_count(1)
        for size in at_sizes(ann):
            with where(shape, size):
                found = ann.page.evaluate(ON_BADGES)
                assert found["badges"]
                assert (found["points"], found["on"]) == (400, 0)
                assert ann.page.evaluate(COVERED) == []
        signs = set(ann[".tile .value"].all_inner_texts())
        legend = ann[".legend .value"].all_inner_texts()
        assert set(legend) <= signs
        assert {sign[0] for sign in legend} == {sign[0] for sign in signs}
        if shape == "ring":
            ann.move("0,0").click()
            expect(ann[".over .token"]).to_have_count(2)
            expect(ann[".arrow"]).to_have_count(0)


LONG = "W" * 20
"""The widest name that the server accepts."""

OUTSIDE = """() => [...document.querySelectorAll("main *, header *")].filter(part =>
    part.checkVisibility() && !part.closest(".unseen, .board, [role=grid], .strip-of-moves")
    && part.getBoundingClientRect().right > innerWidth + 1).map(part => part.outerHTML)"""
"""Script that returns what is cut off at the right edge of the screen."""


def test_long_names_are_cut_and_nothing_leaves_the_screen(people: People) -> None:
    one, two = versus(people.served, "maze", names=(LONG, ARABIC * 3), board=BOARD)
    one.does("move", "0,0")
    bob, eve = people.at(two), people.at(Seat(people.served, None, one.id))
    host = people.served.create("maze", "friend", name=LONG)
    guest = people.new().open(f"/m/{host.id}#join={host.invite}")
    expect(guest.button("join")).to_be_visible()

    def check(person: Person, selector: str, screen: str) -> None:
        for size in at_sizes(person):
            with where(screen, size):
                assert person.page.evaluate(OUTSIDE) == []
                assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        person.page.set_viewport_size(PHONE)
        name = person[f"{selector} bdi.name"].filter(has_text=LONG).first
        expect(name).to_have_attribute("title", LONG)
        assert name.evaluate("name => name.scrollWidth > name.clientWidth")
        assert name.evaluate("name => getComputedStyle(name).textOverflow") == "ellipsis"

    check(bob, ".bar-name", "bar")
    check(guest, "h1", "invitation")
    one.does("takeback")
    expect(bob[".question h2"]).to_be_visible()
    check(bob, ".question h2", "offer")
    bob.open("/")
    expect(bob[".continue"]).to_be_visible()
    check(bob, ".continue h2", "home")
    two.does("resign")
    expect(eve[".verdict-card"]).to_be_visible()
    check(eve, ".verdict-card h1", "verdict")


UNGUARDED = """() => {
    const found = [];
    const look = (rules, isGuarded) => {
        for (const rule of rules) {
            if (rule.selectorText?.includes(":hover") && !isGuarded) found.push(rule.selectorText);
            const guards = rule instanceof CSSMediaRule && rule.conditionText === "(hover: hover)";
            if (rule.cssRules) look(rule.cssRules, isGuarded || guards);
        }
    };
    for (const sheet of document.styleSheets) look(sheet.cssRules, false);
    return found;
}"""


def test_hover_styles_need_a_pointer_that_hovers(people: People) -> None:
    ann = people.new().open("/")
    expect(ann["[data-game]"].first).to_be_visible()
    assert ann.page.evaluate(UNGUARDED) == []


def test_daily_duel_card_shows_the_board_of_today(people: People) -> None:
    duel = people.served.client.get("/daily/duel").json()
    ann = people.new().open("/")
    card = ann[".daily[href='/duel'] .mini"]
    expect(card).to_be_visible()
    tiles = [tile for row in duel["position"]["picture"]["rows"] for tile in row]
    expect(card.locator(".mini-tile")).to_have_count(len(tiles))
    strokes = card.locator(".mini-tile").evaluate_all(
        "tiles => tiles.map(tile => tile.querySelector('.number')?.innerHTML)"
    )
    labels = [tile["label"] for tile in tiles]
    pairs = set(zip(labels, strokes, strict=True))
    assert len(pairs) == len(set(labels)) == len(set(strokes))  # the same digits at the same tiles


def test_setup_and_games_fit_in_a_small_window(people: People) -> None:
    ann = people.new(viewport={"width": 900, "height": 700}).open("/")
    expect(ann["[data-game] .mini"]).not_to_have_count(0)
    tops = ann["[data-game]"].evaluate_all("cards => cards.map(one => one.offsetTop)")
    assert len(tops) >= 5
    assert set(tops[:5]) == {tops[0]}, "five games are in one row"
    ann.open("/play/maze")
    expect(ann[".variant .stepper"].first).to_be_visible()
    height = "strip => strip.scrollHeight - strip.clientHeight"
    assert ann[".game-strip"].evaluate(height) <= 0, "the names of games are not cut"
    last = ann.page.get_by_role("button", name="Increase diagonal")
    for _ in range(40):
        ann.page.keyboard.press("Tab")
        if last.evaluate("button => button === document.activeElement"):
            break
    expect(last).to_be_focused()
    assert ann["dialog"].evaluate("sheet => sheet.scrollTop") == 0, "only the column scrolls"

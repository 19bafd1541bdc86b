"""Sentences for screen readers, and the focus."""

from __future__ import annotations

import re

from browser_support import CLEAR, People, Person
from playwright.sync_api import APIResponse, Route, expect
from tour import BOOK
from web_support import versus

RECORD = """() => {
    window.heard = [];
    const region = document.getElementById("said");
    const record = () => region.textContent && heard.push(region.textContent.trim());
    new MutationObserver(record).observe(region, { childList: true });
}"""
"""Script that records every announcement."""


def heard(person: Person) -> list[str]:
    """Return the announcements since the last call."""
    found: list[str] = person.page.evaluate("() => heard.splice(0)")
    return found


def has_focus(person: Person) -> bool:
    found: bool = person.page.evaluate("document.activeElement !== document.body")
    return found


def test_each_new_screen_takes_the_focus_and_is_announced_once(people: People) -> None:
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = people.at(one)
    expect(ann.announcement).to_have_text("Your turn. Start on which cell?")
    ann.page.evaluate(RECORD)
    ann["nav"].get_by_role("link", name="Learn").click()
    expect(ann.announcement).to_have_text("Learn · numduel")
    ann["nav"].get_by_role("link", name="Puzzles").click()
    expect(ann.announcement).to_have_text("Puzzles · numduel")
    assert heard(ann) == ["Learn · numduel", "Puzzles · numduel"]
    ann.page.go_back()
    expect(ann.announcement).to_have_text("Learn · numduel")
    expect(ann["#screen"]).to_be_focused()
    ann.page.go_back()
    expect(ann.announcement).to_have_text("Your turn. Start on which cell?")
    expect(ann["#screen"]).to_be_focused()
    assert heard(ann) == ["Learn · numduel", "Your turn. Start on which cell?"]
    ann["nav"].get_by_role("link", name="Play").click()
    expect(ann.announcement).to_have_text("numduel: five number games for two")
    expect(ann.page.get_by_role("region", name="Games in progress")).to_be_visible()
    ann.page.evaluate(CLEAR)
    ann.page.reload()
    expect(ann.page.get_by_role("region", name="New game")).to_be_visible()


def test_every_refusal_is_announced(people: People) -> None:
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = people.at(one)
    ann.expected_errors = re.compile("status of 4")
    ann.page.evaluate(RECORD)
    for _ in range(3):
        ann.move("1,1").press("Enter")
        expect(ann[".notice-line"]).to_have_text("The 5, centre, is not an edge cell.")
        assert heard(ann) == ["The 5, centre, is not an edge cell."]
        expect(ann.move("1,1")).to_be_focused()


def test_action_is_over_when_its_answer_comes_after_the_opponents_move(people: People) -> None:
    one, two = versus(people.served, "maze", board=BOOK)
    for seat, move in ((one, "0,0"), (two, "2,0"), (one, "0,1"), (two, "2,1")):
        seat.does("move", move)
    ann, bob = people.at(one), people.at(two)  # nothing but the answer redraws Ann's screen
    held: list[tuple[Route, APIResponse]] = []
    ann.page.route("**/actions", lambda route: held.append((route, route.fetch())))
    ann.move("1,1").click()
    expect(ann["[aria-label*='5, you are here']"]).to_be_visible()  # from the stream
    bob.move("2,2").click()
    expect(ann.button("rematch")).to_have_attribute("aria-disabled", "true")
    [(route, response)] = held
    route.fulfill(response=response)
    expect(ann.button("rematch")).to_have_attribute("aria-disabled", "false")


def test_answer_of_a_puzzle_keeps_the_focus_and_its_steps_are_announced(people: People) -> None:
    ann = people.new(reduced_motion="no-preference").open("/puzzle")
    ann.button("answer").press("Enter")
    ann["dialog [data-do=confirm]"].press("Enter")
    expect(ann.button("more")).to_be_focused()
    expect(ann[".line-steps [data-do=next]"]).to_have_attribute("aria-disabled", "true")
    expect(ann.button("more")).to_be_focused()  # after all moves
    ann.page.evaluate(RECORD)
    ann.page.keyboard.press("Home")
    ann.page.keyboard.press("ArrowLeft")
    moves = ann[".line-moves li"].count()
    expect(ann.announcement).to_have_text(re.compile(rf"^Move {moves - 1} of {moves}: .+, .+\.$"))
    ann.button("next").press("Enter")
    expect(ann.announcement).to_have_text(re.compile(rf"^Move {moves} of {moves}: You, .+\.$"))
    assert len(heard(ann)) == 2
    ann.button("start-over").press("Enter")
    expect(ann.announcement).to_have_text(re.compile("Find the only winning move"))
    assert has_focus(ann)


def test_rules_beside_the_board_have_their_place_and_give_the_focus_back(people: People) -> None:
    one = people.served.create("maze", "casual", seat=1, name="Ann", board=BOOK)
    ann = people.at(one)
    ann.move("0,1").focus()
    ann.page.keyboard.press("r")
    rules = ann.page.get_by_role("complementary", name="Rules of Number Maze")
    expect(rules.get_by_role("heading", name="Moving", exact=True, level=3)).to_be_visible()
    assert ann["h1"].all_inner_texts() == ["Number Maze"]
    ann.page.keyboard.press("r")  # load them again
    expect(rules.get_by_role("heading", name="Moving", exact=True)).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    expect(ann.move("0,1")).to_be_focused()
    ann.page.keyboard.press("r")
    ann.move("0,0").focus()
    ann.page.keyboard.press("?")
    ann.page.keyboard.press("Escape")  # one thing at a time
    expect(ann["dialog"]).to_have_count(0)
    expect(rules).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    expect(ann.move("0,0")).to_be_focused()
    ann.open("/facts")
    expect(ann["main table"]).not_to_have_count(0)
    tables = ann["main [role=group]"].evaluate_all("all => all.map(one => one.ariaLabel)")
    assert tables[:2] == ["Table: Results of perfect play", "Table: Number Maze"]


def test_join_is_announced_to_players_as_players(people: People) -> None:
    ann, bob = people.new(), people.new()
    ann.open("/play/maze?opponent=friend")
    ann["input[name=name]"].fill("Ann")
    ann.button("create").press("Enter")
    ann.button("copy").press("Enter")
    expect(ann.announcement).to_have_text(re.compile("^(Copied|Selected, now copy it)"))
    bob.open(ann["input[data-link=invite]"].input_value())
    bob["input[name=name]"].fill("Bob")
    expect(bob.announcement).to_have_text(re.compile("invites you"))
    bob.page.evaluate(RECORD)
    held: list[tuple[Route, APIResponse]] = []
    bob.page.route("**/join", lambda route: held.append((route, route.fetch())))
    bob["input[name=name]"].press("Enter")
    expect(ann.announcement).to_have_text(re.compile("^Bob joined the game. Your turn."))
    assert ann.page.evaluate("document.activeElement.role") == "gridcell"
    [(route, response)] = held
    route.fulfill(response=response)
    expect(bob.grid).to_be_visible()
    assert bob.page.evaluate("document.activeElement.role") == "gridcell"
    assert heard(bob) == ["You joined the game. Ann to move."]
    # On a tile, a letter that starts a move is a shortcut while you can't move.
    ann["[role=gridcell][aria-disabled=false]"].first.press("Enter")
    expect(ann.announcement).to_have_text(re.compile("^You started on"))
    expect(bob.announcement).to_have_text(re.compile("^Ann started on"))
    ann.page.keyboard.press("u")
    expect(bob.announcement).to_have_text("Ann asks for a takeback.")


def test_announcements_are_in_the_sheet_that_covers_the_screen(people: People) -> None:
    ann = people.new().open("/play/maze?opponent=casual")
    sheet = ann.page.get_by_role("dialog", name="New game")
    sheet.get_by_role("button", name=re.compile("Handicap")).press("Enter")
    expect(sheet.get_by_role("status")).to_have_text(re.compile(r"\w"))
    ann.page.keyboard.press("Escape")
    expect(ann["body > #said"]).to_be_attached()
    ann["[aria-label=Settings]"].press("Enter")
    settings = ann.page.get_by_role("dialog", name="Settings")
    expect(settings.get_by_role("status")).to_have_text("")
    with ann.page.expect_download() as download:
        settings.locator("[data-do=export]").press("Enter")
    expect(settings.get_by_role("status")).to_have_text("Your data was exported.")
    ann["dialog input[type=file]"].set_input_files(download.value.path())
    expect(settings.get_by_role("status")).to_have_text(re.compile("^This file holds"))
    expect(ann.button("import-file")).to_be_focused()
    ann.button("cancel-import").press("Enter")
    expect(ann.button("import")).to_be_focused()


def test_review_and_history_keep_the_focus_and_announce_what_changes(people: People) -> None:
    one = people.served.create("maze", "here", seat=1, name="Ann", board=BOOK)
    for move in ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2"):
        one.does("move", move)
    ann = people.at(one).open(f"/m/{one.id}/review")
    expect(ann.announcement).to_have_text(re.compile("^Ann threw away a win."))
    ann.page.evaluate(RECORD)
    ann["[aria-label=Analysis]"].press("Enter")
    expect(ann[".tile .value"]).not_to_have_count(0)
    assert heard(ann) == []  # the position is the same
    for closing in ("Escape", "Enter"):
        ann.button("show-why").press("Enter")
        expect(ann.button("close-line")).to_be_focused()
        ann.page.keyboard.press(closing)
        expect(ann[".told-line"]).to_have_count(0)
        assert has_focus(ann)
    assert heard(ann)[-1].startswith("Ann threw away a win.")
    ann.open("/history")
    ann["[name=history-result][value=won]"].press("Space")
    expect(ann.announcement).to_have_text("No games of this kind.")
    ann.button("all-games").press("Enter")
    expect(ann.announcement).to_have_text("1 finished game.")
    expect(ann["[name=history-game]"]).to_be_focused()

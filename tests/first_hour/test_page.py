"""A new user's first hour on the page, on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser_support import People, Person
from playwright.sync_api import expect
from web_support import versus

pytestmark = pytest.mark.long

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

DAY = "2026-01-22"
"""A day whose puzzle is found quickly, also with the games of the tests."""

NETWORK_ERROR = re.compile(r"net::ERR_")


def go_to(person: Person, name: str) -> None:
    """Tap a section in the bar."""
    person["nav"].get_by_role("link", name=name).click()
    expect(person["nav [aria-current]"]).to_have_text(name)


def start_game(person: Person, game: str, level: str, **options: str) -> None:
    """Start a game against the computer from the home screen."""
    go_to(person, "Play")
    person[f"[data-game={game}]"].click()
    person["input[name=opponent][value=computer]"].check(force=True)
    person[f"input[name=level][value={level}]"].check(force=True)
    for name, value in options.items():
        person["[data-do=variant]"].click()
        person[f"#option-{name}"].fill(value)
    person.page.keyboard.press("Enter")
    expect(person.grid).to_be_visible()


def open_menu(person: Person, entry: str) -> None:
    person["#more"].click()
    person["dialog"].get_by_role("button", name=entry).click()


def test_first_hour_of_games(people: People) -> None:
    ann = people.new(**PHONE).open("/")
    # The first minute: luck is called luck, and a lesson is one tap away.
    expect(ann["[data-game=quest]"]).to_contain_text("By the book: luck decides")
    expect(ann["[data-game=quest]"]).to_contain_text("With Stand: skill decides")
    go_to(ann, "Learn")
    ann["main a[href='/learn/maze']"].click()
    expect(ann["main"]).to_contain_text("Start on the edge")
    # A race against the perfect computer, which doesn't let you off.
    start_game(ann, "race", "perfect")
    expect(ann.page).to_have_title(re.compile("^Your turn · Number Maze Race against Perfect"))
    expect(ann["link[rel=icon]"]).to_have_attribute("href", re.compile(r"icon-turn\.svg$"))
    ann.page.keyboard.press("?")
    expect(ann["dialog"]).to_contain_text("Hint")
    ann.page.go_back()
    expect(ann["dialog"]).to_have_count(0)
    open_menu(ann, "Offer to end without a winner")
    expect(ann["main"]).to_contain_text(re.compile("declined to end the game|without a winner"))
    if ann["[data-do=rematch]"].count():
        return  # neither player could force a win
    # A resignation is confirmed, named and taken back; the history forgets it.
    open_menu(ann, "Resign")
    ann["dialog [data-do=resign]"].click()
    expect(ann["main"]).to_contain_text("You resigned")
    go_to(ann, "History")
    expect(ann["main"]).to_contain_text("Number Maze Race against Perfect")
    ann.page.go_back()
    ann.button("takeback").click()
    expect(ann["[data-tool=hint]"]).to_be_visible()
    go_to(ann, "History")
    expect(ann["[data-entry]"]).to_have_count(0)


def test_first_hour_of_learning_from_mistakes(people: People) -> None:
    ann = people.new(**PHONE)
    one = people.served.create("sum", "perfect", seat=1, name="Ann", options={"target": 20})
    ann.take_seat(one)
    for move in ("9", "1", "1"):
        ann.move(move).click()
    expect(ann["main"]).to_contain_text("Perfect wins")
    ann.page.get_by_role("link", name="Review").first.click()
    expect(ann[".key-moments"]).to_contain_text("you threw away a win")
    expect(ann[".panel"]).to_contain_text("your only real choice was wrong")
    ann.button("show-why").click()
    expect(ann[".told"]).to_contain_text(re.compile("would|played"))
    ann.button("close-line").click()
    ann.button("try-again-here").click()
    ann.move("5").click()
    expect(ann.announcement).to_contain_text("Correct!")


def test_first_hour_of_puzzles(people: People) -> None:
    ann = people.new(**PHONE).open("/")
    go_to(ann, "Puzzles")
    expect(ann["main"]).to_contain_text("Practice")
    api = people.served.client
    puzzle = api.get("/puzzles/daily", params={"day": DAY}).json()
    solution = api.post("/puzzles/solutions", json={"puzzle": puzzle["id"]}).json()
    plies = [position["plies"][-1] for position in solution["positions"][1:]]
    own = [ply["move"] for ply in plies if ply["player"] == puzzle["player"]]
    wrong = next(move for move in puzzle["position"]["status"]["moves"] if move != own[0])
    ann.open(f"/puzzle?day={DAY}")
    ann.move(wrong).click()
    expect(ann[".verdict-words.bad"]).to_be_visible()
    expect(ann[".arrow.mistake, .arrow.reply"]).not_to_have_count(0)
    ann.button("again").click()
    for move in own:
        ann[f"[data-move='{move}'][aria-disabled=false]"].click()
    expect(ann["main"]).to_contain_text("Solved!")
    expect(ann["main"]).to_contain_text("solved at the second try")
    expect(ann["main"]).not_to_contain_text("would have won")
    # The duel: one for everyone, and a seat that can win.
    ann.open("/duel")
    ann.button("duel").click()
    expect(ann.grid).to_be_visible()
    ann.open("/")
    expect(ann["main"]).to_contain_text("In progress")


def test_first_hour_with_a_friend_and_on_a_bad_network(people: People, tmp_path: Path) -> None:
    one, two = versus(people.served, "maze")
    ann, bob = people.new(**PHONE).take_seat(one), people.new().take_seat(two)
    ann["[role=gridcell][aria-disabled=false]"].first.click()
    expect(bob.page).to_have_title(re.compile("^Your turn"))
    expect(ann.words).to_contain_text("Bob to move")
    ann.button("takeback").click()
    expect(bob.page).to_have_title(re.compile("^Ann asks for a takeback"))
    bob.button("decline").click()
    expect(ann["main"]).to_contain_text("Bob declined the takeback.")
    # Offline, each tap is answered, and "Try now" reconnects.
    ann.expected_errors = NETWORK_ERROR
    ann.context.set_offline(True)
    expect(ann.page.get_by_role("button", name="Try now")).to_be_visible()
    go_to(ann, "Puzzles")
    expect(ann["main"]).to_contain_text(re.compile("offline|Can't reach"))
    ann.context.set_offline(False)
    # Another device takes over.
    ann.open("/history")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Export my data").click()
    file = tmp_path / "backup.json"
    download.value.save_as(file)
    eve = people.new().open("/history")
    with eve.page.expect_file_chooser() as chooser:
        eve.page.get_by_role("button", name="Import").click()
    chooser.value.set_files(file)
    expect(eve["main"]).to_contain_text("1 game in progress")

"""Puzzles and duels on the page: what they show, refutations, days, streaks and practice."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from browser_support import PHONE, People, Person
from playwright.sync_api import Locator, expect

from numduel.errors import capitalise
from numduel.storage.streak import today
from numduel.views.calendar import DAY_LABELS

TODAY = date.fromisoformat(today())
SOLVED_DAY = "2026-01-22"
"""A day whose puzzle is found quickly."""


def days_ago(number: int) -> str:
    return (TODAY - timedelta(number)).isoformat()


def store(person: Person, **values: Any) -> None:
    """Save values in the browser, as earlier visits would have."""
    person.open("/page/icon.svg")
    for name, value in values.items():
        pair = [f"numduel.{name}", json.dumps(value)]
        person.page.evaluate("([name, text]) => localStorage.setItem(name, text)", pair)


def get_puzzle(people: People, path: str, **params: Any) -> tuple[dict[str, Any], list[str], str]:
    """Return a puzzle, its solver's winning moves, and a wrong move."""
    api = people.served.client
    puzzle = api.get(path, params=params).json()
    solution = api.post("/puzzles/solutions", json={"puzzle": puzzle["id"]}).json()
    line = [position["plies"][-1] for position in solution["positions"][1:]]
    own = [ply["move"] for ply in line if ply["player"] == puzzle["player"]]
    wrong = [move for move in puzzle["position"]["status"]["moves"] if move != own[0]]
    return puzzle, own, wrong[-1]


def choose(person: Person, *moves: str) -> None:
    for move in moves:
        person[f"[data-move='{move}'][aria-disabled=false]"].click()


def test_puzzle_shows_everything_needed_to_solve_it(people: People) -> None:
    wanted = {"game": "sum", "grade": "easy", "seed": 5}
    puzzle, own, _ = get_puzzle(people, "/puzzles/practice", **wanted)
    position, player = puzzle["position"], puzzle["player"]
    ann = people.new().open("/puzzle?game=sum&grade=easy&seed=5")
    expect(ann["[role=grid]"]).to_be_visible()
    for fact in position["picture"]["facts"]:
        bar = ann[f".bar[data-player='{fact['player']}']"]
        expect(bar.locator(".figure")).to_contain_text(f"{fact['value']}of {fact['limit']}")
        expect(bar.locator("meter")).to_have_attribute("value", str(fact["value"]))
    expect(ann[f".bar[data-player='{player}']"]).to_contain_text("You")
    expect(ann[f".bar[data-player='{player}'] .chip"]).to_have_text("Your turn")
    expect(ann[".stage-said"]).to_contain_text(position["said"][-1])
    assert position["plies"][-1]["move"] in ann[".stage-said"].inner_text()
    expect(ann[".last-edge"]).to_have_count(1)
    ann["[data-tool=rules]"].click()
    expect(ann[".rules-aside"]).to_contain_text("be the first to reach exactly 50")
    ann.page.keyboard.press("Escape")
    expect(ann[".rules-aside"]).to_have_count(0)
    choose(ann, *own)
    expect(ann["main"]).to_contain_text("Solved!")


def test_wrong_move_is_refuted_on_the_board_and_a_reload_forgets_nothing(people: People) -> None:
    puzzle, own, wrong = get_puzzle(people, "/puzzles/daily", day=SOLVED_DAY)
    tried = {"puzzle": puzzle["id"], "made": [], "move": wrong}
    answer = people.served.client.post("/puzzles/tries", json=tried).json()
    ann = people.new().open(f"/puzzle?day={SOLVED_DAY}")
    choose(ann, wrong)
    expect(ann[".verdict-words.bad"]).to_contain_text(answer["lines"][0])
    expect(ann[".line-moves li"]).to_have_count(len(answer["positions"]) - 1)
    expect(ann[".arrow.reply"]).to_have_count(1)
    ann.button("back").click()
    expect(ann[".arrow.mistake"]).to_have_count(1)
    expect(ann[".line-steps"]).to_contain_text("Move 1 of ")
    ann["#line-2"].click()
    expect(ann["#line-2"]).to_have_attribute("aria-current", "step")
    ann.page.reload()
    expect(ann[".tries"]).to_have_text("So far: 1 wrong try.")
    ann.button("help").click()
    expect(ann[".tries"]).to_have_text("So far: 1 wrong try, 1 hint.")
    choose(ann, own[0])
    expect(ann["main"]).to_contain_text("Find the next winning move.")
    ann.page.reload()
    expect(ann["main"]).to_contain_text("Find the next winning move.")
    choose(ann, *own[1:])
    expect(ann[".shared-text"]).to_contain_text("solved at the second try, with 1 hint.")
    ann.page.reload()
    expect(ann["main"]).to_contain_text("Solved!")
    expect(ann[".shared-text"]).to_contain_text("solved at the second try, with 1 hint.")
    expect(ann[".shared-text"]).to_contain_text("(+ best, . fine, - mistake)")
    for part in ("The best defence is ", "; even then ", " is tempting but "):
        expect(ann[".verdict-words"]).to_contain_text(part)
    ann.button("start-over").click()
    expect(ann["main"]).to_contain_text(puzzle["words"]["question"])


def test_moves_of_an_answer_play_by_themselves(people: People) -> None:
    _, _, wrong = get_puzzle(people, "/puzzles/daily", day=SOLVED_DAY)
    ann = people.new(reduced_motion="no-preference")
    ann.stop_clock()
    ann.open(f"/puzzle?day={SOLVED_DAY}")
    choose(ann, wrong)
    expect(ann["#line-2"]).to_have_attribute("aria-current", "step")
    ann.button("answer").click()
    expect(ann[".verdict-words"]).to_contain_text("The only winning move is ")
    ann.page.clock.run_for(20_000)
    last = ann[".line-moves button"].last
    expect(last).to_have_attribute("aria-current", "step")
    ann["#line-1"].click()
    expect(ann[".arrow:not(.reply):not(.mistake)"]).to_have_count(1)


def test_archive_leads_to_every_earlier_puzzle(people: People) -> None:
    ann = people.new()
    store(ann, puzzles={"2026-02-21": "first", "2026-02-20": "later", "2026-02-19": "missed"})
    ann.open("/puzzles?puzzles=2026-02")

    def day(each: str) -> Locator:
        return ann[f"section[aria-labelledby='puzzles-title'] [data-day='{each}']"]

    expect(ann["#puzzles-month"]).to_have_text("February 2026")
    labels = {how: capitalise(DAY_LABELS[how].split(";")[0]) for how in DAY_LABELS}
    day("2026-02-22").focus()
    for each, how in (("21", "first"), ("20", "later"), ("19", "missed"), ("18", None)):
        ann.page.keyboard.press("ArrowLeft")
        expect(day(f"2026-02-{each}")).to_be_focused()
        label = day(f"2026-02-{each}").get_attribute("aria-label") or ""
        assert label.endswith(f": {labels[how]}"), label
        expect(day(f"2026-02-{each}").locator(".sign")).to_have_count(int(how is not None))
        if how is not None:
            expect(ann[".calendar-room .signs"].first).to_contain_text(labels[how])
    for key, focused in (
        ("ArrowUp", "2026-02-11"),
        ("Home", "2026-02-09"),
        ("End", "2026-02-15"),
        ("PageUp", "2026-01-15"),
        ("ArrowDown", SOLVED_DAY),
    ):
        ann.page.keyboard.press(key)
        expect(day(focused)).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.page).to_have_url(f"{people.served.url}/puzzle?day={SOLVED_DAY}")
    _, own, _ = get_puzzle(people, "/puzzles/daily", day=SOLVED_DAY)
    choose(ann, *own)
    expect(ann["main"]).to_contain_text("Solved!")
    ann.page.go_back()
    expect(day(SOLVED_DAY)).to_have_attribute("title", labels["later"])
    ann["[data-do=puzzles-following]"].click()
    expect(day(SOLVED_DAY)).to_have_count(0)
    expect(ann["[data-do=puzzles-following]"]).to_be_focused()


def test_days_to_come_have_no_link(people: People) -> None:
    ann = people.new(viewport=PHONE).open("/puzzles")
    calendar = ann[".calendar"].first
    expect(calendar.locator("[aria-current=date]")).to_be_visible()
    assert calendar.locator("[data-day]").count() == TODAY.day
    expect(ann["[data-do=puzzles-following]"]).to_have_attribute("aria-disabled", "true")
    sizes = calendar.locator("[data-day]").evaluate_all(
        "days => days.map(day => [day.offsetWidth, day.offsetHeight])"
    )
    assert all(wide >= 40 and high >= 44 for wide, high in sizes)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ann.expected_errors = re.compile("422")
    ann.open(f"/duel?day={days_ago(-1)}")
    expect(ann["main"]).to_contain_text("Duel not found")


def test_earlier_duel_is_played_but_not_counted(people: People) -> None:
    ann = people.new().open(f"/puzzles?duels={days_ago(1)[:7]}")
    ann[f"section[aria-labelledby='duels-title'] [data-day='{days_ago(1)}']"].click()
    expect(ann["main"]).to_contain_text("Only today's duel counts towards your streaks.")
    lose_duel(ann)
    expect(ann[".after"]).to_contain_text("Only today's duel counts towards your streaks.")
    expect(ann[".shared-text"]).to_contain_text(f"numduel daily duel {days_ago(1)}: lost")
    ann.open("/duel")
    expect(ann[".week .today"]).to_contain_text(str(TODAY.day))
    expect(ann[".duel-card"]).to_be_visible()
    expect(ann[".days"]).not_to_contain_text("in a row")
    ann.open(f"/duel?day={days_ago(1)}")
    expect(ann[".duel-card"]).to_contain_text("Lost")


def lose_duel(person: Person) -> None:
    person.button("duel").click()
    expect(person.grid).to_be_visible()
    person["#more"].click()
    for _ in range(2):  # the second click confirms
        person["dialog [data-do=resign]"].click()


def test_lost_duel_earns_no_flame(people: People) -> None:
    ann = people.new()
    store(ann, duels={days_ago(1): {"id": "x", "outcome": "won", "lines": []}})
    ann.open("/duel")
    expect(ann[".days .streak"]).to_contain_text("day won")
    lose_duel(ann)
    expect(ann[".after"]).to_contain_text("Next duel in ")
    expect(ann[".after"]).to_contain_text("Played 2 days in a row.")
    expect(ann[".after .streak"]).to_have_count(0)


def test_practice_keeps_score_by_game_and_grade(people: People) -> None:
    ann = people.new().open("/puzzles")
    expect(ann[".practice"]).to_contain_text("Number Quest has no puzzles because ")
    ann["select[name=game]"].select_option("sum")
    ann["input[name=grade][value=easy]"].check(force=True)
    ann.button("practise").click()
    expect(ann["[role=grid]"]).to_be_visible()
    _, own, _ = get_puzzle(people, "/puzzles/practice", **query(ann))
    choose(ann, *own)
    expect(ann[".score"]).to_have_text("This session: 1 of 1 solved on the first try.")
    before = query(ann)
    ann.button("another").click()
    expect(ann["main"]).to_contain_text("Find the only winning move.")
    assert query(ann) != before
    _, own, wrong = get_puzzle(people, "/puzzles/practice", **query(ann))
    choose(ann, wrong)
    expect(ann[".score"]).to_have_text("This session: 1 of 2 solved on the first try.")
    ann.page.reload()
    choose(ann, *own)
    expect(ann["main"]).to_contain_text("Solved!")
    expect(ann[".score"]).to_have_text("This session: 1 of 2 solved on the first try.")
    ann["a[aria-label=Back]"].click()
    expect(ann[".practice-totals [data-game=sum] td"].first).to_contain_text("1 of 2 solved")
    expect(ann["select[name=game]"]).to_have_value("sum")


def test_practice_fits_the_player_and_shows_difficulty_and_rating(people: People) -> None:
    ann = people.new().open("/puzzles")
    expect(ann["input[name=grade][value=fit]"]).to_be_checked()
    expect(ann[".puzzle-ratings"]).to_have_count(0)
    ann["select[name=game]"].select_option("maze")
    ann.button("practise").click()
    expect(ann["[role=grid]"]).to_be_visible()
    for number in range(2):  # a puzzle solved, and one with a hint
        puzzle, own, _ = get_puzzle(people, "/puzzles/practice", **query(ann))
        expect(ann[".difficulty"]).to_have_text(puzzle["difficulty"]["text"])
        expect(ann[".rating"]).to_be_hidden()
        if number:
            ann.button("help").click()
            expect(ann[".tries"]).to_contain_text("1 hint")
        choose(ann, *own)
        expect(ann["main"]).to_contain_text("Solved!")
        expect(ann[".rating"]).to_contain_text("Number Maze puzzles: between ")
        if number == 0:
            ann.button("another").click()
            expect(ann["main"]).to_contain_text("Find the only winning move.")
    expect(ann[".rating"]).to_contain_text("With a hint it counts as not solved.")
    text = ann[".rating"].inner_text()
    ann.page.reload()
    expect(ann[".rating"]).to_have_text(text)
    stored = ann.page.evaluate("() => JSON.parse(localStorage.getItem('numduel.puzzle-tries'))")
    assert sorted(one["isSolved"] for one in stored.values()) == [False, True]
    assert puzzle["difficulty"]["key"] in stored
    ann["a[aria-label=Back]"].click()
    expect(ann[".puzzle-ratings dd"]).to_contain_text(", from 2 puzzles")


def query(person: Person) -> dict[str, str]:
    """Return the query of the address bar."""
    return dict(parse_qsl(urlsplit(person.page.url).query))

"""The review on the page: key moments, lines on the board, trying again, the chart and accuracy."""

from __future__ import annotations

import re

import pytest
from browser_support import People, Person
from playwright.sync_api import expect
from web_support import Seat, versus

BOARD = "4 3 8/9 5 1/2 7 6"
LOST_GAME = ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2")
"""A game that Player 1 loses by a blunder in turn 5."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def play(one: Seat, two: Seat, moves: tuple[str, ...]) -> None:
    for move in moves:
        seat = (one, two)[one.look()["status"]["player"] - 1]
        seat.look()
        seat.does("move", move)


def open_review(ann: Person, seat: Seat, query: str = "") -> Person:
    ann.take_seat(seat).open(f"/m/{seat.id}/review{query}")
    expect(ann[".chart"]).to_be_visible()
    return ann


def tile(person: Person, move: str) -> str | None:
    return person[f"[role=gridcell][data-move='{move}']"].get_attribute("aria-label")


def test_lost_game_is_reviewed_and_the_mistake_is_tried_again(people: People) -> None:
    one, two = versus(people.served, "maze", board=BOARD)
    play(one, two, LOST_GAME)
    ann = open_review(people.new(), one)
    moments, about, panel = ann[".key-moments"], ann[".about"], ann[".panel"]
    expect(moments.locator("[aria-current]")).to_have_text(
        re.compile("Turn 5: you threw away a win, the decisive mistake")
    )
    expect(panel).to_contain_text("Accuracy 50%: 1 of your 2 real choices was correct.")
    expect(panel).to_contain_text("Bob had no real choices")
    # Your own mistake: the better move is left for you to find.
    expect(about).to_contain_text("The 5, centre, loses in 2 turns.")
    expect(about).not_to_contain_text("The 8")
    expect(ann[".arrow"]).to_have_count(0)
    # Why it fails is played on the board. The moves that were played are in the past tense.
    ann.button("show-why").click()
    expect(ann[".told"]).to_have_text("Bob reached exactly 15 on the 6, bottom right.")
    ann.page.keyboard.press("ArrowLeft")
    expect(ann[".told"]).to_have_text("You played the 5, centre.")
    expect(ann[".arrow"]).not_to_have_count(0)
    ann.button("close-line").click()
    # A wrong try is refuted, and the answer stays hidden; other moves "would" happen.
    ann.button("try-again-here").click()
    expect(ann[".task"]).to_contain_text("Find a better move.")
    expect(panel).not_to_contain_text("The 8")
    expect(ann[".tile .value"]).to_have_count(0)
    ann.move("1,1").click()
    expect(ann[".verdict-words.bad"]).to_contain_text("The 5, centre, loses in 2 turns.")
    expect(panel).not_to_contain_text("The 8")
    ann.button("again").click()
    ann.move("0,2").click()
    expect(ann[".verdict-words.good"]).to_contain_text(
        "The 8, top right, wins in 1 turn. You would reach exactly 15"
    )
    expect(ann.announcement).to_contain_text("Correct!")
    ann.button("next-mistake").click()
    expect(ann["h2.title"]).to_have_text("You found 1 of 1.")
    assert two.look()["plies"][-1]["move"] == "2,2"  # the match is as it was
    ann.button("close-tries").click()
    # Now it was found: the review shows it.
    expect(about).to_contain_text("The 8, top right, would have won in 1 turn.")
    expect(ann[".arrow"]).to_have_count(1)


def test_key_moments_are_listed_and_all_own_mistakes_are_tried_again(
    people: People,
) -> None:
    one, two = versus(people.served, "sum", options={"target": 20})
    play(one, two, ("1", "9", "1", "7", "5", "1"))
    (one, two)[one.look()["status"]["player"] - 1].does("resign")
    ann = open_review(people.new(), one)
    moments = ann["[data-moment]"]
    review = one.client.get(f"/matches/{one.id}/review", headers=one.headers).json()
    assert len(review["moments"]) == 7
    expect(moments).to_have_count(4)
    ann["#all-moments"].click()
    expect(moments).to_have_text([re.compile(each["title"]) for each in review["moments"]])
    current = ann["[data-moment][aria-current]"]
    ann.page.keyboard.press("Home")
    expect(current).to_have_count(0)
    for moment in review["moments"]:
        ann.page.keyboard.press("n")
        expect(current).to_have_text(re.compile(moment["title"]))
    for moment in review["moments"][-2::-1]:
        ann["#previous-moment"].click()
        expect(current).to_have_text(re.compile(moment["title"]))
    theirs = next(each for each in review["moments"] if each["player"] == 2 and each["mark"])
    ann[f"[data-moment='{theirs['ply']}']"].first.click()
    better = review["plies"][theirs["ply"] - 1]["better"]
    expect(ann[".about"]).to_contain_text(better)
    expect(ann[".arrow"]).to_have_count(1)
    ann.button("show-better").click()
    expect(ann[".told"]).to_contain_text(" would ")
    ann.page.keyboard.press("Escape")
    expect(ann[".told"]).to_have_count(0)
    # All your mistakes, one after the other: an answer that was shown is not found.
    own = [ply for ply in review["plies"] if ply["player"] == 1 and ply["mark"] in ("?", "??")]
    ann.button("try-mistakes").click()
    for number, ply in enumerate(own):
        expect(ann[".panel"]).to_contain_text(f"Mistake {number + 1} of {len(own)}")
        if number:
            ann.move(ply["best"][0]).click()
        else:
            ann.button("answer").click()
            expect(ann["h2.title"]).to_have_text("The better move")
        ann.button("next-mistake").click()
    expect(ann["h2.title"]).to_have_text(f"You found {len(own) - 1} of {len(own)}.")
    expect(ann[".found-list .bad"]).to_have_count(1)


def test_chart_is_readable_on_a_phone_and_moves_by_drag_and_keys(people: People) -> None:
    one, two = versus(people.served, "maze", board=BOARD)
    play(one, two, LOST_GAME)
    ann = open_review(people.new(**PHONE), two)
    chart = ann[".chart"]
    expect(chart).to_contain_text("↑ Ann wins")
    expect(chart).to_contain_text("↓ You win")
    expect(ann[".chart-sign"]).to_have_text("?? turn 5")
    sizes = ann[".chart-side, .chart-turn, .chart-sign"].evaluate_all(
        "nodes => nodes.map(node => parseFloat(getComputedStyle(node).fontSize))"
    )
    assert min(sizes) >= 12
    chart.focus()
    for key, turn in (("Home", "Start"), ("ArrowRight", "Turn 1"), ("ArrowUp", "Turn 2")):
        ann.page.keyboard.press(key)
        expect(ann[".chart-turn"]).to_contain_text(turn)
    expect(chart).to_have_attribute("aria-valuetext", re.compile("^Turn 2 of 6: You .*turns?\\.$"))
    expect(chart).to_be_focused()
    chart.scroll_into_view_if_needed()
    box = ann[".plot-marks"].bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    ann.page.mouse.move(box["x"] + 2, y)
    ann.page.mouse.down()
    for share, turn in ((0.5, "Turn 3"), (0.99, "Turn 6")):
        ann.page.mouse.move(box["x"] + share * box["width"], y, steps=4)
        expect(ann[".chart-turn"]).to_contain_text(turn)
    ann.page.mouse.up()
    expect(ann[".graph table tr"]).to_have_count(8)  # heading, start and six plies
    wide = ann.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def test_analysis_shows_values_at_the_last_position_of_an_unfinished_game(people: People) -> None:
    one = people.served.create("maze", "here", name="Ann", board=BOARD)
    for move in LOST_GAME[:4]:
        one.does("move", move)
    ann = open_review(people.new(), one, "?ply=4")
    ann["[data-tool=values]"].click()
    expect(ann[".tile .value"]).to_have_text(["W1", "L2"], use_inner_text=True)


def test_luck_is_called_luck_and_a_game_without_mistakes_says_so(people: People) -> None:
    quest = people.served.create("quest", "here", name="Ann", board="1 2 3/4 5 6/7 8 9")
    while quest.view["status"]["kind"] == "turn":
        quest.does("move", quest.view["status"]["moves"][-1])
    ann = open_review(people.new(), quest)
    expect(ann["[data-moment]"].first).to_contain_text(re.compile("(good|bad) luck for "))
    expect(ann[".figures"]).to_contain_text("no real choices: every move had the same chance.")
    expect(ann.button("show-why")).to_have_count(0)
    calm = people.served.create("maze", "here", name="Ann", board=BOARD)
    for move in ("0,0", "0,1", "1,0", "0,2", "2,0"):
        calm.does("move", move)
    open_review(ann, calm)
    expect(ann[".key-moments"]).to_contain_text("No mistakes: ")
    expect(ann["[data-moment]"]).to_have_count(0)


def test_opened_record_has_the_same_review(people: People) -> None:
    one, two = versus(people.served, "maze", board=BOARD)
    play(one, two, LOST_GAME)
    record = one.client.get(f"/matches/{one.id}/record").text
    ann = people.new().open("/record")
    ann["textarea"].fill(record)
    ann.button("look").click()
    expect(ann["[data-moment]"]).to_have_text(
        re.compile("Turn 5: Ann threw away a win, the decisive mistake")
    )
    ann.button("try-again-here").click()
    ann.move("0,2").click()
    expect(ann[".verdict-words.good"]).to_contain_text("Ann would reach exactly 15")


@pytest.mark.parametrize(
    "motion", ["reduce", pytest.param("no-preference", marks=pytest.mark.long)]
)
def test_outline_of_a_board_that_loads_late_covers_no_text(people: People, motion: str) -> None:
    one, two = versus(people.served, "maze", board=BOARD)
    play(one, two, LOST_GAME)
    ann = people.new(**PHONE, reduced_motion=motion)
    ann.page.route("**/positions?*ply=*", lambda route: None)  # never answered
    open_review(ann, one)
    moment = ann["[data-moment]"].first
    expect(moment).to_be_visible()
    moment.click()  # Playwright refuses to click on what something covers

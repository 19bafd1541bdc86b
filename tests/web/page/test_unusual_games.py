"""Games with features that the five lack: draws, several tokens per player, no tiles."""

from __future__ import annotations

import re
from pathlib import Path

from browser_support import PHONE, People, next_view
from playwright.sync_api import Browser, expect
from web_support import Seat, Served, more_games

from numduel.game_files import VARIABLE

ONLY_BUILT_IN = {VARIABLE: ""}
"""The environment of a server without the games of tests/sixth, which other tests may set."""

DRAWN_THREES = "a1 b1 c1 d1 b2 a2 d2 c2"


def test_drawn_game_with_several_tokens(people: People) -> None:
    ann, bob, seat = people.pair("threes", how={"reduced_motion": "no-preference"})
    for number, move in enumerate(DRAWN_THREES.split()):
        mover = bob if number % 2 else ann
        mover.wait_for_seq(seat.look()["seq"])
        mover.move(move).click()
        expect(mover[".over .token"]).to_have_count(number + 1)
        for person in (ann, bob):
            person.wait_for_seq(seat.look()["seq"])
    for player, here, labels in (
        (1, "you are here", "a1 c1 b2 d2"),
        (2, "Bob is here", "b1 d1 a2 c2"),
    ):
        assert ann[f".over .token[data-player='{player}']"].count() == 4
        for move in labels.split():
            assert here in str(ann.move(move).get_attribute("aria-label"))
    positions = ann[".over .token"].evaluate_all("all => all.map(one => one.style.transform)")
    assert len(set(positions)) == 8
    card = ann[".verdict-card"]
    expect(card).to_contain_text("It's a draw")
    assert card.get_attribute("data-player") is None
    assert card.locator(".seat").count() == 2  # both badges
    ann[".end-buttons a"].first.click()
    expect(ann[".panel"]).to_contain_text("The game is a draw.")
    expect(ann[".over .token"]).to_have_count(8)


def test_analysis_shows_which_moves_draw(people: People) -> None:
    ann = people.new().open("/?game=pick15&opponent=perfect")
    ann.button("create").click()
    expect(ann.grid).to_be_visible()
    ann["[data-tool=values]"].click()
    expect(ann["[role=gridcell] .value.draw"]).to_have_count(9)
    assert set(ann["[role=gridcell] .value"].all_inner_texts()) == {"D"}
    expect(ann[".legend .value.draw"]).to_have_text("D")
    ann.move("5").click()
    expect(ann["[role=gridcell].owned"]).to_have_count(2)  # with the computer's reply
    assert ann[".footprint"].count() == 2


def test_game_without_tiles_is_played_with_buttons(people: People) -> None:
    ann = people.new(viewport=PHONE).open("/?game=toss&opponent=here")
    ann.button("create").click()
    expect(ann.move("keep")).to_be_visible()
    seat = Seat(people.served, None, ann.id)
    first = seat.look()
    assert not ann["[role=grid]"].is_visible()
    expect(ann.words).to_contain_text("was drawn")  # also beside a question on a phone
    ann.move("throw").click()
    ann.wait_for_seq(next_view(seat, first)["seq"])
    ann.page.keyboard.press("Enter")  # a button has the focus again
    expect(ann[".verdict-card"]).to_contain_text(re.compile("wins|draw"))


def test_match_of_a_game_that_is_not_loaded_any_more_is_not_lost(
    browser: Browser, tmp_path: Path
) -> None:
    database = tmp_path / "matches.db"
    with Served(database, environ=more_games()) as served:
        seat = served.create("pick15", "casual", seat=1)
    with Served(database, "--games", "maze", environ=ONLY_BUILT_IN) as served:
        people = People(browser, served)
        ann = people.new().open(f"/m/{seat.id}")
        expect(ann["h1"]).to_have_text("Can't open this game here")
        expect(ann["main"]).to_contain_text("needs pick15; load its file. Nothing is lost.")


def test_history_and_daily_duel_of_a_server_that_offers_one_game(
    browser: Browser, tmp_path: Path
) -> None:
    served = Served(tmp_path / "matches.db", environ=more_games())
    with served:
        ann = People(browser, served).new().open("/?game=pick15&opponent=perfect")
        ann.button("create").click()
        expect(ann.grid).to_be_visible()
        storage = ann.page.evaluate("({ ...localStorage })")
    with Served(tmp_path / "matches.db", "--games", "maze", environ=ONLY_BUILT_IN) as served:
        ann = People(browser, served).new().open("/history")
        ann.page.evaluate("all => Object.assign(localStorage, all)", storage)
        ann.page.reload()
        why = "1 game can't be shown here. This match needs pick15; load its file. Nothing is lost."
        expect(ann["[data-state=missing]"]).to_have_text(why)
        for day in ("2026-11-09", "2026-11-10", "2026-11-11"):  # of several games
            assert served.client.get("/daily/duel", params={"day": day}).status_code == 200

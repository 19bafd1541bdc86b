"""Ratings on the page: after a game, on the statistics screen, and the opponents to choose from."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

from browser_support import MATCH, People, Person, played, save, saved
from playwright.sync_api import expect
from web_support import Seat, until

from numduel.web.page_files import PAGE
from numduel.web.requests import MAX_KEPT_GAMES

LINE = "maze casual won 0=2/2 2=2/1.5"
OTHER = "match-9999999999"


def rated(number: int, line: str = LINE) -> dict[str, Any]:
    """Return a history of games that count for a rating."""
    games = [
        played(f"match-{index:010}", at=1_760_000_000_000 + 60_000 * index, rating=line)
        for index in range(number)
    ]
    return {f"{game['id']}/1": game for game in games}


def finish(seat: Seat) -> None:
    """Play the first legal moves to the end."""
    while seat.look()["status"]["kind"] != "over":
        if seat.view["status"]["player"] == 1:
            seat.does("move", seat.view["status"]["moves"][0])
        else:
            until(lambda: seat.look()["status"]["player"] != 2)


def entry(person: Person, seat: Seat) -> dict[str, Any]:
    found: dict[str, Any] = saved(person, "history")[f"{seat.id}/1"]
    return found


def test_rating_follows_each_game(people: People) -> None:
    seat = people.served.create("sum", "bruno", seat=1, seed=3)
    ann = people.at(seat)
    expect(ann[".bar[data-player='2'] .portrait svg"]).to_be_visible()
    expect(ann[".bar[data-player='1'] .portrait"]).to_have_count(0)
    finish(seat)
    expect(ann[".after-rating"]).to_have_text(
        re.compile(r"in Sum Battle: (about|between) .+\. Your strength$|^You had no real choice")
    )
    expect(ann[".verdict-card .portrait svg"]).to_be_visible()
    kept = entry(ann, seat)
    assert kept["rating"].startswith("sum bruno ")
    assert kept["who"] == "bruno"
    ann[".after-rating a"].click()
    expect(ann[".strength[data-game=sum] .results li"]).to_contain_text("Bruno")
    ann["main"].get_by_role("link", name="History").click()
    expect(ann[".round-line .portrait svg"]).to_be_visible()
    helped = people.served.create("sum", "casual", seat=1)
    helped.client.get(f"/matches/{helped.id}/hint", headers=helped.headers)
    ann.take_seat(helped)
    helped.does("resign")
    expect(ann[".after-rating"]).to_contain_text("Games with hints, analysis or undo don't count")
    assert entry(ann, helped)["rating"] == ""
    expect(ann[".verdict-card .portrait svg"]).to_have_count(0)  # a level has no face


def test_screen_shows_strength_curve_results_and_suggestion(people: People) -> None:
    ann = people.new().open("/stats")
    expect(ann["main"]).to_contain_text("No ratings yet. Finish a game against the computer")
    save(ann, history=rated(12))
    ann.open("/stats")
    card = ann[".strength[data-game=maze]"]
    expect(card).to_have_count(1)
    expect(card).to_have_accessible_name("Number Maze")
    expect(card.get_by_role("img")).to_have_accessible_name(
        re.compile(r"^Your rating over 12 games: from \d+ to \d+")
    )
    points = card.locator(".rating-chart li")
    expect(points).to_have_count(12)
    expect(points.last).to_have_text(re.compile(r"^Game 12 on 20\d\d-\d\d-\d\d: about \d+"))
    expect(card.locator(".band ~ .grid-line").first).to_be_attached()  # not behind the interval
    expect(card.locator(".results li")).to_have_text(re.compile("Casual.*12 won, 0 lost"))
    card.locator("summary").click()
    names = card.locator("tbody th").all_inner_texts()
    assert [names[0], "You" in names, "Trixie" in names] == ["Perfect", True, True]
    expect(card.locator(".suggestion")).to_contain_text("You beat Casual 10 of 10: try Skilled.")
    ann.button("play-maze").click()
    expect(ann[".bar .name"].filter(has_text="Skilled")).to_be_visible()
    view = people.served.client.get(f"/matches/{ann.id}").json()["view"]
    assert {player["who"] for player in view["players"]} == {"human", "skilled"}


def test_earlier_games_are_rated_while_the_screen_is_open(people: People) -> None:
    seat = people.served.create("sum", "casual", seat=1, seed=3)
    finish(seat)
    ann = people.new().open("/record")
    shared, gone = played(MATCH, result="shared"), played(OTHER)
    games = [played(seat.id, game="sum"), shared, gone]
    save(
        ann,
        history={f"{game['id']}/1": game for game in games},
        seats={game["id"]: seat.token for game in games},
    )
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.expected_errors = re.compile("status of 404")
    ann.open("/stats")
    expect(ann[".strength[data-game=sum]"]).to_be_visible()
    history = until(
        lambda: found if "rating" in (found := saved(ann, "history"))[f"{OTHER}/1"] else 0
    )
    assert history[f"{seat.id}/1"]["rating"].startswith("sum casual ")
    assert history[f"{OTHER}/1"]["rating"] == ""
    assert sorted(
        id for id in (seat.id, MATCH, OTHER) if any(id in url for url in asked)
    ) == sorted([seat.id, OTHER])
    asked.clear()
    ann.open("/stats")
    expect(ann[".strength[data-game=sum]"]).to_be_visible()
    assert not [url for url in asked if "review" in url], "each game is looked at once"


def test_statistics_are_exported_and_reset(people: People) -> None:
    ann = people.new().open("/record")
    seat = people.served.create("sum", "casual", seat=1)
    seat.does("resign")
    one = {f"{seat.id}/1": played(seat.id, rating=LINE)}
    save(ann, history={**rated(3), **one}, seats={seat.id: seat.token}, practice={})
    ann.open("/stats")
    with ann.page.expect_download() as download:
        ann.button("export-statistics").click()
    assert download.value.suggested_filename == f"numduel-statistics-{date.today()}.json"
    file = json.loads(Path(download.value.path()).read_text())
    assert (file["format"], len(file["games"])) == ("numduel-statistics", 4)
    assert [rating["game"] for rating in file["ratings"]] == ["maze"]
    ann.button("reset-statistics").click()
    ann["dialog"].get_by_role("button", name="Cancel").click()
    expect(ann[".strength"]).to_be_visible()
    ann.button("reset-statistics").click()
    ann.button("confirm-reset").click()
    expect(ann["main"]).to_contain_text("No ratings yet")
    expect(ann.announcement).to_contain_text("Your statistics were reset.")
    assert len(saved(ann, "history")) == 4, "games stay"
    ann.open(f"/m/{seat.id}/review")
    expect(ann["main"]).to_contain_text("Key moments")
    assert entry(ann, seat)["rating"] == "", "a review doesn't bring the game back"


def test_opponents_are_chosen_with_the_keyboard(people: People) -> None:
    ann = people.new().open("/play/maze?opponent=perfect&seat=1")
    chosen = ann["[name=level]:checked"]
    expect(chosen).to_have_accessible_name(re.compile(r"^Perfect rating \d+$"))
    expect(chosen).to_have_accessible_description(re.compile(r"Rating \d+ \(\d+–\d+\)\.$"))
    chosen.focus()
    ids = ann["[name=level]"].evaluate_all("all => all.map(one => one.value)")
    for _ in range(ids.index("otto") - ids.index("perfect")):
        ann.page.keyboard.press("ArrowRight")
    expect(ann["[name=level][value=otto]"]).to_be_focused()
    expect(chosen).to_have_accessible_description(re.compile("waits for your mistake"))
    expect(ann.page).to_have_url(re.compile("opponent=otto"))
    before = ann[".opponent-about"].inner_text()
    ann["input[name=game][value=sum]"].check(force=True)
    expect(ann[".opponent-about"]).not_to_have_text(before)  # its rating in the other game
    expect(ann[".opponent .portrait svg"]).to_have_count(len(ids))
    expect(ann.button("create")).to_have_text("Play against Otto")
    ann.button("create").click()
    expect(ann[".bar .name"].filter(has_text="Otto")).to_be_visible()
    expect(ann[".bar .portrait svg"]).to_be_visible()
    ann.open("/play/maze")
    expect(ann["[name=level]:checked"]).to_have_value("otto")


def test_setup_shows_ratings_only_for_rules_that_have_them(people: People) -> None:
    ann = people.new().open("/play/quest?opponent=ida")
    expect(ann[".opponent-about"]).to_contain_text("Luck alone decides this game")
    expect(ann[".opponent-rating"]).to_have_count(0)
    ann["input[name=rules][value='1']"].check(force=True)
    expect(ann[".opponent-about"]).to_have_text(re.compile(r"Rating \d+ \(\d+–\d+\) with Stand\.$"))
    expect(ann[".opponent-rating"].first).to_be_visible()
    ann.open("/play/maze?opponent=ida&size=4")
    expect(ann[".opponent-about"]).to_contain_text("opponents were measured with the default rules")
    expect(ann[".opponent-rating"]).to_have_count(0)
    ann["input[name=game][value=sum]"].check(force=True)
    expect(ann[".opponent-rating"].first).to_be_visible()


def test_page_sends_as_many_games_as_the_server_takes() -> None:
    source = (PAGE / "js" / "browser" / "history.js").read_text(encoding="utf-8")
    assert f"MAX_RATED = {MAX_KEPT_GAMES};" in source

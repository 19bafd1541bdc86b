"""The daily puzzle and the daily duel on the page: explanations, results to share, streaks."""

from __future__ import annotations

from datetime import date, timedelta

from browser_support import People
from playwright.sync_api import expect

from numduel.storage.streak import today

YESTERDAY = (date.fromisoformat(today()) - timedelta(1)).isoformat()


def test_solved_puzzle_is_explained_and_shared(people: People) -> None:
    ann = people.new().open("/puzzle?day=2026-01-01")
    api = people.served.client
    puzzle = api.get("/puzzles/daily", params={"day": "2026-01-01"}).json()
    solution = api.post("/puzzles/solutions", json={"puzzle": puzzle["id"]}).json()
    answer = solution["answer"]
    wrong = next(move for move in puzzle["position"]["status"]["moves"] if move != answer)
    ann[f"[data-move='{wrong}'][aria-disabled=false]"].click()
    ann.button("again").click()
    line = [position["plies"][-1] for position in solution["positions"][1:]]
    for move in [ply["move"] for ply in line if ply["player"] == puzzle["player"]]:
        ann[f"[data-move='{move}'][aria-disabled=false]"].click()
    panel = ann["main"]
    expect(panel).to_contain_text("The best defence is ")
    expect(panel).to_contain_text("even then you would ")
    expect(panel).to_contain_text(" is tempting but ")
    shared = ann[".shared-text"]
    expect(shared).to_contain_text("2026-01-01: solved at the second try, without hints.")
    expect(shared).to_contain_text("(+ best, . fine, - mistake)")


def test_lost_duel_earns_no_flame(people: People) -> None:
    ann = people.new().open("/duel")
    won = f'{{"{YESTERDAY}": {{"id": "x", "outcome": "won", "lines": []}}}}'
    ann.page.evaluate("([days]) => localStorage.setItem('numduel.duels', days)", [won])
    ann.open("/duel")
    expect(ann[".days .streak"]).to_contain_text("day won")
    ann.button("duel").click()
    expect(ann.grid).to_be_visible()
    ann["#more"].click()
    for _ in range(2):  # the second click confirms
        ann["dialog [data-do=resign]"].click()
    expect(ann[".after"]).to_contain_text("Next duel in ")
    expect(ann[".after"]).to_contain_text("Played 2 days in a row.")
    expect(ann[".after .streak"]).to_have_count(0)

"""The daily duel on the page: its streaks."""

from __future__ import annotations

from datetime import date, timedelta

from browser_support import People
from playwright.sync_api import expect

from numduel.storage.streak import today

YESTERDAY = (date.fromisoformat(today()) - timedelta(1)).isoformat()


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

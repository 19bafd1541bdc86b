"""The page says where luck decides, and offers skill beside it."""

from __future__ import annotations

import os

import pytest
from browser_support import PHONE, People
from playwright.sync_api import expect

LARGE = {"width": 1280, "height": 800}


@pytest.mark.parametrize("viewport", [PHONE, LARGE], ids=["phone", "large"])
def test_setup_of_quest_offers_luck_and_skill_as_equals(
    people: People, viewport: dict[str, int]
) -> None:
    ann = people.new(viewport=viewport)
    ann.open("/")
    card = ann["[data-game=quest]"]
    expect(card).to_contain_text("By the book: luck decides")
    expect(card).to_contain_text("With Stand: skill decides")
    card.click()
    choices = ann["input[name=rules]"]
    expect(choices).to_have_count(2)
    expect(choices.nth(0)).to_be_checked()
    expect(ann[".setup-rules"]).to_contain_text("By the book no choice matters: luck decides.")
    sizes = [label.bounding_box() for label in ann[".setup-rules label"].all()]
    assert len({round(size["height"]) for size in sizes if size}) == 1
    assert all(size and size["x"] + size["width"] <= viewport["width"] for size in sizes)
    if folder := os.environ.get("SCREENSHOTS"):
        ann.page.screenshot(path=f"{folder}/luck-{viewport['width']}.png")
    ann[".setup-rules label"].nth(1).click()
    expect(choices.nth(1)).to_be_checked()
    ann["input[name=opponent][value=computer]"].check(force=True)
    ann.button("create").click()
    expect(ann.grid).to_be_visible()
    expect(ann["[data-move=stand]"]).to_be_visible()


def test_setup_of_a_game_of_skill_has_no_such_choice(people: People) -> None:
    ann = people.new()
    ann.open("/")
    ann["[data-game=maze]"].click()
    expect(ann.button("create")).to_be_visible()
    expect(ann["input[name=rules]"]).to_have_count(0)

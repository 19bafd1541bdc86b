"""The browser edition in several tabs and browsers: one match, one file with everything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from static_site import StaticSite

pytestmark = [pytest.mark.long, pytest.mark.browser]

LEGAL = "[role=gridcell][aria-disabled=false]"


def start_match(page: Page, url: str, opponent: str) -> str:
    """Start a game and return the id of its match."""
    page.goto(f"{url}#/play/sum?opponent={opponent}&seat=1")
    page.locator("[data-do=create]").click()
    expect(page.locator(LEGAL).first).to_be_visible(timeout=90_000)
    return page.url.rpartition("/")[2]


def wait_for_seq(page: Page, seq: int) -> None:
    expect(page.locator(f"[role=grid][data-seq='{seq}']")).to_be_visible(timeout=60_000)


def export(page: Page, url: str, file: Path) -> dict[str, Any]:
    """Export everything to a file, and return what it holds."""
    page.goto(f"{url}#/history")
    with page.expect_download() as download:
        page.locator("[data-do=export]").click()
    download.value.save_as(file)
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def actions(backup: dict[str, Any], match: str) -> list[str]:
    """Return what happened in a match of a file."""
    return [json.loads(body)["do"] for _, body in backup["data"]["stored_matches"][match]]


def test_tabs_stay_in_step_and_a_file_moves_everything(
    browser: Browser, site: StaticSite, tmp_path: Path
) -> None:
    file = tmp_path / "backup.json"
    with browser.new_context() as context:
        one, two = context.new_page(), context.new_page()
        against_level = start_match(one, site.url, "perfect")
        two.goto(one.url)
        wait_for_seq(two, 1)
        for page, seq in ((one, 3), (two, 5)):  # the level's move is stored once
            page.locator(LEGAL).first.click()
            for each in (one, two):
                wait_for_seq(each, seq)
        match = start_match(one, site.url, "here")
        two.goto(one.url)
        wait_for_seq(two, 1)
        one.locator(LEGAL).first.click()
        wait_for_seq(two, 2)
        two.locator(LEGAL).first.click()
        wait_for_seq(one, 3)
        address = one.url
        backup = export(two, site.url, file)

    assert actions(backup, against_level) == ["open", *["move"] * 4]
    assert actions(backup, match) == ["open", *["move"] * 2]
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{site.url}#/history")
        page.locator("input[name=backup]").set_input_files(file)
        page.locator("[data-do=import-file]").click()
        expect(page.locator(".your-data")).to_contain_text("Imported.", timeout=90_000)
        page.locator("[data-do=done]").click()
        page.goto(address)
        wait_for_seq(page, 3)
        page.locator(LEGAL).first.click()
        wait_for_seq(page, 4)

    # A file with an impossible move: the game is left out, and the page says so.
    events = backup["data"]["stored_matches"][match]
    body = json.loads(events[1][1])
    events[1][1] = json.dumps({**body, "move": "1000"})
    file.write_text(json.dumps(backup))
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{site.url}#/history")
        page.locator("input[name=backup]").set_input_files(file)
        page.locator("[data-do=import-file]").click()
        expect(page.locator(".your-data")).to_contain_text("1 game of the file", timeout=90_000)

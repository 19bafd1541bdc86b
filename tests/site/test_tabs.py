"""The browser edition in several tabs and browsers: one match, one file with everything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from static_site import StaticSite

pytestmark = [pytest.mark.long, pytest.mark.browser]

GRID = "[role=grid][data-seq]"
LEGAL = "[role=gridcell][aria-disabled=false]"


def start_match(page: Page, url: str) -> None:
    """Start a game on one screen."""
    page.goto(f"{url}#/play/sum")
    page.locator("[name=opponent][value=here]").check(force=True)
    page.locator("[data-do=create]").click()
    expect(page.locator(GRID)).to_be_visible(timeout=90_000)


def seq_of(page: Page) -> int:
    return int(page.locator(GRID).get_attribute("data-seq") or 0)


def wait_for_seq(page: Page, seq: int) -> None:
    expect(page.locator(f"[role=grid][data-seq='{seq}']")).to_be_visible(timeout=60_000)


def test_tabs_stay_in_step_and_a_file_moves_everything(
    browser: Browser, site: StaticSite, tmp_path: Path
) -> None:
    with browser.new_context() as context:
        one, two = context.new_page(), context.new_page()
        start_match(one, site.url)
        two.goto(one.url)
        wait_for_seq(two, 1)
        one.locator(LEGAL).first.click()
        wait_for_seq(two, 2)
        two.locator(LEGAL).first.click()
        wait_for_seq(one, 3)
        address = one.url
        two.goto(f"{site.url}#/history")
        with two.expect_download() as download:
            two.locator("[data-do=export]").click()
        file = tmp_path / "backup.json"
        download.value.save_as(file)

    backup: dict[str, Any] = json.loads(file.read_text())
    (events,) = backup["data"]["stored_matches"].values()
    assert [json.loads(body)["do"] for _, body in events] == ["open", "move", "move"]
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
    body = json.loads(events[1][1])
    events[1][1] = json.dumps({**body, "move": "1000"})
    file.write_text(json.dumps(backup))
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{site.url}#/history")
        page.locator("input[name=backup]").set_input_files(file)
        page.locator("[data-do=import-file]").click()
        expect(page.locator(".your-data")).to_contain_text("1 game of the file", timeout=90_000)

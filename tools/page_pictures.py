"""Screenshots of the page for README and docs, from real games on a real server."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from chromium import FLAGS, find_chromium
from playwright.sync_api import Browser, Page, expect, sync_playwright
from serving import Served, command, new_token

__all__ = ["SHOTS", "draw", "draw_preview"]

EXPECT_TIMEOUT_MS = 60_000

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1280, "height": 800}}

BOOK = "4 3 8/9 5 1/2 7 6"
MOVES = ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2")


class Shot(NamedTuple):
    """A screenshot: moves of a game, path, selector to wait for, viewport and colour scheme."""

    moves: tuple[str, ...] | None
    address: str
    selector: str
    size: dict[str, Any]
    scheme: str


FILLED = ".stage:not(.unfilled) .graph"
"""The chart of a review whose board is there."""

SHOTS = {
    "web-home": Shot(None, "/", "[data-game] .mini", WIDE, "light"),
    "web-play": Shot(MOVES[:4], "/m/{id}#seat={token}", "[role=grid]", PHONE, "light"),
    "web-play-wide": Shot(MOVES[:4], "/m/{id}#seat={token}", "[role=grid]", WIDE, "dark"),
    "web-strategy": Shot(None, "/learn/race-strategy", ".task", PHONE, "light"),
    "web-opponents": Shot(
        None, "/play/maze?opponent=trixie", ".preview-board .mini", WIDE, "light"
    ),
    "web-strength": Shot(None, "/stats", ".rating-chart", PHONE, "light"),
    "web-review": Shot(MOVES, "/m/{id}/review", FILLED, WIDE, "light"),
    "web-review-phone": Shot(MOVES, "/m/{id}/review", FILLED, PHONE, "dark"),
}


GAMES = (
    *("maze casual lost 0=2/1 2=2/1 4=1/0", "maze casual won 0=2/2 2=2/1 3=1/1"),
    *("maze casual lost 0=1/1 2=3/2 4=2/1", "maze casual won 0=2/2 2=2/2 3=2/1"),
    *("maze casual won 0=3/3 2=2/2 4=2/1", "maze casual won 0=2/2 2=3/3 4=1/1"),
    *("maze goldie won 0=2/2 2=2/2 3=1/1", "maze bruno lost 0=2/2 2=2/1 4=2/1"),
    *("maze bruno won 0=2/2 2=3/3 4=2/2", "maze casual won 0=2/2 2=2/2 4=2/1"),
    *("maze casual won 0=3/3 2=2/2 3=2/2", "maze casual won 0=2/2 2=3/3 4=2/2"),
    *("maze casual lost 0=2/2 2=2/1 4=2/2", "maze casual won 0=2/2 2=2/2 4=3/2"),
)
"""Finished games for the picture of a rating, oldest first: see `numduel.ratings.rated_games`."""

FIRST_GAME_MS = 1_794_000_000_000
DAY_MS = 86_400_000

PREVIEW = """
<style>
  body {{
    margin: 0; height: 630px; display: flex; align-items: center; background: #f6f3ec;
    font: 750 40px/1.3 system-ui, sans-serif; color: #1b1f24; overflow: hidden;
  }}
  .words {{ width: 450px; margin: 0 50px 0 80px; }}
  .words svg {{ width: 420px; display: block; margin-bottom: 36px; }}
  .wm1 {{ stroke: #096bb3; }}
  .wm2 {{ stroke: #a65700; }}
  .board {{ width: 556px; height: 556px; overflow: hidden; flex: none; }}
  .board svg {{ width: 735px; height: auto; }}
</style>
<div class="words">{wordmark}Five number games for two</div>
<div class="board">{board}</div>
"""
"""Preview image of a link: the wordmark and a board."""


def draw_preview(target: Path) -> None:
    """Draw the preview image of links to the page."""
    with running() as (browser, url):
        page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light")
        page.goto(url)
        mark = page.locator(".wordmark").first
        expect(mark).to_be_visible(timeout=EXPECT_TIMEOUT_MS)
        query = {"game": "maze", "board": BOOK, "moves": " ".join(MOVES[:5])}
        board = httpx.get(f"{url}/board.svg", params=query, trust_env=False).text
        wordmark = mark.evaluate("node => node.outerHTML")
        page.goto("about:blank")
        page.set_content(PREVIEW.format(wordmark=wordmark, board=board))
        page.screenshot(path=target)


@contextmanager
def running() -> Iterator[tuple[Browser, str]]:
    """Yield a browser and the URL of a server."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        served = Served(command(f"{home}/matches.sqlite3"), home)
        served.start()
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*FLAGS, "--hide-scrollbars"]
        )
        try:
            yield browser, served.url
        finally:
            browser.close()
            served.end()


def draw(folder: Path, names: list[str]) -> None:
    """Draw these screenshots."""
    with running() as (browser, url):
        for name in names:
            _draw(browser, url, SHOTS[name], folder / f"{name}.png")
            print(f"docs/pictures/{name}.png")


def _draw(browser: Browser, url: str, shot: Shot, target: Path) -> None:
    id, token = _play(url, shot.moves) if shot.moves else ("", "")
    how: dict[str, Any] = {"base_url": url, "color_scheme": shot.scheme, **shot.size}
    with browser.new_context(reduced_motion="reduce", **how) as context:
        page: Page = context.new_page()
        page.add_init_script(f"localStorage.setItem('numduel.history', {_history()!r})")
        page.goto(shot.address.format(id=id, token=token))
        expect(page.locator(shot.selector).first).to_be_visible(timeout=EXPECT_TIMEOUT_MS)
        if shot.moves is None:  # the daily cards are still loading
            page.wait_for_load_state("networkidle")
        page.screenshot(path=target)


def _history() -> str:
    """Return the history of a browser with some finished games, as JSON."""
    entries = {}
    for number, line in enumerate(GAMES):
        game, who, result, *_ = line.split()
        id, at = f"match-{number:010}", FIRST_GAME_MS + number * DAY_MS
        name = who.capitalize()
        words = {"title": "Number Maze", "variant": "", "opponents": f"against {name}", "how": ""}
        verdict = "You win" if result == "won" else f"{name} wins"
        entry = {"id": id, "round": 1, "at": at, "result": result, "game": game, **words}
        entries[f"{id}/1"] = {**entry, "verdict": verdict, "who": who, "rating": line}
    return json.dumps(entries)


def _play(url: str, moves: tuple[str, ...]) -> tuple[str, str]:
    """Play moves of a match between Ann and Bob; return its id and Ann's token."""
    ann, bob = new_token(), new_token()
    with httpx.Client(base_url=f"{url}/api/v1", timeout=60, trust_env=False) as client:

        def post(path: str, body: dict[str, Any], seat: str = "") -> dict[str, Any]:
            headers = {"Authorization": f"Bearer {seat}"} if seat else {}
            answer: dict[str, Any] = client.post(path, json=body, headers=headers).json()
            return answer

        game = {"game": "maze", "board": BOOK, "opponent": "friend", "seat": 1}
        seen = post("/matches", {**game, "name": "Ann", "token": ann})
        match = f"/matches/{seen['view']['id']}"
        seen = post(f"{match}/join", {"invite": seen["invite"], "name": "Bob", "token": bob})
        for number, move in enumerate(moves):
            action = {"seq": seen["view"]["seq"], "do": "move", "move": move}
            seen = post(f"{match}/actions", action, (ann, bob)[number % 2])
    return seen["view"]["id"], ann

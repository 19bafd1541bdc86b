"""Attacks on the browser edition: kill the browser in the middle of a game."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from chromium import FLAGS, find_chromium
from compressed_files import serve
from playwright.async_api import Error, Page, TimeoutError, async_playwright

import numduel

from .servers import collect_reports

__all__ = ["kill_browsers"]

ROOT = Path(__file__).parents[2]

START_MS = 120_000
"""Time limit for the browser, Python and a match to start."""

MAX_PLAY_S = 1.5
"""Longest time of play before a kill."""

CHOICES = "[role=grid][data-seq] [role=gridcell][aria-disabled=false], .ask button[data-move]"
READY = f"{CHOICES}, .verdict-card"

CHOOSE = f"""number => {{
  const choices = [...document.querySelectorAll({json.dumps(CHOICES)})];
  const chosen = choices[number % choices.length];
  chosen?.click();
  return chosen?.dataset.move ?? null;
}}"""
"""Script that chooses a move and returns it, or null if none can be chosen now."""

SEQ = "() => Number(document.querySelector('[role=grid][data-seq]')?.dataset.seq ?? 0)"
SEQ_ABOVE = f"before => ({SEQ})() > before"

STORED = """match => new Promise((resolve, reject) => {
  const opening = indexedDB.open("numduel");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const range = IDBKeyRange.bound([match, 0], [match, Infinity]);
    const reading = opening.result.transaction("events").objectStore("events").getAll(range);
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.map(({ seq, body }) => [seq, body]));
    };
  };
})"""
"""Script that returns the stored events of a match."""


def kill_browsers(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Kill a browser in the middle of a game, and open the game again: no shown move is lost."""
    with serve(find_site()) as files:
        yield from collect_reports(
            lambda report: _kill_often(count, dice, files.url, f"{folder}/profile", report)
        )


@cache
def find_site() -> Path:
    """Return the folder of a site: $SITE, or one that is built now."""
    if given := os.environ.get("SITE"):
        return Path(given)
    site = ROOT / "build" / "torture" / "site"
    command = [sys.executable, str(ROOT / "tools" / "build_site.py"), "--out", str(site)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return site


class Match:
    """A match on the page, and what the page has shown of it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.moves: list[str] = []
        """Moves that were chosen; the last one may not have been shown."""
        self.shown = 0
        """Number of moves that the page has shown."""

    @property
    def id(self) -> str:
        return self.address.rpartition("/")[2]


async def _kill_often(
    count: int, dice: random.Random, url: str, profile: str, report: Callable[[str], None]
) -> None:
    match: Match | None = None
    for _ in range(count):
        async with _browser(profile) as (page, process):
            failure = await _find_loss(page, match) if match else ""
            if not match or await page.locator(".verdict-card").count():
                match = await _start_match(page, url, dice)
            playing = asyncio.create_task(_play(page, match, dice))
            await asyncio.sleep(dice.uniform(0.0, MAX_PLAY_S))
            os.killpg(process.pid, signal.SIGKILL)
            await playing
        report(failure)
    if match:
        async with _browser(profile) as (page, _):
            if failure := await _find_loss(page, match):
                report(failure)


@asynccontextmanager
async def _browser(profile: str) -> AsyncIterator[tuple[Page, subprocess.Popen[str]]]:
    """Start a browser with the data of a profile; kill it in the end."""
    program = find_chromium()
    if program is None:
        raise SystemExit("Chromium is missing. Install it: apt-get install chromium")
    command = [program, *FLAGS, "--headless", f"--user-data-dir={profile}"]
    command += ["--remote-debugging-port=0", "about:blank"]
    with subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            async with async_playwright() as playwright:
                address = await asyncio.to_thread(_read_address, process)
                browser = await playwright.chromium.connect_over_cdp(address)
                [page] = browser.contexts[0].pages
                page.set_default_timeout(START_MS)
                yield page, process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def _read_address(process: subprocess.Popen[str]) -> str:
    """Return the address at which the browser can be controlled."""
    assert process.stderr
    said = []
    for line in process.stderr:
        said.append(line)
        if found := re.search(r"DevTools listening on (ws://\S+)", line):
            return found[1]
    raise RuntimeError(f"Chromium doesn't start: {''.join(said)[-2000:]}")


async def _start_match(page: Page, url: str, dice: random.Random) -> Match:
    """Start a game of two people at one screen."""
    await page.goto(f"{url}#/play/{dice.choice(numduel.games())}?opponent=here&seat=1")
    await page.locator("[data-do=create]:visible").first.click()
    await page.wait_for_url(re.compile(r"/m/[\w-]+$"))
    await page.locator(READY).first.wait_for()
    return Match(page.url)


async def _play(page: Page, match: Match, dice: random.Random) -> None:
    """Play random moves until the game or the browser ends."""
    try:
        while True:
            seq = await page.evaluate(SEQ)
            move = await page.evaluate(CHOOSE, dice.randrange(1_000))
            if move is None:
                return
            match.moves.append(move)
            await page.wait_for_function(SEQ_ABOVE, arg=seq)
            match.shown = len(match.moves)
            await page.locator(READY).first.wait_for()
    except Error:  # the browser is gone
        pass


async def _find_loss(page: Page, match: Match) -> str:
    """Open a match again; return what was lost or changed, or an empty text."""
    await page.goto(match.address)
    try:
        await page.locator(READY).first.wait_for()
    except TimeoutError:
        return f"{match.address}: the player can't continue"
    events = await page.evaluate(STORED, match.id)
    bodies = [json.loads(body) for _, body in events]
    stored = [body["move"] for body in bodies if body["do"] == "move"]
    shown, match.moves = match.moves[: match.shown], stored
    match.shown = len(stored)
    if stored[: len(shown)] != shown or len(stored) > len(shown) + 1:
        return f"{match.address}: the page showed {shown}, and {stored} is stored"
    if [seq for seq, _ in events] != list(range(1, len(events) + 1)):
        return f"{match.address}: the numbers of the events are {[seq for seq, _ in events]}"
    if await page.evaluate(SEQ) != len(events):
        return f"{match.address}: the page doesn't show its {len(events)} events"
    return ""

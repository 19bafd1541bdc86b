"""A browser with the edition from static files: visits, moves, versions and errors."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect
from site_build.offline import add_service_worker
from static_site import StaticSite

__all__ = [
    "GRID",
    "LEGAL",
    "LONG_GAME",
    "UPDATE_NOTE",
    "make_move",
    "make_version",
    "quiet_context",
    "seq_of",
    "serve_version",
    "start_match",
    "version_of",
    "versions_in",
    "visit",
    "wait_for_worker",
    "wait_until",
]

GRID = "[role=grid][data-seq]"
LEGAL = "[role=gridcell][aria-disabled=false]"
UPDATE_NOTE = "[data-note=update]"

LONG_GAME = "#/play/sum?opponent=casual&seat=1&target=80"
"""Setup of a match that lasts at least six moves."""

TIMEOUT_MS = 60_000
YEAR_S = 365 * 86_400

NETWORK_ERROR = re.compile(r"net::ERR_|Failed to load resource|ServiceWorker|fetching the script")
"""Console messages of tests that stop the server."""

VERSION = "() => document.querySelector('meta[name=numduel-version]')?.content"
HAS_WORKER = "() => Boolean(navigator.serviceWorker.controller)"

MARKED = ("page.css", "page.js", "workers/play_worker.js", "workers/engine_worker.js")
"""Files that differ in every version of `make_version`: what a tab shows, runs and loads later."""

VERSIONS = """async (files) => {
  const version = document.querySelector("meta[name=numduel-version]").content;
  const text = async (path) => (await fetch(`${path}?v=${version}`)).text(); // as the page asks
  const loaded = await Promise.all(files.map(text));
  const marks = loaded.map((found) => found.match(/version (\\w+) \\*\\/\\s*$/)?.[1]);
  const styles = getComputedStyle(document.documentElement).getPropertyValue("--version");
  return [styles, document.documentElement.dataset.version, ...marks];
}"""

_numbers = itertools.count()


@contextmanager
def quiet_context(
    browser: Browser, expected: re.Pattern[str] = NETWORK_ERROR, **options: Any
) -> Iterator[BrowserContext]:
    """Yield a new browser profile; fail on errors and warnings in any tab that aren't expected."""
    problems: list[str] = []
    context = browser.new_context(reduced_motion="reduce", **options)
    context.set_default_timeout(TIMEOUT_MS)
    context.on("weberror", lambda error: problems.append(str(error.error)))
    context.on(
        "console",
        lambda message: (
            problems.append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning") and not expected.search(message.text)
            else None
        ),
    )
    yield context
    context.close()
    assert not problems, problems


def wait_until(page: Page, condition: str, arg: object = None) -> None:
    """Wait until a function in the page, or its promise, gives true."""
    page.evaluate(
        f"""async ([arg, limit]) => {{
          const last = Date.now() + limit;
          while (!(await ({condition})(arg))) {{
            if (Date.now() > last) throw new Error("It didn't happen in time.");
            await new Promise((done) => setTimeout(done, 50));
          }}
        }}""",
        [arg, TIMEOUT_MS],
    )


def wait_for_worker(page: Page) -> None:
    """Wait until the page needs no server."""
    wait_until(page, HAS_WORKER)


def visit(context: BrowserContext, url: str) -> Page:
    """Open the edition in a new tab and wait until it needs no server."""
    page = context.new_page()
    page.goto(url)
    expect(page.locator("[data-game=maze]")).to_be_visible(timeout=TIMEOUT_MS)
    wait_for_worker(page)
    return page


def start_match(page: Page, setup: str = LONG_GAME) -> None:
    """Start the match of a setup's address."""
    page.goto(page.url.split("#")[0] + setup)
    page.locator("[data-do=create]").click()
    expect(page.locator(GRID)).to_be_visible(timeout=TIMEOUT_MS)


def make_move(page: Page) -> None:
    """Make the first legal move, and wait until the computer has answered."""
    before = seq_of(page)
    page.locator(LEGAL).first.click()
    expect(page.locator(f"[role=grid][data-seq='{before + 2}']")).to_be_visible(timeout=TIMEOUT_MS)


def seq_of(page: Page) -> int:
    return int(page.locator(GRID).get_attribute("data-seq") or 0)


def make_version(built_site: Path, folder: Path, name: str) -> Path:
    """Copy the site into a folder and change it so that tabs can tell its version."""
    shutil.copytree(built_site, folder)
    play = folder / "play"
    changes = {
        "page.css": f":root {{ --version: {name}; }}\n",
        "page.js": f"document.documentElement.dataset.version = '{name}';\n",
        "workers/play_worker.js": f"self.numduelVersion = '{name}';\n",
        "workers/engine_worker.js": f"self.numduelVersion = '{name}';\n",
    }
    for marked in MARKED:
        with (play / marked).open("a") as file:
            file.write(f"\n{changes[marked]}/* version {name} */\n")
    add_service_worker(play)
    # Servers compare dates of files, in seconds. Browsers use files that didn't change for long
    # without asking for them again.
    changed = time.time() - YEAR_S + 1000 * next(_numbers)
    for path in play.rglob("*"):
        os.utime(path, (changed, changed))
    return folder


def serve_version(site: StaticSite, folder: Path) -> None:
    """Serve another folder at the same address."""
    site.stop()
    site.folder = folder
    site.requested.clear()
    site.start()


def version_of(page: Page) -> str:
    """Return the version in the page's document."""
    found: str = page.evaluate(VERSION)
    return found


def versions_in(page: Page) -> set[str]:
    """Return the names of all versions of `make_version` that a tab shows, runs and can load."""
    expect(page.locator("html[data-version]")).to_be_attached(timeout=TIMEOUT_MS)
    return set(page.evaluate(VERSIONS, list(MARKED)))

"""Attacks on the game editor: a sandbox that sends changed answers."""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from chromium import FLAGS, find_chromium
from compressed_files import serve
from playwright.async_api import Page, TimeoutError, async_playwright

from .browsers import find_site
from .servers import collect_reports

__all__ = ["send_changed_answers"]

ROOT = Path(__file__).parents[2]
WORKER = Path(__file__).with_name("hostile_messages.js")

ASK_EDITOR = """
import json, sys
import numduel_editor
from numduel.workshop.template import write_template

numduel_editor.FILE = sys.argv[1]
editor = numduel_editor.Editor(lambda line: None)
table = {"table": "t", "level": "casual", "you": 1, "seed": 1}
answers = {}
for name, more in {
    "load": {"text": write_template("my_game")}, "check": {"positions": 500},
    "start": table, "move": {"table": "t", "move": "1"}, "undo": {"table": "t"},
    "solve": {"table": "t"}, "report": {"games": 5},
}.items():
    answers[name] = json.loads(editor.ask(json.dumps({"do": name, **more})))["answer"]
print(json.dumps(answers))
"""
"""Program that prints the true answers of the editor's Python about the template, by question."""

TABS = ("check", "play", "solve", "report")

MAX_SHOW_MS = 20_000
"""Time limit for the page to show an answer or to refuse it."""

MAX_WAIT_MS = 2_000
"""Time after which an answer counts as missing: a changed one can look like progress."""

MAX_ELEMENTS = 60_000
"""Maximum number of elements on the page."""

FOREIGN = "#panels img, #panels script, #panels iframe, #panels object, #panels a[href^=javascript]"

LOOK = f"""() => [
  document.querySelectorAll({json.dumps(FOREIGN)}).length,
  document.querySelectorAll("*").length,
  /[\\u202a-\\u202e\\u2066-\\u2069\\x1b]/.test(document.querySelector("#panels").textContent),
]"""
"""Script that returns the number of foreign elements and of all, and whether a control is shown."""


def send_changed_answers(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Send answers to the editor that differ from true ones in a few places."""
    script = WORKER.read_text(encoding="utf-8").replace("= ANSWERS;", f"= {find_answers(folder)};")
    with serve(find_site()) as files:
        address = files.url.replace("/play/", "/editor/")
        yield from collect_reports(lambda report: _send_often(count, dice, address, script, report))


@cache
def find_answers(folder: str) -> str:
    """Return the true answers, as JSON."""
    paths = [str(ROOT / "site" / "python"), *sys.path]
    command = [sys.executable, "-c", ASK_EDITOR, os.path.join(folder, "game.py")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


async def _send_often(
    count: int, dice: random.Random, address: str, script: str, report: Callable[[str], None]
) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        context = await browser.new_context(service_workers="block")
        page = await context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.route("**/sandbox/python.js*", lambda route: route.fulfill(body=script))
        await page.goto(address)
        await page.locator("html[data-ready]").wait_for(state="attached")
        for _ in range(count):
            seed = dice.randrange(1, 2**31)
            failure = await _send_once(page, seed, dice) or "; ".join(errors)
            errors.clear()
            report(failure and f"answers of seed {seed}: {failure}")
        await browser.close()


async def _send_once(page: Page, seed: int, dice: random.Random) -> str:
    """Open a shared file, which is the seed, and press a button; return what was wrong."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(str(seed).encode()) + packer.flush()
    code = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    try:
        await page.evaluate("code => { location.hash = `#code=${code}`; }", code)
        await page.locator("#code", has_text=str(seed)).wait_for(timeout=MAX_SHOW_MS)
        await page.click(f"#tab-{dice.choice(TABS)}", timeout=MAX_SHOW_MS)
        await _wait_for_end(page)
        choice = page.locator("#panels [data-move]:visible, #panels [data-do=undo]:visible").first
        if dice.random() < 0.5 and await choice.count():
            await choice.click(timeout=MAX_SHOW_MS)
            await _wait_for_end(page)
        foreign, elements, has_controls = await page.evaluate(LOOK)
    except TimeoutError as error:
        return f"the page doesn't react: {error}"
    if has_controls:
        return "it shows control characters"
    if foreign:
        return f"it shows {foreign} foreign elements"
    return f"it has {elements:,} elements" if elements > MAX_ELEMENTS else ""


async def _wait_for_end(page: Page) -> None:
    """Wait until the page has an answer, or cancel the question."""
    progress = page.locator(".progress")
    try:
        await progress.wait_for(state="detached", timeout=MAX_WAIT_MS)
    except TimeoutError:
        cancel = page.get_by_role("button", name="Cancel")
        if await cancel.count():
            await cancel.click(timeout=MAX_SHOW_MS)
        await progress.wait_for(state="detached", timeout=MAX_SHOW_MS)

"""Measure the browser edition in Chromium: bytes, start, latency and memory."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chromium import FLAGS
from compressed_files import CompressedFiles, serve
from playwright.sync_api import Page, Playwright, sync_playwright
from site_build.programs import find_zig
from site_build.report import MAX_START_BYTES, measure

import numduel

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "tools" / "build_site.py"

BUILDS = {"with the core": (), "without": ("--pure",)}
"""The builds to measure, with the options of `build_site.py`."""

MAX_START_S = {"cold": 5.0, "warm": 3.0}
"""Maximum seconds until the first move can be played, on two idle processors."""

STEPS = {
    "home": "games can be chosen",
    "ready": "Python is ready",
    "board": "first move can be played",
    "reply": "the computer has answered it",
}
"""Steps of the start, as `start.js` notes them."""

ACTIONS = ("move", "reply", "hint", "review")
ROUNDS = 5
GAMES, MOVES = 3, 6
TIMEOUT_MS = 120_000


@contextmanager
def open_page(playwright: Playwright, profile: str, script: str) -> Iterator[Page]:
    """Start Chromium with a profile, and open a page that runs a script first."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=shutil.which("chromium"),
        args=list(FLAGS),
        reduced_motion="reduce",
    )
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    page.add_init_script(path=HERE / script)
    try:
        yield page
    finally:
        context.close()


def measure_start(playwright: Playwright, files: CompressedFiles) -> dict[str, Any]:
    """Visit the site for the first time, then again in a new process of the browser."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for visit in MAX_START_S:
            files.requests = files.bytes = 0
            with open_page(playwright, profile, "start.js") as page:
                page.goto(f"{files.url}#/play/maze?opponent=casual&seat=1")
                noted = page.evaluate("finished")
                found[visit] = {step: noted[step] / 1000 for step in STEPS}
                page.evaluate("installed()")
                found[visit] |= {"requests": files.requests, "bytes": files.bytes}
    return found


def measure_latency(playwright: Playwright, files: CompressedFiles) -> dict[str, Any]:
    """Play all games against Perfect; return times in ms by game, and the memory in MB."""
    times: dict[str, dict[str, float]] = {}
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        open_page(playwright, profile, "latency.js") as page,
    ):
        page.goto(files.url)
        for game in numduel.games():
            played = [
                page.evaluate("([game, moves]) => play(game, moves)", [game, MOVES])
                for _ in range(GAMES)
            ]
            times[game] = {
                action: statistics.median(time for one in played for time in one[action])
                for action in ACTIONS
            }
        return {"times": times, "memory": memory_of_tabs() / 1e6}


def memory_of_tabs() -> int:
    """Return the memory of the tabs of our Chromium in bytes; shared parts count in part."""
    own = set(descendants(os.getpid()))
    tabs = [id for id in own if b"--type=renderer" in Path(f"/proc/{id}/cmdline").read_bytes()]
    return 1024 * sum(
        int(line.split()[1])
        for id in tabs
        for line in Path(f"/proc/{id}/smaps_rollup").read_text().splitlines()
        if line.startswith("Pss:")
    )


def descendants(id: int) -> Iterator[int]:
    """Yield the ids of a process's children, their children and so on."""
    for tasks in Path(f"/proc/{id}/task").glob("*/children"):
        for child in map(int, tasks.read_text().split()):
            yield child
            yield from descendants(child)


def measure_site(folder: Path, rounds: int) -> dict[str, Any]:
    """Return all figures of a built site."""
    sizes = measure(folder / "play")
    raw, compressed = (sum(column) for column in zip(*sizes.values(), strict=True))
    with serve(folder) as files, sync_playwright() as playwright:
        starts = [measure_start(playwright, files) for _ in range(rounds)]
        start = {
            visit: {
                name: statistics.median(one[visit][name] for one in starts)
                for name in (*STEPS, "requests", "bytes")
            }
            for visit in MAX_START_S
        }
        latency = measure_latency(playwright, files)
    return {"raw": raw, "compressed": compressed, "start": start, **latency}


def print_figures(found: dict[str, dict[str, Any]]) -> None:
    row = "{:34}" + "{:>16}" * len(found)
    print(row.format("", *found))
    for name, label in (("raw", "bytes"), ("compressed", "bytes, compressed")):
        print(row.format(label, *(f"{one[name]:,}" for one in found.values())))
    for visit in MAX_START_S:
        for step, label in STEPS.items():
            seconds = (f"{one['start'][visit][step]:.1f} s" for one in found.values())
            print(row.format(f"{visit}: {label}", *seconds))
        for name, label in (("requests", "requests"), ("bytes", "bytes sent")):
            counts = (f"{one['start'][visit][name]:,.0f}" for one in found.values())
            print(row.format(f"{visit}: {label}", *counts))
    for game in numduel.games():
        for action in ACTIONS:
            times = (f"{one['times'][game][action]:.0f} ms" for one in found.values())
            print(row.format(f"{game}: {action}", *times))
    print(row.format("memory", *(f"{one['memory']:.0f} MB" for one in found.values())))
    print(f"Load of the machine: {os.getloadavg()[0]:.1f}")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="number of first visits")
    options.add_argument(
        "--folder", type=Path, help="where builds are kept and used again (default: build both)"
    )
    asked = options.parse_args()
    for tool in ("node", "npm", "chromium"):
        if not shutil.which(tool):
            print(f"Skipped the browser edition: {tool} is missing.")
            return 0
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as work:
        for name, choices in BUILDS.items():
            if not choices and not find_zig():
                print("Skipped the compiled core: zig is missing.", file=sys.stderr)
                continue
            folder = (asked.folder or Path(work)) / name.replace(" ", "-")
            if not (folder / "play").exists():
                command = [sys.executable, str(BUILD), "--out", str(folder), *choices]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            found[name] = measure_site(folder, asked.rounds)
    if asked.json:
        print(json.dumps(found))
    else:
        print_figures(found)
    good = all(
        one["compressed"] <= MAX_START_BYTES
        and all(one["start"][visit]["board"] <= limit for visit, limit in MAX_START_S.items())
        for one in found.values()
    )
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

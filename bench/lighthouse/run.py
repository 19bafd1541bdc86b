"""Measure the page on a phone with slow 4G: Lighthouse, layout shifts, requests and bytes.

It is the page of a server or, with --site, the browser edition and the documentation.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from chromium import FLAGS
from compressed_files import serve
from serving import new_token, served

import numduel
from numduel.storage.record.letter import write_letter

HERE = Path(__file__).parent

MIN_SCORE = 95
"""Minimum performance score of each screen."""

MAX_SHIFT = 0.05
"""Maximum cumulative layout shift (CLS) of each screen."""

BOARD = "4 3 8/9 5 1/2 7 6"
MOVES = ("0,0", "2,0", "0,1", "2,1", "1,1", "2,2", "1,2")

DOCUMENTS = ("", "games/maze/", "first-game/", "api/", "solved/", "leaderboard/", "editor/")
"""Pages of the site that are measured unless all are asked for."""

ROW = "{:36} {:>11} {:>13} {:>14} {:>5} {:>5} {:>6} {:>6} {:>11} {:>11}"
HEAD = ("screen", "performance", "accessibility", "best practices", "CLS", "FCP", "LCP", "TBT")
TRANSFERS = ("cold", "reload")


def create_match(api: httpx.Client, opponent: str, moves: tuple[str, ...]) -> str:
    """Create a match, play it, and return the path of its first seat."""
    token = new_token()
    setup = {"game": "maze", "board": BOARD, "opponent": opponent, "seat": 1, "token": token}
    seen = api.post("/matches", json=setup).raise_for_status().json()
    path = f"/matches/{seen['view']['id']}"
    for move in moves:
        action = {"seq": seen["view"]["seq"], "do": "move", "move": move}
        headers = {"authorization": f"Bearer {token}"}
        seen = api.post(f"{path}/actions", json=action, headers=headers).raise_for_status().json()
        if seen["view"]["status"]["kind"] == "over":
            break
    return f"/m/{seen['view']['id']}"


def server_addresses(url: str) -> dict[str, str]:
    """Return the URLs of a server's screens to measure."""
    with httpx.Client(base_url=f"{url}/api/v1", timeout=60, trust_env=False) as api:
        return {
            "home": f"{url}/",
            "match": url + create_match(api, "here", MOVES[:2]),
            "review": url + create_match(api, "here", MOVES) + "/review",
            "puzzle": f"{url}/puzzle",
        }


def letter(moves: tuple[str, ...]) -> str:
    """Return a match as a letter, which needs no storage."""
    match = numduel.Match(numduel.new("maze", board=BOARD))
    for move in moves:
        if not match.is_over:
            match.play(move)
    return write_letter(match, "AAAAAAAAAAAA")


def site_addresses(url: str) -> dict[str, str]:
    """Return the URLs of the browser edition's screens to measure."""
    return {
        "home": url,
        "match": f"{url}#game={letter(MOVES[:2])}",
        "end": f"{url}#game={letter(MOVES)}",
        "puzzle": f"{url}#/puzzle",
    }


def find_documents(site: Path) -> list[str]:
    """Return the addresses of all pages of the documentation and the editor."""
    files = (file.relative_to(site) for file in sorted(site.rglob("index.html")))
    return [file.as_posix().removesuffix("index.html") for file in files if file.parts[0] != "play"]


@contextmanager
def serving(site: str, has_all: bool) -> Iterator[dict[str, str]]:
    """Serve the page, or a built site in a folder; yield the URLs of its screens and pages."""
    if site:
        with serve(Path(site)) as files:
            root = files.url.removesuffix("play/")
            documents = find_documents(Path(site)) if has_all else DOCUMENTS
            pages = {path or "front page": root + path for path in documents}
            yield {**site_addresses(files.url), **pages}
    else:
        with tempfile.TemporaryDirectory() as folder, served(f"{folder}/matches.db") as server:
            yield server_addresses(server.url.rstrip("/"))


def missing() -> str | None:
    """Return what is missing, or None; install Lighthouse if needed."""
    for tool in ("node", "npm", "chromium"):
        if not shutil.which(tool):
            return f"{tool} is missing"
    lock, installed = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return None
    done = subprocess.run(["npm", "ci", "--silent", "--ignore-scripts"], cwd=HERE)
    return "npm failed to install Lighthouse" if done.returncode else None


def measure(screens: list[str], site: str, has_all: bool) -> Iterator[dict[str, Any]]:
    """Yield the figures of these screens, or of all."""
    with serving(site, has_all) as urls:
        chosen = {name: url for name, url in urls.items() if not screens or name in screens}
        asked = {"chromium": shutil.which("chromium"), "flags": FLAGS, "urls": chosen}
        command = ["node", str(HERE / "audit.mjs"), json.dumps(asked)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            yield from map(json.loads, process.stdout)
        if process.returncode:
            raise SystemExit("Lighthouse failed: see the error above.")


def transfer(counted: dict[str, float]) -> str:
    """Return a number of requests and their bytes, such as "9 / 93 kB"."""
    return f"{counted['requests']} / {counted['bytes'] / 1000:.0f} kB"


def print_figures(one: dict[str, Any]) -> None:
    scores = (one[name] for name in ("performance", "accessibility", "best-practices"))
    times = (f"{one['fcp'] / 1000:.1f} s", f"{one['lcp'] / 1000:.1f} s", f"{one['tbt']:.0f} ms")
    transfers = (transfer(one[name]) for name in TRANSFERS)
    print(ROW.format(one["name"], *scores, f"{one['cls']:.3f}", *times, *transfers), flush=True)
    for title, *places in one["defects"]:
        print(f"       {title}: {', '.join(places)}")
    if one["cls"] >= MAX_SHIFT:
        print(f"       Shifted: {', '.join(one['shifts'])}")


def is_good(one: dict[str, Any]) -> bool:
    return one["performance"] >= MIN_SCORE and one["cls"] < MAX_SHIFT and not one["defects"]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("screens", nargs="*", help="such as home and match (default: all)")
    options.add_argument("--site", metavar="DIR", default="", help="measure a built site instead")
    options.add_argument("--every-page", action="store_true", help="with --site: all its pages")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = options.parse_args()
    if why := missing():
        print(f"Skipped Lighthouse: {why}. It needs Node.js, npm and Chromium.")
        return 0
    if not asked.json:
        print(ROW.format(*HEAD, *TRANSFERS), flush=True)
    found = []
    for one in measure(asked.screens, asked.site, asked.every_page):
        found.append(one)
        if not asked.json:
            print_figures(one)
    if asked.json:
        print(json.dumps(found))
    return 0 if all(map(is_good, found)) else 1


if __name__ == "__main__":
    raise SystemExit(main())

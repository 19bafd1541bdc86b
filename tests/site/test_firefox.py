"""The browser edition in Firefox: a game to its end without the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from firefox import Firefox, firefox
from static_site import StaticSite
from web_support import until

pytestmark = pytest.mark.long

LEGAL = "[role=gridcell][aria-disabled=false]"
VERDICT = ".verdict-card"

LOG_PROBLEMS = """() => {
  const { dataset } = document.documentElement;
  dataset.problems = "";
  const log = (what) => void (dataset.problems += `${what}; `);
  addEventListener("error", ({ message }) => log(message));
  addEventListener("unhandledrejection", ({ reason }) => log(reason));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => log(blockedURI));
}"""


def play_to_the_end(tab: Firefox) -> int:
    """Play the first legal move until the game is over, and return the number of own moves."""
    moves = 0
    answered = f"[role=grid][data-seq='1'] {LEGAL}"
    while True:
        if until(lambda: _find_turn(tab, answered), "an answer") == "over":  # noqa: B023
            return moves
        tab.click(answered)
        moves += 1
        answered = f"[role=grid][data-seq='{1 + 2 * moves}'] {LEGAL}"


def _find_turn(tab: Firefox, choices: str) -> str | None:
    """Return whether the game is over or it is our turn; None while neither is shown."""
    return "over" if tab.count(VERDICT) else "ours" if tab.count(choices) else None


def test_firefox_plays_a_game_offline(site: StaticSite, tmp_path: Path) -> None:
    with firefox(tmp_path) as tab:
        tab.open(site.url)
        tab.wait_for("[data-game=maze]")
        until(lambda: tab.run("() => Boolean(navigator.serviceWorker.controller)"), "the worker")
        site.stop()
        tab.open(f"{site.url}#/play/sum?opponent=casual&seat=1&target=40")
        tab.run(LOG_PROBLEMS)
        tab.click("[data-do=create]")
        tab.wait_for(LEGAL)
        before = tab.text(".words")
        tab.click("[data-tool=hint]")
        until(lambda: tab.text(".words") not in (before, "Thinking…"), "a hint")
        assert play_to_the_end(tab) >= 2
        assert "win" in tab.text(VERDICT)
        match = tab.run("() => location.href")
        assert tab.run("() => document.documentElement.dataset.problems") == ""
        tab.open(f"{match}/review")
        until(lambda: "Key moments" in tab.text("main"), "the review")
        tab.open(f"{site.url}#/puzzle")
        tab.wait_for(LEGAL)
        tab.open(f"{site.url}#/history")
        until(lambda: "Sum" in tab.text("main"), "the history")

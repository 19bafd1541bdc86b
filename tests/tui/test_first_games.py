"""First games in a real terminal, from `make play` to the end."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest
from tmux import NUMDUEL, TIMEOUT_S, Tmux

import numduel
from numduel.games import find
from numduel.storage import saves

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

ROOT = Path(__file__).parents[2]
IS_SET_UP = Path(sys.prefix) == ROOT / ".venv"
"""Whether this is the environment that `make play` starts the app in."""

START = ["make", "--no-print-directory", "-C", str(ROOT), "play"] if IS_SET_UP else NUMDUEL

TURN, END = "Your turn:", "Rematch (m)"


def wait_for_turn_or_end(terminal: Tmux, before: str) -> str:
    """Return the next screen at rest that asks for a move or shows the end."""
    give_up = time.monotonic() + TIMEOUT_S
    last = ""
    while time.monotonic() < give_up:
        shown = terminal.screen()
        if shown == last != before and (TURN in shown or END in shown):
            return shown
        last = shown
        time.sleep(0.4)  # longer than drawing a move takes
    raise AssertionError(f"neither a turn nor the end:\n{shown}")


@pytest.mark.parametrize("id", numduel.games())
def test_first_game_is_playable_to_its_end(id: str) -> None:
    """Choose tiles with Tab and Enter; type words."""
    title = find(id).title
    with Tmux(START) as terminal:
        home = terminal.until(title, "Enter Open")
        number = re.search(rf"(\d)  {title} ", home)
        assert number, home
        terminal.press(number[1])
        terminal.until("Opponent", "Enter Play")
        terminal.press("Enter")
        shown = terminal.until(TURN, "Arrows")
        for _ in range(150):
            asked = shown[shown.index(TURN) :].splitlines()[0]
            if "yes/no" in asked:
                terminal.type("no\n")
            else:
                terminal.press("Tab", "Enter")
            shown = wait_for_turn_or_end(terminal, shown)
            if END in shown:
                break
        terminal.until("★", "Rematch (m)", "Review (v)", "Home (Esc)")
        terminal.press("Escape")
        terminal.until("Enter Open")
    (save,) = saves.list_saves()
    assert save.load().is_over

"""Five first games in a real terminal, from `make play` to the end, by what the screen says."""

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

TURN, END = "Your turn:", "again (m)"


def next_screen(terminal: Tmux, before: str) -> str:
    """What is shown when somebody is asked again, or the game is over, and all stands still."""
    give_up = time.monotonic() + TIMEOUT_S
    last = ""
    while time.monotonic() < give_up:
        shown = terminal.screen()
        if shown == last != before and (TURN in shown or END in shown):
            return shown
        last = shown
        time.sleep(0.4)  # longer than it takes to draw a move, and a person to look
    raise AssertionError(f"nothing more is asked:\n{shown}")


@pytest.mark.parametrize("id", numduel.games())
def test_a_first_game(id: str) -> None:
    """Tab goes to the next tile that may be chosen and Enter chooses it; words are typed."""
    title = find(id).title
    with Tmux(START) as terminal:
        home = terminal.until(title, "Enter Open")
        number = re.search(rf"(\d)  {title} ", home)
        assert number, home
        terminal.press(number[1])
        terminal.until("Opponent", "Enter Play")
        terminal.press("Enter")
        shown = terminal.until(TURN, "Arrows", "Enter")
        for _ in range(150):
            asked = shown[shown.index(TURN) :].splitlines()[0]
            if "yes/no" in asked:
                terminal.type("no\n")
            else:
                terminal.press("Tab", "Enter")
            shown = next_screen(terminal, shown)
            if END in shown:
                break
        terminal.until("★", "again (m)", "review (v)", "home (Esc)")
        terminal.press("Escape")
        terminal.until("Enter Open")
    (save,) = saves.list_saves()
    assert save.load().is_over

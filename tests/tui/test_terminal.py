"""The app in a real terminal: keys at full speed, sizes, colours, and a sudden death."""

from __future__ import annotations

import re
import signal
import sys
from itertools import cycle
from pathlib import Path

import pytest
from tmux import NUMDUEL, Tmux

import numduel
from numduel import record
from numduel.storage import saves
from numduel.tui import settings
from numduel.tui.parts.ascii_text import to_ascii
from numduel.tui.parts.drawing import FRAMES
from numduel.views.narration import Narration

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

NAMES = ("Ann", "Bob")

OPENING = """
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.autosave import Autosave
from numduel.tui.app import NumduelApp
from numduel.tui.screens.play import PlayScreen
two = make_sides(("human", "human"), {names})
session = Session.begin(find({game!r}), {{}}, two, seed=7)
NumduelApp(lambda: PlayScreen(session, Autosave(session))).run()
"""

WHOLE = {
    "maze": "2,1 2,2 2,0 1,2 1,0",
    "sum": "9 1 9 1 9 1 9 1 9 1 5",
    "run": "1,0 4,3 1,1 4,2 2,1 4,1 2,2 4,0 2,3 3,0 3,3 2,0 4,3 1,0 4,4",
    "quest": "3,1 3,2 1,1 2,1 3,3",
    "race": "Down Up Down Up Right Left Left Right",
}
"""A game of each on the board of seed 7, as it is typed."""


def game(id: str) -> list[str]:
    return [sys.executable, "-c", OPENING.format(game=id, names=NAMES)]


def moves(id: str) -> list[str]:
    return WHOLE[id].split()


def typed(id: str) -> str:
    return WHOLE[id].replace(" ", "\n") + "\n"


def only_save() -> numduel.Match:
    (save,) = saves.list_saves()
    return save.load()


def chosen(match: numduel.Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


def verdict(match: numduel.Match) -> str:
    return Narration(match).verdict()[-1]


def left_of_the_star(shown: str) -> str:
    """The board and what is said below it in one line, as if that were not too long for one."""
    lines = shown.splitlines()
    column = next(line.index("★") for line in lines if "★" in line)
    return " ".join(word for line in lines for word in line[:column].split())


@pytest.mark.parametrize(
    ("id", "size"), [*zip(numduel.games(), cycle([(80, 24), (120, 40)]), strict=False)]
)
def test_a_whole_game_typed_at_full_speed(id: str, size: tuple[int, int]) -> None:
    """Every key at once, with tokens still on their way: none is lost, none hits another tile."""
    with Tmux(game(id), size) as terminal:
        terminal.until("Back")
        terminal.type(typed(id))
        terminal.until("again (m)")
        match = only_save()
        assert chosen(match) == moves(id)
        winner = match.winner
        assert winner is not None
        last_word = verdict(match).split()[-1]
        shown = terminal.until(f"★  {winner.token}  {winner}, {NAMES[winner]}", last_word)
        assert shown.count("★") == 1
        assert verdict(match) in left_of_the_star(shown)
        terminal.press("C-q")
        terminal.until("status 0")


def test_a_window_that_changes_its_size_mid_game() -> None:
    half = typed("run").split("\n")[:7]
    with Tmux(game("run"), (120, 40)) as terminal:
        terminal.until("Back")
        terminal.type("\n".join(half) + "\n")
        for width, height in ((80, 24), (40, 12), (20, 6), (200, 50), (80, 24)):
            terminal.resize(width, height)
        terminal.until("P1", "P2", "Number Run", "Ann and Bob", "Back")
        terminal.type(typed("run").removeprefix("\n".join(half) + "\n"))
        terminal.until("again (m)")
        assert chosen(only_save()) == moves("run")


def test_a_sudden_death_loses_no_move() -> None:
    with Tmux(game("run")) as terminal:
        terminal.until("Back")
        for number, move in enumerate(moves("run")[:4], 1):
            terminal.type(f"{move}\n")
            terminal.until("▶  P2" if number % 2 else "▶  P1")
        terminal.kill()
        terminal.until("status 137")
    match = only_save()
    assert chosen(match) == moves("run")[:4]
    assert record.loads(record.dumps(match)).state == match.state


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_who_is_told_to_end_leaves_the_terminal_as_it_was(number: signal.Signals) -> None:
    with Tmux(game("run")) as terminal:
        terminal.until("Back")
        terminal.type(f"{moves('run')[0]}\n")
        terminal.until("▶  P2")
        assert not terminal.is_whole()
        terminal.kill(number)
        terminal.until("status")
        assert terminal.is_whole()
    assert chosen(only_save()) == moves("run")[:1]


# ---- from the command line to a game, and back to it


LEFT = "\x1b[D"


def test_from_the_first_screen_to_the_verdict() -> None:
    with Tmux(NUMDUEL) as terminal:
        terminal.until("Sum Battle", "Quit")
        terminal.type("2")
        terminal.until("Opponent", "Play")
        terminal.type(LEFT * 3)
        terminal.until("Guest against Friend")
        terminal.type("\n")
        terminal.until("Guest and Friend", "Back")
        terminal.type(typed("sum"))
        terminal.until("again (m)")
        assert chosen(only_save()) == moves("sum")
        terminal.press("Escape")
        terminal.until("Quit")
        terminal.type("q")
        terminal.until("status 0")


def test_keys_typed_ahead_go_to_the_screen_they_were_meant_for() -> None:
    """From the first screen over the set-up to the verdict, without waiting for any of them."""
    with Tmux(NUMDUEL) as terminal:
        terminal.until("Sum Battle", "Quit")
        terminal.type("2" + LEFT * 3 + "\n" + typed("sum"))
        terminal.until("again (m)")
        match = only_save()
        assert chosen(match) == moves("sum")
        assert match.tags["Type2"] == "human"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_after_a_sudden_death_the_game_goes_on_where_it_was(size: tuple[int, int]) -> None:
    half, rest = typed("run")[:20], typed("run")[20:]
    with Tmux(game("run"), size) as terminal:
        terminal.until("Back")
        terminal.type(half)
        terminal.until("Ann moved to (2,1), adding")
        terminal.kill()
        terminal.until("status 137")
    with Tmux(NUMDUEL, size) as terminal:
        terminal.until("Continue", "Number Run", "Quit")
        terminal.type("c")
        terminal.until("Ann and Bob", "Back")
        assert chosen(only_save()) == half.split()
        terminal.type(rest)
        terminal.until("again (m)")
        assert chosen(only_save()) == moves("run")
        terminal.press("C-q")
        terminal.until("status 0")


def test_leaving_in_the_middle_says_how_to_go_on() -> None:
    with Tmux(NUMDUEL) as terminal:
        terminal.until("Sum Battle", "Quit")
        terminal.type("2")
        terminal.until("Opponent", "Play")
        terminal.type("\n")
        terminal.until("Guest and casual", "Back")
        terminal.type("5\n")
        terminal.until("You took 5: 5 of 50.")
        terminal.press("C-q")
        shown = terminal.until("status 0")
        assert "numduel resume" in shown
        assert "Traceback" not in shown


# ---- what a terminal can show


COLOUR = re.compile(r"\x1b\[(?:[0-9;:]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;:m]")
"""A colour of any kind, among what else a style has."""


def test_a_terminal_has_colours() -> None:
    with Tmux(game("maze"), COLORTERM="truecolor") as terminal:
        terminal.until("Back")
        assert COLOUR.search(terminal.screen(styled=True))


def test_without_colours_there_are_none_and_all_can_be_played() -> None:
    with Tmux(game("maze"), NO_COLOR="1") as terminal:
        terminal.until("Back")
        terminal.type("2,1\n")
        terminal.until("▶  P2")
        terminal.press("Right")
        terminal.until(FRAMES["cursor on legal"][0], FRAMES["legal"][0])
        shown = terminal.screen(styled=True)
        assert not COLOUR.search(shown), shown
        terminal.type(typed("maze").removeprefix("2,1\n"))
        terminal.until("again (m)")


def test_sixteen_colours_are_enough() -> None:
    with Tmux(game("maze"), TERM="xterm") as terminal:
        terminal.until("Back")
        shown = terminal.screen(styled=True)
        assert COLOUR.search(shown)
        assert "38;2;" not in shown
        assert "38;5;" not in shown
        terminal.type(typed("maze"))
        terminal.until("again (m)")


def test_plain_letters_only_where_these_are_wanted(home: Path) -> None:
    settings.save(settings.load().replace(ascii=True))
    with Tmux(game("run")) as terminal:
        terminal.until("Back")
        terminal.type("0,1\n")
        terminal.press("Tab")
        terminal.until(to_ascii(FRAMES["cursor on legal"])[:2], ">  P2")
        assert terminal.screen().isascii(), terminal.screen()

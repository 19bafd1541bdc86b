"""The app in a real terminal: keys at full speed, sizes, colours and signals."""

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

OPEN_GAME = """
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.autosave import Autosave
from numduel.tui.app import NumduelApp
from numduel.tui.screens.play import PlayScreen
two = make_sides(("human", "human"), {names})
session = Session.begin(find({game!r}), {{}}, two, seed=7)
NumduelApp(lambda: PlayScreen(session, Autosave(session))).run()
"""

WHOLE_GAMES = {
    "maze": "2,1 2,2 2,0 1,2 1,0",
    "sum": "9 1 9 1 9 1 9 1 9 1 5",
    "run": "1,0 4,3 1,1 4,2 2,1 4,1 2,2 4,0 2,3 3,0 3,3 2,0 4,3 1,0 4,4",
    "quest": "3,1 3,2 1,1 2,1 3,3",
    "race": "Down Up Down Up Right Left Left Right",
}
"""A whole game of each kind on the board of seed 7, as typed."""


def play_command(id: str) -> list[str]:
    return [sys.executable, "-c", OPEN_GAME.format(game=id, names=NAMES)]


def moves_of(id: str) -> list[str]:
    return WHOLE_GAMES[id].split()


def keys_of(id: str) -> str:
    """Return the moves as typed; a direction needs a slash, since its letters are shortcuts."""
    slash = "/" if id == "race" else ""
    return "".join(f"{slash}{move}\n" for move in WHOLE_GAMES[id].split(" "))


def load_only_save() -> numduel.Match:
    (save,) = saves.list_saves()
    return save.load()


def player_moves(match: numduel.Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


def last_verdict_line(match: numduel.Match) -> str:
    return Narration(match).verdict()[-1]


def text_left_of_star(shown: str) -> str:
    """Return the board and the message below it as one line."""
    lines = shown.splitlines()
    column = next(line.index("★") for line in lines if "★" in line)
    return " ".join(word for line in lines for word in line[:column].split())


@pytest.mark.parametrize(
    ("id", "size"), [*zip(numduel.games(), cycle([(80, 24), (120, 40)]), strict=False)]
)
def test_game_typed_at_full_speed_loses_no_key(id: str, size: tuple[int, int]) -> None:
    """Send every key at once, while tokens still slide."""
    with Tmux(play_command(id), size) as terminal:
        terminal.until("Back")
        terminal.type(keys_of(id))
        terminal.until("Rematch (m)")
        match = load_only_save()
        assert player_moves(match) == moves_of(id)
        winner = match.winner
        assert winner is not None
        last_word = last_verdict_line(match).split()[-1]
        shown = terminal.until(f"★  {winner.token}  {winner}, {NAMES[winner]}", last_word)
        assert shown.count("★") == 1
        assert last_verdict_line(match) in text_left_of_star(shown)
        terminal.press("C-q")
        terminal.until("status 0")


def test_game_continues_after_resizing() -> None:
    half = keys_of("run").split("\n")[:7]
    with Tmux(play_command("run"), (120, 40)) as terminal:
        terminal.until("Back")
        terminal.type("\n".join(half) + "\n")
        for width, height in ((80, 24), (40, 12), (20, 6), (200, 50), (80, 24)):
            terminal.resize(width, height)
        terminal.until("P1", "P2", "Number Run", "Ann against Bob", "Back")
        terminal.type(keys_of("run").removeprefix("\n".join(half) + "\n"))
        terminal.until("Rematch (m)")
        assert player_moves(load_only_save()) == moves_of("run")


def test_kill_loses_no_move() -> None:
    with Tmux(play_command("run")) as terminal:
        terminal.until("Back")
        for number, move in enumerate(moves_of("run")[:4], 1):
            terminal.type(f"{move}\n")
            terminal.until("▶  P2" if number % 2 else "▶  P1")
        terminal.kill()
        terminal.until("status 137")
    match = load_only_save()
    assert player_moves(match) == moves_of("run")[:4]
    assert record.loads(record.dumps(match)).state == match.state


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_restores_the_terminal(number: signal.Signals) -> None:
    with Tmux(play_command("run")) as terminal:
        terminal.until("Back")
        terminal.type(f"{moves_of('run')[0]}\n")
        terminal.until("▶  P2")
        assert not terminal.is_whole()
        terminal.kill(number)
        terminal.until("status")
        assert terminal.is_whole()
    assert player_moves(load_only_save()) == moves_of("run")[:1]


# ---- from the command line to a game and back


LEFT = "\x1b[D"


def test_game_is_playable_from_home_to_its_end() -> None:
    with Tmux(NUMDUEL) as terminal:
        terminal.until("Sum Battle", "Quit")
        terminal.type("2")
        terminal.until("Opponent", "Play")
        terminal.type(LEFT * 3)
        terminal.until("Guest against Friend")
        terminal.type("\n")
        terminal.until("Guest against Friend", "Back")
        terminal.type(keys_of("sum"))
        terminal.until("Rematch (m)")
        assert player_moves(load_only_save()) == moves_of("sum")
        terminal.press("Escape")
        terminal.until("Quit")
        terminal.type("q")
        terminal.until("status 0")


def test_keys_typed_ahead_reach_the_right_screen() -> None:
    """Type from home through setup to the end without waiting for a screen."""
    with Tmux(NUMDUEL) as terminal:
        terminal.until("Sum Battle", "Quit")
        terminal.type("2" + LEFT * 3 + "\n" + keys_of("sum"))
        terminal.until("Rematch (m)")
        match = load_only_save()
        assert player_moves(match) == moves_of("sum")
        assert match.tags["Type2"] == "human"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_killed_game_continues_where_it_stopped(size: tuple[int, int]) -> None:
    half, rest = keys_of("run")[:20], keys_of("run")[20:]
    with Tmux(play_command("run"), size) as terminal:
        terminal.until("Back")
        terminal.type(half)
        terminal.until("Ann moved to the 1 at 2,1")
        terminal.kill()
        terminal.until("status 137")
    with Tmux(NUMDUEL, size) as terminal:
        terminal.until("Continue", "Number Run", "Quit")
        terminal.type("c")
        terminal.until("Ann against Bob", "Back")
        assert player_moves(load_only_save()) == half.split()
        terminal.type(rest)
        terminal.until("Rematch (m)")
        assert player_moves(load_only_save()) == moves_of("run")
        terminal.press("C-q")
        terminal.until("status 0")


def test_quitting_mid_game_prints_the_resume_command() -> None:
    with Tmux(NUMDUEL) as terminal:
        terminal.until("Sum Battle", "Quit")
        terminal.type("2")
        terminal.until("Opponent", "Play")
        terminal.type("\n")
        terminal.until("Guest against Casual", "Back")
        terminal.type("5\n")
        terminal.until("You took 5: 5 of 50.")
        terminal.press("C-q")
        shown = terminal.until("status 0")
        assert "numduel resume" in shown
        assert "Traceback" not in shown


# ---- terminals


COLOUR = re.compile(r"\x1b\[(?:[0-9;:]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;:m]")
"""An escape sequence that sets a colour."""


def test_colour_terminal_shows_colours() -> None:
    with Tmux(play_command("maze"), COLORTERM="truecolor") as terminal:
        terminal.until("Back")
        assert COLOUR.search(terminal.screen(styled=True))


def test_game_is_playable_without_colours() -> None:
    with Tmux(play_command("maze"), NO_COLOR="1") as terminal:
        terminal.until("Back")
        terminal.type("2,1\n")
        terminal.until("▶  P2")
        terminal.press("Right")
        terminal.until(FRAMES["cursor on legal"][0], FRAMES["legal"][0])
        shown = terminal.screen(styled=True)
        assert not COLOUR.search(shown), shown
        terminal.type(keys_of("maze").removeprefix("2,1\n"))
        terminal.until("Rematch (m)")


def test_app_runs_with_16_colours() -> None:
    with Tmux(play_command("maze"), TERM="xterm") as terminal:
        terminal.until("Back")
        shown = terminal.screen(styled=True)
        assert COLOUR.search(shown)
        assert "38;2;" not in shown
        assert "38;5;" not in shown
        terminal.type(keys_of("maze"))
        terminal.until("Rematch (m)")


def test_ascii_setting_shows_only_ascii(home: Path) -> None:
    settings.save(settings.load().replace(ascii=True))
    with Tmux(play_command("run")) as terminal:
        terminal.until("Back")
        terminal.type("0,1\n")
        terminal.press("Tab")
        terminal.until(to_ascii(FRAMES["cursor on legal"])[:2], ">  P2")
        assert terminal.screen().isascii(), terminal.screen()

"""A new user's first hour in the terminal app, in a real terminal."""

from __future__ import annotations

import pytest
from terminal import numduel
from tmux import NUMDUEL, Tmux

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

SMALL, USUAL = (60, 20), (80, 24)


def app(size: tuple[int, int] = USUAL) -> Tmux:
    return Tmux(NUMDUEL, size)


def start_race_against_perfect(terminal: Tmux) -> None:
    terminal.until("Number Maze", "q Quit")
    terminal.type("5")
    terminal.until("Opponent", "Casual")
    terminal.press("Right", "Right", "Right")
    terminal.until("Guest against Perfect")
    terminal.press("Enter")
    terminal.until("Your turn")


def test_luck_is_called_luck_and_a_handicap_is_offered() -> None:
    with app() as terminal:
        home = terminal.until("Number Quest", "Daily duel", "History")
        assert "Luck decides. With" in home
        terminal.type("4")
        terminal.until("luck decides", "h Handicap")
        terminal.press("Escape")
        terminal.until("Daily puzzle")
        terminal.type("q")
        terminal.until("status 0")


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_computer_declines_and_resignation_can_be_taken_back(size: tuple[int, int]) -> None:
    with app(size) as terminal:
        start_race_against_perfect(terminal)
        terminal.type("e")
        terminal.until("End without a winner? Press e")
        terminal.type("e")
        if "declined" not in terminal.until("winner."):
            return  # neither player could force a win, so the computer agreed
        terminal.type("g")
        terminal.until("Resign? Perfect wins.")
        terminal.type("g")
        terminal.until("You resigned")
        terminal.type("u")
        terminal.until("Undone: resignation")
    assert "0 won, 0 lost, 1 unfinished" in numduel(["stats"]).out


def test_puzzles_archive_history_and_statistics_are_near() -> None:
    with app() as terminal:
        terminal.until("Daily puzzle")
        terminal.type("m")
        terminal.until("Archive", "Practice", "streak")
        terminal.press("Escape")
        terminal.until("Learn a game")
        terminal.type("h")
        terminal.until("Record file", "No ")
        terminal.press("Escape")
        terminal.until("Learn a game")
        terminal.type("s")
        terminal.until("Statistics")

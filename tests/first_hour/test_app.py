"""A new user's first hour in the terminal app, in a real terminal."""

from __future__ import annotations

import re

import pytest
from terminal import numduel
from tmux import NUMDUEL, Tmux

from numduel.budget import Budget
from numduel.daily.puzzle import daily_puzzle
from numduel.engine import Engine
from numduel.engine.teaching.solution import Attempt, Solution

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

SUM, RACE = "2", "5"
"""Keys of two games on the home screen."""

SMALL, USUAL = (60, 20), (80, 24)


def app(size: tuple[int, int] = USUAL, **environ: str) -> Tmux:
    return Tmux(NUMDUEL, size, **environ)


def start_against_perfect(terminal: Tmux, game: str) -> None:
    """Start a game from the home screen; its number is its key."""
    terminal.until("Number Maze", "q Quit")
    terminal.type(game)
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
        terminal.type("1")
        terminal.until("h Handicap")
        terminal.type("f")
        terminal.until("With best play, ")
        terminal.press("Escape")
        terminal.until("Daily puzzle")
        terminal.type("q")
        terminal.until("status 0")


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_computer_declines_and_resignation_can_be_taken_back(size: tuple[int, int]) -> None:
    with app(size) as terminal:
        start_against_perfect(terminal, RACE)
        terminal.type("e")
        terminal.until("End without a winner? Press e")
        terminal.type("e")
        if "declined" not in terminal.until_one("declined", "agreement."):
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
        terminal.type("l")
        terminal.until("Start on the edge")
        terminal.press("Enter")
        assert "Player 1's turn" not in terminal.until("Your turn: start on")
        terminal.press("Escape")
        terminal.until("Enter Start")
        terminal.press("Escape")
        terminal.until("Learn a game", "q Quit")
        terminal.type("h")
        terminal.until("Record file", "No ")
        terminal.press("Escape")
        terminal.until("Learn a game")
        terminal.type("s")
        terminal.until("Statistics")


def first_hint(shown: str) -> str:
    """Return the first hint of the daily puzzle on the screen."""
    day, budget = re.findall(r"daily puzzle, ([\d-]+)", shown)[0], Budget(60)
    return next(Solution(Engine(), Attempt(daily_puzzle(day, budget)), budget).hints())


@pytest.mark.parametrize("size", [SMALL, (120, 40)])
def test_puzzle_and_duel_say_who_you_are(size: tuple[int, int]) -> None:
    with app(size, NO_COLOR="1") as terminal:
        terminal.until("Daily puzzle")
        terminal.type("p")
        asked = terminal.until("You are Player", "Your turn: ", "h Hint")
        assert "Player 1's turn" not in asked
        assert "Player 2's turn" not in asked
        terminal.type("h")
        terminal.until(" ".join(first_hint(asked).split()[:3]))
        terminal.press("Escape")
        terminal.until("Daily duel")
        terminal.type("d")
        opening = terminal.until("Daily duel, 20", "Your turn: ")
        if size != SMALL:  # there, the latest moves are more important
            assert "You are Player" in opening
            assert "everyone" in opening  # one word, because lines break elsewhere every day
        terminal.type("hh")  # the idea of every day is another, so wait for the move
        terminal.until_one("A good move", "All moves")
        terminal.press("Escape")
        terminal.until("In progress")


def test_lost_game_is_explained_and_reviewed() -> None:
    with app() as terminal:
        start_against_perfect(terminal, SUM)
        terminal.type("1\n")
        terminal.until("2. Perfect took 8")
        terminal.type("w")
        terminal.until("Turn 1, you: 1 loses in 12 turns.")
        terminal.type("g")
        terminal.until("Resign? Perfect wins.")
        terminal.type("g")
        terminal.until("Turn 1 decided the game.", "Your accuracy: 0%.")
        terminal.type("v")
        terminal.until("Review", "key moment")
        terminal.press("Down")
        terminal.until("move 1 of 2")
        terminal.type("t")
        terminal.until("Your turn: ")
        terminal.type("8\n")
        terminal.until("Correct")

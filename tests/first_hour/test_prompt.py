"""A new user's first hour at the prompt, in a real terminal."""

from __future__ import annotations

import re

import pytest
from terminal import numduel
from tmux import NUMDUEL, Tmux

from numduel.storage import saves

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

SIZE, NARROW = (80, 60), (60, 40)


NOT_TODAY = "Only today's puzzle counts towards your streak."


def prompt(*words: str, size: tuple[int, int] = SIZE) -> Tmux:
    return Tmux([*NUMDUEL, *words], size)


def test_typing_errors_are_understood() -> None:
    ran = numduel(["plya"])
    assert ran.status == 2
    assert "Did you mean play?" in ran.err
    assert "complete -c numduel" in numduel(["completion", "fish"]).out


def test_menu_leads_to_everything() -> None:
    with prompt("play") as terminal:
        menu = terminal.until("Which game?")
        for entry in ("Number Maze Race", "puzzle", "duel", "learn", "history", "stats"):
            assert f"  {entry} " in menu
        assert "By the book: luck decides." in menu
        assert "With Stand: skill decides." in menu
        terminal.type("learn\n")
        terminal.until("Learn which game?")
        terminal.type("1\n")
        terminal.until("Step 1 of", "Your move?")
        terminal.type("0,0\n")
        terminal.until("Press Enter for the next step.")
        terminal.type("\n")
        terminal.until("Step 2 of")
        terminal.type("quit\n")
        terminal.until("To continue this lesson: numduel learn maze", "status 0")


def test_computer_declines_and_resignation_can_be_taken_back() -> None:
    with prompt("play", "race", "--p2", "perfect", "--seed", "3") as terminal:
        terminal.until("Your turn")
        terminal.type("stop\n")
        terminal.until("Perfect declined to end the game without a winner.")
        terminal.type("resign\n")
        terminal.until("Resign? Perfect wins. Type yes to confirm:")
        terminal.type("no\n")
        terminal.until("You play on.")
        terminal.type("resign\n")
        terminal.until("You play on.", "Type yes to confirm:")
        terminal.type("yes\n")
        end = terminal.until("You resigned a winning position.", "type undo to play on")
        assert "by agreement" not in end
        terminal.type("undo\n")
        terminal.until("Undone: resignation", "Your turn")
        terminal.type("quit\n")
        terminal.until("To continue: numduel resume", "status 0")
    assert "0 won, 0 lost, 1 unfinished" in numduel(["stats"]).out


def test_luck_is_called_luck() -> None:
    with prompt("play", "quest", "--p2", "casual", "--seed", "7") as terminal:
        terminal.until("luck decides", "Your turn")
        terminal.type("hint\n")
        hinted = terminal.until("luck")
        assert "A good move" not in hinted


def test_puzzle_is_refuted_and_then_explained() -> None:
    with prompt("puzzle", "--daily", "2026-11-03", size=NARROW) as terminal:
        terminal.until("Find the only winning move.", "Your turn")
        terminal.type("Up\n")
        tried = terminal.until("No. Up leaves no forced win.", f"{NOT_TODAY}\nTry again:")
        assert "Number Maze Race puzzles" in tried  # the rating
        terminal.type("Left\n")
        terminal.until("Player 1 answers with Right. Continue: win in 1\nturn.")
        terminal.type("Up\n")
        solved = terminal.until("Solved!", "Left wins in 3 turns.", "status 0")
        assert NOT_TODAY not in solved, "it was said before"
        assert "Up is tempting but leaves no forced win." in solved
        assert "solved at the second try" in solved
        assert "would have won" not in solved


def test_duel_of_a_future_day_is_refused_and_help_in_a_duel_counts() -> None:
    refused = numduel(["duel", "2999-01-01"])
    assert refused.status == 1
    assert "2999-01-01 is in the future." in refused.err
    with prompt("duel") as terminal:
        opening = terminal.until("Daily duel for", "Your turn")
        assert "and with best play you win." in " ".join(opening.split())
        assert "Your first finished game counts." in opening
        terminal.type("hint\nhint\n")
        terminal.until_one("A good move is ", "All moves are equally good.")
        terminal.type("quit\n")
        terminal.until("To continue: numduel resume", "status 0")
    assert "unfinished" in numduel(["history"]).out
    (save,) = saves.list_saves()
    assert save.load().tags["Help"] == "hints=2"


def test_lost_game_is_reviewed_and_practised() -> None:
    with prompt("play", "sum", "--p2", "perfect", "--seed", "7", "--target", "20") as terminal:
        for move in ("9", "1", "1"):
            terminal.until("Your turn")
            terminal.type(f"{move}\n")
            if move == "9":
                terminal.until("Perfect took 6: 6 of 20.")
                terminal.type("explain\n")
                terminal.until("Turn 1, you: 9 loses in 8 turns.")
        terminal.until("Perfect took 7 and reached exactly 20.", "Perfect won the game.")
    review = numduel(["review"]).out
    assert review.startswith("Sum Battle, you against Perfect, 20")
    assert re.search(r"^ +1\. You +9  \?\? loss in 8 turns$", review, re.MULTILINE)
    assert "Perfect answered with 7. Perfect took 7" in " ".join(review.split())
    assert re.search(r"^You: accuracy 0%", review, re.MULTILINE)
    assert "You threw away a win. 9 loses in 8 turns." in " ".join(review.split())
    assert "Perfect would take 9 and reach exactly 20." in " ".join(review.split())
    with prompt("puzzle", "--own") as terminal:
        terminal.until("You are Player 1. Find a winning move.")
        terminal.type("5\n")
        terminal.until("Correct!")
    listed = numduel(["history"]).out
    assert re.search(r"\d\d:\d\d +Sum Battle", listed)


def test_texts_wrap_between_words_in_a_narrow_terminal() -> None:
    name = "Wolfe of Schlegelton"
    words = ["play", "sum", "--name1", name, "--p2", "human", "--name2", "Anna of Bergedorf"]
    assert numduel(words, "resign\n").status == 0
    expected = {
        "history": f"Sum Battle: {name} against\n                  Anna of Bergedorf, ",
        "puzzle --calendar": "numduel puzzle --daily\nDATE.",
        "duel --calendar": "It doesn't count\ntowards your streaks.",
        "rules race": "one step right to\n                 1,2.",
    }
    for command, text in expected.items():
        with prompt(*command.split(), size=NARROW) as terminal:
            terminal.until(text, "status 0")


def test_piped_game_is_never_offered() -> None:
    assert numduel(["play", "maze", "--seed", "7", "--p2", "perfect"], "0,0\nquit\n").status == 0
    with prompt("play") as terminal:
        assert "continue" not in terminal.until("Which game?")
